"""What a provider really receives: the request of a whole turn, read on the other side of the wire."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from proofroom.content.contents import NewProject
from proofroom.content.projects import Projects
from proofroom.kernel.settings import Settings
from proofroom.kernel.tokenizer import Vocabularies
from proofroom.runtime.context.weights import MESSAGE_TOKENS
from tests.api.conftest import PASSWORD, Browser, serve
from tests.api.test_conversation import model
from tests.kernel.test_tokenizer import write_vocabulary
from tests.providers.host import Answer, Host, open_host
from tests.scripted import ScriptedDriver, ScriptedReply

SAVE = ("save_content", json.dumps({"model": "notes", "data": {"new": {"title": "Swifts"}}}))
LAYERS = ("We print a magazine.", "This project is about birds.", "Answer me briefly.")


@dataclass
class Desk:
    """A studio whose model is on the other side of a loopback connection."""

    owner: Browser
    host: Host
    project_id: str
    conversation_id: str | None = None

    async def say(self, text: str, scope: str = "content", **fields: Any) -> str:
        """Send a message to the end of its turn; return the whole request that the provider got first."""
        before = len(self.host.asked)
        body = {
            "message": text,
            "projectId": self.project_id,
            "conversationId": self.conversation_id,
            **fields,
        }
        events = await self.owner.lines("POST", f"/api/ai/chat/{scope}", body)
        assert events[-1]["type"] == "done", events[-1]
        self.conversation_id = events[0]["conversationId"]
        return str(self.host.asked[before]["messages"])


@asynccontextmanager
async def open_desk(settings: Settings) -> AsyncGenerator[Desk]:
    async with open_host(key="k") as host:
        opened = settings.model_copy(update={"allow_private_hosts": [host.place]})
        async with serve(opened) as owner:
            await owner.set_up()
            new = NewProject(("en",), ("blog",), [model("notes")], workflow="review")
            studio = owner.studio
            project = await studio.get(Projects).create(await studio.operator(), "Fieldnotes", None, new)
            sent = {"providerId": "openai-compatible", "baseUrl": host.url, "apiKey": "k"}
            status, made = await owner.call("POST", "/api/ai/credentials", sent)
            assert status == 201, made
            yield Desk(owner, host, project.id)


async def put(owner: Browser, layer: str, text: str, query: str = "") -> None:
    status, told = await owner.call("PUT", f"/api/context/{layer}{query}", {"markdown": text})
    assert status == 200, told


async def test_the_profile_and_corrections_reach_the_provider_in_their_order(
    sqlite_settings: Settings,
) -> None:
    settings = sqlite_settings.model_copy(update={"public_url": "https://desk.example/"})
    async with open_desk(settings) as desk:
        owner = desk.owner
        for layer, text in zip(("workspace", "project", "person"), LAYERS, strict=True):
            await put(owner, layer, text, f"?project={desk.project_id}" if layer == "project" else "")
        _, made = await owner.call("POST", "/api/context/corrections", {"text": "Swift is a bird."})
        for scope in ("content", "workspace"):
            desk.conversation_id = None
            received = await desk.say("hello", scope)
            places = [received.index(text) for text in (*LAYERS, "Swift is a bird.")]
            assert places == sorted(places), scope
            assert "record: https://desk.example/records?type=TYPE&record=ID" in received
            assert received.index("Swift is a bird.") < received.index("hello")
        kind = {"slug": "place", "name": "Place", "fields": [{"key": "country", "label": "Country"}]}
        await owner.call("POST", "/api/entity-types", kind)
        rock = {"typeSlug": "place", "title": "Gull Rock", "fields": {"country": "Norway"}}
        _, record = await owner.call("POST", "/api/entities", rock)
        desk.conversation_id = None
        received = await desk.say("hello", "workspace", context={"entityId": record["id"]})
        assert f"Place: Gull Rock (id {record['id']})" in received
        assert "- Country: Norway" in received
        budget = {"scopeKind": "workspace", "period": "month", "limitMicros": 5_000_000, "mode": "soft"}
        assert (await owner.call("POST", "/api/budgets", budget))[0] == 201
        desk.conversation_id = None
        received = await desk.say("hello", "content")
        assert "there are no plans, no tiers and nothing to upgrade" in received
        assert "Budget (workspace, month), only warns: $0.00 of $5.00 spent." in received
        assert "strictly truthful" not in received
        _, (there, *_) = await owner.call("GET", "/api/ai/credentials")
        outside = {"slug": "envoy", "name": "Envoy", "systemPrompt": "Speak for us."}
        outside["connectionId"] = there["id"]
        status, told = await owner.call("POST", "/api/agents", outside)
        assert status == 201, told
        desk.conversation_id = None
        received = await desk.say("hello", "workspace", agent="envoy")
        assert received.index("strictly truthful") < received.index("Speak for us.")
        await owner.call("DELETE", f"/api/context/corrections/{made['id']}")
        await put(owner, "person", "")
        received = await desk.say("hello again", "workspace")
        assert "We print a magazine." in received
        assert "Swift is a bird." not in received
        assert "Answer me briefly." not in received


async def test_a_persons_layer_and_another_projects_are_not_told_to_others(sqlite_settings: Settings) -> None:
    async with open_desk(sqlite_settings) as desk:
        owner = desk.owner
        await put(owner, "person", "Answer me briefly.")
        await put(owner, "project", "This project is about birds.", f"?project={desk.project_id}")
        _, sent = await owner.call("POST", "/api/invites", {"email": "mia@example.com", "role": "admin"})
        body = {"token": sent["path"].partition("token=")[2], "name": "Mia", "password": PASSWORD}
        async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
            mia = Browser(http, owner.url, owner.studio)
            _, session = await mia.call("POST", "/api/invite", body)
            mia.csrf = session["csrfToken"]
            await put(mia, "person", "Explain everything.")
            hers = await Desk(mia, desk.host, desk.project_id).say("hello")
        assert "Explain everything." in hers
        assert "This project is about birds." in hers
        assert "Answer me briefly." not in hers
        without_project = await desk.say("hello", "workspace", projectId=None)
        assert "Answer me briefly." in without_project
        assert "This project is about birds." not in without_project


async def test_turns_that_are_not_shown_any_more_are_told_with_their_changes_and_proposal(
    sqlite_settings: Settings,
) -> None:
    async with open_desk(sqlite_settings) as desk:
        _, editor = await desk.owner.call("GET", "/api/agents/editor")
        config = {**editor["config"], "limits": {**editor["config"]["limits"], "historyTurns": 1}}
        status, told = await desk.owner.call("PUT", "/api/agents/editor", {"config": config})
        assert status == 200, told
        review = {"context": {"review": True}}
        desk.host.answers = [Answer("One moment.", calls=(SAVE,)), Answer("It is saved.")]
        await desk.say("add a note on swifts", **review)
        received = await desk.say("and what waits?", **review)
        assert "- asked: add a note on swifts" in received
        assert "- done: save_content: " in received
        assert "[models notes; " in received
        assert "- answered: It is saved." in received
        _, (proposal,) = await desk.owner.call("GET", "/api/proposals")
        assert f"“add a note on swifts” on {proposal['branch']} waits for review" in received
        await desk.owner.call("POST", f"/api/proposals/{proposal['id']}/reject", {})
        assert f"on {proposal['branch']} was rejected" in await desk.say("and now?", **review)


async def test_a_window_is_filled_by_exact_counts_where_the_vocabulary_is_here(
    sqlite_settings: Settings, tmp_path: Path
) -> None:
    pytest.importorskip("tiktoken", reason="the extra `tokens` is not installed")
    folder = tmp_path / "vocabularies"
    write_vocabulary(folder, models=("scripted",))
    count = Vocabularies(folder).counter("scripted")
    assert count is not None
    text = "the proof " * 100
    filled: dict[bool, dict[str, int]] = {}
    for is_exact in (True, False):
        settings = sqlite_settings.model_copy(update={"vocabularies": folder if is_exact else None})
        async with serve(settings, {"scripted": ScriptedDriver(ScriptedReply("Hello."))}) as owner:
            if is_exact:
                await owner.set_up()
            key = await owner.studio.access.keys.create(await owner.studio.operator(), "Desk", role="admin")
            headers = {"Authorization": f"Bearer {key.secret}"}
            events = await owner.lines("POST", "/api/ai/chat/workspace", {"message": text}, **headers)
            (context,) = [event for event in events if event["type"] == "context"]
            filled[is_exact] = context["breakdown"]
    assert filled[True]["userMessage"] == count(text) + MESSAGE_TOKENS
    assert filled[False]["userMessage"] != filled[True]["userMessage"]


async def test_the_offline_model_hears_the_person_and_not_the_recap(sqlite_settings: Settings) -> None:
    async with serve(sqlite_settings) as owner:
        await owner.set_up()
        _, assistant = await owner.call("GET", "/api/agents/assistant")
        config = {**assistant["config"], "limits": {**assistant["config"]["limits"], "historyTurns": 1}}
        assert (await owner.call("PUT", "/api/agents/assistant", {"config": config}))[0] == 200
        first = await owner.lines("POST", "/api/ai/chat/workspace", {"message": "what time is it?"})
        body = {"message": "hello", "conversationId": first[0]["conversationId"]}
        events = await owner.lines("POST", "/api/ai/chat/workspace", body)
        answer = "".join(event["text"] for event in events if event["type"] == "text")
        assert answer.startswith("Hello. I am the built-in offline model"), answer


async def test_requests_with_the_same_scope_and_tools_share_a_cache_key(sqlite_settings: Settings) -> None:
    driver = ScriptedDriver(ScriptedReply("Fine."), window=100_000)
    async with serve(sqlite_settings, {"scripted": driver}) as owner:
        await owner.set_up()
        new = NewProject(("en",), ("blog",), [model("notes")], workflow="review")
        studio = owner.studio
        project = await studio.get(Projects).create(await studio.operator(), "Fieldnotes", None, new)

        async def key(scope: str, text: str, **fields: Any) -> str:
            driver.requests.clear()
            body = {"message": text, "projectId": project.id, **fields}
            events = await owner.lines("POST", f"/api/ai/chat/{scope}", body)
            assert events[-1]["type"] == "done", events[-1]
            (asked,) = driver.requests
            assert asked.cache_key
            return asked.cache_key

        first = await key("content", "Hello.")
        assert await key("content", "Which notes are there?") == first, "in another conversation"
        assert first.startswith("proofroom:content:")
        other = await key("workspace", "Hello.")
        assert other.startswith("proofroom:workspace:")
        config = (await owner.call("GET", "/api/agents/editor"))[1]["config"]
        denied = {"config": config | {"deniedTools": ["delete_content"]}}
        assert (await owner.call("PUT", "/api/agents/editor", denied))[0] == 200
        fewer = await key("content", "Hello.")
        assert "delete_content" not in {tool.name for tool in driver.requests[0].tools}
        assert len({first, other, fewer}) == 3
        assert (await owner.call("PUT", "/api/agents/editor", {"config": config}))[0] == 200
        assert await key("content", "Hello.") == first
