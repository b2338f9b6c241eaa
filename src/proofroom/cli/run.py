"""`proofroom run`: list runs, look inside, follow them, stop them, do them again."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from proofroom.cli.chat import Follow
from proofroom.cli.client import Client
from proofroom.cli.output import console, print_json, print_line, show_fields
from proofroom.cli.reach import reach_studio
from proofroom.kernel.place import find_place

app = typer.Typer(
    name="run", help="Runs: list, look inside, follow, stop, retry, fork.", no_args_is_help=True
)

OursFlag = Annotated[
    bool,
    typer.Option("--ours", help="The words are our own: agents need not ask before they act on them."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
RunArgument = Annotated[str, typer.Argument(help="Run, by id.")]


def with_studio(work: Callable[[Client], Awaitable[Any]], as_json: bool = False) -> Any:
    """Run a piece of work against the studio; for a program, print its answer and end the command."""

    async def go() -> Any:
        async with reach_studio(find_place()) as client:
            return await work(client)

    answer = asyncio.run(go())
    if as_json:
        print_json(answer)
        raise typer.Exit
    return answer


@app.command("list")
def list_runs(
    status: Annotated[str | None, typer.Option(help="Only runs in this status.")] = None,
    agent: Annotated[str | None, typer.Option(help="Only runs of this agent.")] = None,
    limit: Annotated[int, typer.Option(help="How many at most.")] = 20,
    json: Json = False,
) -> None:
    """List runs, newest first."""
    page = with_studio(lambda client: client.get("/api/runs", status=status, agent=agent, limit=limit), json)
    show_fields(
        page["runs"],
        ("id", "status", "agent", "title", "createdAt"),
        ("id", "status", "agent", "title", "started"),
    )


@app.command("show")
def show_run(run_id: RunArgument, json: Json = False) -> None:
    """Show a run and its steps."""
    found = with_studio(lambda client: client.get(f"/api/runs/{run_id}"), json)
    run = found["run"]
    console.print(f"{run['title']}  {run['status']}", markup=False)
    show_fields(
        found["steps"],
        ("key", "kind", "name", "status", "attempt"),
        ("step", "kind", "name", "status", "attempt"),
    )


@app.command("events")
def follow_events(
    run_id: RunArgument,
    after: Annotated[int, typer.Option(help="Only events with a higher number.")] = 0,
    json: Json = False,
) -> None:
    """Print a run's events, and follow it until it ends."""
    view = Follow(as_json=False)

    async def follow(client: Client) -> None:
        async for event in client.stream("GET", f"/api/runs/{run_id}/events", after=after):
            if json:
                print_line(orjson.dumps(event))
            else:
                view.show(event)

    with_studio(follow)


@app.command("cancel")
def cancel_run(run_id: RunArgument, json: Json = False) -> None:
    """Stop a run and all it started; what they did is kept."""
    answer = with_studio(lambda client: client.post(f"/api/runs/{run_id}/cancel"), json)
    console.print("Stopped." if answer["stopped"] else "It had ended already.")


@app.command("resume")
def resume_run(run_id: RunArgument, json: Json = False) -> None:
    """Go on with a run that failed or was interrupted, and follow it."""
    _again(f"/api/runs/{run_id}/resume", None, json)


@app.command("retry")
def retry_run(
    run_id: RunArgument,
    step: Annotated[str | None, typer.Option(help="Step to begin with, as `run show` names it.")] = None,
    json: Json = False,
) -> None:
    """Do a run again from a step, on the finished steps before it, and follow it."""
    _again(f"/api/runs/{run_id}/retry", {"step": step}, json)


@app.command("fork")
def fork_run(
    run_id: RunArgument,
    message: Annotated[str | None, typer.Option("--message", "-m", help="What to ask instead.")] = None,
    agent: Annotated[str | None, typer.Option(help="Another agent.")] = None,
    model: Annotated[str | None, typer.Option(help="Another model.")] = None,
    step: Annotated[str | None, typer.Option(help="Step to begin with, where the run is no turn.")] = None,
    value: Annotated[
        list[str] | None,
        typer.Option("--value", "-v", help="Another value to begin with: NAME=JSON or text."),
    ] = None,
    json: Json = False,
) -> None:
    """Do something else at this place, and follow it: ask another question, or begin with other values."""
    changes = {
        "message": message,
        "agent": agent,
        "model": model,
        "step": step,
        "input": _values(value or []),
    }
    _again(f"/api/runs/{run_id}/fork", changes, json)


def _values(pairs: list[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if not sign:
            raise typer.BadParameter(f"{pair}: NAME=VALUE", param_hint="--value")
        try:
            values[name] = orjson.loads(text)
        except orjson.JSONDecodeError:
            values[name] = text
    return values


@app.command("export")
def export_run(
    run_id: RunArgument,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="File to write.")] = None,
) -> None:
    """Write a run with its steps, events and messages as JSON."""
    found = with_studio(lambda client: client.get(f"/api/runs/{run_id}/export"))
    if output is None:
        print_json(found)
    else:
        output.write_bytes(orjson.dumps(found, option=orjson.OPT_INDENT_2))
        console.print(f"Wrote {output}.", markup=False)


def _again(path: str, body: dict[str, Any] | None, json: bool) -> None:
    """Start a run again one way or another, say which run it is, and follow it to its end."""
    view = Follow(as_json=json)

    async def go(client: Client) -> None:
        run = await client.post(path, body)
        if not json:
            console.print(f"Run {run['id']}", markup=False)
        after = run["lastNumber"] if path.endswith("/resume") else 0
        async for event in client.stream("GET", f"/api/runs/{run['id']}/events", after=after):
            view.show(event)

    with_studio(go)
    raise typer.Exit(view.exit_code)
