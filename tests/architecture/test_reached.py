"""Built means reached: no public name is there that no door leads to.

`../shared/tools/unreached` follows names from the doors; what it lists is reached by nobody, or by a library.
"""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.house import sources

ROOT = Path(__file__).parents[2]
TOOL = ROOT.parent / "shared/tools/unreached"
BY_LIBRARIES = {
    "cli/commands.py": "typer asks a group for its commands",
    "cli/loopback.py": "httptools calls a parser's hooks",
    "repository/git/callbacks.py": "pygit2 calls back",
    "store/sqlite.py": "SQLAlchemy calls a cursor",
    "store/types.py": "SQLAlchemy converts values",
    "workflows/template/archive.py": "zipfile asks a file what it can",
}


@pytest.mark.skipif(not TOOL.exists(), reason="the shared tools are not beside this project")
def test_every_public_name_is_reached_from_a_door() -> None:
    said = subprocess.run(
        [sys.executable, str(TOOL), str(ROOT)], capture_output=True, text=True, check=False
    ).stdout
    found = [line.removeprefix("src/proofroom/").split() for line in said.splitlines() if ".py:" in line]
    listed = [(place.rpartition(":")[0], name) for place, name in found]
    unreached = [f"{place} {name}" for place, name in listed if place not in BY_LIBRARIES]
    assert unreached == [], "reach it from a door, or let it go"
    assert set(BY_LIBRARIES) <= {place for place, _ in listed}, "what is reached by now needs no reason"


def test_every_name_of_a_module_is_used_somewhere() -> None:
    trees = {name: tree for name, tree in sources().items() if "/versions/" not in name}
    read = {word for tree in trees.values() for word in _read(tree)}
    made = {(name, word) for name, tree in trees.items() for word in _made(tree)}
    unused = {f"{name} {word}" for name, word in made if word not in read}
    assert {one for one in unused if one not in ONLY_TESTS} == set(), "use it, or let it go"
    assert set(ONLY_TESTS) <= unused, "what is used by now needs no reason"


ONLY_TESTS: dict[str, str] = {}
"""A name that the package itself does not use → the reason it is there."""


def _made(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module gives to values: constants and types."""
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        yield from (one.id for one in targets if isinstance(one, ast.Name) and not one.id.startswith("__"))


def _read(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module reads, and the words of its texts: some names are looked up by them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
            yield node.value
