"""Remotes over HTTPS and SSH, from the door to a real Git server: whom one trusts, signs in as, and loses."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, serve
from tests.api.test_content import A, B, make_project, ok, save
from tests.api.test_remotes import C, D, by_hand, topics
from tests.repository.git.servers import HttpsServer, Issuer, SshServer, bare, new_key, private_text

OpenFor = Callable[..., AbstractAsyncContextManager[Browser]]


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return bare(tmp_path / "other.git")


@pytest.fixture
def studio_for(sqlite_settings: Settings) -> OpenFor:
    """Return a studio whose administrator allowed some ports of this machine."""

    @asynccontextmanager
    async def open_for(*ports: int) -> AsyncGenerator[Browser]:
        allowed = [f"127.0.0.1:{port}" for port in ports]
        async with serve(sqlite_settings.model_copy(update={"allow_private_hosts": allowed})) as browser:
            await browser.set_up()
            yield browser

    return open_for


async def refused(browser: Browser, method: str, path: str, body: Any = None) -> dict[str, Any]:
    status, answer = await browser.call(method, path, body)
    assert status >= 400, answer
    return answer["error"] | {"status": status}


async def project_with_topic(browser: Browser) -> str:
    project = f"/api/projects/{(await make_project(browser))['slug']}/content"
    await save(browser, project, **{A: {"name": "Rivers"}})
    return project


async def exchange(browser: Browser, project: str, other: Path) -> None:
    """Send, fetch, diverge, join and send again, over whatever the remote is reached by."""
    remote = f"{project}/remote"
    sent = await ok(browser, "POST", f"{remote}/push", {})
    assert {one["status"] for one in sent["pushed"].values()} == {"pushed"}
    by_hand(other, "contentrain", **{B: {"name": "Parks"}})
    assert (await ok(browser, "POST", f"{remote}/fetch"))["status"] == "in_sync"
    assert (await ok(browser, "GET", f"{project}/entries/topics/{B}"))["data"]["name"] == "Parks"
    by_hand(other, "contentrain", **{C: {"name": "Trees"}})
    await save(browser, project, **{D: {"name": "Night"}})
    sent = await ok(browser, "POST", f"{remote}/push", {})
    assert sent["pushed"]["contentrain"]["status"] == "rejected", "never forced"
    assert C in topics(other)
    assert D not in topics(other)
    assert (await ok(browser, "POST", f"{remote}/fetch"))["status"] == "diverged"
    assert (await ok(browser, "POST", f"{remote}/join"))["status"] == "joined"
    sent = await ok(browser, "POST", f"{remote}/push", {})
    assert {one["status"] for one in sent["pushed"].values()} == {"pushed"}
    assert set(topics(other)) == {A, B, C, D}


async def test_https_from_an_unknown_certificate_to_a_new_token(studio_for: OpenFor, other: Path) -> None:
    authority = Issuer(is_authority=True)
    with HttpsServer(other.parent, Issuer(authority)) as server:
        async with studio_for(server.port) as owner:
            project = await project_with_topic(owner)
            remote, url = f"{project}/remote", server.url("other.git")
            known = {"url": url, "username": "ada", "token": "s3cret"}
            unknown = await refused(owner, "PUT", remote, known)
            assert (unknown["status"], unknown["code"]) == (409, "host_not_trusted")
            assert unknown["context"]["fingerprint"] == server.issuer.fingerprint
            assert server.requests == 0, "no password went to a host nobody knows"
            assert (await owner.call("GET", remote))[0] == 404, "nothing is kept of a refused address"

            trusted = known | {"certificate": authority.pem}
            for wrong in ({"token": "wr0ng"}, {"token": None}):
                said = await refused(owner, "PUT", remote, trusted | wrong)
                assert (said["status"], "sign-in was refused" in said["message"]) == (502, True)
                assert "wr0ng" not in str(said)
            told = await ok(owner, "PUT", remote, trusted)
            assert (told["username"], told["certificate"]) == ("ada", authority.pem)
            await exchange(owner, project, other)

            server.password = "n3w"
            said = await refused(owner, "POST", f"{remote}/fetch")
            assert "sign-in was refused" in said["message"]
            said = await refused(owner, "PUT", remote, {"url": url, "username": "ada", "token": "n0t"})
            assert "sign-in was refused" in said["message"]
            told = await ok(owner, "PUT", remote, {"url": url, "username": "ada", "token": "n3w"})
            assert told["certificate"] == authority.pem, "the certificate stays accepted"
            assert (await ok(owner, "POST", f"{remote}/fetch"))["status"] == "in_sync"
            (kept,) = await owner.studio.connections.list(owner.studio.workspace_id, "git")
            assert "n3w" not in repr(kept) + (kept.credentials or "")

            body = {"name": "Copy", "url": url, "username": "ada", "token": "n3w"}
            said = await refused(owner, "POST", "/api/projects/import", body)
            assert said["code"] == "host_not_trusted"
            pin = {"fingerprint": server.issuer.fingerprint}
            made = await ok(owner, "POST", "/api/projects/import", body | pin)
            copy = f"/api/projects/{made['slug']}/content"
            assert (await ok(owner, "GET", f"{copy}/entries/topics"))["total"] == 4
            assert (await ok(owner, "POST", f"{copy}/remote/fetch"))["status"] == "in_sync"


async def test_ssh_from_first_contact_to_a_changed_host(studio_for: OpenFor, other: Path) -> None:
    key, next_key = new_key(), new_key()
    with SshServer(key) as server:
        async with studio_for(server.port) as owner:
            project = await project_with_topic(owner)
            remote, url = f"{project}/remote", server.url(other)
            known = {"url": url, "privateKey": private_text(key)}
            first = await refused(owner, "PUT", remote, known)
            assert (first["status"], first["code"]) == (409, "host_not_trusted")
            told = first["context"]
            assert (told["fingerprint"], told["kind"], told["changed"]) == (server.fingerprint, "key", False)
            pin = {"fingerprint": told["fingerprint"]}
            said = await refused(owner, "PUT", remote, known | pin | {"privateKey": private_text(next_key)})
            assert "sign-in was refused" in said["message"]
            assert (await refused(owner, "PUT", remote, known | {"privateKey": "hello"}))["status"] == 403
            said = await ok(owner, "PUT", remote, known | pin)
            assert (said["fingerprint"], said["username"]) == (server.fingerprint, "git")
            await exchange(owner, project, other)

            server.key = next_key  # another deploy key at the host
            assert "sign-in was refused" in (await refused(owner, "POST", f"{remote}/fetch"))["message"]
            rotated = {"url": url, "privateKey": private_text(next_key)}
            assert (await ok(owner, "PUT", remote, rotated))["fingerprint"] == server.fingerprint
            assert (await ok(owner, "POST", f"{remote}/fetch"))["status"] == "in_sync"

            server.show_another_key()
            for method, path, body in (
                ("POST", f"{remote}/fetch", None),
                ("POST", f"{remote}/push", {}),
                ("PUT", remote, rotated),
            ):
                said = await refused(owner, method, path, body)
                assert (said["code"], said["context"]["changed"]) == ("host_not_trusted", True)
                assert said["context"]["fingerprint"] == server.fingerprint
            accepted = {"url": url, "fingerprint": server.fingerprint}
            assert (await ok(owner, "PUT", remote, accepted))["username"] == "git", "the key is still known"
            assert (await ok(owner, "POST", f"{remote}/fetch"))["status"] == "in_sync"


async def test_this_machines_ports_need_an_administrators_word(studio_for: OpenFor, other: Path) -> None:
    key = new_key()
    with SshServer(key) as ssh, HttpsServer(other.parent) as https:
        async with studio_for(ssh.port) as owner:
            project = await project_with_topic(owner)
            said = await refused(owner, "PUT", f"{project}/remote", {"url": https.url("other.git")})
            assert (said["status"], said["code"]) == (403, "address_refused")
            assert https.requests == 0
            moved = {"url": ssh.url(other), "privateKey": private_text(key), "fingerprint": ssh.fingerprint}
            await ok(owner, "PUT", f"{project}/remote", moved)
            said = await refused(owner, "PUT", f"{project}/remote", {"url": ssh.url(other) + "x"})
            assert said["code"] == "host_not_trusted", "another address inherits neither sign-in nor trust"
