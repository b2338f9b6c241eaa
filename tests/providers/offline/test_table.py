"""Skills as data: patterns, slots, look-ups, answers and questions, as the how-to explains them."""

import tomllib
from collections.abc import Mapping
from typing import Any

import orjson
import pytest

from proofroom.providers.offline import Answer, Ask, Call, Made, Plan, Request, Result
from proofroom.providers.offline.language import language_of
from proofroom.providers.offline.slots import rows_of
from proofroom.providers.offline.table import table_playbook

TABLE = r"""
[skill.list_lamps]
told = true
says = ['<show> (?:me )?(?:all |the )*lamps?', '(?:tum )?lambalari (?:goster|listele)\w*']
tool = 'list_lamps'
answer = 'answer.media.listed'
rows = 'lamps'
row = '{name}: {colour}'
empty = 'answer.branches.none_open'

[skill.set_lamp]
says = [
  '(?:make|turn|set) {lamp} (?:to )?{colour}(?: at {brightness}(?: percent)?)?',
  "{lamp} (?:lambasini )?{colour} yap",
]
tool = 'set_lamp'
input = { lamp = '{lamp}', colour = '{colour}', options = { brightness = '{brightness}' } }
answer = 'answer.glossary.now_says'
values = { name = 'lamp', text = 'colour', locale = 'lamp.id' }
slot.lamp.find = { tool = 'list_lamps', rows = 'lamps', names = ['name'], nouns = 'lamps?|lamba\w*' }
slot.lamp.screen = 'lampId'
slot.lamp.ask = 'answer.media.which'
slot.colour = { choices = { red = 'red|kirmizi', blue = 'blue|mavi' } }
slot.brightness = { kind = 'number', optional = true }

[skill.group]
says = ['group {lamps} as {title}']
calls = [
  { tool = 'make_group', input = { title = '{title}' }, as = 'group' },
  { tool = 'fill_group', input = { group = '{group.id}', lamps = '{lamps}', note = 'for {title}' } },
]
answer = 'answer.branches.done_merge'
values = { branch = 'group.id' }
slot.lamps = { kind = 'list', find = { tool = 'list_lamps', rows = 'lamps', names = ['name'] } }
slot.title = { ask = 'answer.add.what' }

[skill.count_lamps]
says = ['how many lamps']
"""
LAMPS = [
    {"id": "l1", "name": "Desk", "colour": "white"},
    {"id": "l2", "name": "Reading corner", "colour": "red"},
    {"id": "l3", "name": "Hall corner", "colour": "red"},
]
TOOLS = frozenset({"list_lamps", "set_lamp", "make_group", "fill_group"})


def count(request: Request, said: Mapping[str, Any]) -> Plan:
    found: Result = yield Call("list_lamps")
    return Answer(str(len(found.rows("lamps"))))


PLAYBOOK = table_playbook("lamps", tomllib.loads(TABLE), {"count_lamps": count})


def made(text: str, **more: Any) -> tuple[list[Call], Answer | Ask | None]:
    """Return what a request does with lamps: the calls, and how it ends."""
    request = Request(text, language_of(text), "workspace", "x", more.pop("screen", {}), TOOLS, **more)
    skill = max(PLAYBOOK.skills, key=lambda one: one.match(request))
    if skill.match(request) < 0.5:
        return [], None
    plan, calls = skill.plan(request), list[Call]()
    answers = {
        "list_lamps": {"lamps": LAMPS},
        "set_lamp": {"proposal": "p1"},
        "make_group": {"id": "g7"},
        "fill_group": {"ok": True},
    }
    try:
        wanted = next(plan)
        while True:
            assert isinstance(wanted, Call)
            calls.append(wanted)
            wanted = plan.send(Result(True, orjson.dumps(answers[wanted.tool]).decode()))
    except StopIteration as end:
        return calls, end.value


def writes(text: str, **more: Any) -> list[dict[str, Any]]:
    return [call.input for call in made(text, **more)[0] if call.tool != "list_lamps"]


def test_rows_are_listed_under_a_sentence() -> None:
    _, end = made("Please show me all the lamps!")
    assert end == Answer("3 pictures:\n- Desk: white\n- Reading corner: red\n- Hall corner: red")


@pytest.mark.parametrize(
    ("text", "input"),
    [
        ("Turn the desk lamp red", {"lamp": "l1", "colour": "red", "options": {}}),
        (
            "make the lamp “Desk” blue at 40 percent",
            {"lamp": "l1", "colour": "blue", "options": {"brightness": 40}},
        ),
        ("Desk'i kırmızı yap", {"lamp": "l1", "colour": "red", "options": {}}),
        ("could you set reading corner to blue please", {"lamp": "l2", "colour": "blue", "options": {}}),
    ],
)
def test_a_request_fills_the_slots_of_a_call(text: str, input: dict[str, Any]) -> None:
    assert writes(text) == [input]


def test_what_waits_is_said_after_the_answer() -> None:
    _, end = made("Turn the desk lamp red")
    assert end is not None
    assert end.text.endswith("Desk: red (l1). It waits for review: you can accept or reject each change.")


def test_it_is_what_is_on_screen_or_what_was_spoken_of_last() -> None:
    assert writes("turn it red", screen={"lampId": "l3"})[0]["lamp"] == "l3"
    before = (Made(Call("set_lamp", {"lamp": "l2"}), Result(True, "{}")),)
    assert writes("make it blue", before=before)[0]["lamp"] == "l2"
    _, end = made("make it blue")
    assert isinstance(end, Ask)


def test_an_open_question_is_settled_by_the_answer() -> None:
    _, end = made("turn corner red")
    assert isinstance(end, Ask)
    assert "“Reading corner”, “Hall corner”" in end.text
    assert writes("turn corner red", answers=("the second one",))[0]["lamp"] == "l3"
    assert writes("turn corner red", answers=("hall",))[0]["lamp"] == "l3"


@pytest.mark.parametrize(("answered", "path"), [([1, 2], "*"), ([1, 2], ""), ({"a": {"b": [1, 2]}}, "a.b")])
def test_rows_are_the_whole_answer_or_stand_at_a_path(answered: Any, path: str) -> None:
    assert rows_of(Result(True, orjson.dumps(answered).decode()), path) == [1, 2]


def test_a_name_that_nothing_explains_is_asked_about() -> None:
    _, end = made("turn the kitchen lamp red")
    assert isinstance(end, Ask)
    assert "kitchen" in end.text


def test_words_that_no_pattern_explains_mean_nothing() -> None:
    assert made("turn the desk lamp red and order pizza") == ([], None)


def test_later_calls_use_earlier_results_and_lists_are_looked_up() -> None:
    assert writes('Group desk and "Hall corner" as Evening') == [
        {"title": "Evening"},
        {"group": "g7", "lamps": ["l1", "l3"], "note": "for Evening"},
    ]


def test_what_a_table_cannot_say_is_a_plan_in_code() -> None:
    assert made("How many lamps?") == ([Call("list_lamps")], Answer("3"))
