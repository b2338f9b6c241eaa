"""`proofroom approvals`: tool calls that wait for a person's word, and what is remembered of such words."""

from typing import Annotated, Any

import orjson
import typer

from proofroom.cli.budgets import dollars
from proofroom.cli.client import Client
from proofroom.cli.output import FAILED, console, print_json, show_table
from proofroom.cli.run import Json, with_studio

app = typer.Typer(
    name="approvals",
    help="Tool calls that wait for a person: list, show, allow, deny; and the rules about them.",
    invoke_without_command=True,
)

CallArgument = Annotated[str, typer.Argument(help="Call, by the id that `approvals` lists.")]
CallArguments = Annotated[list[str], typer.Argument(help="Calls of one tool, by id.")]


@app.callback()
def approvals(context: typer.Context, json: Json = False) -> None:
    """List the calls that wait, by run."""
    if context.invoked_subcommand is not None:
        return
    found: list[dict[str, Any]] = with_studio(
        lambda client: client.get("/api/approvals", status="pending"), json
    )
    rows = [_cells(call) for call in sorted(found, key=_place)]
    show_table(("id", "run", "agent", "call", "until"), rows)


@app.command("show")
def show(call_id: CallArgument, json: Json = False) -> None:
    """Show a call: why it was asked, its exact input, what it would change, and what its run has cost."""

    async def look(client: Client) -> Any:
        call = await client.get(f"/api/approvals/{call_id}")
        return call | {"foreseen": await client.get(f"/api/approvals/{call_id}/changes")}

    call = with_studio(look, json)
    cost = dollars(call["run"]["costMicros"]) if call["run"] else "unknown"
    facts = {
        "call": _spelt(call),
        "why": call["reason"],
        "agent": f"{call['agent']}, version {call['agentVersion']}",
        "run": f"{call['runId']}, {cost} so far",
        "until": call["expiresAt"],
        "bound to": call["inputSha256"],
    }
    show_table(("", ""), [[name, value] for name, value in facts.items()])
    _show_changes(call["foreseen"])


@app.command("allow")
def allow(calls: CallArguments, json: Json = False) -> None:
    """Allow calls as they are now; several at once must be of one tool."""
    _decide(calls, "approved", "", json)


@app.command("deny")
def deny(
    calls: CallArguments,
    reason: Annotated[str, typer.Option(help="Why; the agent reads it.")] = "",
    json: Json = False,
) -> None:
    """Deny calls; the run goes on without them."""
    _decide(calls, "denied", reason, json)


@app.command("rules")
def rules(json: Json = False) -> None:
    """List what is remembered of approvals, and what the workspace has ruled."""
    found = with_studio(lambda client: client.get("/api/approval-rules"), json)
    rows = [
        [rule["id"], rule["toolName"], rule["effect"], _whom(rule), rule["createdByName"], rule["expiresAt"]]
        for rule in found
    ]
    show_table(("id", "tool", "rule", "for", "by", "until"), rows)


@app.command("forget")
def forget(rule_id: Annotated[str, typer.Argument(help="Rule, by the id that `rules` lists.")]) -> None:
    """Take a rule back; it holds no more from the agent's next turn on."""
    with_studio(lambda client: client.delete(f"/api/approval-rules/{rule_id}"))
    console.print("Claimed back.")


def _decide(ids: list[str], decision: str, reason: str, json: bool) -> None:
    async def decide(client: Client) -> Any:
        seen = [await client.get(f"/api/approvals/{call_id}") for call_id in ids]
        calls = [{"id": call["id"], "inputSha256": call["inputSha256"]} for call in seen]
        body = {"decision": decision, "reason": reason, "calls": calls}
        return await client.post("/api/approvals/decisions", body)

    outcomes = with_studio(decide)
    if json:
        print_json(outcomes)
    else:
        rows = [[one["id"], one["status"] or one["error"]["message"]] for one in outcomes]
        show_table(("id", "decided"), rows)
    if any(one["error"] for one in outcomes):
        raise typer.Exit(FAILED)


def _place(call: dict[str, Any]) -> tuple[str, str]:
    """Return where a call stands in a list: with the others of its run."""
    return (call["run"]["id"] if call["run"] else "", call["createdAt"])


def _cells(call: dict[str, Any]) -> list[Any]:
    run = call["run"]
    title = f"{run['title']} ({dollars(run['costMicros'])})" if run else call["runId"]
    return [call["id"], _plain(title), call["agent"], _spelt(call), call["expiresAt"]]


def _spelt(call: dict[str, Any]) -> str:
    given = call["editedInput"] or call["input"]
    parts = (f"{name}={orjson.dumps(value).decode()}" for name, value in given.items())
    return _plain(f"{call['toolName']}({', '.join(parts)})")


def _plain(value: Any) -> str:
    """Return a value as text of which nothing is taken for colours: what is approved is seen as it is."""
    from rich.markup import escape  # takes long, and few commands need it

    return escape(value if isinstance(value, str) else orjson.dumps(value).decode())


def _whom(rule: dict[str, Any]) -> str:
    agent = rule["agent"] or "all agents"
    return f"{agent}, in one conversation" if rule["conversationId"] else agent


def _show_changes(preview: dict[str, Any]) -> None:
    if preview["problem"]:
        console.print(f"It would be refused now: {preview['problem']['message']}", markup=False)
    if not preview["fate"]:
        return
    said = {"write": "It changes", "merge": "It merges", "discard": "It throws away"}[preview["fate"]]
    console.print(f"{said}:")
    rows = [
        [
            _plain(each["title"]),
            each["locale"],
            " ".join(each["path"]) or each["op"],
            "" if each["old"] is None else _plain(each["old"]),
            "" if each["new"] is None else _plain(each["new"]),
        ]
        for each in preview["changes"]
    ]
    show_table(("what", "locale", "field", "before", "after"), rows)
    if preview["total"] > len(rows):
        console.print(f"and {preview['total'] - len(rows)} more", style="dim")
