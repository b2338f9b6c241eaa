"""`proofroom backup` and `proofroom restore`."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress as Bar

from proofroom.cli.output import console, errors, print_json
from proofroom.kernel.settings import Settings


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(
    to: Annotated[
        Path | None, typer.Argument(help="File or folder; backups/ in the data folder if unset.")
    ] = None,
    with_key: Annotated[bool, typer.Option(help="Put the key file in too: keep such a backup safe.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Back up databases, repositories and blobs into one file, also while the studio runs."""
    from proofroom.store.backup import backup as take

    settings = Settings()
    target = to or settings.data / "backups"
    with Bar(console=errors, transient=True, disable=json) as bar:
        task = bar.add_task("Backing up", total=None)

        def progress(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total)

        taken = asyncio.run(take(settings, target, include_key=with_key, progress=progress))
    if json:
        print_json({"path": str(taken.path)})
    else:
        console.print(f"Backed up to {taken.path}", soft_wrap=True, markup=False)


def restore(
    source: Annotated[Path, typer.Argument(help="The backup file.")],
    replace: Annotated[bool, typer.Option(help="Restore over existing data, which is kept aside.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Restore a backup after checking every digest in it; the studio must not run."""
    from proofroom.store.restore import restore as put_back

    with Bar(console=errors, transient=True, disable=json) as bar:
        task = bar.add_task("Restoring", total=None)

        def progress(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total)

        restored = asyncio.run(put_back(Settings(), source, replace=replace, progress=progress))
    if json:
        print_json({"aside": str(restored.aside) if restored.aside else None})
        return
    console.print("Restored.")
    if restored.aside:
        console.print(f"What was there before is kept at {restored.aside}", soft_wrap=True, markup=False)
