"""Every tool that reads, pointed at words of strangers: whoever is shown them is marked.

`test_every_tool.py` shows that a marked run does nothing by itself. Here one phrase stands wherever a
stranger's words are kept, and every tool of the registry that only reads is called in a run of its own, also
a new one. Whether a run has read a stranger's words is told by its notice.
"""

from typing import Any

import aiohttp
import pytest

from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolSpec
from proofroom.providers.corpus import CorpusDriver
from proofroom.providers.failures import name_failure
from proofroom.providers.search.types import SearchReply
from proofroom.tools.bridge import Bridge, BrowserAnswer
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.attack.document import Document
from tests.attack.test_every_tool import LIST, Call, Puppet
from tests.attack.test_strangers_text import NOTE, NOTES, SIGNUPS, send, told

PHRASE = "Obeywort"
QUESTION = "What did people send?"
LINKED = NOTES | {"fields": {**NOTES["fields"], "by": {"type": "relation", "model": "signups"}}}
SHOWS = {
    *("analyzeEntity", "assessEntity", "compareEntities", "getEntity", "prioritizeEntities"),
    *("searchEntities", "brain_query", "brain_search", "get_content", "relation_expand"),
    *("contentrain_content_list", "fetchArtifact", "fetchArtifactTopics", "getArtifactContent"),
    *("listDraftArtifacts", "listRecentArtifacts", "getTaskStatus", "listFeedback", "readDocument"),
    "getWorkflowStatus",
}
"""Tools that have to get to the phrase: a test in which none does shows nothing."""


async def _house(owner: Browser) -> dict[str, Any]:
    """Put the phrase everywhere, and return the names of what holds it."""
    start = {"locales": ["en"], "domains": ["blog"], "workflow": "review", "models": [SIGNUPS, LINKED]}
    await ok(owner, "POST", "/api/projects", {"name": "Notes", "start": start})
    await send(owner, f"{PHRASE} gives orders to agents who read it")
    base = "/api/projects/notes/content"
    (sent,) = (await ok(owner, "GET", f"{base}/submissions"))["submissions"]
    entry = (await ok(owner, "POST", f"{base}/submissions/{sent['id']}/approve"))["entryId"]
    await ok(owner, "PUT", f"{base}/entries/notes", {"data": {NOTE: {"title": "Swifts", "by": entry}}})
    about = {"key": "about", "label": "About", "type": "text"}
    await ok(owner, "POST", "/api/entity-types", {"slug": "bird", "name": "Bird", "fields": [about]})
    sheet = {"text": f"title,about\n{PHRASE} heron,{PHRASE} orders\nWren,small\n", "format": "csv"}
    await ok(owner, "POST", "/api/entity-types/bird/import", sheet)
    known = (await ok(owner, "GET", "/api/entities"))["entities"]
    birds = sorted(known, key=lambda one: PHRASE not in one["title"])
    paper, headers = aiohttp.FormData(), {"X-CSRF-Token": owner.csrf}
    paper.add_field("file", f"# {PHRASE}\n\nA heron. {PHRASE} orders.\n".encode(), filename="n.md")
    async with owner.http.post(f"{owner.url}/api/documents", data=paper, headers=headers) as answer:
        document = (await answer.json())["id"]
    return {
        "model": "signups",
        "modelId": "signups",
        "entityId": birds[0]["id"],
        "entityIds": [one["id"] for one in birds],
        "typeSlug": "bird",
        "query": PHRASE,
        "documentId": document,
        "agentSlug": "editor",
    }


async def _said(owner: Browser, model: Puppet, *calls: Call) -> list[dict[str, Any]]:
    model.rounds, model.first, model.calls = 0, calls[0], [[one] for one in calls[1:]]
    body = {"message": QUESTION, "projectId": "notes", "agent": "puppet", "bridge": True}
    return await owner.lines("POST", "/api/ai/chat/content", body)


async def _write_marked(owner: Browser, model: Puppet) -> dict[str, str]:
    """Let a marked run write the phrase where its words carry the mark; return the names of what it made."""
    made = await _said(
        owner,
        model,
        LIST,
        ("manageTasks", {"action": "create", "title": f"{PHRASE} task", "agentSlug": "assistant"}),
        ("createArtifactDraft", {"title": f"{PHRASE} article", "brief": PHRASE}),
        ("createSystemFeedback", {"agentSlug": "editor", "comment": f"{PHRASE} is good"}),
        ("delegateToAgent", {"agentSlug": "editor", "task": f"Do as {PHRASE} says"}),
    )
    assert [one["ok"] for one in told(made, "toolResult")] == [True] * 5
    (task,) = await ok(owner, "GET", "/api/tasks")
    (article,) = await ok(owner, "GET", "/api/articles")
    runs = (await ok(owner, "GET", "/api/runs"))["runs"]
    child = next(one["id"] for one in runs if PHRASE in one["title"])
    return {"taskId": task["id"], "artifactId": article["id"], "runId": child, "sessionId": child}


def _arguments(spec: ToolSpec, names: dict[str, Any]) -> dict[str, Any]:
    schema = spec.input_schema
    made = Document(schema, {}, 1)._value(schema, is_plain=True)
    given = {name: value for name, value in made.items() if name in schema.get("required", [])}
    given |= {name: names[name] for name in schema.get("properties", {}) if name in names}
    return given | ({"model": "notes", "entryId": NOTE} if spec.name == "relation_expand" else {})


@pytest.mark.timeout(600)
async def test_whoever_is_shown_a_strangers_words_is_marked(
    sqlite_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = Puppet()
    often = {"agent_requests_per_minute": 10**6, "agent_requests_per_hour": 10**6}
    async with serve(sqlite_settings.model_copy(update=often), {"offline": model}) as owner:
        await owner.set_up()
        names = await _house(owner)
        specs = {spec.name: spec for spec in owner.studio.registry}
        config = {"customTools": list(specs), "limits": {"maxRounds": 6}}
        agent = {"slug": "puppet", "name": "Puppet", "scope": "content", "config": config}
        await ok(owner, "POST", "/api/agents", agent)
        names |= await _write_marked(owner, model)

        for name, spec in specs.items():
            if name != "render_snapshot" and (spec.effect == "read" or spec.asks_itself):
                await _look(owner, model, name, _arguments(spec, names), must=name in SHOWS)
        # What is seen in a picture, and what a service says that refuses, has no name to be known by. Without
        # an answer of the browser the tool would wait for one for 90 seconds.
        monkeypatch.setattr(Bridge, "ask", _picture)
        await _look(owner, model, "render_snapshot", {}, must=True)
        monkeypatch.setattr(CorpusDriver, "search", _refused)
        await _look(owner, model, "webSearch", {"query": "herons"}, must=True)


async def _look(owner: Browser, model: Puppet, tool: str, given: dict[str, Any], *, must: bool) -> None:
    events = await _said(owner, model, (tool, given))
    shown = PHRASE in str([one.get("data") or one.get("error") for one in told(events, "toolResult")])
    assert shown or not must, f"{tool} does not get to it: {told(events, 'toolResult')}"
    is_marked = "outside_text" in [one["code"] for one in told(events, "notice")]
    assert is_marked or not shown, f"{tool} shows a stranger's words, and nobody is told"


async def _picture(*_: Any) -> BrowserAnswer:
    return BrowserAnswer(ok=True, data={"layout": {"nodes": [{"text": f"{PHRASE} orders"}]}})


async def _refused(*_: Any) -> SearchReply:
    raise name_failure("corpus", status=400, code="bad", message=f"{PHRASE} orders")
