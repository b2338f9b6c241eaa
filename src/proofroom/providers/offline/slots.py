"""What varies in a request: a text, a number, one of some choices, or something that a tool can list.

A slot takes its words from the request. Where they are missing or leave it open, what is on screen, what was
spoken of last and the person's answers decide, in this order; else a question names what is missing.
"""

import re
from collections.abc import Generator, Mapping, Sequence
from dataclasses import field
from typing import Any, Final, cast

from proofroom.kernel.counting import item_at
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.plan import Ask, Call, Request, Result
from proofroom.providers.offline.sentence import BLANK, Sentence, alike, plain, tokens

Json = dict[str, Any]
_ANY: Final = r"\S.*?"
_SHAPES: Final = {
    "number": r"\d+(?:[.,]\d+)?",
    **dict.fromkeys(("url", "email", "quote"), rf"{BLANK}+"),
}
_JOINT: Final = re.compile(r"\s*,\s*(?:(?:and|ve)\s+)?|\s+(?:and|ve|ile)\s+")
_SUFFIX: Final = re.compile(r"[\"”»’']?['’][a-zçğıöşü]{1,6}$")
_YES: Final = frozenset(
    ["yes", "yep", "yeah", "ok", "okay", "sure", "right", "correct", "evet", "tamam", "olur"]
)
_BOTH: Final = re.compile(r"^(?:both|all|every|ikisi|her ikisi|hepsi|tum)")
_ORDINALS: Final = {
    **{"first": 0, "second": 1, "third": 2, "last": -1, "ilki": 0, "ilk": 0, "birinci": 0, "ikinci": 1},
    **{"ucuncu": 2, "sonuncu": -1, "sonuncusu": -1},
}


@dataclass(frozen=True, slots=True)
class Lookup:
    """How a tool lists what can be meant, and by what people call it."""

    tool: str
    input: Json
    rows: str
    names: tuple[str, ...]
    take: str
    """What of a row goes into a call."""
    nouns: re.Pattern[str]
    """What people call the things in general: the pricing page."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One thing that varies."""

    name: str
    kind: str = "text"
    choices: Mapping[str, re.Pattern[str]] = field(default_factory=dict[str, re.Pattern[str]])
    find: Lookup | None = None
    default: Any = None
    is_optional: bool = False
    ask: str = ""
    """The key of the question when it is missing."""
    screen: str = ""
    """Under which name the app says that it is on screen."""

    @property
    def pattern(self) -> str:
        """Return what its words look like in the masked text."""
        if self.choices:
            return "|".join(f"(?:{one.pattern})" for one in self.choices.values())
        return _SHAPES.get(self.kind, _ANY)

    def read(self, sentence: Sentence, span: tuple[int, int]) -> Any:
        """Return the value of the words at a place of the request, or None if there is none."""
        start, end = span
        if start < 0 or not sentence.text[start:end].strip():
            return None
        if self.choices:
            said = sentence.masked[start:end]
            return next((name for name, one in self.choices.items() if one.search(said)), None)
        if self.kind == "list":
            joints = [found.span() for found in _JOINT.finditer(sentence.masked, start, end)]
            cuts = [start, *(place for joint in joints for place in joint), end]
            parts = [
                _bare(sentence.text[one:other]) for one, other in zip(cuts[::2], cuts[1::2], strict=True)
            ]
            return [part for part in parts if part]
        quotes = [one.value for one in sentence.quotes if one.start >= start and one.end <= end]
        return self.value_of(quotes[-1] if quotes else sentence.text[start:end])

    def value_of(self, text: str) -> Any:
        """Return some words as a value of this kind."""
        said = _bare(text)
        if self.kind == "list":
            return [part for part in map(_bare, _JOINT.split(said)) if part]
        if self.kind == "number":
            number = re.search(r"-?\d+(?:[.,]\d+)?", said)
            return _number(number.group()) if number else None
        if self.kind == "locale":
            return lexicon.locale_in(plain(said)) or (
                said if re.fullmatch(r"[a-z]{2}(-[A-Z]{2})?", said) else None
            )
        return said or None


