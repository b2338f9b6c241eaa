"""`proofroom eval`: make cases of runs, replay them, and report to a build server."""

from json import dumps, loads
from pathlib import Path
from typing import Annotated, Any, cast
from xml.sax.saxutils import escape, quoteattr

import typer

from proofroom.cli.client import Client
from proofroom.cli.output import FAILED, console, print_json, show_fields, show_table
from proofroom.cli.run import Json, RunArgument, with_studio
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.strings import say

CaseArgument = Annotated[str, typer.Argument(help="Case, by id.", metavar="CASE")]
_FIELDS = {
    "called": "tool",
    "not_called": "tool",
    "order": "tools",
    "json_path_equals": "path",
    "max_cost": "limit",
    "max_steps": "limit",
}

app = typer.Typer(name="eval", help="Evaluations: cases from runs, replays, gates.", no_args_is_help=True)


@app.command("list")
def list_cases(
    agent: Annotated[str | None, typer.Option(help="Only cases of this agent.")] = None, json: Json = False
) -> None:
    """List the cases."""
    found = with_studio(lambda client: client.get("/api/evals", agent=agent), json)
    show_fields(found, ("id", "agent", "status", "isGate", "title"))


@app.command("add")
def add_case(run_id: RunArgument, json: Json = False) -> None:
    """Make a case of a run."""
    made = with_studio(lambda client: client.post("/api/evals", {"runId": run_id}), json)
    console.print(f"{made['id']}  {made['title']}", markup=False)


@app.command("checks")
def change_checks(
    case_id: CaseArgument,
    add: Annotated[
        list[str] | None,
        typer.Option(help="Check to add: KIND, KIND=VALUE, json_path_equals=PATH=VALUE, or its JSON."),
    ] = None,
    remove: Annotated[list[int] | None, typer.Option(help="Check to take away, by its number.")] = None,
    json: Json = False,
) -> None:
    """List what must hold in a case; add to it or take away."""
    added, gone = [_read_check(one) for one in add or []], set(remove or [])

    async def go(client: Client) -> list[dict[str, Any]]:
        case = _case_of(await client.get("/api/evals"), case_id)
        if unknown := gone - set(range(1, len(case["checks"]) + 1)):
            raise InvalidInput(say("cli.no_check", number=min(unknown)))
        if added or gone:
            kept = [one for number, one in enumerate(case["checks"], 1) if number not in gone]
            case = await client.put(f"/api/evals/{case_id}", {"checks": [*kept, *added]})
        return case["checks"]

    found: list[dict[str, Any]] = with_studio(go, json)
    show_table(("number", "kind", "what"), [[str(n), o["kind"], _told(o)] for n, o in enumerate(found, 1)])


@app.command("edit")
def edit_case(
    case_id: CaseArgument,
    title: Annotated[str | None, typer.Option(help="Its title.")] = None,
    status: Annotated[str | None, typer.Option(help="active, muted or archived.")] = None,
    gate: Annotated[
        bool | None, typer.Option("--gate/--no-gate", help="Whether every version must pass it.")
    ] = None,
    json: Json = False,
) -> None:
    """Change a case: its title, whether it counts, whether it is a gate."""
    given = {"title": title, "status": status, "isGate": gate}
    change = {key: value for key, value in given.items() if value is not None}
    case = with_studio(lambda client: client.put(f"/api/evals/{case_id}", change), json)
    show_fields([case], ("id", "agent", "status", "isGate", "title"))


