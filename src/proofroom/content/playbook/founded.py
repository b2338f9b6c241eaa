"""Whether what calls write stands in the request: values with their edges, numbers, languages, denials."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, cast

from proofroom.content.playbook.deeds import rows_of
from proofroom.content.playbook.entries import LookedUp
from proofroom.content.playbook.schema import NUMERIC, FieldView, Json, ModelView
from proofroom.content.playbook.sense.board import blank
from proofroom.content.playbook.sense.phrasebook import ASIDES
from proofroom.content.playbook.wording import read_wording
from proofroom.content.playbook.words import LOOK, seen
from proofroom.kernel.words import word_list
from proofroom.providers.offline import Call, lexicon
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.mood import no_order_in
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens

_LONG: Final = 7
"""Words above which a value that is not quoted, nor behind a colon, is rather a clause."""
_ORDERED: Final = re.compile(
    rf"[,;:.!]\s+(?:\w+\s+){{0,3}}?(?:{lexicon.WORDS['order']}|{lexicon.WORDS['change']}|(?:pls|please|thx|thanks)\b)"
    r"|\b(?:pls|plz|thx|lutfen|so (?:pls|please|can|could)|while you)\b"
)
_HEDGED: Final = re.compile(
    r"\b(?:if|unless|maybe|perhaps|or|half|as long as|in case|belki|eger|veya|ya da|yarisi\w*"
    r"|\w{3,}(?:[aeiu]rs[ae](?:k|m|niz|n[iu]z|l[ae]r)?|m[ae]zs[ae]|[iu]yorsa|diyse|misse))\b"
)
_DENIED: Final = re.compile(
    r"\b(?:not|never|no|none|nobody|nothing|without|except|excluding|haric|degil|disinda\w*|yok)\b|n't\b"
)
_NOT_TURNING: Final = word_list("sense_rather sense_reason sense_only sense_no_longer sense_lacking has_none")
_ONLY: Final = re.compile(r"\b(?:only|sadece|yalnizca|some|bazi\w*)\b")
_GOES_ON: Final = re.compile(r"\w{4,}(?<!\bprof)[.!?]\s+\w")
"""Where a value that nobody quoted goes over the end of a sentence: a short field holds no two of them."""
_DAY: Final = re.compile(r"'\d{4}-\d\d-\d\d")
_UNTIL: Final = re.compile(r"\b(?:until|till|kadar)\b")


def doubtful(text: str, spoken: str) -> str:
    """Return the word that leaves open whether something is to be done, or which of two things.

    `spoken` is the message as it was said: to put it plainly takes out who would do it.
    """
    found = _HEDGED.search(ASIDES.sub(" ", Sentence(text).masked))
    return found[0] if found else no_order_in(ASIDES.sub(" ", Sentence(spoken).masked))


def untold(text: str, lookup: LookedUp, calls: Sequence[Call]) -> Iterator[str]:
    """Yield what would be written that is no value of the request, but a piece of the sentence around one."""
    for call in (one for one in calls if one.tool == "save_content"):
        model = lookup.schema.get(call.input.get("model"))
        rows = list(rows_of(call.input)) if model else []
        for key, data in rows:
            yield from _values(text, lookup, cast("ModelView", model), key, data)
        if model and model.title and len(rows) > 1:
            name = model.title.path[0]
            titles = Counter(str(data[name]) for _, data in rows if name in data)
            yield from (title for title, count in titles.items() if count > 1)  # each has one of its own


def turned(said: str, lookup: LookedUp, calls: Sequence[Call]) -> Iterator[str]:
    """Yield words that turn a meaning around, or name a language, and that calls do not heed."""
    yield from _turning(said, lookup, calls)
    yield from _languages(said, lookup, [call for call in calls if call.tool == "save_content"])
    rows = [(call.input, *row) for call in calls for row in rows_of(call.input)]
    if len({key for _, key, _ in rows}) == 1:
        yield from _numbers(said, lookup, rows)
        yield from _fields(said, lookup, rows)


Rows = list[tuple[Json, str, Json]]
_NUMBER: Final = re.compile(r"(?<![\w#.,:/+-])\d+(?:[.,]\d+)?(?![\w:/]|[.,]\d)")


def _numbers(said: str, lookup: LookedUp, rows: Rows) -> Iterator[str]:
    """Yield numbers that are neither written, nor what stood there, nor how much it grows or shrinks."""
    when = find_when(said)
    said = said[: when.start] + " " + said[when.end :] if when else said
    given, _, _ = rows[0]
    model = lookup.schema.get(given.get("model"))
    entry = lookup.get(model.id, rows[0][1]) if model else None
    written = [value for row, _, data in rows for value in (*_leaves(data), *_leaves(row))]
    stood = list(_leaves(entry.data)) if entry else []
    names = {part for label in entry.labels for part in tokens(label)} if entry else set[str]()
    known = {float(one) for one in (*written, *stood) if _is_number(one)}
    known |= {
        abs(float(one) - float(old))
        for one in written
        for old in stood
        if _is_number(one) and _is_number(old)
    }
    for found in _NUMBER.finditer(said):
        number = found[0]
        is_text = any(number in str(one) for one in (*written, *stood) if isinstance(one, str))
        if (
            not is_text
            and number not in names
            and float(number.replace(",", ".")) not in known
            and "%" not in said
        ):
            yield number


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for one in cast("Json", value).values():
            yield from _leaves(one)
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from _leaves(one)
    else:
        yield value


def _fields(said: str, lookup: LookedUp, rows: Rows) -> Iterator[str]:
    """Yield fields that are named beside one entry, and that calls leave as they are."""
    given, key, _ = rows[0]
    model = lookup.schema.get(given.get("model"))
    entry = lookup.get(model.id, key) if model else None
    if (
        model is None
        or entry is None
        or not any(len(one) > 3 and one in said for one in tokens(plain(entry.label)))
    ):
        return
    written = {name for _, _, data in rows for name in data}
    names = [part for label in entry.labels for part in tokens(label)]
    for one in lookup.schema.fields_in(said, [model]):
        word = said[one.start : one.end]
        is_other = (
            one.is_own
            and one.field.path[0] not in written
            and one.field != model.title
            and one.field.target is None
        )
        if is_other and not model.is_called(word) and not any(alike(word, part) for part in names):
            yield word


def _values(text: str, lookup: LookedUp, model: ModelView, key: str, data: Json) -> Iterator[str]:
    known = {
        plain(str(value))
        for one in lookup.entries.values()
        for row in one.own.values()
        for value in row.values()
    }
    sentence = Sentence(text)
    quoted, wish = {plain(one.value) for one in sentence.quotes}, read_wording(sentence)
    entry = lookup.get(model.id, key)
    for name, value in data.items():
        one = model.field(name) or FieldView((name,))
        said = plain(value).strip() if isinstance(value, str) else ""
        if said and ((one.type == "email" and "@" not in said) or one.type in NUMERIC):
            yield value
        if (
            one == model.title
            and said not in quoted
            and entry is not None
            and _names_other(lookup, model, said)
        ):
            yield value
        if not said or not one.is_text or said in quoted or said in known:
            continue
        stood = plain(str(entry.data.get(name))) if entry is not None else ""
        if wish is not None and said == stood.replace(plain(wish.old), plain(wish.new)):
            continue  # what stood there, with the words exchanged that the request names
        is_short = model.field(name) is not None and one.type == "string"
        if _is_clause(sentence.plain, said) or (is_short and _GOES_ON.search(said)):
            yield value
        elif entry is not None and one == model.title and not _is_named(sentence.masked, model):
            kept = set(tokens(plain(str(entry.data.get(name))))) & set(tokens(said))
            if 2 * len(kept) < len(tokens(said)):  # other words in a title are no other title
                yield value


def _names_other(lookup: LookedUp, model: ModelView, said: str) -> bool:
    """Tell whether a text is what an entry of another model is called."""
    return any(said in one.labels for one in lookup.entries.values() if one.model != model)


def _is_clause(text: str, value: str) -> bool:
    """Tell whether a value that is not quoted is rather a piece of the sentence around it."""
    at = text.find(value)
    if at < 0:  # copied or cut out of another text; of this one, only with something left out in its middle
        return len(words := tokens(value)) > 2 and set(words) <= set(tokens(text))
    is_introduced = text[:at].rstrip()[-1:] in (":", "=", "–", "-")
    if _ORDERED.search(value) or (len(value) < _LONG and all(word in lexicon.STOP for word in tokens(value))):
        return True
    return not is_introduced and (len(value.split()) > _LONG or seen("clause_goes_on", value))


def _is_named(said: str, model: ModelView) -> bool:
    """Tell whether somebody speaks of what an entry is called."""
    names = model.title.patterns if model.title else []
    return seen("sense_names", said) or any(re.search(rf"\b(?:{one})", said) for one in names)


def _turning(said: str, lookup: LookedUp, calls: Sequence[Call]) -> Iterator[str]:
    said = ASIDES.sub(" ", said)
    for name in _NOT_TURNING:
        said = LOOK[name].sub(" ", said)
    lacking = (LOOK["sense_lacks_before"].search(said[: one.start]) for one in lookup.schema.fields_in(said))
    said = blank(said, *(found.span() for found in lacking if found))  # which ones, and not that it be so
    denied = _DENIED.search(said)
    targets = {key for call in calls for key, _ in rows_of(call.input)}
    words = tokens(said)
    is_set = len(targets) > 1 or seen("sense_all", said) or "" in targets
    is_set = is_set or any(
        model.is_called(word) and seen("plural_noun", word)
        for model in lookup.schema.models
        for word in words
    )
    if denied is not None and not is_set and not any(_takes(lookup, call) for call in calls):
        yield denied[0].strip()
    until = _UNTIL.search(said)
    has_end = any(call.input.get("expire_at") or _DAY.search(str(call.input.get("data"))) for call in calls)
    if until is not None and len(targets) < 2 and not has_end:
        yield until[0]
    only = _ONLY.search(said)
    if only is not None and not lexicon.locales_in(said) and len(targets) < 2:
        yield only[0]


def _takes(lookup: LookedUp, call: Call) -> bool:
    """Tell whether a call takes something away."""
    given = call.input
    if (
        call.tool == "delete_content"
        or given.get("status") in ("draft", "archived")
        or given.get("expire_at")
    ):
        return True
    for key, data in rows_of(given):
        entry = lookup.get(str(given.get("model")), key)
        for name, value in data.items():
            old: Any = entry.data.get(name) if entry else None
            is_less = isinstance(value, list) and isinstance(old, list) and len(value) < len(old) + 1  # pyright: ignore[reportUnknownArgumentType]
            if value in (False, None, "", []) or is_less:
                return True
    return False


def _languages(said: str, lookup: LookedUp, saves: Sequence[Call]) -> Iterator[str]:
    """Yield a language that is named, where texts are saved in others only."""
    said, used = LOOK["other_name"].sub(" ", said), {call.input.get("locale") for call in saves}
    if not saves or None in used:
        return
    for locale in lexicon.locales_in(said):
        if locale in lookup.schema.locales and locale not in used:
            yield lexicon.NAMES[locale]
    if seen("both_languages", said) and len(used) < len(lookup.schema.locales):
        found = LOOK["both_languages"].search(said)
        yield found[0] if found else ""
