"""The new value in a request, what it is for a field of some type, and which field is to get it."""

import re
from collections.abc import Sequence
from typing import Any, Final, cast

from proofroom.content.playbook.schema import FieldView, Mention, Schema
from proofroom.content.playbook.words import LOOK, seen
from proofroom.kernel.data import dataclass
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import MONTHS
from proofroom.providers.offline.sentence import BLANK, Sentence, plain

Span = tuple[int, int]
NUMERIC: Final = ("integer", "number", "decimal", "percent", "rating")
"""Types whose values are numbers."""
_NUMBER: Final = re.compile(r"-?\d+(?:[.,]\d+)?")
_EMAIL: Final = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")


@dataclass(frozen=True)
class Value:
    """A value as somebody wrote it, and where."""

    text: str
    span: Span


def find_value(sentence: Sentence, after: int = 0) -> Value | None:
    """Return the new value that a request gives, looking behind a place (the field's name) for bare words."""
    quoted = _quoted(sentence, after)
    if quoted is not None:
        return quoted
    special, bare = _special(sentence), _bare(sentence, after)
    if special is None or bare is None:
        return special or bare
    (start, end), behind = bare.span, sentence.masked[bare.span[0] : bare.span[1]]
    is_more = start <= special.span[0] and end > special.span[1] and BLANK not in behind
    return bare if is_more and not LOOK["unit"].fullmatch(bare.text) and not seen("date", behind) else special


def _quoted(sentence: Sentence, after: int) -> Value | None:
    for quote in reversed(sentence.quotes):
        before, behind = sentence.masked[: quote.start], sentence.masked[quote.end :]
        follows = after > 0 and not sentence.masked[after : quote.start].strip(" :=")
        is_value = follows or seen("value_before", before) or seen("value_behind_tr", behind)
        if is_value and not seen("target_behind", behind):
            return Value(quote.value, (quote.start, quote.end))
    return None


def _special(sentence: Sentence) -> Value | None:
    """Return the last address, link, handle, colour, date or number that stands where a value would."""
    places = [span for span in sentence.values if span not in {(q.start, q.end) for q in sentence.quotes}]
    places += [match.span() for match in LOOK["special"].finditer(sentence.text)]
    places += [match.span() for match in LOOK["date"].finditer(sentence.masked)]
    if not places:
        numbers = [match.span() for match in LOOK["number"].finditer(sentence.masked)]
        given = [span for span in numbers if seen("value_before", sentence.masked[: span[0]])]
        places = (given or numbers)[-1:]
    if not places:
        return None
    start, end = max(places, key=lambda span: (span[1], -span[0]))
    return Value(sentence.text[start:end].rstrip("."), (start, end))


def _bare(sentence: Sentence, after: int) -> Value | None:
    said = sentence.masked
    match = LOOK["value_now"].search(said) or LOOK["value_tail"].match(said)
    match = match or LOOK["value_tail_tr"].search(said, after) or LOOK["value_now_tr"].search(said, after)
    if match is None:
        return None
    start, end = match.span("value")
    end = start + len(LOOK["in_language"].sub("", LOOK["polite_end"].sub("", said[start:end])))
    text = sentence.text[start:end].strip()
    points = seen("points_at_value", said[start:end]) or seen("same_as", said[:start])
    points = points or seen("sense_more", said[start:end])
    points = points or bool(lexicon.locales_in(said[start:end]))  # whose text ends where is not clear
    return Value(text, (start, end)) if text and not points and BLANK not in said[start:end] else None


def as_sentence(sentence: Sentence, value: str) -> str:
    """Return a sentence that is given behind a colon with the sign that ends it."""
    start = sentence.text.find(value)
    end = start + len(value)
    sign = sentence.text[end : end + 1]
    is_given = start >= 0 and sentence.text[:start].rstrip().endswith(":")
    return f"{value}{sign}" if is_given and sign in (".", "!", "…") and " " in value.strip() else value


def answered(text: str) -> str | None:
    """Return an answer as the value it gives; none where it points at one, or says that there is none."""
    sentence = Sentence(text)
    said = plain(sentence.bare).strip(" .!")
    is_open = seen("points_at_value", said) or seen("no_answer", said)
    return None if is_open and not sentence.quotes else sentence.bare or None