@dataclass(frozen=True, slots=True)
class ListedThing:
    """Something that was found by its name."""

    data: Json
    look: Lookup

    @property
    def key(self) -> Any:
        """What goes into a call."""
        return self.data.get(self.look.take)

    @property
    def label(self) -> str:
        """What people call it."""
        return str(next((self.data[name] for name in self.look.names if self.data.get(name)), self.key))


Settled = Generator[Call | list[Call], Any, dict[str, Any] | Ask]


def fill_slots(request: Request, slots: Sequence[Slot], said: Mapping[str, Any]) -> Settled:
    """Return the value of every slot, or the question that is left."""
    values: dict[str, Any] = {}
    answers = list(request.answers)
    listed: dict[str, list[ListedThing]] = {}
    for slot in slots:
        value = said.get(slot.name)
        if slot.find is None:
            while value is None and answers:
                value = slot.value_of(Sentence(answers.pop(0)).bare)
            value = slot.default if value is None else value
            if value is None and not slot.is_optional:
                return _question(request, slot)
        elif value is not None or not slot.is_optional:
            rows: list[ListedThing] = []
            # By its words where the tool takes them, else, and where nothing has them, among all there is.
            for asked in _asked(slot.find.input, slot.name, value, values):
                key = f"{slot.find.tool}{asked}"
                if key not in listed:
                    result: Result = yield Call(slot.find.tool, asked)
                    if not result.ok:
                        return Ask(result.problem)
                    listed[key] = [
                        ListedThing(cast("Json", row), slot.find) for row in rows_of(result, slot.find.rows)
                    ]
                rows = listed[key]
                if rows:
                    break
            value = _meant(request, slot, value, rows, answers)
            if isinstance(value, Ask):
                return value
        values[slot.name] = value
    return values


def _asked(template: Json, name: str, said: Any, values: Mapping[str, Any]) -> list[Json]:
    """Return the inputs to look with, one after another."""
    words = said if isinstance(said, str) and not _points(said) else None
    inputs = [fill(template, {**values, name: words}), fill(template, values)]
    return inputs if inputs[0] != inputs[1] else inputs[:1]


def _meant(request: Request, slot: Slot, said: Any, rows: list[ListedThing], answers: list[str]) -> Any:
    """Return the row that is meant, the rows for a list, or a question."""
    if slot.kind == "list" and isinstance(said, list):
        found = [_meant(request, slot, part, rows, answers) for part in cast("list[str]", said)]
        return next((one for one in found if isinstance(one, Ask)), found)
    close = named(rows, said) if said is not None and not _points(said) else _last(request, slot, rows)
    while len(close) != 1 and answers:
        answer = answers.pop(0)
        close = choose(close, answer) or named(rows, answer) or close
    if len(close) == 1:
        return close[0]
    if close:
        return Ask(request.say("answer.offline.which", listed=quoted(one.label for one in close)))
    if said is None or _points(said):
        return _question(request, slot)
    known = quoted(row.label for row in rows) or "–"
    return Ask(request.say("answer.offline.not_found", said=said, listed=known))


def named(rows: Sequence[ListedThing], said: str) -> list[ListedThing]:
    """Return the rows that a name means: the one that is called so, else those that explain every word."""
    whole = plain(said).strip()
    same = [
        row
        for row in rows
        if whole in {plain(str(row.data.get(name))) for name in (*row.look.names, row.look.take)}
    ]
    if same:
        return same
    found: list[ListedThing] = []
    for row in rows:
        words = [word for word in tokens(row.look.nouns.sub(" ", whole)) if word not in lexicon.STOP]
        parts = [
            part
            for name in row.look.names
            for part in tokens(plain(str(row.data.get(name) or "").replace("-", " ")))
        ]
        if words and all(any(alike(word, part) for part in parts) for word in words):
            found.append(row)
    return found


