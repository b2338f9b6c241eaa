"""The server's own texts: valid content, the same keys in every language, each said somewhere."""

import ast
import json
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import proofroom
from proofroom.content.format.project import Project
from proofroom.content.validation.project import validate_project
from proofroom.kernel.errors import NotFound, ProofroomError, ToolFailed, all_errors
from proofroom.kernel.strings import (
    LANGUAGES,
    Language,
    Text,
    folders,
    keep,
    kept,
    language_of,
    prompts,
    say,
    texts,
    translate,
    translate_all,
)
from proofroom.repository.json.text import render_json
from tests.content.memory_tree import MemoryTree

PLACE = re.compile(r"{(\w+)}")


@cache
def parsed() -> list[tuple[Path, list[ast.AST]]]:
    sources = sorted(Path(proofroom.__file__).parent.rglob("*.py"))
    return [(path, list(ast.walk(ast.parse(path.read_text("utf-8"))))) for path in sources]


NOTED = {
    "source": "human",
    "status": "published",
    "updated_at": "2026-11-15T12:00:00.000Z",
    "updated_by": "Proofroom",
}
CONFIG = {
    "version": 1,
    "stack": "other",
    "workflow": "review",
    "locales": {"default": "en", "supported": list(LANGUAGES)},
    "domains": ["system"],
}
MODEL = {
    "id": "messages",
    "name": "Messages",
    "kind": "dictionary",
    "domain": "system",
    "i18n": True,
    "title_field": "key",
}
ROOMS = {Path(str(folder)).parent.name: folder for folder in folders()}


def read(room: str, language: Language) -> dict[str, str]:
    return json.loads((ROOMS[room] / f"{language}.json").read_bytes())


@pytest.mark.parametrize("room", ROOMS)
def test_the_texts_of_a_room_are_a_dictionary_without_an_error_or_a_warning(room: str) -> None:
    files = {
        ".contentrain/config.json": render_json(CONFIG),
        ".contentrain/models/messages.json": render_json(MODEL),
    }
    for language in LANGUAGES:
        files[f".contentrain/content/system/messages/{language}.json"] = (
            ROOMS[room] / f"{language}.json"
        ).read_bytes()
        files[f".contentrain/meta/messages/{language}.json"] = render_json(
            NOTED | {"updated_by": "Proofroom"}
        )
    report = validate_project(Project(MemoryTree(files)))
    assert [issue.as_dict() for issue in report.issues if issue.severity != "notice"] == []
    assert report.models_checked == 1


def test_prompts_are_dictionaries_too() -> None:
    for folder in ROOMS.values():
        if (folder / "prompts.json").is_file():
            raw = (folder / "prompts.json").read_bytes()
            assert raw == render_json(json.loads(raw))
    assert {"platform", "untrusted", "delegation", "agent.assistant", "agent.editor"} <= prompts().keys()


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_has_the_bytes_that_the_content_room_writes(room: str, language: Language) -> None:
    raw = (ROOMS[room] / f"{language}.json").read_bytes()
    assert raw == render_json(json.loads(raw))


@pytest.mark.parametrize("room", ROOMS)
def test_every_language_has_every_key_with_the_same_placeholders(room: str) -> None:
    english = read(room, "en")
    for language in LANGUAGES:
        other = read(room, language)
        assert set(other) == set(english)
        wrong = [
            key for key, text in english.items() if set(PLACE.findall(text)) != set(PLACE.findall(other[key]))
        ]
        assert wrong == []


def test_a_key_stands_in_one_room() -> None:
    assert len(texts("en")) == sum(len(read(room, "en")) for room in ROOMS)


def test_every_error_has_its_next_step_in_every_language() -> None:
    for error in all_errors():
        assert error.usual_suggestion().to("tr") != error.usual_suggestion()
    assert ToolFailed.usual_suggestion() == say("next.internal")


def _first_arguments() -> Iterator[tuple[str, ast.expr, set[str] | None]]:
    """Return what `say` is called with: where, its key, and the names of its values where they are known."""
    for path, nodes in parsed():
        for node in nodes:
            if not (isinstance(node, ast.Call) and node.args):
                continue
            if ast.unparse(node.func) in ("say", "request.say"):
                names = {one.arg for one in node.keywords}
                known = None if None in names else {name for name in names if name}
                yield f"{path.name}:{node.lineno}", node.args[0], known


