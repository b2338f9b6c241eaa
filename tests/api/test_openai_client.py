"""The public `openai` client, from an environment of its own, through the gateway."""

import asyncio
from pathlib import Path
from typing import Any

import orjson
import pytest

from proofroom.kernel.settings import Settings
from tests.api.conftest import serve
from tests.api.test_gateway import USAGE, open_program
from tests.environments import install_or_skip, make_environment
from tests.scripted import ScriptedDriver, ScriptedReply

PROGRAM = Path(__file__).with_name("openai_program.py")


@pytest.fixture(scope="session")
def client_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a Python that has the client, made for this session; skip where it cannot be installed."""
    python = make_environment(tmp_path_factory.mktemp("openai") / "env")
    install_or_skip(python, "openai")
    return python


@pytest.mark.timeout(420)
async def test_the_public_client_lists_streams_calls_tools_and_sees_usage(
    client_python: Path, sqlite_settings: Settings
):
    driver = ScriptedDriver(
        ScriptedReply("Let me look. ", calls=(("weather", {"city": "Izmir"}),), usage=USAGE),
        ScriptedReply("It is sunny in Izmir.", pieces=4, delay_s=0.05),
    )
    async with serve(sqlite_settings, {"scripted": driver}) as browser:
        program = await open_program(browser)
        key = program.headers["Authorization"].removeprefix("Bearer ")
        process = await asyncio.create_subprocess_exec(
            client_python,
            PROGRAM,
            f"{browser.url}/v1",
            key,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await asyncio.wait_for(process.communicate(), 120)
        rows = await program.rows("status, input_tokens")
    assert process.returncode == 0, err.decode()
    said: dict[str, Any] = orjson.loads(out)
    assert said["models"] == ["scripted"]
    assert said["one"] == "scripted"
    assert said["whole"] == {
        "text": "Let me look. ",
        "calls": [["weather", {"city": "Izmir"}]],
        "finish": "tool_calls",
        "usage": [35, 8, 10, 3],
    }
    assert said["streamed"]["text"] == "It is sunny in Izmir."
    assert said["streamed"]["pieces"] >= 2
    assert said["streamed"]["usage"] == [10, 5]
    assert said["streamed"]["finish"] == "stop"
    assert said["streamed_calls"] == [["weather", {"city": "Izmir"}]]
    assert said["unknown"] == [404, "not_found", None]
    assert said["bad_key"] == 401
    assert said["bad_request"] == [400, "invalid_input", "temperature"]
    assert [row[0] for row in rows] == ["ok"] * 3
    results = driver.requests[1].messages[-1]
    assert results.role == "tool"
