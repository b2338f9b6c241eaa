"""A class has a name of its own: a reader who looks for it lands there, and a generated client can use it."""

import ast
import importlib
import json
from collections import Counter
from functools import cache

from tests.architecture.house import ROOT, rooms, sources

MOST = 2
"""Rooms are namespaces, so a name may stand for two things; the third gets its exact word."""

CHARMING = {
    *("Almanac", "Custody", "Desk", "Grip", "Letterbox", "Lookout", "Reach", "Settle", "Shelf", "Sight"),
    *("Surroundings", "Taken", "Foreseen", "Rehearse", "Chronicle"),
}
"""Words that a reader does not look for: what they stood for is called by its exact word."""


@cache
def classes() -> Counter[str]:
    """Count the public classes of the package by their name."""
    return Counter(
        node.name
        for tree in sources().values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )


@cache
def exported() -> Counter[str]:
    """Count in how many rooms a name that is written like a class is exported."""
    modules = [importlib.import_module(f"proofroom.{room}") for room in rooms()]
    return Counter(
        name for module in modules for name in module.__all__ if name[0].isupper() and not name.isupper()
    )


def test_no_class_name_stands_for_more_than_two_things():
    assert {name: count for name, count in classes().items() if count > MOST} == {}


def test_no_class_is_called_by_a_word_that_nobody_looks_for():
    found = {
        f"{name}: {node.name}"
        for name, tree in sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and node.name.strip("_") in CHARMING
    }
    assert found == set()


def test_no_class_name_is_exported_by_two_rooms():
    assert {name for name, count in exported().items() if count > 1} == set()


def test_no_two_schemas_of_the_api_have_one_name():
    """FastAPI tells two of one name apart by their module, and generated clients break on that."""
    schemas = json.loads((ROOT / "web/openapi.json").read_text())["components"]["schemas"]
    assert [name for name in schemas if "__" in name] == []
