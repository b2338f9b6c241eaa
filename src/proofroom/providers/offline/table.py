"""Skills as data: what people say, which tools do it and how the answer reads, from a room's `playbook.toml`.

`docs/how-to/teach-the-offline-model.md` explains every key. A skill fits when the whole request fits one of
its patterns, so that every word is explained before anything is called.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import texts
from proofroom.providers.offline.lexicon import WORDS, read_toml
from proofroom.providers.offline.plan import Answer, Ask, Call, Plan, Playbook, Request, Result, Skill
from proofroom.providers.offline.sentence import Sentence
from proofroom.providers.offline.slots import Json, ListedThing, Lookup, Slot, fill, fill_slots, value_at

SURE: Final = 0.86
"""Above what content's rules are sure of, below several orders in one request."""
_LITERAL: Final = 0.03
"""What is added for a request that is all words of the pattern: the narrower pattern wins."""
_BEFORE: Final = (
    r"^\W*(?:(?:please|now|and|then|also|ok|okay|can you|could you|would you|will you|i want (?:you )?to"
    r"|i would like (?:you )?to|i'd like (?:you )?to|let's|lutfen|simdi|peki|sonra|bir de|bana|bize)\W+)*"
)
_AFTER: Final = r"(?:\W+(?:please|for me|for us|now|too|thanks|lutfen|misin|musun|simdi))*\W*$"

Spoken = Callable[[Request, Mapping[str, Any]], Plan]
"""A plan in code for what data cannot say; it gets the values of the slots."""
TellData = Callable[[Request, Any], list[str]]
"""Tells what a tool answered where a table cannot say how."""


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """How a result is put into words."""

    key: str
    rows: str
    row: str
    empty: str
    values: Mapping[str, str]
    when: str = ""
    """What the result has to have, else nothing of it is told."""


@dataclass(frozen=True, slots=True)
class TableSkill:
    """A skill as its table says it."""

    name: str
    patterns: tuple[re.Pattern[str], ...]
    slots: tuple[Slot, ...]
    calls: tuple[tuple[str, Json, str], ...]
    """Tool, input, and the name under which later inputs and the answer find the result."""
    told: AnswerShape
    scopes: frozenset[str]
    sure: float
    spoken: Spoken | None

    def match(self, request: Request) -> float:
        """Return how sure it is that a request means this."""
        if not request.can(*self.tools) or (self.scopes and request.scope not in self.scopes):
            return 0.0
        found = _fitting(self.patterns, request.text)
        if found is None:
            return 0.0
        free = sum(len(part) for part in found.groupdict().values() if part)
        return self.sure + _LITERAL * (1 - free / max(1, len(request.text)))

    @property
    def tools(self) -> tuple[str, ...]:
        """The tools without which it cannot be done."""
        return tuple(dict.fromkeys(tool for tool, _, _ in self.calls))

    def plan(self, request: Request) -> Plan:
        """Find what the slots mean, make the calls, and tell the result."""
        found = _fitting(self.patterns, request.text)
        assert found is not None
        sentence = Sentence(request.text)
        said = {slot.name: slot.read(sentence, _span(found, slot.name)) for slot in self.slots}
        filled = yield from fill_slots(request, self.slots, said)
        if isinstance(filled, Ask):
            return filled
        if self.spoken is not None:
            return (yield from self.spoken(request, filled))
        values: Json = dict(filled)
        for tool, given, name in self.calls:
            result: Result = yield Call(tool, fill(given, values))
            if not result.ok:
                return refused(request, result)
            values[name] = result.data
        return Answer(
            _tell(request, self.told, values, self.calls[-1][2]) if self.calls else request.say(self.told.key)
        )


@lru_cache(maxsize=1024)
def _fitting(patterns: tuple[re.Pattern[str], ...], text: str) -> re.Match[str] | None:
    masked = Sentence(text).masked
    return next((found for one in patterns if (found := one.match(masked))), None)


def _span(found: re.Match[str], name: str) -> tuple[int, int]:
    return found.span(name) if name in found.groupdict() else (-1, -1)


def refused(request: Request, result: Result) -> Answer:
    """Say what stood in the way, in the tool's words."""
    data: Any = result.data
    advice = str(cast("Json", data).get("suggestion") or "") if isinstance(data, dict) else ""
    return Answer(request.say("answer.offline.refused", problem=result.problem, advice=advice).strip())


def _tell(request: Request, told: AnswerShape, values: Json, last: str) -> str:
    data: Any = values.get(last)
    rows = _rows(values, data, told.rows) if told.rows else []
    if told.rows and not rows and told.empty:
        return _say(request, told.empty, told, values, data, 0)
    head = _say(request, told.key, told, values, data, len(rows))
    lines = [_row(request, told.row, row) for row in rows]
    more = [f"- … +{len(lines) - 12}"] if len(lines) > 12 else []
    body = "\n".join([head, *(f"- {line.strip()}" for line in lines[:12]), *more])
    return f"{body} {where(request, data)}".strip()


def _row(request: Request, shape: str, row: Any) -> str:
    """Return a line for a row: a sentence by its key, or its fields in their places."""
    if shape in texts("en"):
        wanted = re.findall(r"{(\w+)}", texts("en")[shape])
        return request.say(shape, **{name: shown(value_at(row, name)) for name in wanted})
    return re.sub(r"{([\w.]+)}", lambda found: shown(value_at(row, found[1])), shape)


def _rows(values: Json, data: Any, path: str) -> list[Any]:
    found = data if path == "*" else value_at(data, path)
    found = value_at(values, path) if found is None else found
    return cast("list[Any]", found) if isinstance(found, list) else []


