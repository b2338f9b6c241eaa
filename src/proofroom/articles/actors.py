"""Who did it, how many, and whether at all: what a claim says of one thing and its source of another.

Rules on clauses, no model. A clause of the claim is laid beside the clause of the source that tells of the
same; what stands in the place of something else is found.
"""

import itertools
import re
from collections.abc import Callable, Sequence
from typing import Final

from proofroom.articles.clauses import Stems, split_clauses, subject_of, with_their_names
from proofroom.articles.figures import SPELT, is_year, numbers_of
from proofroom.search import fold

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_AGENT = re.compile(
    r"\b(?:was|were|is|are|been|be)\b.*\bby\s+(?:the |a |an )?"
    r"([^\W\d_]+(?: (?!in |on |at |for |from )[^\W\d_]+){0,3})",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(?:first|second|third|fourth|former|latter|ilk|birinci|ikinci|ucuncu|dorduncu)\b")
_NOT_TEXT: Final = """
not no never without neither nor cannot none nobody hardly
"""
_NOT: Final = frozenset(_NOT_TEXT.split())
_LEAST_SHARED: Final = 3
_SAME, _SAME_FIGURE, _JOINED = 0.75, 0.5, 0.6


def other_actor(claim: str, passage: str, stems: Stems) -> str:
    """Find somebody or something said to have done what the source tells of another."""
    clauses = [(each, set(stems(each))) for each in with_their_names(split_clauses(passage))]
    everywhere = set[str]().union(*(there for _, there in clauses))
    for clause in split_clauses(claim):
        said = set(stems(clause))
        agent = _AGENT.search(clause)
        for actor in {subject_of(clause, stems), *(stems(agent.group(1)) if agent else ())} - {""}:
            deed = said - {actor}
            if not deed or actor not in everywhere:
                continue
            told, there = max(clauses, key=lambda each: len(deed & each[1]))
            did = _AGENT.search(told)
            doers = set(stems(did.group(1))) if did else {subject_of(told, stems)} - {""}
            is_told = len(deed & there) / len(deed) >= _SAME and len(deed & there) >= 2
            if is_told and doers and not doers & said and actor not in there:
                return actor
    return ""


def other_thing(claim: str, passage: str, stems: Stems) -> str:
    """Find a word or two of a clause that stand where its source has others, and themselves elsewhere."""
    clauses = [stems(each) for each in with_their_names(split_clauses(passage))]
    everywhere = {word for told in clauses for word in told}
    for clause in split_clauses(claim):
        said = stems(clause)
        for told in clauses:
            if len(set(said) & set(told)) < _LEAST_SHARED:
                continue
            new, left = _run(said, set(said) - set(told)), _run(told, set(told) - set(said))
            is_known = bool(new) and set(new) <= everywhere and not any(_is_figure(word) for word in new)
            if is_known and left and _around(said, new) & _around(told, left):
                return " ".join(new)
    return ""


def _run(said: Sequence[str], words: set[str]) -> list[str]:
    """Return some words of a clause where they are one or two side by side; empty where they are not."""
    found = [word for word in said if word in words]
    is_short = len(found) == 1 or (len(found) == 2 and said.index(found[1]) - said.index(found[0]) == 1)
    return found if is_short else []


def _around(said: Sequence[str], run: Sequence[str]) -> set[tuple[int, str]]:
    first, last = said.index(run[0]), said.index(run[-1])
    return {(side, said[at]) for side, at in ((-1, first - 1), (1, last + 1)) if 0 <= at < len(said)}


def other_actor_in_turkish(claim: str, passage: str, stems: Stems) -> str:
    """Find who is said to have done it, where the verb at the end of the source's clause has another."""
    clauses = [found for each in split_clauses(passage) if (found := stems(each))]
    for clause in split_clauses(claim):
        said = stems(clause)
        alike = [told for told in clauses if len(said) > 2 and said[-1] == told[-1]]
        if not alike:
            continue
        told = max(alike, key=lambda each: len(set(said) & set(each)))
        mine, theirs = set(said[:-1]), set(told[:-1])
        foreign = mine - theirs
        others = [other for other in clauses if other is not told]
        is_joined = any(
            other[-1] in mine and len(mine.intersection(other)) / len(set(other)) >= _JOINED
            for other in others
        )
        is_elsewhere = foreign <= set[str]().union(*others) and not is_joined
        if foreign and is_elsewhere and theirs - mine and mine & theirs:
            return next(word for word in said if word in foreign)
    return ""


def other_figure(claim: str, passage: str, stems: Stems) -> str:
    """Find a figure or a year that the source gives to something else, and to this another."""
    kinds = (_figures, _years, _ordinals)
    found = next((found for each in kinds if (found := _elsewhere(claim, passage, stems, each))), "")
    return found or _other_counted(claim, passage, stems)


def _other_counted(claim: str, passage: str, stems: Stems) -> str:
    """Find a figure before what its source counts with another: 19 members, for 71 of 19 countries."""
    there = _counted(passage, stems)
    for figure, thing in _counted(claim, stems):
        is_counted = any(other != figure and named == thing for other, named in there)
        is_of_others = any(other == figure and named != thing for other, named in there)
        if is_counted and is_of_others and (figure, thing) not in there:
            return f"{figure} {thing}"
    return ""


def _counted(text: str, stems: Stems) -> set[tuple[str, str]]:
    said = _WORD.findall(text)
    pairs = ((min(_figures(word), default=""), stems(behind)) for word, behind in itertools.pairwise(said))
    return {(figure, named[0]) for figure, named in pairs if figure and named}


def _elsewhere(claim: str, passage: str, stems: Stems, numbers: Callable[[str], set[str]]) -> str:
    clauses = [(set(stems(each)), numbers(each)) for each in split_clauses(passage)]
    everything = set(stems(claim))
    for clause in split_clauses(claim):
        about = {each for each in stems(clause) if not _is_figure(each)}
        mine = numbers(clause)
        for figure in sorted(mine) if about else ():
            most = max((len(about & said) for said, _ in clauses), default=0)
            best = [figures for said, figures in clauses if len(about & said) == most]
            owners = [said for said, figures in clauses if figure in figures]
            # `52 in May and 61 in June`: all that the second half says, the claim says too.
            is_elsewhere = bool(owners) and not any(_without_figures(said) <= everything for said in owners)
            is_told = most / len(about) >= _SAME_FIGURE and is_elsewhere
            if is_told and all(figures - mine and figure not in figures for figures in best):
                return figure
    return ""


def other_negation(claim: str, passage: str, stems: Stems) -> str:
    """Find what a claim denies and its source tells, or the other way round."""
    mine, theirs = (
        [(set(stems(each)), _denied(each, stems)) for each in split_clauses(text)]
        for text in (claim, passage)
    )
    return _denied_only_in(mine, theirs) or _denied_only_in(theirs, mine)


Denials = Sequence[tuple[set[str], set[str]]]


def _denied_only_in(here: Denials, there: Denials) -> str:
    for _, denied in here:
        for word in sorted(denied):
            told = [no for said, no in there if word in said]
            if told and not any(told):
                return word
    return ""


def _denied(clause: str, stems: Stems) -> set[str]:
    said = _WORD.findall(clause)
    found: set[str] = set()
    for at, word in enumerate(said):
        if fold(word) in _NOT or re.search(r"n['’]t$", word):
            behind = [each for other in said[at + 1 :] for each in stems(other)]
            found |= set(behind[:1])
    return found


def _is_figure(stem: str) -> bool:
    return stem[0].isdigit() or stem in SPELT or _ORDINAL.fullmatch(stem) is not None


def _without_figures(said: set[str]) -> set[str]:
    return {each for each in said if not _is_figure(each) or is_year(each)}


def _figures(text: str) -> set[str]:
    return {each for each in numbers_of(text) if not is_year(each)}


def _years(text: str) -> set[str]:
    return {each for each in numbers_of(text) if is_year(each)}


def _ordinals(text: str) -> set[str]:
    return set(_ORDINAL.findall(fold(text)))
