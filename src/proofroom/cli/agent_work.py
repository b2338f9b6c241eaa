"""`proofroom agents`: work by the clock, memory, skills, feedback, the chart."""

from pathlib import Path
from typing import Annotated, Any

import typer

from proofroom.cli.agents import Slug, app
from proofroom.cli.client import Client
from proofroom.cli.output import console, print_json, show_fields
from proofroom.cli.run import Json, with_studio
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

_WORD = ("id", "createdAt", "sourceType", "agent", "rating", "status", "comment")
_REFER = "Record to refer to, by id, or room:kind:id as search finds it (content:notes:swifts)."
_KINDS = "a run by its id, or message:ID, toolCall:ID (with --run), response:ID."


@app.command("run")
def run_agent(slug: Slug, json: Json = False) -> None:
    """Begin a beat of an agent now, under its own role."""
    beat = with_studio(lambda client: client.post(f"/api/agents/{slug}/run"), json)
    console.print(f"{beat['status']} {beat['skipReason']}".strip())


@app.command("heartbeat")
def heartbeat(
    slug: Annotated[str | None, typer.Argument(help="Agent; without it all heartbeats are listed.")] = None,
    enable: Annotated[
        bool | None, typer.Option("--on/--off", help="Let it work by the clock, or rest.")
    ] = None,
    cron: Annotated[str | None, typer.Option(help="Five fields of cron.")] = None,
    zone: Annotated[str | None, typer.Option(help="IANA time zone.")] = None,
    json: Json = False,
) -> None:
    """List heartbeats, set one, or show an agent's beats."""
    if slug is None:
        found = with_studio(lambda client: client.get("/api/heartbeats"))
        _table(found, ("agent", "status", "schedule", "zone", "nextRunAt"), json)
    elif enable is None and cron is None:
        found = with_studio(lambda client: _beats_of(client, slug))
        _table(found, ("scheduledFor", "trigger", "status", "skipReason", "missed", "output"), json)
    else:
        body: dict[str, Any] = {"enabled": enable is not False, "schedule": cron, "timeZone": zone}
        done = with_studio(lambda client: client.put(f"/api/agents/{slug}/heartbeat", body))
        _table([done], ("agent", "status", "schedule", "zone", "nextRunAt"), json)


@app.command("memory")
def memory(
    text: Annotated[str | None, typer.Argument(help="Something to remember; without it, the list.")] = None,
    kind: Annotated[
        str, typer.Option(help="correction, lesson, routing, insight or guideline.")
    ] = "guideline",
    agent: Annotated[str | None, typer.Option(help="Only for this agent.")] = None,
    forget: Annotated[str | None, typer.Option(help="Memory to switch off, by id.")] = None,
    json: Json = False,
) -> None:
    """List what agents have learnt, add to it, or switch something off."""
    if forget is not None:
        off = {"status": "disabled"}
        found = [with_studio(lambda client: client.put(f"/api/memory/{forget}", off))]
    elif text is not None and text != "list":  # what other commands are called, and nothing to remember
        body: dict[str, Any] = {"content": text, "kind": kind, "agent": agent}
        found = [with_studio(lambda client: client.post("/api/memory", body))]
    else:
        found = with_studio(lambda client: client.get("/api/memory"))
    _table(found, ("id", "kind", "status", "agent", "useCount", "content"), json)


@app.command("skills")
def skills(
    file: Annotated[Path | None, typer.Argument(help="Markdown file with a skill to write.")] = None,
    name: Annotated[str | None, typer.Option(help="Its name; otherwise the file's.")] = None,
    description: Annotated[str, typer.Option(help="One line that tells when it helps.")] = "",
    json: Json = False,
) -> None:
    """List the skills that people wrote, or write one."""
    if file is None:
        found = with_studio(lambda client: client.get("/api/skills"))
    else:
        body = {"name": name or file.stem, "description": description, "body": _read_text(file)}
        found = [with_studio(lambda client: client.post("/api/skills", body))]
    _table(found, ("slug", "name", "version", "isEnabled", "description"), json)


