"""Whether a claim says yes where its source says no.

A clause of the claim is laid beside the clauses of the source that tell most of the same. Each `no` on either
side and each word that stands for its opposite turns the meaning round once: an odd number of turns is a
contradiction, an even one another wording. `The path is missing` and `there is no path` turn once each.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from proofroom.articles.claims import english, reach, turkish_words
from proofroom.articles.claims.comparatives import is_measured
from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.matching import matches
from proofroom.articles.claims.pair import Pair
from proofroom.articles.claims.places import subject
from proofroom.articles.claims.tokens import Token
from proofroom.kernel.data import dataclass

_NO: Final = frozenset(listed("polarity.no"))
_IMPLIED: Final = frozenset(english.stem(each) for each in listed("polarity.implied"))
"""Words that say no by themselves: another wording of a `no`, and none where the other side has none."""
_IMPLIED_IN_TURKISH: Final = re.compile(
    r"(?:yalnizca|sadece|yalniz|tek|yerine|yoklu[gk]\w*|eksi[kg]\w*|yoksun\w*|iptal\w*|engel\w*|reddet\w*|vazgec\w*"
    r"|belirsiz\w*|durdur\w*|yasak\w*|\w{3,}s[iu]z(?:ca)?)"
)
_BOUNDED: Final = re.compile(
    r"\b(?:no (?:longer|more|less|fewer) than|at most|up to|instead of|rather than)\b"
)
_FAILING: Final = frozenset(english.stem(each) for each in listed("polarity.failing"))
"""Deeds that say no to the one behind their `to`."""
_EARLIER: Final = frozenset(listed("polarity.earlier"))
_UNTIL: Final = frozenset(["until", "till", "but", "only"])
_EXCEPT: Final = frozenset(["else", "other", "besides", "apart", "baska"])
_OFF: Final = frozenset(["off", "out", "away", "from"])
_COUNTING: Final = frozenset(["no", "none", "nobody", "nothing", "without", "neither", "nowhere"])
_SKIPPED: Final = reach.ALL | reach.PLACES | frozenset(listed("polarity.skipped"))
_CONVERSE: Final = frozenset(
    pair
    for each in listed("weigh.converse")
    for left, _, right in [each.partition("/")]
    for pair in [(english.stem(left), english.stem(right)), (english.stem(right), english.stem(left))]
)
_LEAST, _LIKELY, _ALIKE, _INHERITED, _TOLD = 0.4, 0.85, 0.8, 0.8, 2.0
"""The share of a clause's words that another must have to tell of the same, how near the best is as good, and
what words weigh: another of the same meaning, one that a pronoun means, and one that a `no` is about."""


@dataclass(frozen=True, slots=True)
class _Window:
    """A clause of the source beside one of the claim."""

    score: float
    turns: Sequence[str]


def turned(pair: Pair) -> str:
    """Return the word by which a claim says the opposite of its source; empty where it does not."""
    for number in sorted({each.clause for each in pair.said}):
        clause = [each for each in pair.said if each.clause == number]
        words = [each for each in clause if _tells(each)]
        if not words or _is_condition(pair.said, clause):
            continue
        windows = [
            found
            for other in sorted({each.clause for each in pair.told})
            if (found := _window(pair, clause, words, other))
            and _is_of_one_time(clause, [each for each in pair.told if each.clause == other])
        ]
        most = max((each.score for each in windows), default=0.0)
        best = [each for each in windows if each.score >= _LIKELY * most]
        if best and all(each.turns for each in best):
            return best[0].turns[0]
    return ""


def _is_of_one_time(clause: Sequence[Token], there: Sequence[Token]) -> bool:
    """Tell whether neither clause tells what was before or after, or both do: what was shut is open later."""
    mine, theirs = clause[0].folded, there[0].folded
    return (mine in _EARLIER) == (theirs in _EARLIER) or mine == theirs


def _is_condition(said: Sequence[Token], clause: Sequence[Token]) -> bool:
    """Tell whether a clause is of `without money it could not run`, which says what something needs."""
    same = [each for each in said if each.sentence == clause[0].sentence]
    return same[0].folded == "without" and any(_is_no(each, ()) for each in same[1:])


def _tells(word: Token) -> bool:
    is_meant = word.is_content or bool(word.meaning.against or word.meaning.same)
    return is_meant and not word.is_number and word.folded not in _SKIPPED


def _weight(word: Token) -> float:
    return 0.4 if word.is_light or not word.is_content else 1.0


def _window(pair: Pair, clause: Sequence[Token], words: Sequence[Token], number: int) -> _Window | None:
    there = [each for each in pair.told if each.clause == number]
    parents = {each for each, heirs in pair.heirs.items() if number in heirs}
    score = 0.0
    opposites: list[Token] = []
    for word in words:
        found = [(other, how) for other, how in pair.found[word.index] if other.clause == number]
        if any(how == "same" for _, how in found):
            score += _weight(word)
        elif any(how == "alike" for _, how in found):
            score += _weight(word) * _ALIKE
        elif any(other.clause in parents and how != "opposite" for other, how in pair.found[word.index]):
            score += _weight(word) * _INHERITED
        elif against := _against(pair, word, [other for other, _ in found]):
            score += _weight(word) / 2
            opposites += [word, *against]
    if score < max(1.0, _LEAST * sum(map(_weight, words))):
        return None
    score += 0.5 * sum(
        any(other.clause == number for other, _ in pair.found[each.index])
        for each in clause
        if each.is_number
    )
    turns = _turns(pair, clause, there)
    if opposites and (turns or _has_no(pair, clause, opposites) or _has_no(pair, there, opposites)):
        # `Without paying` beside `free`: both ways of saying no at once are another wording.
        turns, opposites = [], []
    # What a claim says no to is what it tells: the clause that has it is the one beside it.
    is_own = any(each.text in turns for each in clause) or _is_denied_too(pair, clause, there)
    return _Window(score + _TOLD * is_own, turns or [each.text for each in opposites[:1]])


def _has_no(pair: Pair, clause: Sequence[Token], opposites: Sequence[Token]) -> bool:
    """Tell whether a clause says no in whatever way, apart from its words that are opposites themselves."""
    others = [each for each in clause if each not in opposites]
    return bool(list(_negated(others, is_turkish=pair.is_turkish))) or is_implied(
        others, is_turkish=pair.is_turkish
    )


def _is_denied_too(pair: Pair, clause: Sequence[Token], there: Sequence[Token]) -> bool:
    """Tell whether two clauses say no to the same."""
    theirs = [one for _, scope in _negated(there, is_turkish=pair.is_turkish) for one in scope]
    mine = [one for _, scope in _negated(clause, is_turkish=pair.is_turkish) for one in scope]
    return any(pair.touches(each, theirs) for each in mine)


def _turns(pair: Pair, clause: Sequence[Token], there: Sequence[Token]) -> list[str]:
    """Return each `no` of two clauses.

    Where both have one they say no to the same, however it is put. One that stands alone turns its clause
    round only if the other has what it says no to: `no keeper` denies nothing of an automatic lamp.
    """
    mine = list(_negated(clause, is_turkish=pair.is_turkish))
    theirs = list(_negated(there, is_turkish=pair.is_turkish))
    if (mine and (theirs or is_implied(there, is_turkish=pair.is_turkish))) or (
        theirs and is_implied(clause, is_turkish=pair.is_turkish)
    ):
        return []
    return [
        word.text
        for negated, beside in ((mine, there), (theirs, clause))
        for word, scope in negated
        if any(matches(each, beside, is_turkish=pair.is_turkish) for each in scope)
    ]


def _against(pair: Pair, word: Token, found: Sequence[Token]) -> list[Token]:
    """Return the opposites of a word that the source has in its place, and not as well."""
    taken = {each.key for each in pair.said if each is not word}
    left = [each for each in found if each.key not in taken and not each.is_light and _tells(each)]
    return [] if word.is_name or _is_converse(pair, word, left) else left


def _is_converse(pair: Pair, word: Token, found: Sequence[Token]) -> bool:
    """Tell whether a deed is told from its other side: what one sells to others, they buy."""
    if pair.is_turkish or any((word.key, other.key) not in _CONVERSE for other in found):
        return False
    mine = [each for each in pair.said if each.is_content and each.start < word.start]
    return not any(
        pair.touches(each, subject([one for one in pair.told if one.clause == other.clause]))
        for other in found
        for each in mine
    )


def is_implied(clause: Sequence[Token], *, is_turkish: bool) -> bool:
    """Tell whether some words say no without a `no`: a flight that is cancelled, the only one."""
    if is_turkish:
        return any(_IMPLIED_IN_TURKISH.fullmatch(each.folded) for each in clause)
    text = " ".join(each.folded for each in clause)
    return not _IMPLIED.isdisjoint(each.key for each in clause) or _BOUNDED.search(text) is not None


def _negated(clause: Sequence[Token], *, is_turkish: bool) -> Iterator[tuple[Token, list[Token]]]:
    """Return the words of a clause that say no, each with what it says no to."""
    if not _EXCEPT.isdisjoint(each.folded for each in clause):
        return
    for at, each in enumerate(clause):
        if is_turkish:
            if _is_no_in_turkish(clause, at):
                before = [one for one in clause[:at] if one.is_content]
                yield each, [*([each] if each.is_content else []), *before[-1:]]
        elif each.key == "keep" and (off := [one for one in clause[at + 1 : at + 5] if one.folded in _OFF]):
            # `They keep moisture off the leaves`.
            yield each, [one for one in clause[at + 1 :] if one.is_content and one.start < off[0].start]
        elif _is_no(each, clause[at + 1 :]):
            behind = [one for one in clause[at + 1 :] if one.is_content]
            if any(one.key in _IMPLIED for one in behind):
                continue  # nobody lost anything
            heavy = next((at for at, one in enumerate(behind) if not one.is_light), 0)
            yield each, behind[: heavy + (2 if each.folded in _COUNTING else 1)]


def _is_no_in_turkish(clause: Sequence[Token], at: int) -> bool:
    word, behind = clause[at].folded.split()[-1], clause[at + 1 :]
    if re.fullmatch(r"yok(?:tu|tur)?|degil\w*", word):
        # `Eskisi kadar yok` says there are fewer, and `on iki değil on` names a number.
        return "kadar" not in {each.folded for each in clause} and not (at and clause[at - 1].is_number)
    if word in ("disinda", "haric"):
        return True
    root = turkish_words.negated(word)
    if word.endswith(("madan", "meden")):
        return len(root) > 2 and not (behind and behind[0].folded.startswith("once"))
    return bool(root)


def _is_no(word: Token, behind: Sequence[Token]) -> bool:
    words = [each.folded for each in behind]
    if word.key in _FAILING:
        return words[:1] == ["to"]
    if word.folded == "less":
        # `Less vigorous` says weak; `less water` counts the water.
        return len(words) == 1 or (words[1:2] == ["than"] and bool(behind[0].meaning.against))
    if word.folded not in _NO and re.search(r"n['’]t$", word.folded) is None:
        return False
    # `No smaller` says as large, `not only` says also, `not until May` says in May.
    is_longer = words[:1] == ["longer"] and "than" not in words
    is_equal = bool(words) and (is_measured(words[0]) or words[0] in ("more", "less", "only"))
    return (is_longer or not is_equal) and words.count("as") < 2 and _UNTIL.isdisjoint(words)
