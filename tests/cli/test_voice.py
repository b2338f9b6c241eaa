"""What commands say looks the same with Rich and without it."""

import io
import sys

import pytest
from rich.console import Console

from proofroom.cli.voice import Voice

LINES = (
    "Merged.",
    "",
    "Locales en, tr. 3 branches wait.",
    "Değişiklik yok: bekleyen dal 2",
    "a" * 80,
    "a long sentence " * 12,
    "[bold]ready[/] at http://127.0.0.1:8000",
    "Proofroom is ready at http://127.0.0.1:8000",
    "see :smile: and ☕",
    "two\nlines",
)
TABLES = (
    (("model", "kind", "entries"), []),
    (("id", "name"), [["a1", "Editor"], ["b234", "Şef"]]),
    (("id", "name"), [["a1", "[bold]no[/]"], ["漢字", "b"], ["x", "two\nlines"]]),
    (("title",), [["a very long title " * 20], [""]]),
)


@pytest.fixture(autouse=True)
def _nothing_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("text", LINES)
@pytest.mark.parametrize("how", [{}, {"markup": False}, {"soft_wrap": True}, {"style": "bold red"}])
def test_a_line_is_written_as_rich_writes_it(
    text: str, how: dict[str, object], capsys: pytest.CaptureFixture[str]
) -> None:
    wanted = io.StringIO()
    Console(file=wanted, highlight=False).print(text, **how | {"soft_wrap": True})  # type: ignore[arg-type]
    Voice().print(text, **how)  # type: ignore[arg-type]
    assert capsys.readouterr().out == wanted.getvalue()


@pytest.mark.parametrize(("columns", "rows"), TABLES)
def test_a_table_is_written_as_rich_writes_it(
    columns: tuple[str, ...],
    rows: list[list[str]],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Voice().table(columns, rows)
    short = capsys.readouterr().out
    monkeypatch.setattr(Voice, "_is_simple", lambda _self: False)
    Voice().table(columns, rows)
    assert short == capsys.readouterr().out


def test_a_terminal_gets_bold_headings_and_rich_what_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    shown = Terminal()
    monkeypatch.setattr(sys, "stdout", shown)
    monkeypatch.setenv("TERM", "xterm")
    Voice().table(("id", "name"), [["a1", "Editor"]])
    assert shown.getvalue() == "\x1b[1mid  name  \x1b[0m\na1  Editor\n"
    Voice().print("Failed.", style="bold red", markup=False)
    assert "\x1b[1;31mFailed." in shown.getvalue()
