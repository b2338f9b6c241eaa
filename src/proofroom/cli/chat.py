"""`proofroom chat`: send a message to an agent and follow its answer."""

import asyncio
from typing import Annotated, Any
from urllib.parse import quote

import orjson
import typer

from proofroom.cli.client import Client
from proofroom.cli.output import RUN_FAILED, RUN_STOPPED, RUN_WAITS, console, errors, print_line
from proofroom.cli.reach import reach_studio
from proofroom.kernel.place import find_place
from proofroom.kernel.strings import say

_IN_A_PROJECT = ("content", "site")
_EXIT_BY_STATUS = {"cancelled": RUN_STOPPED, "awaiting_tool": RUN_WAITS, "waiting_human": RUN_WAITS}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("chat")(chat)


def chat(
    message: Annotated[str, typer.Argument(help="What to say.")],
    scope: Annotated[
        str | None,
        typer.Option(help="content, site, articles, workspace or workflows; whichever can, if unset."),
    ] = None,
    agent: Annotated[
        str | None, typer.Option(help="Agent to talk to; the one that can do what is asked, if unset.")
    ] = None,
    model: Annotated[str | None, typer.Option(help="Model to use, e.g. offline.")] = None,
    project: Annotated[
        str | None, typer.Option(help="Project, by slug or id; the only one if there is one.")
    ] = None,
    conversation: Annotated[str | None, typer.Option(help="Conversation to go on with, by id.")] = None,
    merge: Annotated[
        bool, typer.Option("--merge", help="Merge what it writes at once, if your role may; else it waits.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the numbered events as NDJSON.")] = False,
) -> None:
    """Send a message to an agent and follow its answer."""
    body = {
        "message": message,
        "agent": agent,
        "model": model,
        "projectId": project,
        "conversationId": conversation,
        "merge": merge or None,
    }
    sent = {name: value for name, value in body.items() if value is not None}
    raise typer.Exit(asyncio.run(_talk(scope, sent, as_json=json)))


async def _talk(scope: str | None, body: dict[str, Any], *, as_json: bool) -> int:
    view = Follow(as_json=as_json)
    async with reach_studio(find_place()) as client:
        if not {"projectId", "conversationId"} & body.keys():
            known = await client.get("/api/projects")
            if len(known) == 1:
                body["projectId"] = known[0]["id"]
        chosen = scope or await _scope_of(client, body)
        async for event in client.stream("POST", f"/api/ai/chat/{chosen}", body):
            view.show(event)
        if view.branch and not as_json:
            await _say_what_waits(client, view.branch, asked_to_merge=bool(body.get("merge")))
    if view.conversation and "conversationId" not in body and not as_json:
        errors.print(
            str(say("cli.conversation_goes_on", conversation=view.conversation)), style="dim", markup=False
        )
    return view.exit_code


async def _say_what_waits(client: Client, branch: str, *, asked_to_merge: bool) -> None:
    """Say how a proposal goes on; before there is an owner nobody's role can merge it by itself."""
    if asked_to_merge and (await client.get("/api/setup"))["needed"]:
        errors.print(str(say("cli.merge_without_owner")), markup=False)
    errors.print(str(say("cli.waits_for_review", branch=branch)), markup=False)


async def _scope_of(client: Client, body: dict[str, Any]) -> str:
    """Return where a message belongs: its conversation, its agent, or the agent that can do what it asks."""
    if "conversationId" in body:
        begun = await client.get(f"/api/conversations/{quote(body['conversationId'], safe='')}")
        return str(begun["conversation"]["scope"])
    if "agent" in body:
        agents = await client.get("/api/agents")
        return next((one["scope"] for one in agents if one["slug"] == body["agent"]), "workspace")
    asked = {"message": body["message"], "projectId": body.get("projectId")}
    found = await client.post("/api/ai/addressee", asked)
    if found["scope"] in _IN_A_PROJECT and "projectId" not in body and await _told_of_projects(client):
        return "workspace"
    body["agent"] = found["agent"]
    return str(found["scope"])


async def _told_of_projects(client: Client) -> bool:
    """Say that a project has to be named, where there are some."""
    known = await client.get("/api/projects")
    if known:
        several = say("cli.several_projects", names=", ".join(one["slug"] for one in known))
        errors.print(f"{several} {several.next_step}", markup=False)
    return bool(known)


class Follow:
    """Shows events as they come: the answer's text, and one line per tool."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self._shown: dict[tuple[str, int], int] = {}
        self.exit_code = 0
        self.branch = ""
        """Where what was written waits for a review."""
        self.conversation = ""

    def show(self, event: dict[str, Any]) -> None:
        """Show one event."""
        if event["type"] == "error":
            self.exit_code = RUN_FAILED
        elif event["type"] == "done":
            self.exit_code = _EXIT_BY_STATUS.get(event.get("status", "completed"), 0)
        elif event["type"] == "proposal":
            self.branch = str(event.get("branch") or "") if event.get("state") == "open" else ""
        elif event["type"] == "runStarted":
            self.conversation = event.get("conversationId") or ""
        if self._as_json:
            print_line(orjson.dumps(event))
        else:
            self._show_readable(event)

    def _show_readable(self, event: dict[str, Any]) -> None:
        match event["type"]:
            case "text":
                self._show_text(event)
            case "toolResult":
                mark = "·" if event["ok"] else "✗"
                console.print(
                    f"{mark} {event.get('summary') or event['toolName']}", style="dim", markup=False
                )
            case "notice":
                errors.print(f"\n{event['message']} {event.get('suggestion', '')}", markup=False)
            case "approvalRequested":
                errors.print(f"\n{event['toolName']} waits for a person: {event['reason']}", markup=False)
                errors.print(str(say("cli.waits_for_approval", approval=event["approvalId"])), markup=False)
            case "stepRestarted":
                self._forget(event.get("step", ""))
                errors.print("\nThe studio stopped in the middle of this step and repeats it.")
            case "error":
                errors.print(f"\n{event['message']}", style="bold red", markup=False)
                errors.print(event["suggestion"], markup=False)
            case "done":
                console.print()
            case _:
                pass

    def _forget(self, step: str) -> None:
        """Forget what a step said before it was repeated: it begins anew."""
        self._shown = {place: at for place, at in self._shown.items() if place[0] != step}

    def _show_text(self, event: dict[str, Any]) -> None:
        place = (event.get("step", ""), event.get("block", 0))
        offset, text = event.get("offset", 0), event["text"]
        fresh = text[max(0, self._shown.get(place, 0) - offset) :]
        self._shown[place] = max(self._shown.get(place, 0), offset + len(text))
        console.print(fresh, end="", markup=False, soft_wrap=True)
