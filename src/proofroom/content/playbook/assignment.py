"""What is to become what: the field, the new value and the words that are left, read from a sentence."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from proofroom.content.playbook.schema import Mention, Schema
from proofroom.content.playbook.values import Value, find_value, fit
from proofroom.providers.offline.sentence import BLANK, Sentence

_NOT = re.compile(
    r"\b(?:un|non)-?\w|\b(?:not|no longer|never|isn't|aren't|stop|remove|off)\b"
    r"|\bone cikarma\w*|\bone cikan\w* (?:cikar|kaldir|olmasin|olmaktan)\w*|\b(?:degil|olmasin|kaldir\w*)\b"
    r"|\b\w+m[ae](?:yin|z)?\W*$"
)
_MAKE_THE = re.compile(
    r"\b(?:make|set|assign)\s+(?P<value>\S.{1,60}?)\s+(?:as )?the\s+(?P<field>\w+)\s+(?:of|for)\b"
)
_FOR = re.compile(r"\b(?:swap|exchange|switch)\s+(?P<rest>\S.*?)\s+(?:for|with)\s+(?P<value>\S.*?)\W*$")
_TRUTH = re.compile(r"(?:\bto\b|=|:)\s*(?P<value>true|false|yes|no|on|off|evet|hayir)\b")
_ASSIGNED = re.compile(r"\bassign\s+(?P<target>\S.*?)\s+to\s+(?P<value>\S.*?)\W*$")
_RENAME = re.compile(r"\b(?:rename\w*|adini|ismini|yeniden adlandir\w*)\b")
_MOVES = (
    re.compile(
        r"\b(?:moved|relocated) (?:to|from \S+ to)\s+(?P<value>\S[^,.;]*?)(?P<rest>\s*[,.;].*)?\W*$"
        r"|\b(?:now )?lives? in\s+(?P<now>\S.*?)(?:\s+now)?\W*$"
    ),
    re.compile(r"(?P<value>[\w.-]+)'(?:y?[ae]|n?[ae])\s+tasin\w+"),
    re.compile(r"(?P<value>[\w.-]+)'[dt][ae]\s+(?:yasiyor|oturuyor)\w*"),
)
_AMOUNT = re.compile(r"\b(?P<value>\d+)[- ](?:minutes?|mins?|hours?|dakika\w*|saat\w*)\b")


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
        word = _TRUTH.search(sentence.masked)
        value: Any = fit(word["value"], flags[0].field) if word else _NOT.search(sentence.masked) is None
        spans = [(mention.start, mention.end) for mention in flags] + ([word.span()] if word else [])
        return Assignment(flags, value, sentence.without(*spans), _left(sentence, None))
    after = max((mention.end for mention in mentions[:1]), default=0)
    found = find_value(sentence, after)
    if found is not None:
        mentions = [one for one in mentions if one.end <= found.start or one.start >= found.end]
    names_title = any(one.field.path[-1] == one.model.title_field for one in mentions)
    if found is not None and not names_title and _RENAME.search(sentence.masked):
        chosen = _title_mentions(schema, sentence)
    else:
        chosen = _best_mentions(sentence, mentions)
    spans = [(one.start, one.end) for one in chosen] + ([found.span] if found else [])
    text = found.text if found else None
    return Assignment(chosen, text, sentence.without(*spans), _left(sentence, found))


def _special_form(schema: Schema, sentence: Sentence) -> Assignment | None:
    """Read forms of their own: make X the author of Y, assign Y to X, X moved to Y, takes 5 minutes."""
    made = _MAKE_THE.search(sentence.masked)
    if made is not None and BLANK not in made["value"]:
        mentions = [one for one in schema.fields_in(made["field"]) if one.field.target or one.field.is_text]
        if mentions:
            return _assigned(sentence, mentions, made.span("value"), made.span())
    swapped = _FOR.search(sentence.masked)
    if swapped is not None:
        mentions = schema.fields_in(swapped["rest"])
        shift = swapped.start("rest")
        spans = [(one.start + shift, one.end + shift) for one in mentions]
        if mentions:
            return _assigned(sentence, mentions, swapped.span("value"), *spans)
    assigned = _ASSIGNED.search(sentence.masked)
    if assigned is not None:
        singles = [
            Mention(model, one, 0, 0)
            for model in schema.with_entries()
            for one in model.relations()
            if one.type == "relation"
        ]
        if singles:
            return _assigned(sentence, singles, assigned.span("value"), (0, assigned.start("target")))
    moved = next((found for one in _MOVES if (found := one.search(sentence.masked))), None)
    if moved is not None:
        group = "value" if moved.groupdict().get("value") else "now"
        places = [
            Mention(model, one, 0, 0)
            for model in schema.with_entries()
            for one in model.fields
            if one.means("place") and one.target is None
        ]
        if places:
            return _assigned(sentence, places, moved.span(group), moved.span())
    return _amount(schema, sentence)


def _amount(schema: Schema, sentence: Sentence) -> Assignment | None:
    """Read a length of time that names no field: it takes 5 minutes."""
    amount = _AMOUNT.search(sentence.masked)
    lasting = [
        Mention(model, one, 0, 0)
        for model in schema.with_entries()
        for one in model.fields
        if one.means("duration") and one.type in ("integer", "number", "decimal")
    ]
    if amount is None or not lasting or schema.fields_in(sentence.masked, [lasting[0].model]):
        return None
    words = r"\b(?:takes?|to read|reading|okun\w*|suruyor)\b"
    spans = [match.span() for match in re.finditer(words, sentence.masked)]
    return _assigned(sentence, lasting, amount.span("value"), amount.span(), *spans)


def _assigned(
    sentence: Sentence, mentions: list[Mention], value: tuple[int, int], *explained: tuple[int, int]
) -> Assignment:
    text = sentence.text[value[0] : value[1]].strip()
    quoted = next((quote.value for quote in sentence.quotes if (quote.start, quote.end) == value), None)
    left = [quote.value for quote in sentence.quotes if quote.start != value[0]]
    return Assignment(mentions, quoted or text, sentence.without(value, *explained), left)


def _left(sentence: Sentence, value: Value | None) -> list[str]:
    return [quote.value for quote in sentence.quotes if value is None or quote.start != value.start]


def _title_mentions(schema: Schema, sentence: Sentence) -> list[Mention]:
    """Return the title fields of the models a request names, for "rename"."""
    found: list[Mention] = []
    for model in schema.named_in(sentence.masked) or schema.with_entries():
        title = model.field(model.title_field)
        if title is not None:
            found.append(Mention(model, title, 0, 0))
    return found


def _best_mentions(sentence: Sentence, mentions: Sequence[Mention]) -> list[Mention]:
    """Return the mentions of the name that most looks like the one to change; several models may share it."""
    if not mentions:
        return []

    def rank(one: Mention) -> tuple[int, int, int]:
        behind, before = sentence.masked[one.end :], sentence.masked[: one.start]
        is_changed = (
            re.match(r"\s*(?:of|for|to|in|as|=|:|should|is|must|be|from|on|olarak|\x01|#)", behind)
            is not None
        )
        is_changed = is_changed or re.search(r"(?:'s|s'|n[iu]n)\s+(?:\w+ )?$", before) is not None
        return (int(is_changed), int(one.field.target is None), one.end - one.start)

    best = max(mentions, key=rank)
    return [
        one for one in mentions if one.start < best.end and one.end > best.start and rank(one) == rank(best)
    ]
