"""`proofroom schedule`: what agents are asked by the clock."""

from typing import Annotated, Any

import typer

from proofroom.cli.output import console, print_json, show_table
from proofroom.cli.run import Json, with_studio

app = typer.Typer(
    name="schedule",
    help="Tasks by the clock: list, make, change, let rest, run now, delete.",
    no_args_is_help=True,
)

Schedule = Annotated[str, typer.Argument(help="Schedule, by id.")]
PATH = "/api/schedules"


@app.command("list")
def list_schedules(json: Json = False) -> None:
    """List what agents are asked by the clock: what is due next first, what rests last."""
    found = with_studio(lambda client: client.get(PATH), json)
    columns = ("id", "agent", "cron", "timeZone", "next", "task")
    rows = [[*(each[key] for key in columns[:4]), _next(each), each["task"]] for each in found]
    show_table(columns, rows)


@app.command("create")
def create_schedule(
    agent: Annotated[str, typer.Argument(help="Agent, by its slug.")],
    task: Annotated[str, typer.Argument(help="What it is asked each time.")],
    cron: Annotated[str, typer.Option(help="When: minute, hour, day, month, weekday.")],
    zone: Annotated[str, typer.Option(help="IANA time zone in which the hours count.")] = "UTC",
    project: Annotated[str | None, typer.Option(help="The project to work in, by slug or id.")] = None,
    json: Json = False,
) -> None:
    """Give an agent a task by the clock; its runs have the owner's rights."""
    body = {"agent": agent, "task": task, "cron": cron, "timeZone": zone, "projectId": project}
    _show(with_studio(lambda client: client.post(PATH, body)), json)


@app.command("change")
def change_schedule(
    schedule: Schedule,
    agent: Annotated[str | None, typer.Option(help="Another agent.")] = None,
    task: Annotated[str | None, typer.Option(help="Another task.")] = None,
    cron: Annotated[str | None, typer.Option(help="Another time.")] = None,
    zone: Annotated[str | None, typer.Option(help="Another time zone.")] = None,
    json: Json = False,
) -> None:
    """Change a schedule; what is left out stays."""
    given = {"agent": agent, "task": task, "cron": cron, "timeZone": zone}
    _change(schedule, {name: value for name, value in given.items() if value is not None}, json)


@app.command("pause")
def pause_schedule(schedule: Schedule, json: Json = False) -> None:
    """Keep a schedule without running it."""
    _change(schedule, {"isPaused": True}, json)


@app.command("resume")
def resume_schedule(schedule: Schedule, json: Json = False) -> None:
    """Let a schedule run again."""
    _change(schedule, {"isPaused": False}, json)


@app.command("run")
def run_schedule(schedule: Schedule, json: Json = False) -> None:
    """Begin a run of it now, whether it rests or not."""
    begun = with_studio(lambda client: client.post(f"{PATH}/{schedule}/run"), json)
    console.print(f"Run {begun['runId']} is queued; a running studio (`proofroom up`) takes it up.")
    console.print(f"Follow it with `proofroom run events {begun['runId']}`.", soft_wrap=True)


@app.command("delete")
def delete_schedule(schedule: Schedule, json: Json = False) -> None:
    """Remove a schedule; its runs stay."""
    with_studio(lambda client: client.delete(f"{PATH}/{schedule}"), json)
    console.print("Removed.")


def _change(schedule: str, changes: dict[str, Any], as_json: bool) -> None:
    _show(with_studio(lambda client: client.put(f"{PATH}/{schedule}", changes)), as_json)


def _show(schedule: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(schedule)
        return
    console.print(f"{schedule['id']}  {schedule['agent']}: {schedule['task']}", markup=False)
    console.print(f"{schedule['cron']} ({schedule['timeZone']}), next: {_next(schedule)}", markup=False)


def _next(schedule: dict[str, Any]) -> str:
    return schedule["nextAt"] or "rests"
