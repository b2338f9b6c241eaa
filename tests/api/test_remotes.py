"""A project and its remote over HTTP: connect, fetch, push, join; import from an address."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from proofroom.kernel.errors import AddressRefused, OutsideFailed
from proofroom.net.host import check_host
from tests.api.conftest import Browser
from tests.api.test_content import A, B, make_project, ok, save

C, D = "cccccccccccc", "dddddddddddd"
TOPICS_EN = ".contentrain/content/blog/topics/en.json"


def git(folder: Path, *words: str) -> str:
    identity = ["-c", "user.name=Hand", "-c", "user.email=hand@example.org"]
    done = subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


@pytest.fixture
def other(tmp_path: Path) -> Path:
    folder = tmp_path / "other.git"
    folder.mkdir()
    git(folder, "init", "-q", "--bare", "-b", "main")
    return folder


def by_hand(other: Path, branch: str, **entries: Any) -> None:
    """Change topics in the other repository with the Git client."""
    folder = other.parent / "hand"
    if not folder.exists():
        git(other.parent, "clone", "-q", str(other), "hand")
    git(folder, "fetch", "-q")
    git(folder, "checkout", "-q", "-B", branch, f"origin/{branch}")
    file = folder / TOPICS_EN
    known = json.loads(file.read_text())
    file.write_text(json.dumps({**known, **entries}, indent=2, sort_keys=True) + "\n")
    git(folder, "commit", "-q", "-am", "by hand")
    git(folder, "push", "-q", "origin", branch)


def topics(other: Path, branch: str = "contentrain") -> dict[str, Any]:
    return json.loads(git(other, "show", f"{branch}:{TOPICS_EN}"))


async def test_content_goes_out_and_comes_back_and_nothing_is_forced(owner: Browser, other: Path) -> None:
    project = f"/api/projects/{(await make_project(owner))['slug']}/content"
    remote = f"{project}/remote"
    assert (await owner.call("GET", remote))[0] == 404
    await save(owner, project, **{A: {"name": "Rivers"}})
    told = await ok(owner, "PUT", remote, {"url": str(other)})
    assert told["branches"]["contentrain"]["relation"] == "only_here"
    sent = await ok(owner, "POST", f"{remote}/push", {})
    assert {one["status"] for one in sent["pushed"].values()} == {"pushed"}
    assert sent["remote"]["branches"]["main"]["relation"] == "in_sync"
    assert topics(other)[A] == topics(other, "main")[A] == {"name": "Rivers"}

    by_hand(other, "contentrain", **{B: {"name": "Parks"}})
    assert (await ok(owner, "POST", f"{remote}/fetch"))["status"] == "in_sync"
    assert (await ok(owner, "GET", f"{project}/entries/topics/{B}"))["data"]["name"] == "Parks"

    by_hand(other, "contentrain", **{C: {"name": "Trees"}})
    await save(owner, project, **{D: {"name": "Night"}})
    refused = await ok(owner, "POST", f"{remote}/push", {})
    assert refused["pushed"]["contentrain"]["status"] == "rejected"
    fetched = await ok(owner, "POST", f"{remote}/fetch")
    assert fetched["status"] == "diverged"
    stands = fetched["remote"]["branches"]["contentrain"]
    assert (stands["relation"], stands["ahead"] > 0, stands["behind"]) == ("diverged", True, 1)
    assert (await owner.call("GET", f"{project}/entries/topics/{C}"))[0] == 404, "diverged work is not taken"
    assert (await ok(owner, "POST", f"{remote}/join"))["status"] == "joined"
    assert (await ok(owner, "GET", f"{project}/entries/topics"))["total"] == 4
    sent = await ok(owner, "POST", f"{remote}/push", {})
    assert {one["status"] for one in sent["pushed"].values()} == {"pushed"}
    assert set(topics(other)) == {A, B, C, D}


async def test_hand_edits_on_the_base_branch_reach_the_content(owner: Browser, other: Path) -> None:
    project = f"/api/projects/{(await make_project(owner))['slug']}/content"
    await save(owner, project, **{A: {"name": "Rivers"}})
    await ok(owner, "PUT", f"{project}/remote", {"url": str(other)})
    await ok(owner, "POST", f"{project}/remote/push", {})
    by_hand(other, "main", **{B: {"name": "Parks"}})
    assert (await ok(owner, "POST", f"{project}/remote/fetch"))["status"] == "joined"
    assert (await ok(owner, "GET", f"{project}/entries/topics/{B}"))["data"]["name"] == "Parks"


async def test_conflicts_are_counted_and_change_nothing(owner: Browser, other: Path) -> None:
    project = f"/api/projects/{(await make_project(owner))['slug']}/content"
    await save(owner, project, **{A: {"name": "Rivers"}})
    await ok(owner, "PUT", f"{project}/remote", {"url": str(other)})
    await ok(owner, "POST", f"{project}/remote/push", {})
    by_hand(other, "contentrain", **{A: {"name": "Streams"}})
    await save(owner, project, **{A: {"name": "Brooks"}})
    await ok(owner, "POST", f"{project}/remote/fetch")
    joined = await ok(owner, "POST", f"{project}/remote/join")
    assert (joined["status"], joined["conflicts"]) == ("conflicts", 1)
    assert (await ok(owner, "GET", f"{project}/entries/topics/{A}"))["data"]["name"] == "Brooks"


async def test_a_project_is_made_from_an_address_and_the_sign_in_is_sealed(
    owner: Browser, other: Path
) -> None:
    project = f"/api/projects/{(await make_project(owner))['slug']}/content"
    await save(owner, project, **{A: {"name": "Rivers"}})
    await ok(owner, "PUT", f"{project}/remote", {"url": str(other)})
    await ok(owner, "POST", f"{project}/remote/push", {})
    body = {"name": "Copy", "url": f"file://{other}", "username": "ada", "token": "canary-token"}
    made = await ok(owner, "POST", "/api/projects/import", body)
    copy = f"/api/projects/{made['slug']}/content"
    assert (await ok(owner, "GET", f"{copy}/entries/topics/{A}"))["data"]["name"] == "Rivers"
    remote = await ok(owner, "GET", f"{copy}/remote")
    assert (remote["username"], remote["branches"]["main"]["relation"]) == ("ada", "in_sync")
    (kept,) = await owner.studio.connections.list(owner.studio.workspace_id, "git")
    assert "canary" not in repr(kept) + (kept.credentials or "")
    assert (await ok(owner, "DELETE", f"{copy}/remote"))["ok"] is True
    assert await owner.studio.connections.list(owner.studio.workspace_id, "git") == []
    assert (await owner.call("GET", f"{copy}/remote"))[0] == 404


async def test_who_may_reach_what(owner: Browser, other: Path) -> None:
    project = f"/api/projects/{(await make_project(owner))['slug']}/content"
    for url, status in (
        ("https://127.0.0.1/x.git", 403),
        ("git@localhost:x.git", 403),
        ("https://ada:pw@example.org/x.git", 400),
        ("ftp://example.org/x", 400),
    ):
        assert (await owner.call("PUT", f"{project}/remote", {"url": url}))[0] == status, url
    key = await owner.studio.access.keys.create(await owner.studio.operator(), "K", role="admin")
    headers = {"Authorization": f"Bearer {key.secret}"}
    body = {"name": "Stolen", "url": str(other)}
    status, answer = await owner.call("POST", "/api/projects/import", body, **headers)
    assert (status, answer["error"]["code"]) == (403, "address_refused"), "a key may not read this machine"
    assert [each["slug"] for each in await ok(owner, "GET", "/api/projects")] == ["notes"]


def test_a_host_is_looked_up_before_another_program_is_sent_there() -> None:
    check_host("git.example", 443, look_up=lambda host, port: ["93.184.216.34"])
    check_host("git.lan", 22, [("git.lan", 22)], look_up=lambda host, port: ["10.0.0.4"])
    for found in (["10.0.0.4"], ["93.184.216.34", "127.0.0.1"], ["169.254.169.254"]):
        with pytest.raises(AddressRefused):
            check_host("git.example", 443, look_up=lambda host, port, found=found: found)
    for host in ("localhost", "127.1", "[::1]", "0x7f000001"):
        with pytest.raises(AddressRefused):
            check_host(host, 443)

    def nobody(host: str, port: int) -> list[str]:
        raise OSError("no address")

    with pytest.raises(OutsideFailed):
        check_host("nowhere.example", 443, look_up=nobody)


async def test_a_remote_is_fetched_by_the_clock(owner: Browser, other: Path) -> None:
    project = f"/api/projects/{(await make_project(owner))['slug']}/content"
    await save(owner, project, **{A: {"name": "Rivers"}})
    await ok(owner, "PUT", f"{project}/remote", {"url": str(other)})
    await ok(owner, "POST", f"{project}/remote/push", {})
    by_hand(other, "main", **{B: {"name": "Parks"}})
    (content,) = (room for room in owner.studio.rooms if room.name == "content")
    for look in content.clock:
        await look()
    assert (await ok(owner, "GET", f"{project}/entries/topics/{B}"))["data"] == {"name": "Parks"}
    (entry, *_) = (await ok(owner, "GET", "/api/audit?action=remote.fetch"))["entries"]
    assert entry["actorKind"] == "studio"