@app.command("feedback")
def feedback(
    agent: Annotated[str | None, typer.Option(help="Only about this agent.")] = None,
    review: Annotated[bool, typer.Option("--review", help="Review now what waits, as every night.")] = False,
    replay: Annotated[str | None, typer.Option(help="Word whose case is replayed now, by id.")] = None,
    dismiss: Annotated[str | None, typer.Option(help="Word to set aside, by id.")] = None,
    up: Annotated[str | None, typer.Option(help=f"What was good: {_KINDS}")] = None,
    down: Annotated[str | None, typer.Option(help=f"What was not: {_KINDS}")] = None,
    run: Annotated[str | None, typer.Option(help="Run of a tool call, by id.")] = None,
    comment: Annotated[str, typer.Option(help="Why.")] = "",
    json: Json = False,
) -> None:
    """List what people thought of agents' work and what came of it; say it, review it, set it aside."""
    if up or down:
        kind, _, subject = (up or down or "").rpartition(":")
        word: dict[str, Any] = {"kind": kind or "run", "id": subject, "runId": run, "comment": comment}
        word["rating"] = "up" if up else "down"
        _table([with_studio(lambda client: client.put("/api/feedback", word))], _WORD, json)
        return
    if review:
        begun = with_studio(lambda client: client.post("/api/feedback/review"))
        print_json(begun) if json else console.print(f"{begun['status']} {begun['skipReason']}".strip())
        return
    if replay is not None or dismiss is not None:
        aside = {"status": "dismissed"}
        one = with_studio(
            lambda client: (
                client.post(f"/api/feedback/{replay}/replay")
                if replay
                else client.put(f"/api/feedback/{dismiss}/status", aside)
            )
        )
        _table([one], _WORD, json)
        return
    found = with_studio(lambda client: client.get("/api/feedback", agent=agent))
    _table(found, _WORD, json)


@app.command("review")
def review(
    nightly: Annotated[bool | None, typer.Option("--on/--off", help="Switch it on or off.")] = None,
    json: Json = False,
) -> None:
    """Tell or say whether what people disliked is reviewed every night; `feedback --review` does it now."""
    path = "/api/feedback/review"
    found = with_studio(
        lambda client: client.get(path) if nightly is None else client.put(path, {"isOn": nightly})
    )
    _table([found], ("isOn", "schedule", "timeZone", "nextRunAt"), json)


@app.command("context")
def context(
    text: Annotated[str | None, typer.Argument(help="What agents shall know.")] = None,
    layer: Annotated[str, typer.Option(help="workspace, project or person.")] = "workspace",
    project: Annotated[str | None, typer.Option(help="Project of the layer, by id.")] = None,
    file: Annotated[Path | None, typer.Option(help="Markdown file with the text.")] = None,
    refer: Annotated[list[str] | None, typer.Option(help=_REFER)] = None,
    json: Json = False,
) -> None:
    """Show what all agents are told about your work, or write a layer of it."""
    if file is not None:
        text = _read_text(file)
    if text is not None:
        body: dict[str, Any] = {"markdown": text}
        if refer:
            body["references"] = [_reference(one) for one in refer]
        where = f"/api/context/{layer}" + (f"?project={project}" if project else "")
        with_studio(lambda client: client.put(where, body))
    found = with_studio(lambda client: client.get("/api/context", project=project), json)
    for name in ("workspace", "project", "person"):
        told = [found[name], *(f"- {one['label'] or one['title']}" for one in found["references"][name])]
        console.print(f"{name}: " + "\n".join(part for part in told if part), markup=False)


@app.command("org")
def org(json: Json = False) -> None:
    """Show who reports to whom."""
    found = with_studio(lambda client: client.get("/api/agents/chart"), json)
    for one in found:
        console.print(f"{'  ' * one['depth']}{one['name']}  {one['title'] or ''}", markup=False)


async def _beats_of(client: Client, slug: str) -> Any:
    await client.get(f"/api/agents/{slug}")  # an agent that is not there has no beats to show
    return await client.get("/api/heartbeats/beats", agent=slug)


def _reference(text: str) -> dict[str, Any]:
    room, _, rest = text.partition(":")
    kind, _, key = rest.partition(":")
    return {"room": room, "kind": kind, "id": key} if key else {"entityId": text}


def _read_text(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(say("cli.file_unreadable", file=file, reason=error)) from None


def _table(rows: list[dict[str, Any]], keys: tuple[str, ...], as_json: bool) -> None:
    print_json(rows) if as_json else show_fields(rows, keys)
