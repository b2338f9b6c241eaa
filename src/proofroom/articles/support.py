"""Whether a passage carries a sentence: words, numbers, names, direction, and how far a claim goes.

Rules on words, no model: what it finds is a place to look at, and a number that is not in the source is wrong
whatever a model thinks of it.
"""

import re
from collections.abc import Sequence
from typing import Final

from proofroom.articles import actors, turkish
from proofroom.articles.alignment import misaligned
from proofroom.articles.clauses import root, roots
from proofroom.articles.comparatives import compared
from proofroom.articles.figures import numbers_of
from proofroom.articles.parts import Sentence, sentences
from proofroom.articles.scope import widened
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

CARRIED: Final = 0.5
"""The least share of a sentence's words that its passage must have."""
_WORD = late_pattern(r"[^\W_]+(?:['’][^\W_]+)?")
_SMALL_LETTER, _CAPITAL = "a-zà-ÿğışœčďěňřšťůžąćęłńśźżőű", "A-ZÀ-ÞĞİŞŒČĎĚŇŘŠŤŮŽĄĆĘŁŃŚŹŻŐŰ"
_NAME = late_pattern(rf"(?<=[{_SMALL_LETTER},;:)] )(?:[{_CAPITAL}][\w’'-]+)(?: [{_CAPITAL}][\w’'-]+)*")
_ENDING = late_pattern(r"['’]\w+$")
"""What stands behind the apostrophe of a name: `Ankara'daki`, `Anna's`."""
_CLAUSE = late_pattern(
    r"(?:,|;|:| [—–-] )\s*(?:and|but|while|which|because|so|as|though|although|yet)?\s+|"
    r"\s+(?:and|but|because|so that|while|although|which|therefore|ve|ama|fakat|ancak|çünkü|oysa)\s+"
)
_SMALL: Final = """
a an the and or but if then than that this these those there here it its they them their he she his her we our
you your i me my is are was were be been being am do does did done has have had having will would shall should
can could may might must of in on at by for from to into onto with without within over under about as up down
out off again very also too just only own same such so not no nor never each every both all any few more most
other some one two what which who whom whose when where why how while because during before after above below
between through against among across per via according says said say
"""
_STOP: Final = frozenset(_SMALL.split())
_NEGATIONS: Final = frozenset(
    ["not", "no", "never", "without", "neither", "nor", "cannot", "fail", "lack", "refuse", "hardly", "none"]
)
_PAIRS: Final = """
increase/decrease rise/fall grow/shrink more/less more/fewer higher/lower high/low up/down before/after
always/never cause/prevent best/worst large/small larger/smaller bigger/smaller gain/lose safe/dangerous
legal/illegal allow/ban allow/forbid accept/reject faster/slower cheap/expensive cheaper/dearer early/late
earlier/later success/failure succeed/fail strengthen/weaken improve/worsen open/close win/lose
majority/minority help/harm raise/lower increase/reduce grow/decline rise/drop gain/loss add/remove
rich/poor north/south east/west summer/winter day/night male/female better/worse first/last above/below
public/private rise/decline increase/decline increase/fall rise/decrease grow/fall longer/shorter most/least
start/stop begin/end
hot/cold warm/cold wet/dry full/empty strong/weak wide/narrow heavy/light deep/shallow upper/lower buy/sell
lend/borrow import/export inside/outside extend/shorten lengthen/shorten expand/shrink build/demolish
agree/disagree approve/reject support/oppose include/exclude create/destroy connect/separate keep/abandon
appear/vanish thick/thin hard/soft younger/older introduce/abolish
"""
_OPPOSITES: Final = [tuple(pair.split("/")) for pair in _PAIRS.split()]
_STRONG: Final = """
all every always only must proves prove proven guarantees guarantee entirely completely impossible everyone
nobody everywhere solely exclusively undoubtedly certainly invariably unanimously caused causes because
therefore consequently best worst largest smallest fastest first any ensures ensure
"""
_OVERSTATES: Final = frozenset(_STRONG.split())
_ENDINGS: Final = (
    "ations",
    "ation",
    "ments",
    "ment",
    "ings",
    "ing",
    "edly",
    "ies",
    "ied",
    "ers",
    "er",
    "ely",
    "ed",
    "es",
    "ly",
    "s",
    "e",
)
_SHORTEST: Final = 4
_EACH: Final = frozenset(["every", "each", "her"])
_UNDONE = late_pattern(r"(?:un|in|im|dis|non)(\w{4,})$")


