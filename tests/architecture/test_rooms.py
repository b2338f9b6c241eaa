"""Every room shows its public names and says what it is for."""

import ast
import importlib
import re
import types

import pytest

from proofroom.wiring.rooms import ROOMS
from tests.architecture.house import rooms, sources


def imported(tree: ast.Module) -> list[str]:
    """Return the modules that a module imports from."""
    return [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]


@pytest.mark.parametrize("room", rooms())
def test_the_public_names_of_a_room_are_its_namespace(room):
    module = importlib.import_module(f"proofroom.{room}")
    for name in module.__all__:
        assert getattr(module, name), "what is imported on use must be there to be used"
    names = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert names - {"TYPE_CHECKING", "lazily"} == set(module.__all__)
    assert len(module.__all__) == len(set(module.__all__))


@pytest.mark.parametrize("room", rooms())
def test_a_room_says_what_it_is_for_and_what_it_must_not_know(room):
    text = importlib.import_module(f"proofroom.{room}").__doc__ or ""
    heading, _, paragraph = text.partition("\n\n")
    assert heading.strip().endswith("."), "the first line is a sentence"
    limit = re.search(r"\b(not|no|nothing|nowhere|only|never|neither)\b", paragraph)
    assert limit, "the paragraph names a limit"


def test_every_folder_of_the_package_is_a_room_or_the_built_web_app():
    folders = {name.partition("/")[0] for name in sources() if "/" in name}
    assert folders - {"ui"} == set(rooms())


@pytest.mark.parametrize("room", rooms())
def test_no_module_repeats_the_name_of_its_room(room):
    repeated = [name for name in sources() if name.startswith(f"{room}/") and name.endswith(f"/{room}.py")]
    assert repeated == []


def test_the_wiring_knows_rooms_by_their_names_in_one_list_only():
    known = {*ROOMS, "entities", "site", "workflows", "evals"}
    found = {
        f"{name} imports {module}"
        for name, tree in sources().items()
        if name.startswith(("wiring/", "house/"))
        for module in imported(tree)
        if module.split(".")[0] == "proofroom" and known & set(module.split(".")[1:2])
    }
    assert found <= {"wiring/studio.py imports proofroom.content.contents"}, "let the room bring it"


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_plugs_in_by_one_function(room):
    assert callable(importlib.import_module(f"proofroom.{room}.room").room)
