"""Our MCP server, driven by the real client: the official surface, least permission, one branch per call."""

import asyncio
import json
import os
import sys
import threading
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from pydantic import BaseModel

from proofroom.access.actors import studio_actor
from proofroom.api.mcp import loading
from proofroom.content.contentrain import read
from proofroom.content.projects import Projects
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.kernel.settings import Settings
from proofroom.kernel.tool import ToolContext, ToolOutput
from proofroom.media import Library
from proofroom.media.types import Upload
from proofroom.wiring import Studio
from tests.api.conftest import Browser, serve

OFFICIAL = json.loads((Path(__file__).parents[1] / "data" / "official-mcp-tools.json").read_text())
PARSING = {"contentrain_scan", "contentrain_apply"}
POST_MODEL = {
    "id": "note",
    "name": "Notes",
    "kind": "collection",
    "domain": "blog",
    "i18n": True,
    "title_field": "title",
    "fields": {"title": {"type": "string", "required": True}, "text": {"type": "text"}},
}


class Caller:
    """One client, and what it heard."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def try_to(self, tool: str, **arguments: Any) -> tuple[bool, dict[str, Any]]:
        result = await self.client.call_tool(f"contentrain_{tool}", arguments)
        (block,) = result.content
        return not result.is_error, json.loads(block.text)  # type: ignore[union-attr]

    async def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        is_fine, data = await self.try_to(tool, **arguments)
        assert is_fine, data
        return data

    async def names(self) -> set[str]:
        return {tool.name for tool in (await self.client.list_tools()).tools}


@asynccontextmanager
async def connect(url: str, key: str, mode: str = "auto") -> AsyncGenerator[Caller]:
    # Patient: five seconds, which it waits by itself, pass beside other load while a tool is at work.
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=120)
    async with http, Client(streamable_http_client(url, http_client=http), mode=mode) as client:
        yield Caller(client)


async def make_key(owner: Browser, role: str, **more: Any) -> str:
    status, made = await owner.call("POST", "/api/keys", {"name": f"{role} robot", "role": role, **more})
    assert status == 201, made
    return made["secret"]


async def empty_project(owner: Browser, name: str = "Fieldnotes") -> ProjectId:
    studio = owner.studio
    return (await studio.get(Projects).create(await studio.operator(), name, None, None)).id


async def test_the_list_is_the_official_one_for_every_tool_we_register(owner: Browser) -> None:
    await empty_project(owner)
    key = await make_key(owner, "admin")
    async with connect(f"{owner.url}/mcp", key) as caller:
        listed = (await caller.client.list_tools()).tools
    shown = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in listed]
    assert all(tool.pop("description") for tool in shown)
    core = [tool for tool in shown if not tool["name"].startswith("contentrain_media_")]
    assert core == [tool for tool in OFFICIAL if tool["name"] not in PARSING]
    media = {tool["name"]: tool["annotations"] for tool in shown if tool not in core}
    assert [name.removeprefix("contentrain_media_") for name in media] == [
        *("delete", "get", "ingest", "list", "update"),
    ]
    assert [name for name, hints in media.items() if hints["openWorldHint"]] == ["contentrain_media_ingest"]
    assert [name for name, hints in media.items() if hints["destructiveHint"]] == ["contentrain_media_delete"]


async def drive(caller: Caller) -> dict[str, Any]:
    """Set a project up, give it a model and an entry, change the workflow's mind, check."""
    assert (await caller.call("status"))["initialized"] is False
    started = await caller.call("init", domains=["blog"])
    assert started["git"]["action"] == "auto-merged"
    made = await caller.call("model_save", **POST_MODEL)
    assert (made["action"], made["git"]["action"]) == ("created", "auto-merged")
    assert made["git"]["branch"].startswith("cr/model/note/")
    saved = await caller.call(
        "content_save",
        model="note",
        entries=[{"id": "swifts", "data": {"title": "Swifts", "text": "They fly."}}],
        unknown="dropped",
    )
    assert saved["results"] == [{"action": "created", "id": "swifts", "locale": "en"}]
    report = await caller.call("validate")
    assert report["valid"] is True, report["issues"]
    return saved


