"""What the words of a question name: a type, a record, one of a field's choices."""

import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

from proofroom.entities.telling import said_value
from proofroom.entities.wording import SMALL, WORD, plain_text, same_word
from proofroom.search import fold

_TIES = re.compile(r"\w{2}(?:ed|ing|[ae]n|[ae]nlar|[ae]nler|[iu]yor|\w[dt][iu])$")
"""Participles: of “the boats berthed at Oban” and “Bursa'dan gelen eserler” they say nothing of their own."""


def said_names(text: str) -> set[str]:
    """Return the words of a question that are written with a capital though no sentence begins with them."""
    found = re.findall(rf"(?<=[\w,] ){WORD}", text)
    return {fold(word).replace("ı", "i") for word in found if word[0].isupper()}


def other_names(text: str, asked: Sequence[str], known: Iterable[str]) -> list[str]:
    """Return the names in a question, written with a capital, that none of some words is part of."""
    names = said_names(text)
    parts = [part for one in known for part in plain_text(one).split()]
    return [word for word in asked if word in names and not any(same_word(word, part) for part in parts)]


def kind_of_value(
    kinds: Sequence[dict[str, Any]], asked: Sequence[str]
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the type of whose choices the words say any, and the words of those choices."""
    for kind in kinds:
        options = [str(one) for field in kind["fields"] for one in field.get("options") or ()]
        said = [word for option in options for word in _of_choice(option, asked)]
        if said:
            return kind, [word for word in asked if word in said]
    return None, []


def said_values(rows: Iterable[dict[str, Any]], asked: Sequence[str]) -> list[str]:
    """Return the words that say the whole of some record's value: “Maple”, but not the lamp of “oil lamp”."""
    values = {str(value) for row in rows for value in row["fields"].values() if isinstance(value, str)}
    said = {word for value in values for word in _of_choice(value, asked)}
    return [word for word in asked if word in said]


def _of_choice(option: str, asked: Sequence[str]) -> list[str]:
    """Return the words that say a choice, if they say all of it."""
    parts = plain_text(option).split()
    words = [word for word in asked if any(same_word(word, part) for part in parts)]
    return words if all(any(same_word(word, part) for word in words) for part in parts) else []


def without_ties(text: str, asked: Sequence[str]) -> list[str]:
    """Return words without those that only tie others together: “gelen”, “berthed”; a name is none."""
    names = {fold(word) for word in re.findall(WORD, text) if word[0].isupper()}
    return [word for word in asked if word in names or not _TIES.search(word)] or list(asked)


def without_name(asked: Sequence[str], record: dict[str, Any]) -> list[str]:
    """Return the words of a question that are not a record's name."""
    parts = plain_text(record["title"]).split()
    return [word for word in asked if not any(same_word(word, part) for part in parts)]


def named_type(
    kinds: Iterable[dict[str, Any]], asked: Sequence[str], first: Sequence[str]
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the type that words name, and the words that are left.

    “Which box” is for bat boxes, where no other type is one of boxes.
    """
    kinds = list(kinds)
    heads = [(one, plain_text(one["name"]).split()[-1:]) for one in kinds]
    meant = [one["slug"] for one, head in heads if any(same_word(*pair) for pair in product(first, head))]
    for kind in kinds:
        head = kind["name"].split()[-1] if meant == [kind["slug"]] else ""
        names = (kind["name"], kind["slug"].replace("-", " "), kind.get("plural") or "", head)
        for name in dict.fromkeys(plain_text(one) for one in names if one):
            parts = name.split()
            for start in range(len(asked) - len(parts) + 1):
                if all(same_word(word, part) for word, part in zip(asked[start:], parts, strict=False)):
                    return kind, [*asked[:start], *asked[start + len(parts) :]]
    return None, list(asked)


def named_record(rows: Iterable[dict[str, Any]], asked: Sequence[str]) -> dict[str, Any] | None:
    """Return the record whose whole title the words hold."""
    for row in rows:
        parts = [one for one in plain_text(row["title"]).split() if one not in SMALL]
        if parts and all(any(same_word(word, part) for word in asked) for part in parts):
            return row
    return None


def with_words(
    rows: Iterable[dict[str, Any]], asked: Sequence[str], kind: dict[str, Any]
) -> list[dict[str, Any]]:
    """Return the records that say all of the words."""
    return [row for row in rows if _has_words(row, asked, kind)]


def _has_words(row: dict[str, Any], asked: Sequence[str], kind: dict[str, Any]) -> bool:
    """Tell whether a record says all of the words; names of its fields say nothing."""
    labels = {part for one in kind["fields"] for part in plain_text(one.get("label") or one["key"]).split()}
    said = plain_text(f"{row['title']} {' '.join(said_value(one) for one in row['fields'].values())}").split()
    wanted = [word for word in asked if not any(same_word(word, label) for label in labels)] or list(asked)
    return all(any(same_word(word, part) for part in said) for word in wanted)
