"""What the words of a question mention of the records at hand, each word for one thing."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from proofroom.entities.asked_for import asked_first
from proofroom.entities.facts import Column, KnownRecords, Row
from proofroom.entities.named import said_names
from proofroom.entities.tabular import parts_of
from proofroom.entities.wording import SMALL, is_kin, plain_text, same_word
from proofroom.kernel.data import dataclass

_LONGEST = 6
"""Words of a value that is looked for in a question."""
_CODE = re.compile(r"(?=.*\d)(?=.*[^\W\d_])[\w/#.-]{2,14}")
_WITHOUT = re.compile(r"(\w{3,})s[iu]z(?:l[ae]r\w*)?")
What = Literal["kind", "record", "value", "column"]
_RANKS: dict[What, int] = {"kind": 0, "record": 1, "value": 2, "column": 3}


@dataclass(frozen=True, slots=True)
class WordSpan:
    """Words that stand for a type, for records, for values of columns, or for columns."""

    start: int
    end: int
    what: What
    things: tuple[Any, ...]
    """Slugs of types, ids of records, columns with a value, or columns."""
    is_whole: bool = True
    """Whether the words say all that the thing is called."""


def mentions(text: str, facts: KnownRecords) -> tuple[list[str], list[WordSpan]]:
    """Return the words of a question that say something, and what they mention, longest first taken."""
    words = [
        one for one in plain_text(text).replace("ı", "i").split() if re.split("['’]", one)[0] not in SMALL
    ]
    heads, plain = {one[:2] for one in words}, f" {plain_text(text).replace('ı', 'i')} "
    found: dict[tuple[int, int, What], list[Any]] = {}
    for what, name, thing in _named(facts):
        whole = plain_text(name).replace("ı", "i")
        parts = [one for one in whole.split() if one not in SMALL]
        if not parts or len(parts) > _LONGEST or parts[0][:2] not in heads:
            continue
        if len(parts) == 1 and what in ("kind", "value") and whole != parts[0] and f" {whole} " not in plain:
            continue  # “use” is not yet “in use”, nor “planted” the type “Planted by”
        if len(parts) == 1 and what in ("record", "value") and len(parts[0]) < 2 + parts[0].isdigit():
            continue
        for at in range(len(words) - len(parts) + 1):
            pairs = list(zip(words[at:], parts, strict=False))
            if all(same_word(*pair) for pair in pairs) and not (what == "kind" and _is_more(*pairs[-1])):
                found.setdefault((at, at + len(parts), what), []).append(thing)
    first = asked_first(text)
    # What follows “which” is a type or a column, not somebody who happens to be called so.
    for place in [one for one in found if one[2] == "record" and words[one[0]] in first]:
        del found[place]

    def worth(place: tuple[int, int, What]) -> tuple[int, int]:
        start, end, what = place
        is_asked = what == "column" and any(same_word(words[start], one) for one in first)
        return start - end, 0 if is_asked else _RANKS[what]

    taken: set[int] = set()
    kept: list[WordSpan] = []
    for (start, end, what), things in sorted(found.items(), key=lambda one: worth(one[0])):
        if taken.isdisjoint(range(start, end)):
            taken.update(range(start, end))
            kept.append(WordSpan(start, end, what, tuple(dict.fromkeys(things))))
            # A type that a column's names are records of may be called as the column is.
            also = found.get((start, end, "column"), []) if what == "kind" else []
            kept += [WordSpan(start, end, "column", tuple(dict.fromkeys(also)))] if also else []
            if what == "kind" and not also and end - start == 1:
                taken.remove(start)
    kinds = {one.start for one in kept if one.what == "kind"}
    kept += _by_a_word(text, words, taken, facts, kinds)
    return words, sorted(kept, key=lambda one: one.start)


def _is_more(word: str, part: str) -> bool:
    """Tell whether a name is made of a word and is no plural of it: a “tamirci” is no “tamir”."""
    return part.startswith(word) and part[len(word) :] not in ("", "s", "es", "lar", "ler")


def _named(facts: KnownRecords) -> Iterable[tuple[What, str, Any]]:
    """Return all that records say, by its name."""
    for kind in facts.kinds:
        for name in {kind["name"], kind.get("plural") or "", kind["slug"].replace("-", " ")} - {""}:
            yield "kind", name, kind["slug"]
    for column in facts.columns:
        yield "column", " ".join(column.words), column
    texts = {slug: [one for one in facts.of(slug) if one.type in ("text", "select")] for slug in facts.rows}
    for slug, rows in facts.rows.items():
        for row in rows:
            yield "record", row["title"], row["id"]
        for column in texts[slug]:
            yield from _values(rows, column)


def _values(rows: Sequence[Row], column: Column) -> Iterable[tuple[What, str, Any]]:
    """Return the values of a column; what only one record is called by, such as its code, is that record."""
    cells = [(row, str(row["fields"].get(column.key) or "")) for row in rows]
    said = [cell for _, cell in cells if cell]
    is_code = len(set(said)) == len(said) and all(_CODE.fullmatch(one) for one in said)
    for row, cell in cells:
        if is_code and cell:
            yield "record", cell, row["id"]
        for part in dict.fromkeys([cell, *values_in(cell)] if cell and not is_code else []):
            yield "value", part, (column, part)


def values_in(cell: Any) -> list[str]:
    """Return the values of a cell, of which it may hold several."""
    return [clean for one in parts_of(cell) for each in one.split(",") if (clean := each.strip())]


def _is_another(around: Sequence[str], capitals: set[str], row: Row) -> bool:
    """Tell whether a name beside a word is none of a record's: Dean Smith is not Dean Marsh."""
    parts = plain_text(row["title"]).replace("ı", "i").split()
    return any(one in capitals and not any(same_word(one, part) for part in parts) for one in around)


def without_what(word: str) -> str:
    """Return what a Turkish word is without: of “ücretsiz” the “ücret”."""
    found = _WITHOUT.fullmatch(word)
    return found[1] if found else ""


def _by_a_word(
    text: str, words: Sequence[str], taken: set[int], facts: KnownRecords, kinds: set[int]
) -> list[WordSpan]:
    """Return what a word that is left says a part of: a column, or somebody's surname with its capital."""
    capitals = said_names(text)
    found: list[WordSpan] = []
    for at, word in enumerate(words):
        if at in taken:
            continue
        bare = without_what(word) or word
        columns = tuple(one for one in facts.columns if any(is_kin(bare, part) for part in one.words))
        named = [
            row["id"]
            for rows in facts.rows.values()
            for row in (rows if word in capitals and len(word) > 2 else ())
            if any(same_word(word, part) for part in plain_text(row["title"]).split())
            and not _is_another(words[max(0, at - 1) : at + 2], capitals, row)
        ]
        if columns:
            found.append(WordSpan(at, at + 1, "column", columns, is_whole=False))
        elif len(named) == 1 and at not in kinds:
            found.append(WordSpan(at, at + 1, "record", (named[0],), is_whole=False))
    return found