async def test_the_real_client_goes_from_init_to_merge(owner: Browser) -> None:
    project_id = await empty_project(owner)
    key = await make_key(owner, "admin", projectId=project_id)
    async with connect(f"{owner.url}/mcp", key) as caller:
        await drive(caller)
        again = await caller.call(
            "content_save",
            model="note",
            entries=[{"id": "swifts", "data": {"title": "Swifts", "text": "They fly."}}],
        )
        assert (again["git"]["action"], again["results"][0]["action"]) == ("unchanged", "unchanged")
        bulk = {"operation": "update_status", "model": "note", "entry_ids": ["swifts"], "status": "draft"}
        assert (await caller.call("bulk", **bulk))["message"] == again["message"]
        await says_what_the_official_tool_says(owner, project_id)
        listed = await caller.call("content_list", model="note", locale="en")
        assert listed["data"] == [{"id": "swifts", "title": "Swifts", "text": "They fly."}]
        # A save replaces the whole entry, as the original does.
        await caller.call(
            "content_save", model="note", entries=[{"id": "swifts", "data": {"title": "Swifts!"}}]
        )
        assert (await caller.call("content_list", model="note"))["data"] == [
            {"id": "swifts", "title": "Swifts!"}
        ]
        is_fine, refused = await caller.try_to(
            "content_save", model="note", entries=[{"data": {"text": "?"}}]
        )
        assert (is_fine, "nothing was written" in refused["error"]) == (False, True)
    await review_instead(owner, project_id)
    async with connect(f"{owner.url}/mcp/fieldnotes", key) as caller:
        branches = []
        for title in ("One", "Two"):
            saved = await caller.call(
                "content_save", model="note", entries=[{"id": title, "data": {"title": title}}]
            )
            assert saved["git"]["action"] == "pending-review"
            branches.append(saved["git"]["branch"])
        assert len(set(branches)) == 2  # one branch per call
        is_fine, refused = await caller.try_to("submit")
        assert (is_fine, "no remote" in refused["error"]) == (False, True)
        waiting = await caller.call("branch_list", unmerged_only=True)
        assert datetime.fromisoformat(waiting["branches"][0]["lastCommit"]).tzinfo is not None
        assert sorted(branch["name"] for branch in waiting["branches"]) == sorted(branches)
        _, items = await owner.call("GET", "/api/inbox")
        waiting = {(item["kind"], item["about"]) for item in items if item["isWaiting"]}
        assert waiting == {("proposal", "One"), ("proposal", "Two")}
        is_fine, refused = await caller.try_to("merge", branch=branches[0], confirm=True)
        assert (is_fine, refused["error"]) == (False, "Only a person may decide this.")
        rule = {"toolName": "contentrain_merge", "effect": "allow"}
        assert (await owner.call("POST", "/api/approval-rules", rule))[0] == 201
        merged = await caller.call("merge", model="note", latest=True, confirm=True)
        assert merged["status"] == "merged"
        other = await caller.call("merge", model="note", confirm=True)
        assert {merged["branch"], other["branch"]} == set(branches)
        found = await caller.call("content_list", model="note")
        assert {row["id"] for row in found["data"]} == {"swifts", "One", "Two"}
        last = await last_operation(owner, project_id)
        assert (last["tool"], last["model"], last["source"]) == ("contentrain_merge", "*", "mcp-local")
    _, items = await owner.call("GET", "/api/inbox")
    assert not [item for item in items if item["isWaiting"]]
    _, page = await owner.call("GET", "/api/runs")
    assert {(run["personName"], run["keyName"]) for run in page["runs"]} == {(None, "admin robot")}