def fit(text: str, field: FieldView) -> Any:
    """Return a written value as the field's type wants it, or None if it does not fit."""
    match field.type:
        case "boolean":
            word = plain(text).strip(" .!")
            is_true, is_false = LOOK["true"].fullmatch(word), LOOK["false"].fullmatch(word)
            return True if is_true else False if is_false else None
        case "integer" | "rating" | "number" | "decimal" | "percent":
            return _number(text, is_whole=field.type in ("integer", "rating"))
        case "date":
            return read_date(text)
        case "select":
            options = cast("list[Any]", field.definition.get("options") or [])
            return next((str(one) for one in options if plain(str(one)) == plain(text.strip())), None)
        case "email":
            found = _EMAIL.search(text)
            return found.group().rstrip(".") if found else None
        case "array":
            return [part.strip() for part in text.split(",") if part.strip()]
        case _:
            return text.strip() or None


def _number(text: str, is_whole: bool) -> float | None:
    """Return the one number of a text; none where it has several, or a fraction where whole ones belong."""
    grouped = re.sub(r"(?<=\d)[,.](?=\d{3}(?:\D|$))", "", text) if is_whole else text  # 1,200
    found = _NUMBER.findall(grouped)
    if len(found) != 1:
        return None
    value = float(found[0].replace(",", "."))
    return int(value) if value.is_integer() else None if is_whole else value


def read_date(text: str) -> str | None:
    """Return a date as `YYYY-MM-DD`, from that form or from words: 3 May 2026, May 3, 2026, 3 Mayıs 2026."""
    known = plain(text)
    exact = re.search(r"\b(\d{4})-(\d\d)-(\d\d)\b", known)
    if exact:
        return exact.group()
    year = re.search(r"\b((?:19|20)\d\d)\b", known)
    day = re.search(r"\b([0-3]?\d)(?:st|nd|rd|th|\.)?\b(?!\d)", known)
    month = next((MONTHS[word] for word in re.findall(r"[a-z]+", known) if word in MONTHS), None)
    return f"{year[1]}-{month:02d}-{int(day[1]):02d}" if year and day and month else None


@dataclass(frozen=True)
class Assignment:
    """What is to become what: the fields that may be meant, the new value, and the words that are left."""

    mentions: list[Mention]
    value: Any
    said: str
    quotes: list[str]


def read_assignment(schema: Schema, sentence: Sentence) -> Assignment:
    """Read field, value and what is left from a request."""
    mentions = schema.fields_in(sentence.masked)
    special = _special_form(schema, sentence)
    if special is not None:
        return special
    flags = [mention for mention in mentions if mention.field.type == "boolean"]
    if flags:
        word = LOOK["truth"].search(sentence.masked)
        value: Any = fit(word["value"], flags[0].field) if word else not seen("negated", sentence.masked)
        spans = [mention.span for mention in flags] + ([word.span()] if word else [])
        return Assignment(flags, value, sentence.without(*spans), _left(sentence, None))
    found = _told_of(sentence, mentions) or find_value(sentence, mentions[0].end if mentions else 0)
    if mentions and all(one.field.type in NUMERIC for one in mentions):
        found = _special(sentence) or found
    if found is not None and means_another(schema, sentence, found.span):
        return Assignment(mentions, None, sentence.without(found.span), _left(sentence, found))
    if found is not None:
        start, end = found.span
        mentions = [one for one in mentions if one.end <= start or one.start >= end]
    names_title = any(one.field.path[-1] == one.model.title_field for one in mentions)
    if found is not None and not names_title and seen("rename", sentence.masked):
        meant = schema.named_in(sentence.masked) or schema.with_entries()
        chosen = [Mention(model, model.title) for model in meant if model.title is not None]
    else:
        chosen = _best_mentions(sentence, mentions)
    spans = [one.span for one in chosen] + ([found.span] if found else [])
    return Assignment(chosen, found.text if found else None, sentence.without(*spans), _left(sentence, found))


def means_another(schema: Schema, sentence: Sentence, span: Span) -> bool:
    """Tell whether words say where the value stands: the summary of another entry, its title."""
    start, end = span
    if any(quote.start == start for quote in sentence.quotes):
        return False
    said = sentence.masked[start:end]
    return any(
        re.fullmatch(r"\s*(?:the|its|his|her|their)\s+", said[: one.start])
        and re.match(r"\s*(?:of|from|in|on)\b|\W*$", said[one.end :])
        for one in schema.fields_in(said)
    )


