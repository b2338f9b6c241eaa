"""Sets of requests, each written before anybody tried them, judged by what the person gets.

`gets` is what is written, as `model/entry/field[@locale]`; `says` is what an answer has to tell; `asks` marks
what is unclear or impossible. Nothing may be written that was not asked for, whatever else is understood.
"""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from proofroom.providers.offline import Call
from proofroom.wiring import Studio
from tests.demo.conversation import Talk, demo_project, model_tools, offline_model, writes
from tests.demo.judge import Conduct, is_subset
from tests.demo.second import build_second
from tests.demo.third import build_third

pytestmark = pytest.mark.timeout(480)  # seven hundred turns: seconds on a quiet machine

FILE = Path(__file__).parents[1] / "data/offline/first-sight.jsonl"
LEFT = {
    "A": 2,
    "B": 1,
    "C": 4,
    "D": 0,
    "E": 0,
    "F": 2,
    "G": 0,
    "H": 0,
    "K": 1,
    "M": 7,
    "R": 40,
    "S": 2,
    "X": 7,
    "Y": 18,
    "P": 0,
    "Q": 2,
    "T": 5,
    "U": 4,
    "V": 17,
    "W": 7,
    "Z": 6,
    "I": 5,
    "J": 3,
    "L": 3,
    "N": 12,
    "O": 0,
    "AA": 1,
    "BB": 0,
}
"""How many of each set are not served, at most; nothing at all may be written wrong."""
THIRD = ("cookery", "museum", "hotel", "club", "festival", "costumes")
_SINGLE = ("site-settings", "shop-info", "school", "house", "hotel", "club", "festival", "shop-settings")
RECORDS = (*_SINGLE, "ui-labels", "shop-texts", "phrases", "signs", "captions", "labels", "wording")


async def test_what_people_ask_for_is_what_they_get(studio: Studio) -> None:
    score = await ask_all(studio, FILE)
    assert score.wrong == []
    for name, most in LEFT.items():
        left = [told for told in score.left if told.partition(" ")[0].rstrip("0123456789") == name]
        assert len(left) <= most, "\n".join(left)


@pytest.mark.skipif("PROOFROOM_REQUESTS" not in os.environ, reason="no file of requests is named")
async def test_any_file_of_requests_is_scored(studio: Studio) -> None:
    """Score the file that `PROOFROOM_REQUESTS` names; `-s` shows every request that was not served."""
    score = await ask_all(studio, Path(os.environ["PROOFROOM_REQUESTS"]))
    for told in score.left:
        print("LEFT ", told)
    for told in score.wrong:
        print("WRONG", told)
    print(f"{score.served} of {score.count} served, {len(score.wrong)} written wrong")
    assert score.wrong == []


@dataclass
class Score:
    """How requests of a file went: written wrong, and not served, each with what was said."""

    count: int = 0
    wrong: list[str] = field(default_factory=list[str])
    left: list[str] = field(default_factory=list[str])

    @property
    def served(self) -> int:
        """How many got what they asked for."""
        return self.count - len(self.wrong) - len(self.left)


async def ask_all(studio: Studio, file: Path) -> Score:
    """Ask every request of a file on the project that it names."""
    demo = await demo_project(studio)
    second = await studio.access.projects.create(await studio.operator(), "Toolhouse")
    await build_second(studio, second)
    projects = {"demo": demo, "second": second.id}
    projects |= {name: await build_third(studio, name) for name in THIRD}
    driver, tools, score = offline_model(), model_tools(studio), Score()
    seen = dict[str, tuple[bool, str]]()
    for case in map(json.loads, file.read_text("utf-8").splitlines()):
        talk = Talk(studio, projects[case["project"]], driver, tools, seen=seen)
        turns = [await talk.say(text) for text in case["turns"]]
        said, got = turns[-1], dict(effects(studio, turns[-1]))
        whole = {place: value for one in turns for place, value in effects(studio, one)}
        gets: dict[str, Any] = case.get("gets") or {}
        wanted = await changing(talk, gets, whole) if got else gets
        whole, got = await changing(talk, whole, gets), await changing(talk, got, gets)
        got = whole if are_same(wanted, whole) else got
        told = f"{case['id']} {case['turns']}: {got} {said.answer[:200]!r}"
        score.count += 1
        if got and not are_same(wanted, got):
            score.wrong.append(told)
        elif not is_served(case | {"gets": wanted}, got, said.answer):
            score.left.append(told)
    return score