def _keys_said() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the keys that the code names, and patterns of those that it puts together."""
    whole: set[str] = {
        node.value
        for _, nodes in parsed()
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    tables = Path(proofroom.__file__).parent.rglob("*.toml")
    whole |= {word for table in tables for word in re.findall(r"[\w.]+", table.read_text("utf-8"))}
    rooms = tuple({f"{key.partition('.')[0]}." for key in texts("en")})
    patterns: list[re.Pattern[str]] = []
    for node in (node for _, nodes in parsed() for node in nodes if isinstance(node, ast.JoinedStr)):
        parts = [str(part.value) if isinstance(part, ast.Constant) else "" for part in node.values]
        if parts and parts[0].startswith(rooms):
            patterns.append(re.compile("".join(re.escape(part) or ".+" for part in parts)))
    return whole, patterns


def test_every_text_is_said_somewhere() -> None:
    whole, patterns = _keys_said()
    patterns.append(re.compile(r"next\.(" + "|".join(error.code for error in all_errors()) + ")"))
    unused = [
        key
        for key in texts("en")
        if not {key, key.removesuffix(".next")} & whole and not any(one.fullmatch(key) for one in patterns)
    ]
    assert unused == []


def test_every_key_that_is_said_has_a_text_and_its_values() -> None:
    wrong: list[str] = []
    for place, key, names in _first_arguments():
        if not isinstance(key, ast.Constant):
            continue
        english = texts("en")
        if key.value not in english:
            wrong.append(f"{place} has no text: {key.value}")
        elif names is not None:
            wanted = set(PLACE.findall(english[key.value] + english.get(f"{key.value}.next", "")))
            missing, extra = wanted - names, names - wanted
            only_next = missing <= set(PLACE.findall(english.get(f"{key.value}.next", "")))
            if extra or (missing and not only_next):
                wrong.append(f"{place} {key.value}: missing {missing}, not used {extra}")
    assert wrong == []


def _spoken(node: ast.expr) -> bool:
    """Tell whether an expression is a sentence written here instead of a text said by its key."""
    if isinstance(node, ast.JoinedStr):
        return True
    if isinstance(node, ast.BoolOp):
        return any(map(_spoken, node.values))
    if isinstance(node, ast.IfExp):
        return _spoken(node.body) or _spoken(node.orelse)
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def test_no_error_finding_or_check_has_its_sentence_in_the_code() -> None:
    errors = {error.__name__ for error in all_errors()}
    sentences = {"Finding": (2,), "Issue": (2,), "SchemaWarning": (3,), "Check": (3, 4), "Verdict": (1, 2)}
    inline: list[str] = []
    for path, nodes in parsed():
        for node in nodes:
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            places = (0,) if name in errors else sentences.get(name, ())
            told = [node.args[at] for at in places if at < len(node.args)]
            told += [one.value for one in node.keywords if one.arg in ("message", "suggestion") and places]
            if any(map(_spoken, told)):
                inline.append(f"{path.name}:{node.lineno} {name}")
    assert inline == []


def test_a_text_reads_as_english_and_is_said_in_any_language() -> None:
    said = NotFound(say("agents.none_called", name="Rosa"))
    assert str(said) == said.message == "There is no agent called Rosa."
    assert said.suggestion == "List the agents to see their names."
    assert translate(said.message, "tr") == "Rosa adında bir ajan yok."
    assert translate(said.suggestion, "tr") == "Adlarını görmek için ajanları listeleyin."
    assert translate(said.message, "en") == said.message
    again = pickle.loads(pickle.dumps(said.message))
    assert again.to("tr") == "Rosa adında bir ajan yok."


def test_an_error_takes_the_words_of_others_and_the_usual_next_step() -> None:
    error = ProofroomError("Nobody has translated this.")
    assert translate(error.message, "tr") == "Nobody has translated this."
    assert error.suggestion == say("next.internal")
    assert NotFound(say("access.no_key")).suggestion == say("next.not_found")
    assert NotFound(say("agents.none_called", name="x"), suggestion="Ask.").suggestion == "Ask."


def test_a_stored_sentence_is_recognised_with_what_varies_in_it() -> None:
    assert translate("There is no agent called Rosa.", "tr") == "Rosa adında bir ajan yok."
    assert translate("You are not signed in.", "tr") == "Oturum açmadınız."
    braces = "{count} is used by a {places} b. Nothing was deleted."
    assert translate(braces, "tr").startswith("{count} şurada kullanılıyor: a {places} b.")


def test_only_sentences_of_ours_change_in_a_body() -> None:
    body = {"message": say("access.no_key"), "list": [say("access.no_role"), "There is no such key."], "n": 1}
    told = translate_all(body, "tr")
    expected = ["Böyle bir rol yok.", "There is no such key."]
    assert told == {"message": "Böyle bir anahtar yok.", "list": expected, "n": 1}
    assert translate_all(body, "en") is body


def test_a_text_inside_a_text_is_translated_too() -> None:
    inner = say("access.no_key")
    assert say("agents.none_called", name=inner).to("tr") == "Böyle bir anahtar yok. adında bir ajan yok."


@pytest.mark.parametrize(
    ("header", "language"),
    [("", "en"), ("tr-TR,tr;q=0.9,en;q=0.8", "tr"), ("de, tr;q=0.5", "tr"), ("en-GB", "en"), ("fr", "en")],
)
def test_the_language_a_browser_asks_for(header: str, language: str) -> None:
    assert language_of(header) == language


def test_a_sentence_is_stored_by_its_key_and_values_and_comes_back_whole() -> None:
    said = say("content.merge_failed", branch="cr/chat/c1/1-a", why=say("content.nothing_to_undo"))
    again = kept(keep(said))
    assert isinstance(again, Text)
    assert (again, again.key, again.values["branch"]) == (said, said.key, "cr/chat/c1/1-a")
    assert again.to("tr") == said.to("tr") != said


@pytest.mark.parametrize("text", ["", "Somebody's own words.", '{"key": "content.none", "values": {}}', "{"])
def test_what_is_no_sentence_of_ours_is_stored_as_it_is(text: str) -> None:
    assert kept(keep(text)) == text
