"""What words may stand for: names of entries, amounts and days, each with the place where it stands."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

from proofroom.content.playbook.entries import Found, LookedUp
from proofroom.content.playbook.request import ProjectRequest
from proofroom.content.playbook.schema import NUMERIC, FieldView, Mention, ModelView, by_kind, half_named
from proofroom.content.playbook.sense.names import Names, all_in
from proofroom.content.playbook.words import LOOK, TABLE, listed, unsaid
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.sentence import BLANK, alike, plain, tokens

Span = tuple[int, int]
_STEM: Final = 5
_KINDS: Final = listed("item_kinds")
_EDGES: Final = frozenset(("old", "new", "last", "full", "eski", "yeni", "son"))
"""Words that may begin a part of a name, where the name has them beside the next one: old locks."""
_LONGEST: Final = 12
"""Words of the longest name that is looked for."""
FILLER: Final = (lexicon.STOP | listed("sense_courtesy")) - listed("sense_telling")
"""Words that say nothing by themselves; those that turn a meaning around are none of them."""
COLORS: Final[dict[str, str]] = dict(pair.split("=") for pair in TABLE["list"]["colors"].split())
_NUMBERS: Final = {
    word: number for number, words in TABLE["number_words"].items() for word in str(words).split()
}
_PLAIN: Final = [word for word in _NUMBERS if word not in ("on", "one", "bir")]
"""Those that are no other word too."""
_DONE: Final = ("select", "date", "datetime", *NUMERIC)
_DAY_NOUN: Final = re.compile(r"\s+(?:dates?|days?|tarih\w*|gunu\w*)(?!\w)")
_UNIT: Final = re.compile(TABLE["part"]["units"])
_TEXTS: Final = "|".join((lexicon.NOUNS["article"], lexicon.NOUNS["page"]))
_UNITS: Final = TABLE["part"]["units"]
_CURRENCIES: Final = {
    "quid": "pounds",
    "sterlin": "pounds",
    "gbp": "pounds",
    "bucks": "dollars",
    "usd": "dollars",
    "dolar": "dollars",
    "avro": "euro",
}
"""What people call money besides."""
_MONEY: Final = re.compile(r"[€$£]|eur\w*|pounds?|dollars?|lira\w*|tl")
_SHARES: Final = {"half an": 0.5, "yarim": 0.5, "a": 1, "an": 1}
_AMOUNT: Final = re.compile(
    r"(?<![\w.#:-])(?:[€$£]\s?)?(?P<number>\d+(?:[.,]\d+)?"
    r"|half an(?=\s+hour)|yarim(?=\s+saat)|an?(?=\s+(?:hour|minute)\b)"
    rf"|(?:on|one|bir)(?=[\s-]+(?:{_UNITS}|yap\b|olsun\b))|(?:{'|'.join(_PLAIN)})(?=[\s-]|\W*$))"
    r"(?:'[a-z]{1,5}|(?<=\d)(?:e|a|ye|ya))?"
    rf"(?P<unit>\s*[€$£%]|[\s-](?:{_UNITS})(?=\b|[dt][ae]n\b|l[iu]k))?"
    r"(?:l[iu]k(?:l[ae]r\w*)?)?(?!(?![dt][ae]n\b)[\w:]|\.\d)"
)


@dataclass(frozen=True)
class Named:
    """Entries that a place of the text names: one, or several that it fits as well."""

    span: Span
    entries: tuple[Found, ...]
    is_whole: bool = False
    """It is the whole name, and not only a part of it."""
    is_slip: bool = False
    """It is a name only if a letter is another one."""


@dataclass(frozen=True)
class Amount:
    """A number and its unit."""

    span: Span
    number: float
    unit: str
    is_money: bool

    @property
    def is_time(self) -> bool:
        """Tell whether it is so many minutes or hours."""
        return re.fullmatch(r"min\w*|hours?|hrs?|dakika\w*|dk|saat\w*", self.unit) is not None

    def is_of(self, field: FieldView) -> bool:
        """Tell whether its unit says that it is for a field: what something costs, how long it takes."""
        return (self.is_money and field.means("price")) or (self.is_time and field.means("duration"))


def calls(word: str, one: FieldView) -> bool:
    """Tell whether a word is one of a field's names, or of what stands for them."""
    parts = [part for name in one.names for part in name.split() if len(part) > 2]
    if any(alike(word, part) or (len(word) > _STEM and part.startswith(word[:_STEM])) for part in parts):
        return True
    return any(re.fullmatch(pattern, word) for pattern in one.patterns)


