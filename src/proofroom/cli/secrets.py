"""What commands read of secrets, and how they say that a connection was tried."""

import os
import sys
from pathlib import Path
from typing import Any

from proofroom.cli.output import console
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say


def read_pair(text: str) -> tuple[str, str]:
    """Read NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise InvalidInput(say("cli.name_value", text=name))
    return name, value


def read_secret(source: str) -> str:
    """Read a secret from a variable, a file or standard input."""
    kind, _, rest = source.partition(":")
    if source == "-":
        return sys.stdin.readline().rstrip("\n")
    if kind == "env" and rest:
        if rest not in os.environ:
            raise InvalidInput(say("cli.variable", name=rest))
        return os.environ[rest]
    if kind == "file" and rest:
        path = Path(rest)
        if not path.is_file():
            raise InvalidInput(say("files.none", path=path))
        return path.read_text().strip()
    raise InvalidInput(say("cli.secret_plain"))


def say_trial(tested: dict[str, Any] | None) -> None:
    """Say how the test of a connection went."""
    if tested is None:
        return
    mark = "✓" if tested["ok"] else "✗"
    console.print(f"{mark} {tested['message']} ({tested['durationMs']} ms)", markup=False)
    if not tested["ok"] and tested["suggestion"]:
        console.print(f"  {tested['suggestion']}", markup=False, soft_wrap=True)
