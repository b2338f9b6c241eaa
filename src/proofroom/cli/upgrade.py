"""`proofroom upgrade`: bring the data to this release, tried on a copy first.

`proofroom rollback`: bring back the data of before the last upgrade.
"""

import asyncio
from typing import Annotated

import typer

from proofroom.cli.output import console, print_json
from proofroom.kernel.settings import Settings

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("upgrade")(upgrade)
    app.command("rollback")(rollback)


def upgrade(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only back up and try on a copy.")] = False,
    json: Json = False,
) -> None:
    """Bring the data to this release: back up, try on a copy, change, check; the studio must not run."""
    from proofroom.store.upgrading import upgrade_data

    done = asyncio.run(upgrade_data(Settings(), dry_run=dry_run))
    if json:
        taken = str(done.backup) if done.backup else None
        print_json({"before": done.before, "after": done.after, "backup": taken, "tried": done.was_tried})
        return
    if done.backup is None:
        console.print("The data are of this release already; nothing was changed.")
        return
    console.print(f"Backed up to {done.backup}", soft_wrap=True, markup=False)
    if done.was_tried:
        console.print("Tried on a copy: it works.")
    if dry_run:
        console.print("Nothing was changed. Run `proofroom upgrade` to do it.")
        return
    console.print(f"Upgraded from {done.before} to {done.after}. `proofroom rollback` takes it back.")


def rollback(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False, json: Json = False
) -> None:
    """Bring back the data of before the last upgrade; what is there now is kept aside."""
    from proofroom.store.upgrading import before_upgrade, roll_back

    if not yes:
        there = before_upgrade(Settings()).name
        typer.confirm(f"Everything done since {there} was taken is put aside. Go on?", abort=True)
    source, restored = asyncio.run(roll_back(Settings()))
    if json:
        print_json({"backup": str(source), "aside": str(restored.aside) if restored.aside else None})
        return
    console.print(f"Brought back {source.name}.", markup=False)
    if restored.aside:
        console.print(f"What was there is kept at {restored.aside}", soft_wrap=True, markup=False)
    console.print("Start the release that wrote these data; a newer one would upgrade them again.")
