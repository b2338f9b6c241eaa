"""Clauses of a sentence, and what each is about: the ground on which a claim is laid beside its source."""

import re
from collections.abc import Callable, Sequence
from typing import Final

from proofroom.articles.figures import SPELT
from proofroom.search import fold

Stems = Callable[[str], list[str]]
"""Returns the beginnings of the words of a text that carry meaning."""

_CLAUSE = re.compile(
    r"(?<=[.!?])\s+|[,;:]\s+|\s[—–-]\s|\s+(?:and|but|while|whereas|which|who|because|ve|ama|fakat|ancak|oysa)\s+"
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CONJUNCTIONS_TEXT: Final = """
and but while whereas because so although though yet as ve ama ise
"""
_CONJUNCTIONS: Final = frozenset(_CONJUNCTIONS_TEXT.split())
_RELATIVE_TEXT: Final = """
which who that whose whom where when of
"""
_RELATIVE: Final = frozenset(_RELATIVE_TEXT.split())
_PRONOUNS_TEXT: Final = """
it they he she this these those there we you one i both each some many most
"""
_PRONOUNS: Final = frozenset(_PRONOUNS_TEXT.split())
_PREPOSITIONS_TEXT: Final = """
in on at between for after before since from with within during under by to about until through over
across among near according per of
"""
_PREPOSITIONS: Final = frozenset(_PREPOSITIONS_TEXT.split())
_DETERMINERS: Final = frozenset(["the", "a", "an", "its", "their", "his", "her"])
_FRAGMENT: Final = 2
_NOT_A_SUBJECT_TEXT: Final = """
percent percentage about around nearly almost some roughly over
"""
_NOT_A_SUBJECT: Final = frozenset(SPELT) | frozenset(_NOT_A_SUBJECT_TEXT.split())


def split_clauses(text: str) -> list[str]:
    """Return the clauses of a text."""
    return [each for each in _CLAUSE.split(text) if each and each.strip()]


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text."""
    return [each for each in _SENTENCE.split(text) if each.strip()]


def subject_of(clause: str, stems: Stems) -> str:
    """Return the beginning of the word an English clause is about; empty where it is not its own.

    A clause that begins with a pronoun or a verb takes its subject from the one before it.
    """
    said = _WORD.findall(clause)
    while said and fold(said[0]) in _CONJUNCTIONS:
        said = said[1:]
    if not said or (fold(said[0]) in _RELATIVE | _PRONOUNS and not _counts(said)):
        return ""
    if fold(said[0]) in _PREPOSITIONS:
        at = next((i for i, word in enumerate(said) if i > 1 and word in _DETERMINERS), None)
        if at is None or fold(said[at - 1]) in _PREPOSITIONS:
            return ""
        said = said[at:]
    elif not (said[0][0].isupper() or said[0][0].isdigit() or fold(said[0]) in _DETERMINERS):
        return ""
    named = [word for word in said if not word[0].isdigit() and fold(word) not in _NOT_A_SUBJECT]
    return next((each for word in named for each in stems(word)), "")


def _counts(said: Sequence[str]) -> bool:
    return fold(said[0]) in ("some", "many", "most") and len(said) > 1


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


_IRREGULAR: Final = {
    "fell": "fall",
    "fallen": "fall",
    "grew": "grow",
    "grown": "grow",
    "rose": "rise",
    "risen": "rise",
    "lost": "lose",
    "won": "win",
    "began": "begin",
    "begun": "begin",
    "sold": "sell",
    "bought": "buy",
    "shrank": "shrink",
    "forbade": "forbid",
    "lent": "lend",
}


def root(word: str) -> str:
    """Return a word without the ending of its form; `fell` is `fall`."""
    known = _IRREGULAR.get(word, word)
    return re.sub(r"(?:ing|ed|es|s|e)$", "", known) if len(known) > 4 else known


def roots(text: str) -> set[str]:
    """Return the roots of all words of a text."""
    return {root(fold(word)) for word in re.findall(r"[^\W\d_]+", text)}
