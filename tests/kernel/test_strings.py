"""The server's own texts: valid content, the same keys in every language, and sentences that really occur."""

import ast
import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path

import pytest

import proofroom
from proofroom.content.format.json_text import render_json
from proofroom.content.format.project import Project
from proofroom.content.format.tree import MemoryTree
from proofroom.content.validation.project import validate_project
from proofroom.kernel.errors import NotFound, ProofroomError, all_errors
from proofroom.kernel.strings import (
    FOLDER,
    LANGUAGES,
    Dictionary,
    agent_message,
    dictionary,
    error_message,
    language_of,
    prompts,
    translate,
)

NAMES: tuple[Dictionary, ...] = ("error-messages", "agent-messages")
PLACE = re.compile(r"{\w+}")


def files(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for child in folder.iterdir():
        if child.is_dir():
            yield from files(child, f"{path}/{child.name}")
        else:
            yield f"{path}/{child.name}", child.read_bytes()


def test_the_dictionaries_are_a_content_project_without_an_error_or_a_warning() -> None:
    found = dict(files(FOLDER, ".contentrain"))
    report = validate_project(Project(MemoryTree(found)))
    assert [issue.as_dict() for issue in report.issues if issue.severity != "notice"] == []
    assert report.models_checked == len(NAMES) + 1


def test_prompts_are_a_dictionary_too() -> None:
    raw = (FOLDER / "content" / "system" / "prompts" / "data.json").read_bytes()
    assert raw == render_json(prompts())
    assert {"platform", "untrusted", "delegation", "agent.assistant", "agent.editor"} <= prompts().keys()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_has_the_bytes_that_the_content_room_writes(name: Dictionary, language: str) -> None:
    raw = (FOLDER / "content" / "system" / name / f"{language}.json").read_bytes()
    assert raw == render_json(dictionary(name, language))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", NAMES)
def test_every_language_has_every_key_with_the_same_placeholders(name: Dictionary) -> None:
    english = dictionary(name, "en")
    for language in LANGUAGES:
        other = dictionary(name, language)
        assert set(other) == set(english)
        wrong = [
            key for key, text in english.items() if set(PLACE.findall(text)) != set(PLACE.findall(other[key]))
        ]
        assert wrong == []


def test_every_error_has_its_next_step_in_every_language() -> None:
    for error in all_errors():
        if error.__module__ != "proofroom.kernel.errors":
            continue
        owner = next(one for one in error.__mro__ if "default_suggestion" in vars(one))
        assert issubclass(owner, ProofroomError)
        assert error_message(f"next.{owner.code}") == error.default_suggestion
        assert translate(error.default_suggestion, "tr") == error_message(f"next.{owner.code}", "tr")


def _sentences() -> set[str]:
    """Return every text in the source, what varies in it as {}."""
    found: set[str] = set()
    for path in Path(proofroom.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else "{}" for part in node.values]
                found.add("".join(map(str, parts)))
    return found


def test_every_translated_message_is_one_that_the_code_still_says() -> None:
    said = {re.sub(r"(?:{})+", "{}", text) for text in _sentences()}
    kept = dictionary("error-messages", "en").items()
    gone = [key for key, text in kept if PLACE.sub("{}", text) not in said]
    assert gone == []


def test_a_message_is_translated_with_what_varies_in_it() -> None:
    said = NotFound("There is no agent called Rosa.", suggestion="List the agents to see their names.")
    assert translate(said.message, "tr") == "Rosa adında bir ajan yok."
    assert translate(said.suggestion, "tr") == "Adlarını görmek için ajanları listeleyin."
    assert translate(said.message, "en") == said.message
    assert translate("Nobody has translated this.", "tr") == "Nobody has translated this."
    braces = "{count} is used by a {places} b. Nothing was deleted."
    assert translate(braces, "tr").startswith("{count} şurada kullanılıyor: a {places} b.")


def test_agent_messages_take_their_values_and_fall_back_to_english() -> None:
    assert agent_message("forms.approved", who="Ada") == "Approved the submission of Ada"
    assert agent_message("forms.approved", "tr", who="Ada") == "Ada başvurusu onaylandı"


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("tr-TR,tr;q=0.9,en;q=0.8", "tr"), ("de, tr;q=0.5", "tr"), ("en-GB", "en"), ("fr", "en")],
)
def test_the_language_a_browser_asks_for(header: str, language: str) -> None:
    assert language_of(header) == language