@app.command("run")
def run_cases(
    agent: Annotated[str | None, typer.Option(help="Only cases of this agent.")] = None,
    trials: Annotated[int, typer.Option(help="How often each is replayed.", min=1, max=10)] = 1,
    version: Annotated[
        int | None, typer.Option(help="Version of the agent to try, also a candidate; with --agent.", min=1)
    ] = None,
    junit: Annotated[Path | None, typer.Option(help="File for a report in JUnit's format.")] = None,
    json: Json = False,
) -> None:
    """Replay all active cases; the exit code is 1 if one fails."""

    if version is not None and agent is None:
        raise InvalidInput(say("cli.version_of_whom"))
    how: dict[str, int] = {"trials": trials} | ({} if version is None else {"version": version})

    async def go(client: Client) -> list[dict[str, Any]]:
        if agent is not None:
            await client.get(f"/api/agents/{agent}")  # a name that is wrong must not look like a pass
        cases = [one for one in await client.get("/api/evals", agent=agent) if one["status"] == "active"]
        return [{**one, "runs": await client.post(f"/api/evals/{one['id']}/play", how)} for one in cases]

    played: list[dict[str, Any]] = with_studio(go)
    if junit is not None:
        try:
            junit.write_text(junit_report(played), "utf-8")
        except OSError as error:
            raise InvalidInput(say("cli.file_unwritable", file=junit, reason=error.strerror)) from None
    if json:
        print_json(played)
    else:
        rows = [[one["title"], one["agent"], _spread(one["runs"]), _why(one["runs"])] for one in played]
        show_table(("case", "agent", "passed", "why not"), rows)
    if any(not run["passed"] for one in played for run in one["runs"]):
        raise typer.Exit(FAILED)


def _case_of(cases: list[dict[str, Any]], case_id: str) -> dict[str, Any]:
    found = next((one for one in cases if one["id"] == case_id), None)
    if found is None:
        raise NotFound(say("evals.no_case"))
    return found


def _read_check(text: str) -> dict[str, Any]:
    """Read a check as people write it: its kind and what it needs, or all of it as JSON."""
    kind, _, value = text.partition("=")
    if text.startswith("{"):
        return cast("dict[str, Any]", _read_json(text))
    field = _FIELDS.get(kind, "pattern")
    match field:
        case _ if not value:
            return {"kind": kind}
        case "tools":
            return {"kind": kind, field: [one.strip() for one in value.split(",")]}
        case "limit":
            return {"kind": kind, field: int(value) if value.isdecimal() else value}
        case "path":
            path, _, wanted = value.partition("=")
            return {"kind": kind, field: path, "value": _read_json(wanted)}
        case _:
            return {"kind": kind, field: value}


def _read_json(text: str) -> Any:
    """Read a value; what is no JSON is a text."""
    try:
        return loads(text)
    except ValueError:
        return text


def _told(check: dict[str, Any]) -> str:
    """Tell what a check asks for."""
    said = {key: value for key, value in check.items() if key != "kind"}
    if len(said) != 1:
        return dumps(said, ensure_ascii=False) if said else ""
    [value] = said.values()
    return ", ".join(map(str, cast("list[Any]", value))) if isinstance(value, list) else str(value)


def junit_report(played: list[dict[str, Any]]) -> str:
    """Return how cases went in the format that build servers read."""
    failed = sum(any(not run["passed"] for run in one["runs"]) for one in played)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="proofroom" tests="{len(played)}" failures="{failed}">',
    ]
    for one in played:
        head = f"  <testcase classname={quoteattr(one['agent'])} name={quoteattr(one['title'])}"
        why = _why(one["runs"])
        if not why:
            lines.append(f"{head}/>")
        else:
            lines += [f"{head}>", f"    <failure>{escape(why)}</failure>", "  </testcase>"]
    return "\n".join([*lines, "</testsuite>", ""])


def _spread(runs: list[dict[str, Any]]) -> str:
    return f"{sum(bool(run['passed']) for run in runs)} of {len(runs)}"


def _why(runs: list[dict[str, Any]]) -> str:
    missed = [check for run in runs if not run["passed"] for check in run["results"] if not check["passed"]]
    told = dict.fromkeys(f"{check['kind']}: {check['seen']}" for check in missed)
    return "; ".join(told) or ("" if all(run["passed"] for run in runs) else "the run failed")