@dataclass(frozen=True, slots=True)
class Support:
    """How well a passage carries a sentence, where it stands in the passage, and what it lacks."""

    share: float
    start: int
    end: int
    numbers: tuple[str, ...] = ()
    """Figures of the sentence that the passage does not have."""
    names: tuple[str, ...] = ()
    turned: str = ""
    """The word by which the sentence says the opposite."""
    overstated: str = ""
    """The word by which the sentence says more."""
    bare_clause: str = ""
    """A clause of the sentence of which the passage says nothing."""

    @property
    def is_carried(self) -> bool:
        """Tell whether nothing is missing."""
        return self.share >= CARRIED and not (
            self.numbers or self.turned or self.overstated or self.bare_clause
        )


def support(sentence: str, passage: str, known: str = "") -> Support:
    """Compare a sentence with the passage it cites; `known` is text whose names need no source."""
    is_turkish = turkish.is_turkish(f"{sentence} {passage}")
    start, end, share = _best_window(sentence, passage, is_turkish=is_turkish)
    window = passage[start:end]
    return Support(
        share=round(share, 3),
        start=start,
        end=end,
        numbers=tuple(sorted(numbers_of(sentence) - numbers_of(passage) - numbers_of(known))),
        names=missing_names(sentence, f"{passage} {known}"),
        turned=_said_otherwise(sentence, passage, window, is_turkish=is_turkish),
        overstated=_overstated(sentence, window, turkish.OVERSTATES if is_turkish else _OVERSTATES)
        or widened(sentence, passage, lambda text: stems(text, is_turkish=is_turkish), is_turkish=is_turkish),
        bare_clause=_bare_clause(sentence, passage, is_turkish=is_turkish),
    )


def names_of(text: str) -> tuple[str, ...]:
    """Return capitalised names inside sentences; the first word of a sentence may be capitalised anyway."""
    return tuple(dict.fromkeys(_ENDING.sub("", each.group()) for each in _NAME.finditer(text)))


def missing_names(sentence: str, text: str) -> tuple[str, ...]:
    """Return the names of a sentence of which no word is in a text."""
    there = fold(text)
    return tuple(
        name
        for name in names_of(sentence)
        if not any(fold(_ENDING.sub("", part)) in there for part in name.split())
    )


def stems(text: str, *, is_turkish: bool | None = None) -> list[str]:
    """Return the beginnings of the words that carry meaning; the language is looked at unless it is known."""
    if is_turkish if is_turkish is not None else turkish.is_turkish(text):
        folded = (fold(_ENDING.sub("", word)) for word in _WORD.findall(text))
        return [turkish.stem(word) for word in folded if word not in turkish.STOP]
    return [_stem(fold(word)) for word in _WORD.findall(text) if fold(word) not in _STOP]


def _best_window(sentence: str, passage: str, *, is_turkish: bool) -> tuple[int, int, float]:
    wanted = set(stems(sentence, is_turkish=is_turkish))
    found = sentences(passage)
    if not found or not wanted:
        return 0, len(passage), 1.0 if not wanted else 0.0
    sets = [set(stems(each.text, is_turkish=is_turkish)) for each in found]
    best = (0, len(passage), 0.0)
    for width in (1, 2, 3):
        for at in range(len(found) - width + 1):
            there = set[str]().union(*sets[at : at + width])
            share = len(wanted & there) / len(wanted)
            if share > best[2] + (0.12 if best[2] else 0.0):
                best = (found[at].start, found[at + width - 1].end, share)
    return best


