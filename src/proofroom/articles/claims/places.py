"""Who did it: a subject that its source gives another deed, and this deed another subject."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from proofroom.articles.claims import english
from proofroom.articles.claims.lexicon import verbs
from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.pair import Pair, clause_of
from proofroom.articles.claims.tokens import Token

_BE: Final = frozenset(listed("places.be"))
_AUXILIARY: Final = _BE | frozenset(listed("places.auxiliary"))
_FRAGMENT: Final = 4
_POINTING: Final = frozenset(listed("places.pointing"))
_MUTUAL: Final = frozenset(english.stem(each) for each in listed("places.mutual"))
"""Deeds that two do together, whoever is named first."""
_ARTICLES: Final = frozenset(["a", "an", "the", "its", "their", "his", "her"])
_OPENING: Final = frozenset(listed("places.opening"))


def other_subject(pair: Pair) -> str:
    """Return the subject of a clause that its source has not, where the source tells the same of another."""
    if pair.is_turkish:
        return ""
    for number in sorted({each.clause for each in pair.said}):
        clause = [each for each in pair.said if each.clause == number]
        mine = subject(clause)
        deed = [each for each in clause if each.is_content and each not in mine]
        if not mine or not deed:
            continue
        scores = pair.weights(clause_of, deed, is_clause=True)
        most = max(scores.values(), default=0.0)
        if most < 0.6 * len(deed) or most < 1:
            continue
        best = [each for each, score in scores.items() if score == most]
        found = [_other(pair, clause, mine, each) for each in best]
        if all(found):
            return found[0]
    return ""


def other_object(pair: Pair) -> str:
    """Return what a deed was done to, where the source tells of that deed only with other things.

    `The new limit cut accidents`: the source cut the limit, and has accidents in quite another sentence.
    """
    if pair.is_turkish:
        return ""
    for number in sorted({each.clause for each in pair.said}):
        clause = [each for each in pair.said if each.clause == number]
        mine = subject(clause)
        behind = [each for each in clause if mine and each.is_content and each.start > mine[-1].start]
        things = [each for each in behind[1:] if not each.is_light]
        helped = bool(behind) and pair.said[behind[0].index - 1].folded in _AUXILIARY - _BE
        if not things or not (helped or _is_past(behind[0])):
            continue
        deeds = {other.sentence for other, how in pair.found[behind[0].index] if how != "opposite"}
        beside = [each for each in pair.told if {each.sentence, each.sentence - 1} & deeds]
        is_known = all(pair.touches(each, pair.told) for each in things)
        if deeds and is_known and not any(pair.touches(each, beside) for each in things):
            return things[0].text
    return ""


def other_agent(pair: Pair) -> str:
    """Return by whom something was done, where the source says that another did it."""
    for each, mine in _agents(pair.said):
        for other, theirs in _agents(pair.told):
            is_one_deed = pair.touches(each, [other])
            if is_one_deed and mine and theirs and not any(pair.touches(one, theirs) for one in mine):
                return mine[-1].text
    return ""


def _agents(words: Sequence[Token]) -> Iterator[tuple[Token, list[Token]]]:
    """Return each deed that was done by somebody, with the words that name them."""
    for at, each in enumerate(words):
        if each.folded.split()[-1] == "by" and at and (words[at - 1].is_content or " " in each.folded):
            deed = each if " " in each.folded else words[at - 1]
            behind = [one for one in words[at + 1 : at + 6] if one.clause == each.clause]
            named = itertools.takewhile(lambda one: one.is_content or one.folded in _ARTICLES, behind)
            yield deed, [one for one in named if one.is_content and not one.is_number]


def _other(pair: Pair, clause: Sequence[Token], mine: Sequence[Token], number: int) -> str:
    there = [each for each in pair.told if each.clause == number]
    beside = [each for near in (number - 1, number + 1, number + 2) for each in _fragment(pair, there, near)]
    if is_passive(clause) != is_passive(there):
        return ""
    if found := _exchanged(pair, clause, there):
        return found
    theirs = subject(there)
    elsewhere = [each for other in _subjects(pair.told) for each in other if each.clause != number]
    moved = [
        each
        for each in mine
        if not each.is_light
        and not pair.touches(each, [*theirs, *there, *beside])
        and pair.touches(each, elsewhere)
    ]
    kept = [each for each in mine[-1:] if not each.is_light and each not in moved]
    left = [
        each for each in theirs if not each.is_light and not any(pair.touches(one, [each]) for one in clause)
    ]
    return moved[0].text if moved and left and not kept else ""


def _subjects(words: Sequence[Token]) -> list[list[Token]]:
    clauses = itertools.groupby(words, key=lambda each: each.clause)
    return [subject(list(group)) for _, group in clauses]


def _fragment(pair: Pair, clause: Sequence[Token], number: int) -> list[Token]:
    """Return a clause beside another of its sentence if it only adds to it: `mostly guitars and violins`."""
    found = [each for each in pair.told if each.clause == number]
    return found if found and found[0].sentence == clause[0].sentence and _is_fragment(found) else []


def _exchanged(pair: Pair, clause: Sequence[Token], there: Sequence[Token]) -> str:
    """Return who did it to whom, where the source tells of the same deed the other way round."""
    mine, theirs = subject(clause), _inherited(pair, there)
    is_comparing = any(each.folded in ("than", "as") for each in (*clause, *there))
    if not mine or not theirs or is_comparing:
        return ""
    behind = [each for each in clause if each.start > mine[-1].start and each.is_content]
    after = [each for each in there if each.start > theirs[-1].start and each.is_content]
    is_one_deed = bool(behind and after) and pair.touches(behind[0], after[:1])
    if not is_one_deed or behind[0].key in _MUTUAL or behind[0].is_denied != after[0].is_denied:
        return ""
    done_to = [each for each in mine if not pair.touches(each, theirs) and pair.touches(each, after[1:])]
    doers = [each for each in theirs if not pair.touches(each, mine) and pair.touches(each, behind[1:])]
    return done_to[0].text if len(done_to) == len(mine) and len(doers) == len(theirs) else ""


def _inherited(pair: Pair, clause: Sequence[Token]) -> list[Token]:
    """Return the subject of a clause, or of the one it lives on."""
    own = subject(clause)
    if own:
        return own
    if not clause:
        return []
    first = clause[0]
    same = [each for each in pair.told if each.sentence == first.sentence and each.clause < first.clause]
    # `Its owner, Lena Voss, retired`: what commas cut off before the verb is who did it.
    names: list[Token] = []
    for number in sorted({each.clause for each in same}, reverse=True):
        words = [each for each in same if each.clause == number]
        if not _is_fragment(words):
            break
        names = [*(each for each in words if each.is_content), *names]
    if names:
        return names
    for number in sorted({each.clause for each in same}):
        if found := subject([each for each in same if each.clause == number]):
            return found
    return [each for each in pair.told if each.sentence == first.sentence - 1 and each.is_content]


def _is_fragment(clause: Sequence[Token]) -> bool:
    """Tell whether commas cut off a name or what somebody is: few words, none of them a verb."""
    return len(clause) <= _FRAGMENT and not any(
        each.folded in _AUXILIARY or _is_past(each) or is_verb(clause, at) for at, each in enumerate(clause)
    )


def subject(clause: Sequence[Token]) -> list[Token]:
    """Return the words of a clause before its verb; none where it begins with something else."""
    words = list(clause)
    while words and words[0].folded in (
        "and",
        "but",
        "while",
        "whereas",
        "because",
        "although",
        "though",
        "which",
        "who",
    ):
        if words[0].folded in ("which", "who"):
            return []
        words = words[1:]
    if not words or words[0].folded in _OPENING | _AUXILIARY or _is_past(words[0]):
        return []
    found: list[Token] = []
    for at, each in enumerate(words):
        if each.folded in _POINTING and not found:
            return []
        if each.folded in _AUXILIARY or (found and is_verb(words, at)):
            return found
        if each.is_content:
            found.append(each)
        if each.folded in _OPENING and each.folded != "of" and found:
            return found[:1] if at < 2 else found
    return []


def is_passive(clause: Sequence[Token]) -> bool:
    """Tell whether a clause says what was done to its subject."""
    return any(
        each.folded in _BE and any(_is_past(other) for other in clause[at + 1 : at + 3])
        for at, each in enumerate(clause)
    )


def is_verb(words: Sequence[Token], at: int) -> bool:
    """Tell whether a word looks like a verb: by its past, or since it agrees with the noun before it."""
    word = words[at]
    if _is_past(word):
        return True
    if at == 0 or not (words[at - 1].is_content or words[at - 1].is_number) or word.is_name:
        return False
    behind = words[at + 1] if at + 1 < len(words) else None
    is_many, was_many = (_is_many(each.folded) for each in (word, words[at - 1]))
    is_followed = behind is None or not behind.is_content or behind.folded.endswith("ly")
    return is_followed and is_many != was_many and not (was_many and behind is None)


def _is_many(word: str) -> bool:
    return (word.endswith("s") and not word.endswith(("ss", "us", "is"))) or word in (
        "people",
        "children",
        "women",
        "men",
        "percent",
    )


def is_deed(word: Token) -> bool:
    """Tell whether a word may be a verb, in whatever place."""
    return word.key in verbs() or word.folded.endswith("ing") or _is_past(word)


def _is_past(word: Token) -> bool:
    first = word.folded.split()[0]
    return first.endswith("ed") or english.is_irregular(first)
