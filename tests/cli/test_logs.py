"""Where log lines go: all of them to standard error, but a person at a terminal finds them in a file."""

import io
import logging
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from proofroom.cli.logs import for_a_terminal, set_up_logs
from proofroom.kernel.settings import Settings


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    for name in ("PROOFROOM_LOG_LEVEL", "PROOFROOM_LOG_FILE"):
        monkeypatch.delenv(name, raising=False)
    shown = Terminal()
    monkeypatch.setattr("proofroom.cli.logs.sys", SimpleNamespace(stderr=shown))
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield shown
    for handler in root.handlers:
        if isinstance(handler, logging.FileHandler):
            handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_terminal_shows_warnings_and_the_file_has_everything(terminal: Terminal, tmp_path: Path) -> None:
    settings = for_a_terminal(Settings(data=tmp_path))
    assert settings.log_file is not None
    assert settings.log_file == tmp_path / "logs" / "studio.log"
    set_up_logs(settings, shows_warnings_only=True)
    logging.getLogger("proofroom.runs").info("a step")
    logging.getLogger("proofroom.runs").warning("a worry")
    assert "a worry" in terminal.getvalue()
    assert "a step" not in terminal.getvalue()
    written = settings.log_file.read_text("utf-8")
    assert "a step" in written
    assert "a worry" in written


@pytest.mark.parametrize("chosen", [{"log_level": "info"}, {"log_file": "elsewhere.log"}])
def test_what_somebody_chose_stays(terminal: Terminal, tmp_path: Path, chosen: dict[str, str]) -> None:
    settings = Settings(data=tmp_path, **chosen)  # pyright: ignore[reportArgumentType]
    assert for_a_terminal(settings) is settings


def test_a_service_logs_to_standard_error(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("proofroom.cli.logs.sys", SimpleNamespace(stderr=io.StringIO()))
    settings = Settings(data=tmp_path)
    assert for_a_terminal(settings) is settings


def test_secrets_and_personal_data_are_masked_in_every_log(terminal: Terminal, tmp_path: Path) -> None:
    told = ("ada.lovelace@example.com", "4111 1111 1111 1111", "sk-ant-api03-" + "a1B2c3D4" * 6)
    settings = for_a_terminal(Settings(data=tmp_path))
    assert settings.log_file is not None
    set_up_logs(settings, shows_warnings_only=True)
    logging.getLogger("proofroom.runs").warning("somebody wrote %s and %s", *told[:2], extra={"key": told[2]})
    try:
        raise ValueError(" ".join(told))
    except ValueError:
        logging.getLogger("elsewhere").exception("it failed")
    for shown in (terminal.getvalue(), settings.log_file.read_text("utf-8")):
        assert "somebody wrote" in shown
        assert "ValueError" in shown
        assert [word for word in told if word in shown] == []