def _say(request: Request, key: str, told: AnswerShape, values: Json, data: Any, count: int) -> str:
    """Return a sentence with its placeholders from the table, the slots, or the result."""
    wanted = re.findall(r"{(\w+)}", texts("en").get(key, ""))
    known: dict[str, str] = {"count": str(count)}
    for name in wanted:
        if name not in known:
            path = told.values.get(name, name)
            found = value_at(values, path)
            known[name] = shown(value_at(data, path) if found is None else found)
    return request.say(key, **known)


def shown(value: Any) -> str:
    """Return a value as people read it."""
    if isinstance(value, ListedThing):
        return value.label
    if isinstance(value, list):
        return ", ".join(shown(one) for one in cast("list[Any]", value))
    return "" if value is None else str(value)


def where(request: Request, data: Any) -> str:
    """Say where a change is now, if the tool said that it waits or is merged."""
    made = cast("Json", data) if isinstance(data, dict) else {}
    if made.get("reviewBranch") or made.get("proposal") or made.get("proposalId"):
        return request.say("answer.offline.waits")
    return request.say("answer.offline.merges") if made.get("merged") is True else ""


def plan_calls(one: Json, tells: Sequence[Json | TellData] = ()) -> Callable[[Request], Plan]:
    """Return the plan of a skill that makes its calls as they are and tells what they answered."""
    calls = _calls(one)
    shapes = [part if callable(part) else _shape(part) for part in tells or (one,)]

    def plan(request: Request) -> Plan:
        yield from ()
        values: Json = {}
        for tool, given, name in calls:
            result: Result = yield Call(tool, given)
            if not result.ok:
                return Answer(result.problem)
            values[name] = result.data
        last = calls[-1][2] if calls else ""
        data = values.get(last)
        parts: list[str] = []
        for shape in shapes:
            if not isinstance(shape, AnswerShape):
                parts += shape(request, data)
            elif not shape.when or value_at(data, shape.when) is not None:
                parts.append(_tell(request, shape, values, last))
        return Answer("\n\n".join(parts))

    return plan


def read_playbook(room: str, package: str, spoken: Mapping[str, Spoken] | None = None) -> Playbook:
    """Return the skills of a room's `playbook.toml`; `spoken` has its plans in code by the skill's name."""
    return table_playbook(room, read_toml(package, "playbook.toml"), spoken)


def table_playbook(room: str, table: Json, spoken: Mapping[str, Spoken] | None = None) -> Playbook:
    """Return the skills of a table."""
    skills = cast("dict[str, Json]", table.get("skill") or {})
    return Playbook(room, tuple(_skill(name, one, (spoken or {}).get(name)) for name, one in skills.items()))


def _skill(name: str, one: Json, spoken: Spoken | None) -> Skill:
    said = _said(name, one, spoken)
    return Skill(name, said.match, said.plan, f"ability.{name}" if one.get("told") else "", said.tools)


def _said(name: str, one: Json, spoken: Spoken | None) -> TableSkill:
    slots = tuple(_slot(key, slot) for key, slot in cast("dict[str, Json]", one.get("slot") or {}).items())
    return TableSkill(
        name=name,
        patterns=tuple(_pattern(said, slots) for said in cast("list[str]", one["says"])),
        slots=slots,
        calls=_calls(one if "calls" in one or "tool" not in one else {"calls": [one]}),
        told=_shape(one),
        scopes=frozenset(cast("list[str]", one.get("scopes") or [])),
        sure=float(one.get("sure") or SURE),
        spoken=spoken,
    )


def _calls(one: Json) -> tuple[tuple[str, Json, str], ...]:
    calls = enumerate(cast("list[Json]", one.get("calls") or []))
    return tuple((call["tool"], call.get("input") or {}, call.get("as") or f"call{n}") for n, call in calls)


def _shape(one: Json) -> AnswerShape:
    key, rows, row, empty, when = (
        str(one.get(name) or "") for name in ("answer", "rows", "row", "empty", "when")
    )
    return AnswerShape(key, rows, row, empty, one.get("values") or {}, when)


def _slot(name: str, one: Json) -> Slot:
    choices = cast("dict[str, str]", one.get("choices") or {})
    find = cast("Json | None", one.get("find"))
    return Slot(
        name=name,
        kind=one.get("kind") or "text",
        choices={value: re.compile(words) for value, words in choices.items()},
        find=_lookup(find) if find else None,
        default=one.get("default"),
        is_optional=bool(one.get("optional")),
        ask=one.get("ask") or "",
        screen=one.get("screen") or "",
    )


def _lookup(one: Json) -> Lookup:
    nouns = re.compile(rf"\b(?:{one['nouns']})\b" if one.get("nouns") else r"(?!)")
    names = tuple(cast("Sequence[str]", one.get("names") or ("title", "name")))
    return Lookup(
        one["tool"], one.get("input") or {}, one.get("rows") or "", names, one.get("take") or "id", nouns
    )


def _pattern(said: str, slots: Sequence[Slot]) -> re.Pattern[str]:
    """Return the pattern of a whole request: `{name}` is a slot, `<name>` a group of the lexicon."""
    by_name = {slot.name: slot for slot in slots}
    text = re.sub(r"(?<!\?P)<([a-z_]+)>", lambda found: f"(?:{WORDS[found[1]]})", said)
    text = re.sub(r"{([a-z_]+)}", lambda found: f"(?P<{found[1]}>{by_name[found[1]].pattern})", text)
    spaced = text.replace(" ", r"\s+")
    return re.compile(f"{_BEFORE}(?:{spaced}){_AFTER}")