async def says_what_the_official_tool_says(owner: Browser, project_id: ProjectId) -> None:
    """Look at what a save left beside the entry: its meta, and `context.json`."""

    def look(project: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        meta = json.loads(project.read(project.meta_path(project.model("note"), "en")))
        return meta["swifts"], json.loads(project.read(".contentrain/context.json"))

    meta, context = await owner.studio.contents.read(project_id, None, look)
    assert (meta["source"], meta["updated_by"], meta["status"]) == ("agent", "contentrain-mcp", "draft")
    last = {name: value for name, value in context["lastOperation"].items() if name != "timestamp"}
    assert last == {
        "tool": "contentrain_content_save",
        "model": "note",
        "locale": "en",
        "entries": ["swifts"],
        "source": "mcp-local",
    }


async def last_operation(owner: Browser, project_id: ProjectId) -> dict[str, Any]:
    """Return what `context.json` says of the last operation."""
    read = owner.studio.contents.read
    context = await read(project_id, None, lambda project: project.read(".contentrain/context.json"))
    return json.loads(context or b"{}")["lastOperation"]


async def review_instead(owner: Browser, project_id: ProjectId) -> None:
    """Let changes wait for a person from now on, as somebody with Git would."""
    from proofroom.content.format.paths import CONFIG
    from proofroom.content.plans.types import FilePlan
    from proofroom.repository import Job
    from proofroom.repository.git.commit import Identity, Provenance

    studio = owner.studio
    job = Job(
        project_id, Identity("Ada", "ada@example.com"), studio.clock.now(), "seed/1", provenance=Provenance()
    )

    def plan(project: Any, stamp: Any) -> FilePlan:
        return FilePlan(writes={CONFIG: project.read(CONFIG).replace(b'"auto-merge"', b'"review"')})

    written = await studio.contents.write(job, plan, "review instead")
    await studio.repositories.merge(job, written.branch)


async def test_older_clients_are_served_too(owner: Browser) -> None:
    await empty_project(owner)
    key = await make_key(owner, "admin")
    async with connect(f"{owner.url}/mcp", key, mode="legacy") as caller:
        assert caller.client.protocol_version < "2026"
        assert (await caller.call("status"))["initialized"] is False
        assert (await caller.call("describe_format"))["model_kinds"]["document"]


async def test_a_key_sees_and_does_only_what_it_may(owner: Browser) -> None:
    project_id = await empty_project(owner)
    await empty_project(owner, "Other")
    admin = await make_key(owner, "admin")
    async with connect(f"{owner.url}/mcp/fieldnotes", admin) as caller:
        await drive(caller)
    viewer = await make_key(owner, "viewer", projectId=project_id)
    async with connect(f"{owner.url}/mcp", viewer) as caller:
        assert "contentrain_content_list" in await caller.names()
        assert not {"contentrain_content_save", "contentrain_merge"} & await caller.names()
        is_fine, refused = await caller.try_to("content_delete", model="note", id="swifts", confirm=True)
        assert (is_fine, refused["code"]) == (False, "NOT_FOUND")
        is_fine, refused = await caller.try_to("validate", fix=True)
        assert (is_fine, refused["code"]) == (False, "NOT_ALLOWED")
    limits = {"tools": ["contentrain_content_save", "contentrain_content_list"], "models": ["other"]}
    limited = await make_key(owner, "editor", projectId=project_id, limits=limits)
    async with connect(f"{owner.url}/mcp", limited) as caller:
        assert await caller.names() == {"contentrain_content_save", "contentrain_content_list"}
        is_fine, refused = await caller.try_to("content_list", model="note")
        assert (is_fine, "limited to" in refused["error"]) == (False, True)
    status, _ = await owner.call("POST", "/mcp/other", {}, Authorization=f"Bearer {limited}", Cookie="")
    assert status == 404
    status, _ = await owner.call("POST", "/mcp", {}, Authorization="Bearer pr_wrong")
    assert status == 401
    async with httpx2.AsyncClient() as stranger:
        refused = await stranger.post(f"{owner.url}/mcp", json={})
    assert refused.headers["www-authenticate"].startswith("Bearer")


async def test_a_list_is_given_at_once_as_far_as_one_answer_goes(
    owner: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    project_id = await empty_project(owner)
    async with connect(f"{owner.url}/mcp", await make_key(owner, "admin")) as caller:
        await caller.call("init", domains=["blog"])
        await caller.call("model_save", **POST_MODEL)
        said = 'Nº {} said "yes" \\ then\n\tleft 🐦'
        written = {f"n{number:04}": {"title": said.format(number)} for number in range(1_500)}
        path = f"/api/projects/{project_id}/content/entries/note"
        assert (await owner.call("PUT", path, {"data": written, "locale": "en"}))[0] == 200

        whole = await caller.call("content_list", model="note", limit=10_000)
        assert {row["id"]: {"title": row["title"]} for row in whole["data"]} == written
        told = {name: value for name, value in whole.items() if name != "data"}
        assert told == {"kind": "collection", "locale": "en", "total": 1_500, "offset": 0, "limit": 10_000}
        assert await caller.call("content_list", model="note") == whole | {"limit": 1_500}

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            pass

        asked = {"model": "note", "limit": 10_000}
        streamed = await caller.client.call_tool("contentrain_content_list", asked, progress_callback=hear)
        assert json.loads(streamed.content[0].text) == whole  # type: ignore[union-attr]

        monkeypatch.setattr(read, "MOST_BYTES", 20_000)
        for more in ({}, {"resolve": True}):
            rows: list[Any] = []
            while len(rows) < 1_500:
                page = await caller.call("content_list", model="note", limit=10_000, offset=len(rows), **more)
                assert len(page["data"]) < 1_000
                assert page["limit"] == len(page["data"]) or len(rows) + len(page["data"]) == 1_500
                rows += page["data"]
            assert rows == whole["data"]


async def test_every_other_tool_answers(owner: Browser) -> None:
    await empty_project(owner)
    key = await make_key(owner, "admin")
    async with connect(f"{owner.url}/mcp", key) as caller:
        await caller.call("init", locales=["en", "tr"])
        for template in ("blog", "landing", "docs", "ecommerce", "saas", "i18n", "mobile"):
            made = await caller.call("scaffold", template=template)
            assert {"id", "kind", "fields"} == set(made["models_created"][0])
            assert made["content_created"] > 0
            assert made["context_updated"] is True
        report = await caller.call("validate")
        assert report["valid"], report["issues"][:5]
        described = await caller.call("describe", model="author", include_sample=True)
        assert (described["sample"]["id"], described["stats"]["total_entries"]) == ("first-author", 1)
        resolved = await caller.call(
            "content_list", model="product", resolve=True, filter={"slug": "a-product"}
        )
        assert resolved["data"][0]["category"]["title"] == "All products"
        terms = await caller.call("vocabulary_save", terms={"sign-in": {"en": "Sign in"}})
        assert (terms["workflow_action"], terms["total_terms"]) == ("auto-merged", 1)
        gone = await caller.call("vocabulary_delete", terms=["sign-in", "nope"], confirm=True)
        assert (gone["deleted"], gone["missing"]) == (["sign-in"], ["nope"])
        status = await caller.call(
            "bulk",
            operation="update_status",
            model="author",
            entry_ids=["first-author", "nobody"],
            status="published",
        )
        assert (status["updated"], status["updated_by_locale"]) == (1, {"en": ["first-author"]})
        assert status["not_found"] == ["nobody"]
        changed = [".contentrain/context.json", ".contentrain/meta/author/en.json"]
        assert status["git"]["sync"] == {"synced": changed, "skipped": []}
        assert status["git"]["base_advance"] == "advanced"
        copied = await caller.call(
            "bulk", operation="copy_locale", model="hero", source_locale="en", target_locale="tr"
        )
        assert copied["copied"] == 1
        is_fine, refused = await caller.try_to("model_delete", model="author", confirm=True)
        assert (is_fine, "author" in refused["error"]) == (False, True)
        assert (await caller.call("model_delete", model="faq", confirm=True))["deleted"] is True
        is_fine, _ = await caller.try_to("content_delete", model="author", id="first-author", confirm=True)
        assert not is_fine  # a post points at it
        gone = await caller.call(
            "content_delete", model="ui-texts", keys=["action.save"], locale="en", confirm=True
        )
        assert gone["deleted"] is True
        examined = await caller.call("doctor", usage=True)
        assert all(check["pass"] for check in examined["checks"])
        assert examined["summary"]["failed"] == 0
        assert examined["usage"]["missingLocaleKeys"] == [
            {"model": "ui-texts", "key": "action.save", "missingIn": "en"}
        ]
        assert (await caller.call("reconcile"))["status"] == "in_sync"
        is_fine, refused = await caller.try_to("submit")
        assert not is_fine
        assert "could be sent" in refused["error"]
        assert (await caller.call("validate", fix=True))["valid"] is True
        is_fine, refused = await caller.try_to("content_save", model="author")
        assert (is_fine, "entries" in refused["error"]) == (False, True)


async def test_media_are_listed_described_and_deleted_by_their_official_names(owner: Browser) -> None:
    project_id = await empty_project(owner)
    studio, key = owner.studio, await make_key(owner, "admin")
    async with connect(f"{owner.url}/mcp", key) as caller:
        await caller.call("init")
        picture = Path(__file__).parents[2] / "docs" / "screens" / "first-steps-light.png"
        sent = Upload(picture.read_bytes(), "swift.png", "upload", "ada@example.com")
        by = studio_actor(studio.workspace_id)
        added = await studio.get(Library).add(
            studio.workspace_id, project_id, sent, new_id(), studio.clock.now(), by
        )
        asset_id = added.asset.id
        listed = await caller.call("media_list", search="swift")
        assert [asset["id"] for asset in listed["assets"]] == [asset_id]
        changed = await caller.call("media_update", id=asset_id, alt="A swift", tags=["bird"])
        assert (changed["alt"], changed["tags"]) == ("A swift", ["bird"])
        assert (await caller.call("media_list", tag="bird"))["total"] == 1
        assert (await caller.call("media_get", id=asset_id))["filename"] == "swift.png"
        is_fine, refused = await caller.try_to("media_ingest", url="http://127.0.0.1/secret.png")
        assert (is_fine, refused["code"]) == (False, "ADDRESS_REFUSED")
        assert not (await caller.try_to("media_delete", id=asset_id))[0]  # not confirmed
        assert (await caller.call("media_delete", id=asset_id, confirm=True))["status"] == "deleted"


async def test_the_same_over_standard_input_and_output(sqlite_settings: Settings) -> None:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PROOFROOM_")}
    environment["PROOFROOM_DATA"] = str(sqlite_settings.data)
    async with serve(sqlite_settings) as browser:
        browser.studio.lock.announce(browser.url)
        studio = browser.studio
        project = await studio.get(Projects).create(await studio.operator(), "Fieldnotes", None, None)
        command = StdioServerParameters(
            command=sys.executable,
            args=["-m", "proofroom", "mcp", "--project", "fieldnotes"],
            env=environment,
        )
        async with Client(command) as client:
            caller = Caller(client)
            assert len(await caller.names()) == 25
            await drive(caller)
            await hear_a_walk(studio, client, "read")
            is_fine, refused = await caller.try_to("merge", branch="cr/content/note/1-abcd", confirm=True)
            assert (is_fine, refused["error"]) == (False, "Only a person may decide this.")
            await review_instead(browser, project.id)
            saved = await caller.call("content_save", model="note", entries=[{"data": {"title": "Waits"}}])
            assert saved["git"]["action"] == "pending-review"


async def walk(context: ToolContext, given: BaseModel) -> ToolOutput:
    for place in range(1, 4):
        context.progress(f"Place {place}", place, 4)
        await asyncio.sleep(0)
    return ToolOutput(ok=True, data={"walked": 3})


async def hear_a_walk(studio: Studio, client: Client, effect: Any) -> None:
    """Use a tool that tells how far it is, and hear of it while it goes on."""
    heard: list[tuple[float, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, message))

    known = studio.registry._specs
    plain = known["contentrain_validate"]
    known[plain.name] = replace(plain, handler=walk, effect=effect, output_model=None)
    try:
        await client.call_tool(plain.name, {}, progress_callback=hear)
    finally:
        known[plain.name] = plain
    assert [message for _, message in heard][1:-1] == ["Place 1", "Place 2", "Place 3"], effect
    shares = [share for share, _ in heard]
    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0, 1)


async def test_content_is_read_as_resources_prompts_are_filled_and_progress_is_heard(owner: Browser) -> None:
    project_id = await empty_project(owner)
    key = await make_key(owner, "admin", projectId=project_id)
    async with connect(f"{owner.url}/mcp", key) as caller:
        await drive(caller)
        client, uri = caller.client, "contentrain://fieldnotes/content/note/en/swifts"
        listed = {str(one.uri): one.name for one in (await client.list_resources()).resources}
        assert listed[uri] == "Swifts (en)"
        assert "contentrain://fieldnotes/models/note" in listed
        (told,) = (await client.read_resource(uri)).contents
        assert json.loads(told.text) == {"title": "Swifts", "text": "They fly."}  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="nothing to read"):
            await client.read_resource("contentrain://fieldnotes/content/note/en/nobody")
        names = {one.name for one in (await client.list_prompts()).prompts}
        assert names == {"write_entry", "translate_entry", "check_content"}
        filled = await client.get_prompt(
            "translate_entry", {"model": "note", "entry": "swifts", "locale": "tr"}
        )
        assert "Translate its texts into tr" in filled.messages[0].content.text  # type: ignore[union-attr]
        heard: list[tuple[float, str | None]] = []

        async def hear(progress: float, total: float | None, message: str | None) -> None:
            heard.append((progress, message))

        await client.call_tool("contentrain_validate", {}, progress_callback=hear)
        assert heard == [(0, "contentrain_validate"), (1, "contentrain_validate")]
        for effect in ("read", "write"):
            await hear_a_walk(owner.studio, client, effect)
    limited = await make_key(owner, "viewer", projectId=project_id, limits={"models": ["other"]})
    async with connect(f"{owner.url}/mcp", limited) as caller:
        listed = {str(one.uri) for one in (await caller.client.list_resources()).resources}
        assert listed == {"contentrain://fieldnotes/config", "contentrain://fieldnotes/vocabulary"}


async def test_a_stranger_learns_how_to_sign_in(owner: Browser) -> None:
    owner.http.cookie_jar.clear()
    async with owner.http.post(f"{owner.url}/mcp", json={}) as answer:
        assert answer.status == 401
        challenge = answer.headers["WWW-Authenticate"]
    address = challenge.partition('resource_metadata="')[2].rstrip('"')
    async with owner.http.get(address) as answer:
        told = await answer.json()
    assert (answer.status, told["resource"]) == (200, f"{owner.url}/mcp")
    assert told["bearer_methods_supported"] == ["header"]


async def test_the_protocol_is_imported_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[threading.Thread] = []
    monkeypatch.setattr(loading, "import_module", lambda _: where.append(threading.current_thread()))
    await loading.load_protocol()
    assert [thread is threading.main_thread() for thread in where] == [False]
