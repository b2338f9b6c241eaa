"""Questions for what stands beside records: which institution looks after the cisterns of a time."""

from collections.abc import Generator, Sequence
from itertools import pairwise
from typing import Any, cast

from proofroom.entities.comparing import Kind, named_field
from proofroom.entities.wording import plain_text, same_word
from proofroom.providers.offline import Call, Result

_ASKING = frozenset({"which", "what", "whose", "many", "hangi", "kac"})
_MOST = 12
"""Records whose relations are looked at."""
Row = dict[str, Any]


def asked_first(text: str) -> list[str]:
    """Return the words that follow a question's asking words: what it is for."""
    words = plain_text(text).split()
    return [after for word, after in pairwise(words) if word in _ASKING]


def names_kind(word: str, kind: Kind) -> bool:
    """Tell whether a word is one of those that a type is called by."""
    known = f"{kind['name']} {kind.get('plural') or ''}"
    return any(same_word(word, part) for part in plain_text(known).split())


def counterparts(text: str, kind: Kind, kinds: Sequence[Kind]) -> tuple[str, list[Kind]] | None:
    """Return the word for what is asked for beside records of a type, and the types or the field it names."""
    for word in asked_first(text):
        if names_kind(word, kind):
            return None
        texts = [one for one in kind["fields"] if one["type"] in ("text", "select")]
        field = named_field(texts, [word])
        others = [one for one in kinds if names_kind(word, one)]
        if others or field is not None:
            return word, others or ([field] if field is not None else [])
    return None


def known_words(rows: Sequence[Row], words: Sequence[str]) -> list[str]:
    """Return the words that any of some records says: a verb says nothing of them."""
    said = {
        part for row in rows for part in plain_text(f"{row['title']} {[*row['fields'].values()]}").split()
    }
    return [word for word in words if any(same_word(word, part) for part in said)]


def beside(
    rows: Sequence[Row], wanted: Sequence[Kind]
) -> Generator[list[Call], list[Result], list[tuple[Row | str, list[Row]]]]:
    """Return what of some types, or of a field, stands beside records, each with those it stands beside."""
    found: dict[str, tuple[Row | str, list[Row]]] = {}
    if "slug" not in wanted[0]:
        for row in rows:
            if (value := str(row["fields"].get(wanted[0]["key"]) or "")) != "":
                found.setdefault(value, (value, []))[1].append(row)
        return [*found.values()]
    some, slugs = rows[:_MOST], {one["slug"] for one in wanted}
    near = yield [Call("getEntity", {"entityId": row["id"], "include": ["relations"]}) for row in some]
    for row, looked in zip(some, near, strict=True):
        for other in cast("list[Row]", looked.rows("related")):
            if other["typeSlug"] in slugs:
                found.setdefault(other["id"], (other, []))[1].append(row)
    return [*found.values()]
