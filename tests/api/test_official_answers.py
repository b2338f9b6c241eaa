"""The official server's scenarios, replayed on ours: the same answers, the same files.

`tests/data/official-mcp-answers.json` was made by running the official server (3.1) on inputs of ours: each
answer by path, with sentences left out, and the files that lay on its content branch at the end. Ours may
say more than the official answer, never less; where it answers otherwise on purpose, the reason stands below.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import Browser
from tests.api.test_mcp import connect, empty_project, make_key

SCENARIOS = json.loads((Path(__file__).parents[1] / "data/official-mcp-answers.json").read_text("utf-8"))

OTHERWISE: dict[tuple[str, int], str] = {
    ("every-place", 23): "quotation marks, objects and spaces of front matter are read as YAML says",
    ("every-place", 34): "the sample of a document is the document",
    ("every-place", 39): "so an object in front matter is no error",
    ("every-place", 41): "a file is told by where it lies",
    ("every-place", 44): "a file is told by where it lies",
    ("every-kind", 21): "what is left after the cure is told, not what was found before it",
    ("every-kind", 29): "an entry that is not there is refused, not told as deleted",
    ("shapes-and-bulk", 12): "booleans in front matter stay booleans, so a second save is valid",
    ("shapes-and-bulk", 18): "the sample of a document is the document",
    ("shapes-and-bulk", 22): "booleans in front matter stay booleans, and a schedule is no field",
    ("shapes-and-bulk", 28): "a language that the project does not have is refused",
    ("shapes-and-bulk", 30): "documents are copied too",
    ("shapes-and-bulk", 31): "documents have a status too",
    ("shapes-and-bulk", 35): "what was not there is listed, not counted",
    ("shapes-and-bulk", 41): "a model in use is refused with an error",
    ("shapes-and-bulk", 47): "follows from the saves above",
}
"""Steps that are answered otherwise, and why."""
WARNINGS = re.compile(r"\.(warnings|results\[\d+\]\.advisories)\[")
"""Ours warn about what was saved; the official ones also about the rest of the model."""
PLACES = ("docs", "src")
"""Folders of content besides the one that is always there."""
SYNCED = re.compile(r"\.synced\[\d+\]$")
"""In which order files came along tells nothing."""
BRANCH = "cr/new/init/<stamp>"
"""A new project has no branch of its own for its first commit here: it lands on the content branch."""
FILES_OTHERWISE = {".contentrain/meta/guides/start-here/en.json": "documents have a status too"}


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario["name"])
async def test_the_official_scenarios_give_the_same_answers_and_files(
    owner: Browser, scenario: dict[str, Any]
) -> None:
    name, studio = scenario["name"], owner.studio
    project_id = await empty_project(owner)
    differing: list[str] = []
    async with connect(f"{owner.url}/mcp", await make_key(owner, "admin")) as caller:
        for number, step in enumerate(scenario["steps"]):
            is_fine, answer = await caller.try_to(step["tool"], **step["arguments"])
            if (name, number) in OTHERWISE:
                continue
            if is_fine == step["isError"]:
                differing.append(f"{number} {step['tool']}: fine is {is_fine}: {answer}")
            differing += [f"{number} {step['tool']} {line}" for line in missing(step["answer"], answer)]
    assert not differing, "\n".join(differing)
    project = await studio.contents.read(project_id, None, lambda found: found)
    places = [
        ".contentrain",
        *(place for place in PLACES if any(one.startswith(place) for one in scenario["files"])),
    ]
    held = {path: project.tree.read(path) or b"" for place in places for path in project.tree.list(place)}
    ours = {path: TIME.sub("<time>", data.decode()) for path, data in held.items()}
    official = {path: text for path, text in scenario["files"].items() if path not in FILES_OTHERWISE}
    assert {path: text for path, text in ours.items() if path not in FILES_OTHERWISE} == official


TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)")
COMMIT = re.compile(r"[0-9a-f]{40}")
STAMP = re.compile(r"\d{10,13}-[0-9a-z]{4}$")


def missing(expected: dict[str, Any], answer: dict[str, Any]) -> Iterator[str]:
    """Yield the paths of an official answer that ours does not have, or has otherwise."""
    synced = answer.get("git", {}).get("sync", {}).get("synced", [])
    ours = dict(by_path(answer))
    for path, value in expected.items():
        if SYNCED.search(path) and value in synced:
            continue
        got = ours.get(path, "<absent>")
        if not WARNINGS.search(path) and value != BRANCH and not fits(value, got):
            yield f"{path}: {value!r} is {got!r}"


def by_path(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the leaves of an answer by their paths; empty ones count as leaves."""
    if isinstance(value, dict) and value:
        for key, part in value.items():
            yield from by_path(part, f"{path}.{key}")
    elif isinstance(value, list) and value:
        for index, part in enumerate(value):
            yield from by_path(part, f"{path}[{index}]")
    else:
        yield path, value


def fits(value: Any, got: Any) -> bool:
    """Tell whether a value is the recorded one, or of the kind that stands for it."""
    if not isinstance(value, str) or not isinstance(got, str) or got == "<absent>":
        return type(value) is type(got) and value == got
    match value:
        case "<text>":
            return bool(got)
        case "<time>":
            return TIME.fullmatch(got) is not None
        case "<id>":
            return re.fullmatch(r"[0-9a-f]{12}", got) is not None
        case "<commit>":
            return COMMIT.fullmatch(got) is not None
        case _:
            return STAMP.sub("<stamp>", got) == value
