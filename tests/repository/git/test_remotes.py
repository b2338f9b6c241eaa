"""Fetching and pushing over files and HTTPS; the sign-in of SSH."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pygit2
import pytest
from pygit2.enums import CredentialType

from proofroom.kernel.errors import AddressRefused, InvalidInput, NotFound, OutsideFailed
from proofroom.repository.git import branch, remotes
from proofroom.repository.git.access import Access, Login, check_address
from proofroom.repository.git.callbacks import Callbacks
from proofroom.repository.git.hosts import Trust
from proofroom.repository.git.save import save
from tests.repository.git.conftest import SIGNED
from tests.repository.git.servers import HttpsServer, bare
from tests.repository.git.test_commit import Files

LOCAL = Access(allow_local=True)


@pytest.fixture
def other(tmp_path):
    return bare(tmp_path / "other.git")


@pytest.fixture
def hand(tmp_path, client, other):
    """Return a function that commits to the other repository with the Git client."""
    folder = tmp_path / "hand"

    def commit(name, text):
        if not folder.exists():
            client(tmp_path, "clone", "-q", str(other), "hand")
        client(folder, "fetch", "-q")
        client(folder, "checkout", "-q", "-B", "contentrain", "origin/contentrain")
        (folder / name).write_text(text)
        client(folder, "add", ".")
        client(folder, "commit", "-q", "-m", f"by hand: {name}")
        client(folder, "push", "-q", "origin", "contentrain")

    return commit


def _save(repo, **files):
    save(repo, "contentrain", lambda _: Files(**files), message="m", signed=SIGNED)


def test_branches_go_there_and_come_back(repo, other, hand, client):
    remotes.set_remote(repo, str(other), access=LOCAL)
    _save(repo, ours="1")
    pushed = remotes.push(repo, ["main", "contentrain"], access=LOCAL)
    assert {name: answer.status for name, answer in pushed.items()} == {
        "main": "pushed",
        "contentrain": "pushed",
    }
    assert client(other, "ls-tree", "--name-only", "contentrain") == "ours"
    hand("theirs", "1")
    remotes.fetch(repo, access=LOCAL)
    assert remotes.compare(repo, "contentrain") == remotes.Divergence("behind", 0, 1)
    assert remotes.follow(repo, "contentrain").relation == "in_sync"
    assert client(repo.path, "ls-tree", "--name-only", "contentrain") == "ours\ntheirs"


def test_divergence_is_reported_and_never_forced(repo, other, hand, client):
    remotes.set_remote(repo, str(other), access=LOCAL)
    remotes.push(repo, ["contentrain"], access=LOCAL)
    hand("theirs", "1")
    _save(repo, ours="1")
    answer = remotes.push(repo, ["contentrain"], access=LOCAL)["contentrain"]
    assert answer.status == "rejected"
    assert "not here" in answer.reason
    remotes.fetch(repo, access=LOCAL)
    mine = branch.need_tip(repo, "contentrain")
    assert remotes.follow(repo, "contentrain") == remotes.Divergence("diverged", 1, 1)
    assert branch.need_tip(repo, "contentrain") == mine
    assert client(other, "ls-tree", "--name-only", "contentrain") == "theirs"


def test_branches_of_one_side_only_are_named(repo, other):
    remotes.set_remote(repo, str(other), access=LOCAL)
    assert remotes.compare(repo, "main").relation == "only_here"
    with pytest.raises(NotFound):
        remotes.compare(repo, "nowhere")
    remotes.push(repo, ["main"], access=LOCAL)
    remotes.fetch(repo, access=LOCAL)
    branch.delete_branch(repo, "main")
    assert remotes.compare(repo, "main").relation == "only_there"
    assert remotes.follow(repo, "main").relation == "in_sync"


def test_a_hook_that_refuses_is_heard(repo, other):
    hook = other / "hooks" / "update"
    hook.write_text("#!/bin/sh\necho protected >&2\nexit 1\n")
    hook.chmod(0o755)
    with _served(other) as (url, access):
        remotes.set_remote(repo, url, access=access)
        answer = remotes.push(repo, ["main"], access=access)["main"]
    assert answer.status == "rejected"
    assert "hook" in answer.reason


def test_a_project_without_a_remote_says_so(repo):
    assert remotes.push(repo, ["main"])["main"].status == "no-remote"
    with pytest.raises(NotFound, match="no remote origin"):
        remotes.fetch(repo)


def test_https_with_the_stored_sign_in(repo, other, hand, client):
    with _served(other) as (url, access):
        remotes.set_remote(repo, url, access=access)
        assert remotes.push(repo, ["contentrain"], access=access)["contentrain"].status == "pushed"
        hand("theirs", "1")
        remotes.fetch(repo, access=access)
    assert remotes.compare(repo, "contentrain").relation == "behind"
    assert "s3cret" not in client(repo.path, "config", "--list")


def test_a_refused_sign_in_is_explained_without_the_secret(repo, other):
    with _served(other) as (url, access):
        remotes.set_remote(repo, url, access=access)
        wrong = Access(lambda _: Login("ada", "wr0ng"), access.trust)
        for refused in (wrong, Access(None, access.trust)):
            with pytest.raises(OutsideFailed, match="sign-in was refused") as caught:
                remotes.fetch(repo, access=refused)
            assert "wr0ng" not in str(caught.value.as_dict())


def test_an_unknown_certificate_is_not_trusted(repo, other):
    with _served(other) as (url, access):
        remotes.set_remote(repo, url, access=access)
        with pytest.raises(OutsideFailed, match="is not known here"):
            remotes.fetch(repo, access=Access(access.login_for))


def test_a_host_that_is_away_is_explained(repo):
    remotes.set_remote(repo, "https://127.0.0.1:1/x.git")
    with pytest.raises(OutsideFailed, match=r"fetch from https://127\.0\.0\.1:1"):
        remotes.fetch(repo)


@pytest.mark.parametrize("url", ["/somewhere", "file:///somewhere", "relative/path"])
def test_this_machine_is_reached_only_when_allowed(url):
    with pytest.raises(AddressRefused):
        check_address(url)
    check_address(url, LOCAL)


@pytest.mark.parametrize(
    "url", ["http://example.org/x.git", "git://example.org/x", "https://a:b@example.org/x"]
)
def test_an_unsafe_address_is_refused(url):
    with pytest.raises(InvalidInput):
        check_address(url, LOCAL)


@pytest.mark.parametrize(
    "url",
    ["https://example.org/x.git", "ssh://git@example.org:22/x", "git@example.org:a/x.git", "example.org:x"],
)
def test_the_guard_sees_the_host(url):
    seen = []
    check_address(url, Access(guard=lambda host, port: seen.append(host)))
    assert seen == ["example.org"]


def test_ssh_gets_a_name_and_then_a_key_once():
    login = Login("deploy", private_key="PRIVATE", passphrase="open")
    callbacks = Callbacks(Access(lambda _: login))
    name = callbacks.credentials("ssh://example.org/x", None, CredentialType.USERNAME)
    assert name.credential_tuple == ("deploy",)
    key = callbacks.credentials(
        "ssh://git@example.org/x", "git", CredentialType.SSH_KEY | CredentialType.SSH_MEMORY
    )
    assert isinstance(key, pygit2.KeypairFromMemory)
    assert key.credential_tuple == ("git", None, "PRIVATE", "open")
    with pytest.raises(pygit2.AuthError):
        callbacks.credentials(
            "ssh://git@example.org/x", "git", CredentialType.SSH_KEY | CredentialType.SSH_MEMORY
        )


def test_a_password_is_not_offered_to_a_host_that_wants_a_key():
    callbacks = Callbacks(Access(lambda _: Login("ada", "s3cret")))
    with pytest.raises(pygit2.AuthError, match="another kind"):
        callbacks.credentials("ssh://example.org/x", "git", CredentialType.SSH_MEMORY)


@contextmanager
def _served(folder: Path) -> Iterator[tuple[str, Access]]:
    with HttpsServer(folder.parent) as server:
        trust = Trust(certificate=server.issuer.pem)
        yield server.url(folder.name), Access(lambda _: Login("ada", server.password), trust)
