"""Commands on a data folder of their own: in this process, or as a user has them, in one of theirs."""

import io
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from proofroom.api import serve as serve_module
from proofroom.cli.app import run_app
from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, one_app, serve
from tests.scripted import ScriptedDriver, ScriptedReply

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]
ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("PROOFROOM_")}


@pytest.fixture
def environment(tmp_path: Path, sqlite_template: Path) -> dict[str, str]:
    """Return variables that name a data folder whose databases have their tables already."""
    shutil.copytree(sqlite_template, tmp_path / "data")
    return ENVIRONMENT | {
        "PROOFROOM_DATA": str(tmp_path / "data"),
        "PROOFROOM_PORT": "0",
        "PROOFROOM_DEMO": "false",
        "COLUMNS": "200",
    }


@pytest.fixture
def run(environment: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command here, with the endings that `main` gives it."""

    def command(*words: str) -> Done:
        said, complained = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
        code = 0
        with monkeypatch.context() as patch, redirect_stdout(said), redirect_stderr(complained):
            for key in [key for key in os.environ if key == "COLUMNS" or key.startswith("PROOFROOM_")]:
                patch.delenv(key)
            for key, value in environment.items():
                patch.setenv(key, value)
            patch.chdir(tmp_path)
            patch.setattr(sys, "argv", ["proofroom", *words])
            patch.setattr(serve_module, "create_app", one_app)
            try:
                run_app()
            except SystemExit as ended:
                code = int(ended.code or 0)
        out, err = (_text(each) for each in (said, complained))
        return subprocess.CompletedProcess(words, code, out, err)

    return command


def _text(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


@pytest.fixture
async def studio(sqlite_settings: Settings) -> AsyncGenerator[Browser]:
    """Serve a studio whose agents only say that they looked, and that commands find."""
    async with serve(sqlite_settings, {"offline": ScriptedDriver(ScriptedReply("Looked."))}) as browser:
        await browser.set_up()
        browser.studio.lock.announce(browser.url)
        yield browser
