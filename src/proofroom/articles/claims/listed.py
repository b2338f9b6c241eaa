"""Lists of words by their name, read from the file beside this module."""

from functools import cache
from importlib import resources


def listed(name: str) -> tuple[str, ...]:
    """Return the words of a list."""
    return _lists()[name]


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    text = resources.files(__name__.rpartition(".")[0]).joinpath("words/lists.txt").read_text("utf-8")
    found: dict[str, tuple[str, ...]] = {}
    name = ""
    for line in text.splitlines():
        if line.endswith(":"):
            name = line[:-1]
        elif line.startswith("  "):
            found[name] = (*found.get(name, ()), *line.split())
    return found
