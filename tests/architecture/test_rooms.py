"""Every room shows its public names and says what it is for."""

import importlib
import re
import types

import pytest

from tests.architecture.house import rooms, sources


@pytest.mark.parametrize("room", rooms())
def test_the_public_names_of_a_room_are_its_namespace(room):
    module = importlib.import_module(f"proofroom.{room}")
    names = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    }
    assert names == set(module.__all__)
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
