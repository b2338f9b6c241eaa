"""`proofroom backup`: write all data of the studio into one file.

`proofroom restore`: bring a backup back. `proofroom rotate-key`: seal every stored secret with a new key.
"""

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress as Bar

from proofroom.cli.output import console, errors, print_json
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("backup")(backup)
    app.command("restore")(restore)
    app.command("rotate-key")(rotate_key)


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
    with Bar(console=errors.rich, transient=True, disable=json) as bar:
        task = bar.add_task("Backing up", total=None)

        def progress(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total)

        taken = asyncio.run(take(settings, target, include_key=with_key, progress=progress))
    damaged = taken.manifest.damaged_blobs()
    if json:
        print_json({"path": str(taken.path), "damagedBlobs": damaged})
    else:
        if damaged:
            errors.print(str(say("backup.blobs", count=len(damaged))), soft_wrap=True)
        console.print(f"Backed up to {taken.path}", soft_wrap=True, markup=False)


def restore(
    source: Annotated[Path, typer.Argument(help="The backup file.")],
    replace: Annotated[bool, typer.Option(help="Restore over existing data, which is kept aside.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Restore a backup after checking every digest in it; the studio must not run."""
    from proofroom.store.restore import restore as put_back

    with Bar(console=errors.rich, transient=True, disable=json) as bar:
        task = bar.add_task("Restoring", total=None)

        def progress(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total)

        restored = asyncio.run(put_back(Settings(), source, replace=replace, progress=progress))
    if json:
        aside = str(restored.aside) if restored.aside else None
        print_json({"aside": aside, "canOpenSecrets": restored.can_open_secrets})
        return
    console.print("Restored.")
    if not restored.can_open_secrets:
        errors.print(
            "The key of the stored secrets is not here, so connections will not work. Put the old secret.key"
            " into the data folder (or set PROOFROOM_SECRET_KEY), or enter the secrets again.",
            soft_wrap=True,
        )
    if restored.aside:
        console.print(f"What was there before is kept at {restored.aside}", soft_wrap=True, markup=False)


def rotate_key(json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Make a new key and seal every stored secret with it; the studio must not run."""
    changed = asyncio.run(_rotate(Settings()))
    if json:
        print_json({"resealed": changed})
    else:
        console.print(f"A new key is in use; {changed} stored secrets were sealed with it.")


async def _rotate(settings: Settings) -> int:
    from proofroom.kernel.clock import SystemClock
    from proofroom.store import hold, open_database
    from proofroom.store.processes import alone
    from proofroom.store.secrets import add_key, load_keyring, rotate

    with alone(settings), hold(settings, SystemClock(), is_passing=True):
        # With the key in a setting, its owner has put the new one there: only the sealing is left to do.
        keyring = load_keyring(settings) if settings.secret_key is not None else add_key(settings)
        database = open_database(settings)
        try:
            return await rotate(database, keyring)
        finally:
            await database.close()