def choose(offered: Sequence[Any], answer: str) -> list[Any]:
    """Return which of the offered things an answer picks: yes, both, the first one, sonuncusu."""
    words = tokens(plain(answer))
    if len(offered) == 1 and words and words[0] in _YES:
        return list(offered)
    if _BOTH.search(" ".join(words)):
        return list(offered)
    place = next((_ORDINALS[word] for word in words if word in _ORDINALS), None)
    return [offered[place]] if place is not None and -len(offered) <= place < len(offered) else []


def _last(request: Request, slot: Slot, rows: Sequence[ListedThing]) -> list[ListedThing]:
    """Return what "it" means: what is on screen, else what was spoken of last."""
    on_screen = request.screen.get(slot.screen) if slot.screen else None
    here = [row for row in rows if on_screen is not None and row.key == on_screen]
    if here:
        return here
    for made in reversed(request.before):
        data: Any = made.result.data
        spoken = [*made.call.input.values(), *(cast("Json", data).values() if isinstance(data, dict) else ())]
        found = [row for row in rows if row.key in spoken]
        if found:
            return found[:1]
    return list(rows) if len(rows) == 1 else []


def _points(said: Any) -> bool:
    """Tell whether words only point: it, this one, onu."""
    words = [word for word in tokens(plain(str(said))) if word not in lexicon.STOP]
    return not words and re.search(lexicon.THIS, plain(str(said))) is not None


def _question(request: Request, slot: Slot) -> Ask:
    return Ask(request.say(slot.ask) if slot.ask else request.say("answer.offline.missing", name=slot.name))


def fill(template: Any, values: Mapping[str, Any]) -> Any:
    """Return a call's input with the slots put in; what stands for a slot without a value is left out."""
    if isinstance(template, dict):
        pairs = ((name, fill(one, values)) for name, one in cast("Json", template).items())
        return {name: one for name, one in pairs if one is not None}
    if isinstance(template, list):
        return [
            one for one in (fill(part, values) for part in cast("list[Any]", template)) if one is not None
        ]
    if not isinstance(template, str):
        return template
    alone = re.fullmatch(r"{([\w.]+)}", template)
    if alone:
        return _key(value_at(values, alone[1]))
    return re.sub(r"{([\w.]+)}", lambda found: str(_key(value_at(values, found[1]))), template)


def value_at(values: Any, path: str) -> Any:
    """Return the value at a dotted path, None where there is none."""
    at: Any = values
    for name in path.split("."):
        at = at.data if isinstance(at, ListedThing) else at
        if isinstance(at, list):
            at = item_at(cast("list[Any]", at), name)
        else:
            at = cast("Json", at).get(name) if isinstance(at, dict) else None
    return at


def rows_of(result: Result, path: str) -> list[Any]:
    """Return the list at a dotted path of a result; the whole result where the path is `*` or empty."""
    found = value_at(result.data, path) if path not in {"", "*"} else result.data
    return cast("list[Any]", found) if isinstance(found, list) else []


def quoted(labels: Any, most: int = 12) -> str:
    """Return names in quotation marks."""
    listed = [f"“{label}”" for label in labels]
    return ", ".join(listed[:most]) + (f" (+{len(listed) - most})" if len(listed) > most else "")


def _key(value: Any) -> Any:
    if isinstance(value, list):
        return [_key(one) for one in cast("list[Any]", value)]
    return value.key if isinstance(value, ListedThing) else value


def _bare(text: str) -> str:
    return _SUFFIX.sub("", text.strip(" \t\n,;:.!?")).strip(" \"“”„«»'‘’")


def _number(text: str) -> int | float:
    number = float(text.replace(",", "."))
    return int(number) if number.is_integer() else number
