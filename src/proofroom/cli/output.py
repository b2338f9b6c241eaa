"""How commands speak: tables and sentences for people, JSON for machines, exit codes for both.

Exit codes: 0 done, 1 an explained error, 2 wrong usage, 3 the run failed or was interrupted, 4 the run was
stopped, 5 the run waits for a person.
"""

import re
import sys
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import orjson

from proofroom.cli.voice import Voice
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.place import find_place
from proofroom.kernel.strings import translate

FAILED = 1
RUN_FAILED = 3
RUN_STOPPED = 4
RUN_WAITS = 5

COMMANDS = {
    "brain_query": "content list",
    "brain_search": "content search",
    "init_project": "content init",
    "list_branches": "content branches",
    "save_content": "content save",
    "listMcpTools": "connect mcp",
}
"""What does from a terminal what a tool does for an agent."""
_TOOLS = re.compile(rf"\b(?:{'|'.join(COMMANDS)})\b")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)")
console = Voice()
errors = Voice(is_for_errors=True)


def print_json(value: Any) -> None:
    """Write one JSON document."""
    sys.stdout.buffer.write(orjson.dumps(value, option=orjson.OPT_INDENT_2) + b"\n")
    sys.stdout.flush()


def print_line(line: bytes) -> None:
    """Write one line of NDJSON at once, so that a reader sees it as it happens."""
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.flush()


def show_error(error: ProofroomError) -> None:
    """Say what happened and what to do next, in the language of the settings."""
    try:
        language = find_place().language
    except ValueError:
        language = "en"  # the settings themselves may be what is wrong
    errors.print(translate(error.message, language), style="bold red", markup=False)
    errors.print(in_commands(translate(error.suggestion, language)), markup=False)


def in_commands(text: str) -> str:
    """Return a sentence with commands where it names tools of agents: only commands can be typed here."""
    return _TOOLS.sub(lambda found: f"`proofroom {COMMANDS[found[0]]}`", text)


def in_words(cell: object) -> str:
    """Return a value as a person reads it: yes and no, and moments of this machine's clock to the minute."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    text = str(cell)
    if _MOMENT.fullmatch(text):
        return datetime.fromisoformat(text).astimezone().strftime("%Y-%m-%d %H:%M")
    return text


def show_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Show rows as a plain table."""
    console.table(columns, [[in_words(cell) for cell in row] for row in rows])


def show_fields(
    rows: Sequence[dict[str, Any]], fields: Sequence[str], headings: Sequence[str] | None = None
) -> None:
    """Show some fields of rows as a table, below their own names or other headings."""
    show_table(headings or fields, [[row[field] for field in fields] for row in rows])
