"""Undo at the HTTP door: a run's merged changes, one merge, what still waits, and who may."""

from typing import Any

import pytest

from proofroom.access import Restrictions
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.test_content import A, B, make_project, ok
from tests.scripted import ScriptedDriver, ScriptedReply

C = "cccccccccccc"


class Notes:
    """A project whose changes wait for review: an owner, and keys that write there."""

    def __init__(self, owner: Browser, project_id: str) -> None:
        self.owner, self.path, self.id = owner, f"/api/projects/{project_id}/content", project_id

    async def key(self, **limits: frozenset[str]) -> dict[str, str]:
        keys = self.owner.studio.access.keys
        made = await keys.create(
            await self.owner.studio.operator(), "Writer", role="editor", limits=Restrictions(**limits)
        )
        return {"Authorization": f"Bearer {made.secret}"}

    async def save(self, key: dict[str, str] | None = None, **entries: str) -> Any:
        data = {entry: {"name": name} for entry, name in entries.items()}
        body = {"data": data, "locale": "en"}
        return await ok(self.owner, "PUT", f"{self.path}/entries/topics", body, **(key or {}))

    async def proposal_of(self, saved: Any) -> str:
        (found,) = await ok(self.owner, "GET", f"/api/proposals?run_id={saved['runId']}")
        return f"/api/proposals/{found['id']}"

    async def names(self) -> set[str]:
        found = await ok(self.owner, "GET", f"{self.path}/entries/topics?locale=en")
        return {entry["name"] for entry in found["data"]}

    async def take_two_of_three(self) -> tuple[Any, str]:
        """Merge two of three new entries; the third stays undecided in a proposal of its own."""
        saved = await self.save(await self.key(), **{A: "Rivers", B: "Parks", C: "Canals"})
        path = await self.proposal_of(saved)
        hunks = (await ok(self.owner, "GET", path))["hunks"]
        ids = [hunk["id"] for hunk in hunks if hunk["new"]["name"] != "Canals"]
        await ok(self.owner, "POST", f"{path}/decisions", {"hunks": ids, "decision": "accepted"})
        assert (await ok(self.owner, "POST", f"{path}/finish", {}))["undecided"] == 1
        assert await self.names() == {"Rivers", "Parks"}
        return saved, path


async def undone_by(owner: Browser, path: str) -> list[str]:
    """Return what takes a proposal back, as its page says."""
    return [one["id"] for one in (await ok(owner, "GET", path))["undoneBy"]]


@pytest.fixture
async def notes(sqlite_settings: Settings) -> Any:
    async with serve(sqlite_settings) as browser:
        await browser.set_up()
        yield Notes(browser, (await make_project(browser, "review"))["id"])


async def test_undoing_a_run_takes_back_what_is_merged_and_leaves_what_nobody_decided(notes: Notes) -> None:
    saved, path = await notes.take_two_of_three()
    owner = notes.owner
    (rest,) = (each for each in await ok(owner, "GET", "/api/proposals") if each["state"] == "open")
    undone = await ok(owner, "POST", f"/api/runs/{saved['runId']}/undo")
    assert (undone["state"], undone["hunks"], undone["waitsId"]) == ("merged", 2, rest["id"])
    assert await notes.names() == set()
    after = await ok(owner, "GET", f"/api/proposals/{rest['id']}")
    assert (after["proposal"]["state"], after["proposal"]["title"]) == ("open", rest["title"])
    assert [hunk["new"]["name"] for hunk in after["hunks"]] == ["Canals"]

    again = await ok(owner, "POST", f"/api/runs/{saved['runId']}/undo")
    assert (again["state"], again["proposalId"]) == ("undone", undone["proposalId"])
    assert again["waitsId"] == rest["id"]
    assert await undone_by(owner, path) == [undone["proposalId"]]


