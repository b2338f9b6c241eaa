"""`proofroom usage budgets`: set budgets, see how they stand, and decide about runs that one stopped."""

from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, Literal

import typer

from proofroom.cli.client import Client
from proofroom.cli.output import console, show_fields, show_table
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.strings import say

app = typer.Typer(help="Budgets that stop: set, show, remove, raise.", invoke_without_command=True)

Period = Literal["day", "month", "total"]
BudgetArgument = Annotated[str, typer.Argument(help="Budget, by id.")]
StopArgument = Annotated[str, typer.Argument(help="Stop, by id, as `stops` lists it.")]
Amount = Annotated[str, typer.Argument(help="Dollars, such as 5 or 0.50.")]


@app.callback()
def budgets(context: typer.Context, json: Json = False) -> None:
    """List the budgets and how they stand."""
    if context.invoked_subcommand is not None:
        return
    found = with_studio(lambda client: client.get("/api/budgets"), json)
    columns = ("id", "for", "limit", "spent", "left", "waiting")
    show_table(columns, [_cells(each) for each in found["budgets"]])
    console.print(f"Days and months are those of {found['timeZone']}.")


@app.command("set")
def set_budget(
    scope: Annotated[
        str, typer.Argument(help="workspace, run, project:<slug>, agent:<name> or person:<email>.")
    ],
    period: Annotated[Period, typer.Argument(help="day, month or total; total for run.")],
    amount: Amount,
    soft: Annotated[bool, typer.Option("--soft", help="Only tell, do not stop.")] = False,
    warn: Annotated[int, typer.Option(help="Tell at this percentage.")] = 80,
    allow_unpriced: Annotated[
        bool, typer.Option("--allow-unpriced", help="Let calls through whose price nobody knows.")
    ] = False,
    json: Json = False,
) -> None:
    """Set a budget, or change the one there is for the same scope and period."""
    values = {
        "limitMicros": micros(amount),
        "mode": "soft" if soft else "hard",
        "warnPercent": warn,
        "allowsUnpriced": allow_unpriced,
    }
    made = with_studio(lambda client: _set(client, scope, period, values), json)
    console.print(f"{made['id']}: {dollars(made['limitMicros'])} {_period(made)} for {_owner(made)}")


@app.command("remove")
def remove_budget(budget_id: BudgetArgument) -> None:
    """Remove a budget; runs that wait for it go on."""
    with_studio(lambda client: client.delete(f"/api/budgets/{budget_id}"))
    console.print("Removed.")


@app.command("time-zone")
def set_time_zone(name: Annotated[str, typer.Argument(help="Such as Europe/Istanbul.")]) -> None:
    """Set the time zone whose days and months budgets count."""
    with_studio(lambda client: client.put("/api/budgets/time-zone", {"timeZone": name}))
    console.print(f"Budgets count the days of {name}.")


@app.command("stops")
def list_stops(json: Json = False) -> None:
    """List the runs that wait for a budget."""
    found = with_studio(lambda client: client.get("/api/budgets/stops", status="waiting"), json)
    show_fields(found, ("id", "runId", "agent", "reason"), ("id", "run", "agent", "why"))


@app.command("raise")
def raise_budget(
    stop_id: StopArgument,
    to: Annotated[str | None, typer.Option(help="The new limit in dollars.")] = None,
    by: Annotated[str | None, typer.Option(help="Dollars more, for this period or run only.")] = None,
) -> None:
    """Raise the budget that stopped a run; everything that waits for it goes on."""
    if (to is None) == (by is None):
        raise typer.BadParameter("name the new limit with --to, or what is added with --by")
    raised = {"limitMicros": micros(to)} if to else {"extraMicros": micros(by or "")}
    _decide(stop_id, {"decision": "raise", **raised})


@app.command("resume")
def resume_stop(stop_id: StopArgument) -> None:
    """Let a stopped run try again, for example on a new day."""
    _decide(stop_id, {"decision": "resume"})


@app.command("decline")
def decline_stop(stop_id: StopArgument) -> None:
    """Let a stopped run end; what it did is kept."""
    _decide(stop_id, {"decision": "decline"})


def micros(amount: str) -> int:
    """Read dollars as micro-dollars."""
    try:
        return int(Decimal(amount.removeprefix("$")) * 1_000_000)
    except (InvalidOperation, ValueError, OverflowError):
        raise InvalidInput(say("cli.amount", amount=amount)) from None


def dollars(amount: int) -> str:
    """Return micro-dollars as dollars; small amounts keep the digits that matter."""
    return f"${amount / 1_000_000:.2f}" if not amount or amount >= 10_000 else f"${amount / 1_000_000:.6f}"


def _decide(stop_id: str, body: dict[str, Any]) -> None:
    done = with_studio(lambda client: client.post(f"/api/budgets/stops/{stop_id}/decision", body))
    console.print(f"{done['status']}: run {done['runId']}")


async def _set(client: Client, scope: str, period: str, values: dict[str, Any]) -> Any:
    kind, _, name = scope.partition(":")
    whose = {"scopeKind": kind, "scopeId": await _scope_id(client, kind, name), "period": period}
    for known in (await client.get("/api/budgets"))["budgets"]:
        if all(known[field] == value for field, value in whose.items()):
            return await client.put(f"/api/budgets/{known['id']}", values)
    return await client.post("/api/budgets", whose | values)


async def _scope_id(client: Client, kind: str, name: str) -> str:
    if kind == "project":
        return (await client.get(f"/api/projects/{name}"))["id"]
    if kind == "person":
        for member in await client.get("/api/people"):
            if name in (member["person"]["id"], member["person"]["email"]):
                return member["person"]["id"]
        raise NotFound(say("cli.nobody", address=name))
    return name


def _cells(budget: dict[str, Any]) -> list[Any]:
    now = budget["standing"]
    limit = f"{dollars((now or budget)['limitMicros'])} {_period(budget)}"
    soft = " (soft)" if budget["mode"] == "soft" else ""
    figures = [dollars(now[f"{name}Micros"]) for name in ("spent", "left")] if now else [None, None]
    return [budget["id"], _owner(budget), limit + soft, *figures, budget["waitingRuns"] or None]


def _owner(budget: dict[str, Any]) -> str:
    if budget["scopeKind"] == "run":
        return "every run"
    label = budget["scopeLabel"] or budget["scopeId"]
    return f"{budget['scopeKind']} {label}".strip()


def _period(budget: dict[str, Any]) -> str:
    return {"day": "a day", "month": "a month", "total": "in total"}[budget["period"]]
