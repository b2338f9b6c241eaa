"""`proofroom content remote` and `import` over HTTPS and SSH, with real Git servers on loopback."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from proofroom.cli import remote
from proofroom.cli.app import app
from proofroom.kernel.errors import ProofroomError
from tests.cli.started import started
from tests.content.tools.conftest import TOPICS
from tests.repository.git.servers import HttpsServer, SshServer, bare, new_key, private_text

Call = Callable[..., Any]
A = "aaaaaaaaaaaa"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("hosts")
    for name in ("https", "ssh", "asked"):
        bare(made / f"{name}.git")
    (made / "id_room").write_text(private_text(KEY))
    return made


KEY = new_key()


@pytest.fixture(scope="module")
def ssh() -> Iterator[SshServer]:
    with SshServer(KEY) as server:
        yield server


@pytest.fixture(scope="module")
def https(folder: Path) -> Iterator[HttpsServer]:
    with HttpsServer(folder) as server:
        yield server


@pytest.fixture(scope="module")
def data(folder: Path, ssh: SshServer, https: HttpsServer) -> Iterator[Path]:
    hosts = json.dumps([f"127.0.0.1:{ssh.port}", f"127.0.0.1:{https.port}"])
    with started(folder, PROOFROOM_ALLOW_PRIVATE_HOSTS=hosts) as found:
        yield found


@pytest.fixture
def call(data: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return a function that runs a command and reads its JSON."""
    monkeypatch.setenv("PROOFROOM_DATA", str(data))

    def run(*words: str, code: int = 0, given: str | None = None, plain: bool = False) -> Any:
        done = CliRunner().invoke(app, ["content", *words, *([] if plain else ["--json"])], input=given)
        if isinstance(done.exception, ProofroomError):
            raise done.exception
        assert done.exit_code == code, (done.output, done.exception)
        return done.output if plain else json.loads(done.stdout)

    return run


def make_project(call: Call, folder: Path, name: str) -> str:
    models = folder / "models.json"
    models.write_text(json.dumps([TOPICS]))
    words = ("--domain", "blog", "--workflow", "auto-merge", "--models", str(models))
    slug = call("init", name, *words)["slug"]
    call("save", "topics", "--entry", A, "--set", "name=Rivers", "-p", slug)
    return slug


def test_https_with_a_certificate_file_and_a_token_that_changes(
    call: Call, folder: Path, https: HttpsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(call, folder, "Over HTTPS")
    here, url = ("-p", project), https.url("https.git")
    file = folder / "host.pem"
    file.write_text(https.issuer.pem)
    monkeypatch.setenv("GIT_TOKEN", "s3cret")
    sign_in = ("--username", "ada", "--token", "env:GIT_TOKEN")
    with pytest.raises(ProofroomError, match="is not known here") as caught:
        call("remote", "add", url, *sign_in, *here)
    assert https.issuer.fingerprint in caught.value.message
    told = call("remote", "add", url, *sign_in, "--certificate", str(file), *here)
    assert told["branches"]["main"]["relation"] == "only_here"
    sent = call("remote", "push", *here)
    assert {one["status"] for one in sent["pushed"].values()} == {"pushed"}

    https.password = "n3w"
    with pytest.raises(ProofroomError, match="sign-in was refused"):
        call("remote", "fetch", *here)
    monkeypatch.setenv("GIT_TOKEN", "n3w")
    call("remote", "add", url, *sign_in, *here)
    assert call("remote", "fetch", *here)["status"] == "in_sync"
    made = call("import", url, "--name", "From HTTPS", *sign_in, "--certificate", str(file))
    assert call("show", "topics", A, "-p", made["slug"])["data"]["name"] == "Rivers"


def test_ssh_with_a_fingerprint_that_changes(call: Call, folder: Path, ssh: SshServer) -> None:
    project = make_project(call, folder, "Over SSH")
    here, url = ("-p", project), ssh.url(folder / "ssh.git")
    key = ("--key", str(folder / "id_room"))
    with pytest.raises(ProofroomError, match="is not known here") as caught:
        call("remote", "add", url, *key, *here)
    assert caught.value.context["fingerprint"] == ssh.fingerprint
    call("remote", "add", url, *key, "--fingerprint", ssh.fingerprint, *here)
    sent = call("remote", "push", *here)
    assert {one["status"] for one in sent["pushed"].values()} == {"pushed"}
    ssh.show_another_key()
    with pytest.raises(ProofroomError, match="not the accepted one"):
        call("remote", "fetch", *here)
    call("remote", "add", url, "--fingerprint", ssh.fingerprint, *here)
    assert call("remote", "fetch", *here)["status"] == "in_sync"


def test_somebody_at_a_terminal_is_asked_about_a_new_host(
    call: Call, folder: Path, ssh: SshServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project(call, folder, "Asked")
    words = ("remote", "add", ssh.url(folder / "asked.git"), "--key", str(folder / "id_room"), "-p", project)
    monkeypatch.setattr(remote, "is_asking", lambda: True)
    said = call(*words, plain=True, given="n\n", code=1)
    assert ssh.fingerprint in said.replace("\n", "")
    assert "only_here" in call(*words, plain=True, given="y\n")
    ssh.show_another_key()
    with pytest.raises(ProofroomError, match="not the accepted one"):
        call(*words, plain=True, given="y\n")