async def test_what_is_merged_of_a_run_after_it_was_undone_can_be_undone_too(notes: Notes) -> None:
    saved, _ = await notes.take_two_of_three()
    owner, undo = notes.owner, f"/api/runs/{saved['runId']}/undo"
    first = await ok(owner, "POST", undo)
    rest = f"/api/proposals/{first['waitsId']}"
    (left,) = (await ok(owner, "GET", rest))["hunks"]
    await ok(owner, "POST", f"{rest}/decisions", {"hunks": [left["id"]], "decision": "accepted"})
    assert (await ok(owner, "POST", f"{rest}/finish", {}))["state"] == "merged"
    assert (await notes.names(), await undone_by(owner, rest)) == ({"Canals"}, [])
    second = await ok(owner, "POST", undo)
    assert (second["state"], second["hunks"], await notes.names()) == ("merged", 1, set())
    assert await undone_by(owner, rest) == [second["proposalId"]]
    assert (await ok(owner, "POST", undo))["proposalId"] == second["proposalId"]


async def test_undoing_a_merge_takes_back_that_merge_and_can_be_undone_itself(notes: Notes) -> None:
    _, path = await notes.take_two_of_three()
    owner = notes.owner
    await notes.save(**{"dddddddddddd": "Bridges"})
    undone = await ok(owner, "POST", f"{path}/undo")
    assert (undone["state"], undone["hunks"]) == ("merged", 2)
    assert await notes.names() == {"Bridges"}
    again = await ok(owner, "POST", f"{path}/undo")
    assert (again["state"], again["proposalId"]) == ("undone", undone["proposalId"])
    redone = await ok(owner, "POST", f"/api/proposals/{undone['proposalId']}/undo")
    assert redone["state"] == "merged"
    assert (await notes.names(), await undone_by(owner, path)) == ({"Rivers", "Parks", "Bridges"}, [])
    once_more = await ok(owner, "POST", f"{path}/undo")
    assert once_more["state"] == "merged"
    assert (await notes.names(), await undone_by(owner, path)) == ({"Bridges"}, [once_more["proposalId"]])


async def test_what_was_changed_since_a_merge_is_asked_about(notes: Notes) -> None:
    await notes.save(**{A: "Rivers"})
    saved = await notes.save(**{A: "Streams"})
    path = await notes.proposal_of(saved)
    await notes.save(**{A: "Brooks"})
    undone = await ok(notes.owner, "POST", f"{path}/undo")
    assert undone["state"] == "conflicts"
    assert await notes.names() == {"Brooks"}
    opened = await ok(notes.owner, "GET", f"/api/proposals/{undone['proposalId']}")
    (conflict,) = opened["conflicts"]
    assert (conflict["conflict"]["ours"], conflict["conflict"]["theirs"]) == ("Brooks", "Rivers")


async def test_beside_a_conflict_only_what_still_stands_is_shown_as_undone(notes: Notes) -> None:
    owner = notes.owner
    await notes.save(**{A: "Rivers", B: "Parks", C: "Canals"})
    saved = await notes.save(await notes.key(), **{A: "Streams", B: "Gardens", C: "Waterways"})
    path = await notes.proposal_of(saved)
    hunks = {hunk["new"]: hunk["id"] for hunk in (await ok(owner, "GET", path))["hunks"]}
    taken = [hunks["Streams"], hunks["Gardens"]]
    await ok(owner, "POST", f"{path}/decisions", {"hunks": taken, "decision": "accepted"})
    await ok(owner, "POST", f"{path}/decisions", {"hunks": [hunks["Waterways"]], "decision": "rejected"})
    await ok(owner, "POST", f"{path}/finish", {})
    await notes.save(**{A: "Brooks"})
    undone = await ok(owner, "POST", f"/api/runs/{saved['runId']}/undo")
    opened = await ok(owner, "GET", f"/api/proposals/{undone['proposalId']}")
    assert (undone["state"], undone["hunks"]) == ("conflicts", 2)
    assert {(hunk["old"], hunk["new"]) for hunk in opened["hunks"]} == {
        ("Streams", "Rivers"),
        ("Gardens", "Parks"),
    }, "what was rejected is not there to be taken back"
    assert [one["conflict"]["ours"] for one in opened["conflicts"]] == ["Brooks"]


async def test_what_only_waits_is_not_undone(notes: Notes) -> None:
    saved = await notes.save(await notes.key(), **{A: "Rivers"})
    path = await notes.proposal_of(saved)
    undone = await ok(notes.owner, "POST", f"/api/runs/{saved['runId']}/undo")
    assert (undone["state"], f"/api/proposals/{undone['waitsId']}") == ("nothing", path)
    assert len((await ok(notes.owner, "GET", path))["hunks"]) == 1
    status, answer = await notes.owner.call("POST", f"{path}/undo", {})
    assert (status, answer["error"]["code"]) == (400, "invalid_status")


async def test_a_key_undoes_within_its_limits_and_is_never_an_owner(notes: Notes) -> None:
    owner = notes.owner
    key, tools, models = (
        await notes.key(),
        await notes.key(tools=frozenset({"delete_content"})),
        await notes.key(models=frozenset({"articles"})),
    )
    saved = await notes.save(key, **{A: "Rivers"})
    await ok(owner, "POST", f"{notes.path}/merge", {"branch": saved["branch"]})
    undo = f"/api/runs/{saved['runId']}/undo"
    for limited in (tools, models):
        status, _ = await owner.call("POST", undo, {}, **limited)
        assert status in (403, 404)
    assert await notes.names() == {"Rivers"}
    assert (await ok(owner, "POST", undo, None, **key))["state"] == "waiting"
    assert await notes.names() == {"Rivers"}, "it waits for a person's word"


class Writer(ScriptedDriver):
    """Saves, in each turn, the entries that stand in its message."""

    async def stream(self, request: Any, sink: Any) -> Any:
        said = next(one for one in reversed(request.messages) if one.role == "user")
        entries = {pair[:12]: {"name": pair[13:]} for pair in said.text.split(", ")}
        call = ("save_content", {"model": "topics", "locale": "en", "data": entries})
        self._replies = (ScriptedReply(calls=(call,)), ScriptedReply("Done."))
        return await super().stream(request, sink)


async def test_what_goes_on_undecided_is_still_known_by_the_turns_that_made_it(
    sqlite_settings: Settings,
) -> None:
    async with serve(sqlite_settings, {"scripted": Writer(ScriptedReply("x"), window=200_000)}) as owner:
        await owner.set_up()
        notes = Notes(owner, (await make_project(owner, "review"))["id"])
        runs, place = [], {"projectId": notes.id}
        for message in (f"{A} Rivers, {B} Parks", f"{C} Canals"):
            said = {"message": message, "model": "scripted", **place}
            events = await owner.lines("POST", "/api/ai/chat/content", said)
            started = next(event for event in events if event["type"] == "runStarted")
            runs.append(started["runId"])
            place = {"conversationId": started["conversationId"]}
        path = await notes.proposal_of({"runId": runs[0]})
        hunks = {hunk["new"]["name"]: hunk for hunk in (await ok(owner, "GET", path))["hunks"]}
        taken = {"hunks": [hunks["Rivers"]["id"]], "decision": "accepted"}
        await ok(owner, "POST", f"{path}/decisions", taken)
        await ok(owner, "POST", f"{path}/finish", {})
        (rest,) = (each for each in await ok(owner, "GET", "/api/proposals") if each["state"] == "open")
        left = (await ok(owner, "GET", f"/api/proposals/{rest['id']}"))["hunks"]
        assert {hunk["new"]["name"]: hunk["runId"] for hunk in left} == {"Parks": runs[0], "Canals": runs[1]}
        undone = await ok(owner, "POST", f"/api/runs/{runs[0]}/undo")
        assert (undone["state"], undone["hunks"], undone["waitsId"]) == ("merged", 1, rest["id"])