async def changing(talk: Talk, places: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return what is wanted or written, but for what stands there already and the other does not name."""
    left = dict(places)
    for place in [one for one in places if one.count("/") == 2 and one not in other]:
        (model, entry, name), locale = place.partition("@")[0].split("/"), place.partition("@")[2]
        own = await talk.entry(model, entry, locale)
        stands = bool(own.get(name)) if isinstance(places[place], bool) else own.get(name)
        if own and stands == places[place]:
            del left[place]
    return left


def is_served(case: dict[str, Any], got: dict[str, Any], answer: str) -> bool:
    """Tell whether somebody gets what they asked for; a question is right only where one is wanted."""
    if case.get("asks"):
        return bool(answer.strip())
    return bool(got) == bool(case.get("gets")) and all(
        one.casefold() in answer.casefold() for one in case.get("says", [])
    )


def effects(studio: Studio, said: Conduct) -> Iterator[tuple[str, Any]]:
    """Yield what calls change, whichever calls those are."""
    for call in (one for one in said.calls if writes(studio, one)):
        model, given = call.input.get("model"), call.input
        if call.tool == "save_content":
            at = f"@{given['locale']}" if given.get("locale") else ""
            for entry, fields in _saved(call):
                for name, value in fields.items():
                    yield f"{model}/{entry}/{name}{at}", value
        elif call.tool in ("update_status", "delete_content"):
            for entry in given["entryIds"]:
                place = f"{model}/{entry}"
                yield (f"{place}/status", given["status"]) if "status" in given else (place, None)
                if given.get("publish_at"):
                    yield f"{place}/at", given["publish_at"]
        else:
            yield call.tool, given


def _saved(call: Call) -> list[tuple[str, dict[str, Any]]]:
    given = call.input
    data = cast("dict[str, Any]", given.get("data") or {})
    body = {"body": given["body"]} if "body" in given else {}
    ids = given.get("entryIds") or ([given["slug"]] if given.get("slug") else [])
    if ids:
        return [(one, data | body) for one in ids]
    is_rows = given["model"] not in RECORDS and all(isinstance(one, dict) for one in data.values())
    return list(data.items()) if is_rows else [("", data)]


def are_same(wanted: dict[str, Any], got: dict[str, Any]) -> bool:
    """Tell whether everything that is wanted was written, and nothing else."""
    left = {
        place: value
        for place, value in got.items()
        if not (place.partition("@")[0].endswith("/body") and value == "")
    }
    fresh = {place.split("/")[0] for place in wanted if "/new/" in place}
    for place in [one for one in left if one.split("/")[0] in fresh]:
        model, _, name = place.split("/", 2)
        left[f"{model}/new/{name}"] = left.pop(place)
    wanted = {
        place: value
        for place, value in wanted.items()
        if not ("/new/" in place and place.endswith("/status"))
    }
    for place, value in wanted.items():
        written = [left.pop(one) for one in list(left) if one == place or one.partition("@")[0] == place]
        if not written or not all(_is_it(value, one) for one in written):
            return False
    return not left


def _is_it(wanted: Any, written: Any) -> bool:
    if isinstance(wanted, list) and isinstance(written, list):
        return sorted(cast("list[str]", wanted)) == sorted(cast("list[str]", written))
    return written is None if wanted is None else is_subset(wanted, written)