def _said_otherwise(sentence: str, passage: str, window: str, *, is_turkish: bool) -> str:
    def beginnings(text: str) -> list[str]:
        return stems(text, is_turkish=is_turkish)

    pairs = turkish.OPPOSITES if is_turkish else _OPPOSITES
    reading = compared(sentence, passage, beginnings, pairs)
    if reading == "other":
        return "göre" if is_turkish else "than"
    if is_turkish:
        turned = _turned_in_turkish(sentence, window) or actors.other_actor_in_turkish(
            sentence, passage, beginnings
        )
        return (
            turned
            or actors.other_figure(sentence, passage, beginnings)
            or misaligned(sentence, passage, beginnings, pairs)
        )
    # `B less than A` is `A more than B`: its opposite words say the same.
    known = () if reading == "same" else pairs
    turned = _turned(sentence, window, known) or actors.other_negation(sentence, passage, beginnings)
    turned = turned or misaligned(sentence, passage, beginnings, known)
    turned = turned or actors.other_thing(sentence, passage, beginnings)
    return (
        turned
        or actors.other_actor(sentence, passage, beginnings)
        or actors.other_figure(sentence, passage, beginnings)
    )


def _turned(sentence: str, window: str, opposites: Sequence[tuple[str, ...]]) -> str:
    mine, there = _all_stems(sentence), _all_stems(window)
    negated = [word for word in _NEGATIONS if _stem(word) in mine or _has_not(sentence, word)]
    negated += _undone(mine, there)
    was_negated = any(_stem(word) in there or _has_not(window, word) for word in _NEGATIONS)
    if bool(negated) != (was_negated or bool(_undone(there, mine))):
        return negated[0] if negated else "not"
    here, theirs = roots(sentence), roots(window)
    for left, right in opposites:
        for said, meant in ((left, right), (right, left)):
            if root(said) in here - theirs and root(meant) in theirs - here:
                return said
    return ""


def _undone(here: set[str], there: set[str]) -> list[str]:
    """Return the words that deny another by their beginning: undecided, where there is decided."""
    found = (_UNDONE.match(word) for word in sorted(here - there))
    return [each.group() for each in found if each and each.group(1) in there - here]


def _turned_in_turkish(sentence: str, window: str) -> str:
    negated = turkish.negation_in(sentence) or turkish.without_in(sentence, window)
    was_negated = turkish.negation_in(window) or turkish.without_in(window, sentence)
    if bool(negated) != bool(was_negated):
        return negated or was_negated
    return turkish.opposite_in(sentence, window)


def _has_not(text: str, word: str) -> bool:
    return word == "not" and re.search(r"n['’]t\b", text) is not None


def _overstated(sentence: str, window: str, strong: frozenset[str]) -> str:
    there = {fold(word) for word in _WORD.findall(window)}
    said = [fold(word) for word in _WORD.findall(sentence)]
    for at, word in enumerate(said):
        is_more = word in strong and word not in there
        if is_more and not (word in _EACH and _is_rate(" ".join(said[at + 1 : at + 2]), there)):
            return word
    return ""


def _is_rate(unit: str, there: set[str]) -> bool:
    """Tell whether a source counts by that time too: `every year` is yearly, `her yıl` is `yılda`."""
    return bool(unit) and bool({f"{unit}ly", f"{unit}de", f"{unit}da", f"{unit}te", f"{unit}ta"} & there)


def _bare_clause(sentence: str, passage: str, *, is_turkish: bool) -> str:
    there = set(stems(passage, is_turkish=is_turkish))
    for clause in _CLAUSE.split(sentence):
        wanted = set(stems(clause or "", is_turkish=is_turkish))
        if len(wanted) >= 2 and len(wanted & there) / len(wanted) < CARRIED:
            return (clause or "").strip()
    return ""


def _all_stems(text: str) -> set[str]:
    return {_stem(fold(word)) for word in _WORD.findall(text)}


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _SHORTEST:
            return word[: -len(ending)]
    return word


def located(sentence: Sentence, passage: str) -> tuple[int, int] | None:
    """Return where a sentence stands word for word in a passage, whatever its spaces; None if it does not."""
    pattern = r"\s+".join(re.escape(word) for word in sentence.text.split())
    found = re.search(pattern, passage)
    return (found.start(), found.end()) if found else None