def blank(said: str, *spans: Span) -> str:
    """Return a text with places taken out; its length stays."""
    for start, end in spans:
        said = said[:start] + " " * (end - start) + said[end:]
    return said


@lru_cache(maxsize=256)
def words_in(said: str) -> tuple[re.Match[str], ...]:
    """Return the words of a plain text with their places; what follows an apostrophe is a suffix."""
    bare = re.sub(r"'[a-z]+", lambda found: " " * len(found[0]), said)
    return tuple(re.finditer(r"[a-z0-9]+(?:[-_][a-z0-9]+)*", bare))


class Board:
    """A request, what the project holds, and which day it is."""

    def __init__(self, task: ProjectRequest, lookup: LookedUp, today: date) -> None:
        self.task, self.lookup, self.schema, self.today = task, lookup, task.schema, today
        self._known: dict[tuple[tuple[str, str], ...], Names] = {}
        self._labels: dict[tuple[str, str], list[list[str]]] = {}
        self._languages = [lexicon.LANGUAGES[one] for one in task.schema.locales if one in lexicon.LANGUAGES]
        self.passed: set[str] | None = None
        """Words that were passed over, where that is allowed: then nothing is done without being asked."""
        self.is_tolerant = False
        """Words may be left over: what is read is only offered."""
        self.sets: dict[tuple[str, Span], Any] = {}
        """What places of the text mean as entries of a model, once it was found out."""

    def said(self) -> str:
        """Return the person's words, with what is quoted blanked."""
        return self.task.said

    def quoted(self, span: Span) -> str:
        """Return what stands at a place, without quotation marks."""
        quote = next((one.value for one in self.task.sentence.quotes if one.start == span[0]), None)
        return quote or self.task.sentence.text[slice(*span)].strip(" \"“”„«»'‘’")

    def quotes(self, said: str) -> list[Span]:
        """Return where quotations stand that nothing has explained yet."""
        return [found.span() for found in re.finditer(f"{BLANK}+", said)]

    def is_noun(self, word: str) -> bool:
        """Tell whether a word names a model or one of the fields."""
        return any(model.is_called(word) for model in self.schema.models)

    def calls(self, model: ModelView, word: str) -> bool:
        """Tell whether a word names a model's entries; a text is a piece or a post, whatever its model is."""
        if model.is_called(word):
            return True
        is_text = model.kind == "document" and re.fullmatch(_TEXTS, word) is not None
        return is_text and not any(one.is_called(word) for one in self.schema.with_entries())

    def labels(self, entry: Found) -> list[list[str]]:
        """Return the names of an entry as words."""
        key = (entry.model.id, entry.id)
        if key not in self._labels:
            named = (entry.data.get(one.path[0]) for one in entry.model.fields if one.means("name"))
            known = {
                plain(entry.label),
                *entry.labels,
                *(plain(one) for one in named if isinstance(one, str)),
                *([entry.id.replace("-", " ")] if re.fullmatch("[a-z]+(?:-[a-z]+){1,3}", entry.id) else ()),
            }
            self._labels[key] = [found for label in known if (found := tokens(label))]
        return self._labels[key]

    # names of entries

    def names(self, said: str, entries: Sequence[Found], alone: bool = True) -> list[Named]:
        """Return the entries that a text names, in its order, the longest names first.

        `alone` tells whether one word of a name is enough, where it is no noun of the project.
        """
        found: list[Named] = []
        for span in self.quotes(said):
            words = tokens(plain(self.quoted(span)))
            meant = tuple(one for one in entries if any(label == words for label in self.labels(one)))
            if meant:
                found.append(Named(span, meant, is_whole=True))
                said = blank(said, span)
        while (best := self._longest(said, entries, alone)) is not None:
            found.append(best)
            said = blank(said, best.span)
        return sorted(found, key=lambda one: one.span)

    def _names_of(self, entries: Sequence[Found]) -> Names:
        """Return what the entries are called."""
        key = tuple((one.model.id, one.id) for one in entries)
        if key not in self._known:
            self._known[key] = Names([(one, self.labels(one)) for one in entries])
        return self._known[key]

    def _longest(self, said: str, entries: Sequence[Found], alone: bool) -> Named | None:
        words, known = words_in(said), self._names_of(entries)
        alien = [one[0] not in lexicon.STOP and not known.has(one[0]) for one in words]
        for length in range(min(_LONGEST, len(words)), 0, -1):
            for start in range(len(words) - length + 1):
                if length > 1 and any(alien[start : start + length]):
                    continue
                run = words[start : start + length]
                if re.search(r"[,;:.?!\x01]", said[run[0].start() : run[-1].end()].replace(", ", "  ")):
                    continue
                named = self._named(run, known, alone)
                if named is not None:
                    return named
        return None

    def _named(self, run: Sequence[re.Match[str]], known: Names, alone: bool) -> Named | None:
        words = [one[0] for one in run]
        span = (run[0].start(), run[-1].end())
        whole = known.whole(words)
        bent = words[0] in TELLING and not any(words in self.labels(one) for one in whole)
        is_small = len(words) == 1 and (words[0] in FILLER or bent)
        if whole and not is_small:
            return Named(span, tuple(whole), is_whole=True)
        is_edged = words[0] in _EDGES and known.have_run(words)
        telling = [word for word in words if word not in lexicon.STOP or (is_edged and word == words[0])]
        if not telling or telling[0] != words[0] or words[-1] in lexicon.STOP:
            return None
        if len(telling) == 1 and (not alone or not self._tells(telling[0])):
            return None
        if all(self.is_noun(word) or word in FILLER for word in telling):
            return None
        partly = known.partly(telling)
        if partly or len(telling) > 1:
            return Named(span, tuple(partly)) if partly else None
        slips = known.but_for_a_letter(telling[0])
        return Named(span, tuple(slips), is_slip=True) if slips else None

    def _tells(self, word: str) -> bool:
        """Tell whether one word can be a name: no number, no verb, no word of the project's structure."""
        is_common = word in FILLER or word in TELLING or word.isdigit() or len(word) < 3
        return not is_common and not LOOK["verb"].fullmatch(word)

    def is_own(self, said: str, span: Span, model: ModelView, target: ModelView) -> bool:
        """Tell whether a word names one of a model's entries rather than something linked: river article."""
        behind = words_in(said[span[1] :])[:1]
        is_beside = (
            bool(behind)
            and model.is_called(behind[0][0])
            and not said[span[1] :][: behind[0].start()].strip()
        )
        spoken = tokens(said)
        nouns = [word for word in spoken if model.is_called(word)]
        is_many = any(LOOK["plural_noun"].search(word) for word in nouns) or LOOK["sense_all"].search(said)
        if not nouns or is_many or (not is_beside and any(target.is_called(word) for word in spoken)):
            return False
        named = self.names(" " * span[0] + said[slice(*span)], self.lookup.of(model))
        return len(named) == 1 and len(named[0].entries) == 1

    def items(self, field: FieldView, said: str, span: Span) -> list[Found]:
        """Return what a place names that a field can be linked to, or list; nothing where words are left."""
        text = blank(said, (0, span[0]), (span[1], len(said)))
        target = self.schema.get(field.target)
        own = [one.span for one in self.schema.fields_in(text) if one.field.path == field.path]
        if target is None:
            return self._texts(field, text, own)
        named = self.names(text, self.lookup.of(target))
        rest = blank(text, *(one.span for one in named))
        own = [one.span for one in self.schema.fields_in(rest) if one.field.path == field.path]
        if (
            not named
            or any(len(one.entries) > 1 for one in named)
            or self.left(blank(rest, *own), [target], _KINDS)
        ):
            return []
        return [one.entries[0] for one in named]

    def _texts(self, field: FieldView, text: str, own: list[Span]) -> list[Found]:
        """Return the words that a place gives for a list: quoted, or beside the list's name."""
        spans = self.quotes(text)
        rest = blank(text, *spans, *own)
        if spans:
            texts = [self.quoted(span) for span in spans] if not self.left(rest, ()) else []
        else:
            parts = re.finditer(r"[^,]+?(?=,|\s+(?:and|ve)\s|$)", rest) if own else ()
            texts = [self.worded(one.span()) for one in parts]
        texts = [re.sub(r"^(?:and|ve|the|an?|new|bir)\s+", "", one) for one in texts]
        model = ModelView("", "", "", False, "", {})
        return [Found(model, one, one) for one in texts if one]

    def sure_of(self, field: FieldView, items: list[Found], text: str) -> float:
        """Return how exactly words name things: by whole names, and by what such things are called."""
        words = tokens(text)
        target = self.schema.get(field.target)
        is_called = target is not None and any(target.is_called(word) for word in words)
        whole = all(any(all_in(label, words) for label in self.labels(one)) for one in items)
        return 1.0 * whole + 1.0 * is_called

    def worded(self, span: Span) -> str:
        """Return what stands at a place as it was written: a quotation, or words without their edges."""
        quotes = [one for one in self.task.sentence.quotes if span[0] <= one.start and one.end <= span[1]]
        if len(quotes) == 1:
            return quotes[0].value
        text = self.task.sentence.text[slice(*span)].strip(" .!,;")
        return re.sub(r"['’](?:[yn]?[aeıiuü]|n?[dt][ae]n?|n?[ıiuü]n)$", "", text)

    def told(self, entry: Found, field: FieldView) -> str:
        """Return what a field of an entry says, related entries by their names."""
        own: Any = entry.data.get(field.path[0])
        if own in (None, "", []):
            return "–"
        if field.target is None:
            return self.task.value(own)
        linked = [self.lookup.get(field.target, ref) for ref in entry.refs(field)]
        return ", ".join(f"“{one.label}”" for one in linked if one) or "–"

    # amounts

    def amounts(self, said: str) -> list[Amount]:
        """Return the numbers of a text."""
        found: list[Amount] = []
        for match in _AMOUNT.finditer(said):
            text = match["number"]
            said_number = _NUMBERS.get(text) or _SHARES.get(text)
            number = float(said_number if said_number is not None else text.replace(",", "."))
            unit = (match["unit"] or "").strip(" -")
            unit = _CURRENCIES.get(unit, unit)
            is_money = match[0][0] in "€$£" or _MONEY.fullmatch(unit) is not None
            found.append(Amount(match.span(), number, unit, is_money))
        return found

    def in_unit(self, field: FieldView, amount: Amount) -> float | int:
        """Return a number as a field counts: hours are sixty of what a length is told in."""
        number = amount.number
        names = " ".join(field.names)
        is_hours = re.match(r"hours?|hrs?|saat", amount.unit) is not None
        if is_hours and field.means("duration") and not re.search(r"\b(?:hours?|saat)\b", names):
            number *= 60
        return int(number) if float(number).is_integer() else number

    # fields

    def fields(self, said: str, models: Sequence[ModelView]) -> list[Mention]:
        """Return the fields that a text names, longest first, none inside another."""
        kept: list[Mention] = []
        for one in self.schema.fields_in(said, models):
            if len(one.field.path) == 1 or not one.model.has_entries:
                kept.append(one)
        known = {(one.model.id, one.field.path) for one in kept}
        for model in models:
            for field in model.fields:
                if (model.id, field.path) not in known and field.type == "boolean":
                    kept += half_named(model, field, words_in(said))
                elif (model.id, field.path) not in known and field.type in _DONE:
                    kept += self._verbs(model, field, said)
            for own, pattern in by_kind(model):
                word = pattern.search(said) if len(own) == 1 else None
                if word is not None and not any(one.field == own[0] for one in kept):
                    kept.append(Mention(model, own[0], *word.span()))
        return kept

    def _verbs(self, model: ModelView, field: FieldView, said: str) -> list[Mention]:
        """Return the verb that says what a field holds: rate it PG, released in May."""
        last = [part for name in field.names for part in name.split() if len(part) > 3]
        for word in words_in(said):
            if (
                word[0] not in FILLER
                and not _UNIT.match(word[0])
                and any(alike(word[0], one) for one in last)
            ):
                more = _DAY_NOUN.match(said, word.end()) if field.type in ("date", "datetime") else None
                return [Mention(model, field, word.start(), more.end() if more else word.end())]
        return []

    def options(self, field: FieldView) -> list[str]:
        """Return what a choice offers."""
        given: Any = field.definition.get("options") or []
        return [str(one.get("value") if isinstance(one, dict) else one) for one in given]  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType, reportUnknownVariableType]

    # what is left

    def left(self, said: str, models: Iterable[ModelView], more: frozenset[str] = frozenset()) -> list[str]:
        """Return the words that nothing explains yet, and that may not be passed over."""
        words = [] if self.is_tolerant else self.unexplained(said, models, more)
        if self.passed is not None and not any(word in TELLING or word.isdigit() for word in words):
            self.passed.update(words)
            words = []
        return words + [self.quoted(span) for span in self.quotes(said)]

    def unexplained(
        self, said: str, models: Iterable[ModelView], more: frozenset[str] = frozenset()
    ) -> list[str]:
        """Return the words that nothing explains yet."""
        known = list(models)
        text = unsaid(said, "both_languages")
        return [
            word[0]
            for word in words_in(text)
            if word[0] not in FILLER
            and word[0] not in more
            and not any(re.fullmatch(one, word[0]) for one in self._languages)
            and not any(self.calls(model, word[0]) for model in known)
        ]


TELLING: Final = listed("sense_telling") | listed("sense_verbs")
