"""A word that nothing explains, or one that turns a meaning around, never goes along with a write.

Requests that are served are asked again with such a word in them: then something has to be asked first.
"""

import json
import re
from typing import Any

import pytest

from proofroom.wiring import Studio
from tests.demo.conversation import Talk, demo_project, model_tools, offline_model
from tests.demo.test_first_sight import FILE, effects

pytestmark = pytest.mark.timeout(480)

ALIEN = ("velvet", "gargoyle", "kadife", "sponsor", "reluctant")
TURNING = (
    " unless Jonas objects",
    " but only half of it",
    ", or maybe the other one",
    ", as long as nobody complains",
)
REMARK = re.compile(r", she's sending a reluctant new one")
"""A clause that only tells why may have any word."""
EVERY = 9
"""Every so many of the requests that write something are asked again."""
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|'[^']{3,}'")


def variants(text: str, number: int) -> list[tuple[str, str]]:
    """Return a request with a strange word in its middle, and in English with a turn at its end."""
    quoted = [one.span() for one in _QUOTED.finditer(text)]
    places = [one.start() for one in re.finditer(r"(?<=\w)\s(?=\w)", text)]
    places = [at for at in places if not any(start <= at < end for start, end in quoted)]
    word, at = ALIEN[number % len(ALIEN)], places[len(places) // 2] if places else len(text)
    found = [(f"{text[:at]} {word}{text[at:]}", word)]
    if not re.search("[çğışöü]", text):
        turn = TURNING[number % len(TURNING)]
        found.append((text.rstrip(" .!?") + turn, turn.strip(" ,")))
    return found


async def test_what_is_not_explained_is_asked_before_anything_is_written(studio: Studio) -> None:
    project, driver, tools = await demo_project(studio), offline_model(), model_tools(studio)
    seen, wrong, asked = dict[str, tuple[bool, str]](), list[str](), 0
    cases: list[Any] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
    found = [one for one in cases if one["project"] == "demo" and len(one["turns"]) == 1 and one.get("gets")]
    for number, case in enumerate(found[::EVERY]):
        for text, strange in variants(case["turns"][0], number):
            said = await Talk(studio, project, driver, tools, seen=seen).say(text)
            got = dict(effects(studio, said))
            asked += 1
            is_value = strange in json.dumps(got, ensure_ascii=False)
            if got and not is_value and not REMARK.search(text):
                wrong.append(f"{case['id']} {text!r}: {got}")
    assert asked > 30
    assert not wrong, "\n".join(wrong)
