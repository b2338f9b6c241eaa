"""`proofroom usage`: what the work used and cost, as a table, JSON or CSV."""

import os
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from proofroom.cli import budgets
from proofroom.cli.output import console, show_table
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.calendar import zone_named

app = typer.Typer(name="usage", help="Usage and cost, and budgets.", invoke_without_command=True)
app.add_typer(budgets.app, name="budgets")

By = Literal["day", "person", "agent", "model", "project", "scope", "source", "kind"]
_FIELDS = ("calls", "failed", "tokens")


@app.callback()
def usage(
    context: typer.Context,
    by: Annotated[By, typer.Option(help="What to add up by.")] = "agent",
    since: Annotated[str, typer.Option(help="A day, an ISO time, or days back as `7d`.")] = "30d",
    until: Annotated[str | None, typer.Option(help="A day or an ISO time, itself not included.")] = None,
    tz: Annotated[str | None, typer.Option(help="Time zone of the days; this machine's by default.")] = None,
    agent: Annotated[str | None, typer.Option(help="Only this agent.")] = None,
    source: Annotated[str | None, typer.Option(help="Only runs from here, such as chat or gateway.")] = None,
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print every call as CSV.")] = False,
) -> None:
    """Show what models, images and searches used and cost."""
    if context.invoked_subcommand is not None:
        return
    zone = tz or local_zone()
    wanted = {"since": _start(since, zone), "until": until, "tz": zone, "agent": agent, "source": source}
    if csv:
        sys.stdout.write(with_studio(lambda client: client.text("/api/usage/export", **wanted)))
        return
    report = with_studio(lambda client: client.get("/api/usage", **wanted), json)
    rows = [row for row in report[f"by{by.title()}"] if row["calls"]]
    show_table((by, *_FIELDS, "cost"), [_cells(row) for row in rows] + [_cells(report["totals"], "total")])
    if report["totals"]["unpriced"]:
        console.print(f"{report['totals']['unpriced']} calls have no known price and are not in the cost.")


def local_zone() -> str:
    """Return the name of this machine's time zone, or UTC where it cannot be told."""
    if name := os.environ.get("TZ", "").lstrip(":"):
        return name
    _, _, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return name or "UTC"


def _start(since: str, zone: str) -> str:
    if since.endswith("d") and since[:-1].isdigit():
        return (datetime.now(zone_named(zone)).date() - timedelta(days=int(since[:-1]) - 1)).isoformat()
    return since


def _cells(row: dict[str, Any], label: str | None = None) -> list[Any]:
    name = label or row["label"] or row["key"] or "—"
    return [name, *(row[field] for field in _FIELDS), budgets.dollars(row["costMicros"])]
