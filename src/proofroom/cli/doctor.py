"""`proofroom doctor`: what may be wrong, and what to do about it."""

import asyncio
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

import typer

from proofroom.cli.output import FAILED, console, print_json
from proofroom.cli.reach import reach_studio
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.place import find_place
from proofroom.kernel.strings import translate_all

_MARKS = {"ok": "[green]✓[/]", "warning": "[yellow]![/]", "failed": "[red]✗[/]"}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(doctor)


def doctor(json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Check this machine, the data folder, the database and every connection; changes nothing."""
    checks = asyncio.run(_examine())
    if json:
        print_json({"checks": checks})
    else:
        for check in checks:
            console.print(
                f"{_MARKS[check['state']]} {check['title']}  [dim]{check['code']}[/]", soft_wrap=True
            )
            console.print(f"    {check['detail']}", soft_wrap=True, markup=False)
            if check["nextAction"]:
                console.print(f"    → {check['nextAction']}", soft_wrap=True, markup=False)
    if any(check["state"] == "failed" for check in checks):
        raise typer.Exit(FAILED)


async def _examine() -> list[dict[str, Any]]:
    """Ask the running studio, which also knows its connections; look from here if none runs."""
    from proofroom.store.lock import find_running

    place = find_place()
    running = find_running(place) if place.data.exists() else None
    if running is not None and running.url:
        async with reach_studio(place) as client:
            return (await client.get("/api/doctor"))["checks"]
    from proofroom.doctor import examine
    from proofroom.kernel.settings import Settings
    from proofroom.wiring import check_stored_connections

    settings = Settings()
    clock = SystemClock()
    probe = partial(check_stored_connections, settings, clock)
    seen = [asdict(check) for check in await examine(settings, clock, [probe])]
    found: list[dict[str, Any]] = translate_all(seen, settings.language)
    return [{**check, "nextAction": check.pop("next_action")} for check in found]