def _told_of(sentence: Sentence, mentions: Sequence[Mention]) -> Value | None:
    """Return what a plain statement says of a text field: opening hours are Wed-Sun 10-18."""
    makes = re.match(r"\W*(?:please\s+)?(?:make|set|call)\s+(?:the|our|its)?\s*", sentence.masked)
    for one in mentions:
        behind = sentence.text[one.end :].strip(" .!")
        if makes and one.start == makes.end() and one.field.is_text and LOOK["proper"].fullmatch(behind):
            start = sentence.text.index(behind, one.end)  # make the site title Fieldnotes Weekly
            return Value(behind, (start, start + len(behind)))
        found = LOOK["told_of"].match(sentence.masked, one.end) if one.field.is_text else None
        if found is not None and not seen("points_at_value", found["value"]):
            text = sentence.text[found.start("value") : found.end("value")].strip()
            return Value(text, (found.start("value"), found.end("value")))
    return None


def _special_form(schema: Schema, sentence: Sentence) -> Assignment | None:
    """Read forms of their own: make X the author of Y, assign Y to X, X moved to Y, takes 5 minutes."""
    said, fields = sentence.masked, schema.every_field()
    made = LOOK["make_the"].search(said)
    if made is not None and not re.search(rf"{BLANK}|\bto$", made["value"]):
        mentions = [one for one in schema.fields_in(made["field"]) if one.field.target or one.field.is_text]
        if mentions:
            return _assigned(sentence, mentions, made.span("value"), made.span())
    swapped = LOOK["swap"].search(said)
    if swapped is not None:
        mentions, shift = schema.fields_in(swapped["rest"]), swapped.start("rest")
        if mentions:
            spans = [(one.start + shift, one.end + shift) for one in mentions]
            return _assigned(sentence, mentions, swapped.span("value"), *spans)
    assigned = LOOK["assign"].search(said)
    singles = [one for one in fields if one.field.type == "relation"]
    if assigned is not None and read_date(assigned["value"]):
        singles = [one for one in fields if one.field.type == "date"]
    if assigned is not None and singles:
        return _assigned(sentence, singles, assigned.span("value"), (0, assigned.start("target")))
    by = LOOK["by_whom"].match(said)
    if by is not None and singles:
        return _assigned(sentence, singles, by.span("value"), by.span("link"))
    moved = LOOK["moved"].search(said) or LOOK["moved_tr"].search(said)
    places = [one for one in fields if one.field.means("place") and one.field.target is None]
    if moved is not None and places:
        group = next(name for name, one in moved.groupdict().items() if one and name != "rest")
        return _assigned(sentence, places, moved.span(group), moved.span())
    amount = LOOK["amount"].search(said)
    numbers = [one for one in fields if one.field.type in ("integer", "number", "decimal")]
    lasting = [one for one in numbers if one.field.means("duration")]
    if amount is None or not lasting or schema.fields_in(said, [lasting[0].model]):
        return None
    spans = [match.span() for match in LOOK["takes"].finditer(said)]
    return _assigned(sentence, lasting, amount.span("value"), amount.span(), *spans)


def _assigned(sentence: Sentence, mentions: list[Mention], value: Span, *explained: Span) -> Assignment:
    text = sentence.text[value[0] : value[1]].strip()
    quoted = next((quote.value for quote in sentence.quotes if (quote.start, quote.end) == value), None)
    is_open = quoted is None and seen("points_at_value", plain(text).strip(" .!"))
    left = _left(sentence, Value(text, value))
    given = None if is_open else quoted or text
    return Assignment(mentions, given, sentence.without(value, *explained), left)


def _left(sentence: Sentence, value: Value | None) -> list[str]:
    return [quote.value for quote in sentence.quotes if value is None or quote.start != value.span[0]]


def _best_mentions(sentence: Sentence, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of the name that most looks like the one to change; several models may share it."""

    def rank(one: Mention) -> tuple[bool, bool, bool, int, bool]:
        behind, before = sentence.masked[one.end :], sentence.masked[: one.start]
        is_changed = LOOK["changed_behind"].match(behind) is not None or seen("owner_before", before)
        is_noun = one.model.is_called(sentence.masked[one.start : one.end])
        return is_changed, not is_noun, one.field.target is None, one.end - one.start, one.is_own

    best = max(mentions, key=rank) if mentions else None
    return [
        one
        for one in mentions
        if best and one.start < best.end and one.end > best.start and rank(one) == rank(best)
    ]
