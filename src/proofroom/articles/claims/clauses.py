"""Sentences and clauses of a text: the ground on which the order of words is laid beside that of a source."""

import re
from collections.abc import Callable, Sequence
from typing import Final

Stems = Callable[[str], list[str]]
"""Returns the beginnings of the words of a text that carry meaning."""

_CLAUSE = re.compile(
    r"(?<=[.!?])\s+|[,;:]\s+|\s[—–-]\s|\s+(?:and|but|while|whereas|which|who|because|ve|ama|fakat|ancak|oysa)\s+"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_FRAGMENT: Final = 2


def split_clauses(text: str) -> list[str]:
    """Return the clauses of a text."""
    return [each for each in _CLAUSE.split(text) if each and each.strip()]


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [each for each in _SENTENCE.split(text) if each.strip()]


def with_their_names(clauses: Sequence[str]) -> list[str]:
    """Join what commas cut off a sentence: who somebody is, and their name, belong to what they did."""
    made: list[str] = []
    kept = ""
    for each in clauses:
        kept = f"{kept} {each}".strip()
        if len(each.split()) > _FRAGMENT or each.rstrip().endswith((".", "!", "?")):
            made.append(kept)
            kept = ""
    return [*made, kept] if kept else made
