"""Fetching and pushing over files and HTTPS; the sign-in of SSH."""

import base64
import os
import ssl
import subprocess
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pygit2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from pygit2.enums import CredentialType

from proofroom.content.git import branch, remotes
from proofroom.content.git.remotes import Access, Login
from proofroom.content.git.save import save
from proofroom.kernel.errors import AddressRefused, InvalidInput, NotFound, OutsideFailed
from tests.content.git.conftest import SIGNED
from tests.content.git.test_commit import Files

LOCAL = Access(allow_local=True)


@pytest.fixture
def other(tmp_path, client):
    folder = tmp_path / "other.git"
    folder.mkdir()
    client(folder, "init", "-q", "--bare", "-b", "main")
    client(folder, "config", "http.receivepack", "true")
    return folder


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


def test_a_branch_can_be_deleted_at_the_remote(repo, other, client):
    remotes.set_remote(repo, str(other), access=LOCAL)
    branch.create_branch(repo, "cr/x/1-a", branch.need_tip(repo, "main"))
    remotes.push(repo, ["main", "cr/x/1-a"], access=LOCAL)
    assert remotes.delete_remote_branch(repo, "cr/x/1-a", access=LOCAL).status == "pushed"
    assert client(other, "branch", "--list") == "* main"


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
    assert remotes.delete_remote_branch(repo, "main").status == "no-remote"
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
        wrong = Access(lambda _: Login("ada", "wr0ng"), access.trust_host)
        for refused in (wrong, Access(None, access.trust_host)):
            with pytest.raises(OutsideFailed, match="sign-in was refused") as caught:
                remotes.fetch(repo, access=refused)
            assert "wr0ng" not in str(caught.value.as_dict())


def test_an_unknown_certificate_is_not_trusted(repo, other):
    with _served(other) as (url, access):
        remotes.set_remote(repo, url, access=access)
        with pytest.raises(OutsideFailed, match="Local branches are unchanged"):
            remotes.fetch(repo, access=Access(access.login_for))


def test_a_host_that_is_away_is_explained(repo):
    remotes.set_remote(repo, "https://127.0.0.1:1/x.git")
    with pytest.raises(OutsideFailed, match=r"fetch from https://127\.0\.0\.1:1"):
        remotes.fetch(repo)


@pytest.mark.parametrize("url", ["/somewhere", "file:///somewhere", "relative/path"])
def test_this_machine_is_reached_only_when_allowed(url):
    with pytest.raises(AddressRefused):
        remotes.check_address(url)
    remotes.check_address(url, LOCAL)


@pytest.mark.parametrize(
    "url", ["http://example.org/x.git", "git://example.org/x", "https://a:b@example.org/x"]
)
def test_an_unsafe_address_is_refused(url):
    with pytest.raises(InvalidInput):
        remotes.check_address(url, LOCAL)


@pytest.mark.parametrize(
    "url",
    ["https://example.org/x.git", "ssh://git@example.org:22/x", "git@example.org:a/x.git", "example.org:x"],
)
def test_the_guard_sees_the_host(url):
    seen = []
    remotes.check_address(url, Access(guard=lambda host, port: seen.append(host)))
    assert seen == ["example.org"]


def test_ssh_gets_a_name_and_then_a_key_once():
    login = Login("deploy", private_key="PRIVATE", passphrase="open")
    callbacks = remotes._Callbacks(Access(lambda _: login))
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
    callbacks = remotes._Callbacks(Access(lambda _: Login("ada", "s3cret")))
    with pytest.raises(pygit2.AuthError, match="another kind"):
        callbacks.credentials("ssh://example.org/x", "git", CredentialType.SSH_MEMORY)


class _served:
    """Serve a repository over HTTPS on loopback with Git's own CGI program, behind a password."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self):
        certificate = _certificate(self._folder.parent)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self._folder))
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        access = Access(lambda _: Login("ada", "s3cret"), lambda host, _: host == "127.0.0.1")
        return f"https://127.0.0.1:{self._server.server_port}/{self._folder.name}", access

    def __exit__(self, *_):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    path = folder / "server.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


def _handler(folder: Path):
    expected = "Basic " + base64.b64encode(b"ada:s3cret").decode()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = []
            while size := int(self.rfile.readline(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)

        def _answer(self) -> None:
            body = self._body()
            if self.headers.get("Authorization") != expected:
                self._send(401, [("WWW-Authenticate", 'Basic realm="git"')], b"")
                return
            path, _, query = self.path.partition("?")
            variables = {
                **os.environ,
                "GIT_PROJECT_ROOT": str(folder.parent),
                "GIT_HTTP_EXPORT_ALL": "1",
                "REMOTE_USER": "ada",
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "CONTENT_LENGTH": str(len(body)),
            }
            done = subprocess.run(
                ["git", "http-backend"], input=body, capture_output=True, env=variables, check=True
            )
            head, _, content = done.stdout.partition(b"\r\n\r\n")
            headers = [tuple(line.split(": ", 1)) for line in head.decode().split("\r\n")]
            status = next((int(value.split()[0]) for name, value in headers if name == "Status"), 200)
            self._send(status, [pair for pair in headers if pair[0] != "Status"], content)

        def _send(self, status, headers, content) -> None:
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler
