"""`proofroom doctor`: what may be wrong, and what to do about it."""

import asyncio
from dataclasses import asdict
from functools import partial
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from proofroom.cli.output import FAILED, console, print_json
from proofroom.cli.reach import reach_studio
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say, translate_all

_MARKS = {"ok": "[green]✓[/]", "warning": "[yellow]![/]", "failed": "[red]✗[/]"}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(doctor)


def doctor(json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Check this machine, the data folder, the database and every connection; changes nothing."""
    try:
        settings = Settings()
    except ValidationError as error:
        raise InvalidInput(say("cli.setting", problem=error.errors()[0]["msg"])) from None
    checks = asyncio.run(_examine(settings))
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


async def _examine(settings: Settings) -> list[dict[str, Any]]:
    """Ask the running studio, which also knows its connections; look from here if none runs."""
    from proofroom.doctor import examine
    from proofroom.store import find_running
    from proofroom.wiring import check_stored_connections

    running = find_running(settings) if settings.data.exists() else None
    if running is not None and running.url:
        async with reach_studio(settings) as client:
            return (await client.get("/api/doctor"))["checks"]
    clock = SystemClock()
    probe = partial(check_stored_connections, settings, clock)
    seen = [asdict(check) for check in await examine(settings, clock, [probe])]
    found: list[dict[str, Any]] = translate_all(seen, settings.language)
    return [{**check, "nextAction": check.pop("next_action")} for check in found]
