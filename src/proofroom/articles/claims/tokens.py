"""The words of a text as they are laid beside another: stem, meaning, clause, and whether they are denied."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from proofroom.articles.claims import english, turkish_words
from proofroom.articles.claims.lexicon import Lexicon, Meaning, lexicon, verbs
from proofroom.articles.claims.listed import listed
from proofroom.articles.claims.measures import MEASURES
from proofroom.articles.claims.quantities import quantities
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

_WORD = late_pattern(
    r"[^\W\d_]-[^\W\d_]{3,}|\b(?:CO|co)[2₂]|[^\W\d_]+(?:['’][^\W\d_]+)?|\d+(?:[.,]\d+)*(?:['’][^\W\d_]+)?"
)
_SENTENCE = late_pattern(r"(?<=[.!?…])[\"'”’»)]*\s+(?=[\"'“‘«(]?[^\W_a-zğışçöü])")
_CLAUSE = late_pattern(
    r"[,;:()]\s+|\s[—–-]\s|\s+(?=(?:and|but|while|whereas|which|who|because|although|though|unless|after|before|until"
    r"|ve|ama|fakat|ancak|oysa|çünkü)\s)|(?<=[ıiuü]rken)\s+"
    r"|(?<=ğ[ıiuü]nd[ae]n)\s+|(?<=ğ[ıiuü]nd[ae])\s+|(?<=[ıiuü]nc[ae])\s+|(?<=ğ[ıiuü] için)\s+"
)
_AUXILIARY: Final = frozenset([*listed("places.be"), *listed("places.auxiliary")])
_LEADS_VERB: Final = frozenset(["to", "they", "it", "he", "she", "who", "which", "that", "we", "you", "i"])
_ARTICLES: Final = frozenset(["a", "an", "the", "of", "its", "their", "his", "her", "this", "these", "those"])
_COUNTING: Final = frozenset(["none", "no", "nobody", "neither", "nothing"])
_DENYING: Final = frozenset(
    ["not", "never", "cannot", "hardly", "without", "nor", "unable", "refuse", "barely"]
)
_KEPT_OFF: Final = frozenset(["off", "out", "away", "from"])
_NOWHERE: Final = frozenset(["yok", "yoktu", "yoktur"])
_FAILING: Final = frozenset(["fail", "failed", "fails", "refused", "unable"])


@dataclass(frozen=True, slots=True)
class Token:
    """A word with its place."""

    text: str
    folded: str
    key: str
    start: int
    sentence: int
    clause: int
    meaning: Meaning
    is_content: bool
    is_light: bool
    is_name: bool
    is_number: bool = False
    is_denied: bool = False
    index: int = 0


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Return where the sentences of a text stand."""
    starts = [0, *(each.end() for each in _SENTENCE.finditer(text))]
    return [
        (start, end)
        for start, end in zip(starts, [*starts[1:], len(text)], strict=True)
        if text[start:end].strip()
    ]


@lru_cache(maxsize=256)
def tokens(text: str, *, is_turkish: bool) -> Sequence[Token]:
    """Return the words of a text in their order."""
    words = lexicon(is_turkish=is_turkish)
    counted = [(each.start, each.end) for each in quantities(text, is_turkish=is_turkish)]
    made: list[Token] = []
    clause = 0
    for number, (start, end) in enumerate(sentence_spans(text)):
        cuts = [start + each.start() for each in _CLAUSE.finditer(text[start:end])]
        first = len(made)
        for found in _WORD.finditer(text, start, end):
            at = found.start()
            made.append(
                _token(
                    found.group(),
                    at,
                    number,
                    clause + sum(cut <= at for cut in cuts),
                    words,
                    counted,
                    is_first=len(made) == first,
                )
            )
        clause += len(cuts) + 1
    found = _denied(_phrased(_joined(made, is_turkish=is_turkish), words), is_turkish=is_turkish)
    return tuple(replace(each, index=at) for at, each in enumerate(found))


def _joined(made: list[Token], *, is_turkish: bool) -> list[Token]:
    """Join what commas and `and` cut off a clause: a piece without a verb belongs to the one beside it."""
    pieces = [list(group) for _, group in itertools.groupby(made, key=lambda each: each.clause)]
    has_verb = [
        any(_looks_verb(piece, at, is_turkish=is_turkish) for at in range(len(piece))) for piece in pieces
    ]
    own = [piece[0].clause for piece in pieces]
    for at, piece in enumerate(pieces):
        if has_verb[at]:
            continue
        is_led = at > 0 and pieces[at - 1][0].sentence == piece[0].sentence
        is_followed = at + 1 < len(pieces) and pieces[at + 1][0].sentence == piece[0].sentence
        if is_led:
            own[at] = own[at - 1]
        elif is_followed:
            own[at + 1] = own[at]
            has_verb[at] = True
    order = {number: at for at, number in enumerate(dict.fromkeys(own))}
    return [
        replace(each, clause=order[number])
        for piece, number in zip(pieces, own, strict=True)
        for each in piece
    ]


def _looks_verb(words: Sequence[Token], at: int, *, is_turkish: bool) -> bool:
    word = words[at]
    if word.is_name or word.is_number:
        return False
    if is_turkish:
        return turkish_words.is_tensed(word.folded) or bool(turkish_words.negated(word.folded))
    if word.folded in _AUXILIARY or english.is_irregular(word.folded):
        return True
    if at and words[at - 1].folded in _ARTICLES:
        return False
    is_formed = word.folded.endswith(("ing", "s"))
    is_led = at > 0 and (words[at - 1].is_content or words[at - 1].folded in _LEADS_VERB)
    return word.folded.endswith("ed") or ((is_formed or is_led) and word.key in verbs())


def _token(
    text: str,
    at: int,
    sentence: int,
    clause: int,
    words: Lexicon,
    counted: Sequence[tuple[int, int]],
    *,
    is_first: bool,
) -> Token:
    folded = fold(text)
    bare = turkish_words.plain(folded) if words.is_turkish else re.sub(r"['’]\w*$", "", folded)
    key = bare if words.is_turkish else english.stem(folded)
    stop = bare in (turkish_words.STOP if words.is_turkish else english.STOP)
    meaning = words.meaning(key)
    is_number = any(start <= at < end for start, end in counted) or text[:1].isdigit()
    light = key in english.LIGHT if not words.is_turkish else _is_light_turkish(key)
    is_name = text[:1].isupper() and not is_first and not stop
    is_measure = folded in MEASURES or (words.is_turkish and _is_turkish_measure(bare))
    is_word = not stop and not is_number and len(key) > 1 and not is_measure
    return Token(text, folded, key, at, sentence, clause, meaning, is_word, light, is_name, is_number)


def _is_turkish_measure(word: str) -> bool:
    return any(
        turkish_words.is_form_of(word, root) for root in ("yil", "ay", "gun", "hafta", "saat", "lira", "avro")
    )


def _is_light_turkish(key: str) -> bool:
    return any(turkish_words.is_form_of(key, root) for root in turkish_words.LIGHT)


def _phrase_at(made: Sequence[Token], at: int, words: Lexicon) -> tuple[int, str] | None:
    for length in (3, 2):
        keys = [each.key for each in made[at : at + length]]
        if len(keys) == length and (name := words.phrase(keys)):
            return length, name
    return None


def _phrased(made: list[Token], words: Lexicon) -> list[Token]:
    """Join the words of a set phrase: `put off` is one word, `carbon dioxide` another."""
    found: list[Token] = []
    at = 0
    while at < len(made):
        phrase = _phrase_at(made, at, words)
        if phrase is None:
            found.append(made[at])
            at += 1
            continue
        length, name = phrase
        text = " ".join(each.text for each in made[at : at + length])
        found.append(
            replace(
                made[at],
                text=text,
                folded=fold(text),
                key=name,
                meaning=words.meanings[name],
                is_content=any(each.is_content for each in made[at : at + length]),
                is_light=all(each.is_light or not each.is_content for each in made[at : at + length]),
            )
        )
        at += length
    return found


def _denied(made: list[Token], *, is_turkish: bool) -> list[Token]:
    marked = set(_denied_in_turkish(made) if is_turkish else _denied_in_english(made))
    if not is_turkish:
        return [replace(each, is_denied=True) if at in marked else each for at, each in enumerate(made)]
    words = lexicon(is_turkish=True)
    found: list[Token] = []
    for at, each in enumerate(made):
        root = turkish_words.negated(each.folded)
        if root:
            each = replace(each, key=root, meaning=words.meaning(root), is_denied=True)
        found.append(replace(each, is_denied=not each.is_denied) if at in marked else each)
    return found


def _denied_in_english(made: Sequence[Token]) -> Iterable[int]:
    # `Without money it could not run` denies neither: it says what it needs.
    is_needed = any(each.folded == "without" for each in made) and any(
        each.folded in ("not", "cannot") or each.folded.endswith(("n't", "n’t")) for each in made
    )
    if is_needed and len({each.sentence for each in made}) == 1:
        return
    for at, each in enumerate(made):
        is_not = each.folded in _DENYING or re.search(r"n['’]t$", each.folded) is not None
        is_not = is_not or (each.folded == "longer" and at > 0 and made[at - 1].folded == "no")
        if each.folded in _FAILING:
            is_not = at + 1 < len(made) and made[at + 1].folded == "to"
        behind = [
            other
            for other in range(at + 1, len(made))
            if made[other].clause == each.clause and made[other].is_content
        ]
        if is_not and behind:
            # `did not get warmer` denies warmer.
            heavy = next((at for at, other in enumerate(behind) if not made[other].is_light), 0)
            yield from behind[: heavy + 1]
        # `They keep moisture off the leaves` denies the moisture.
        if each.key == "keep" and (off := [o for o in made[at + 1 : at + 5] if o.folded in _KEPT_OFF]):
            yield from (other for other in behind if made[other].start < off[0].start)
        if each.folded == "less" and behind[:1] == [at + 1]:
            yield at + 1
        if each.folded in _COUNTING and behind:
            is_first = not any(other.clause == each.clause and other.is_content for other in made[:at])
            yield from (behind[1:2] or behind) if is_first else behind[:1]


def _denied_in_turkish(made: Sequence[Token]) -> Iterable[int]:
    for at, each in enumerate(made):
        # `Öğlene kalmadan` says before noon and denies no noon.
        is_no = each.folded.startswith("degil") or (
            turkish_words.negated(each.folded)
            and not each.folded.endswith(("madan", "meden"))
            and made[at - 1].is_content
        )
        # `Sudan çok ihmal`: not the water so much.
        is_less = each.folded in ("cok", "ziyade") and re.search(r"[dt][ae]n$", made[at - 1].folded)
        # `Eskisi kadar yok` says there are fewer, not none.
        if each.folded in _NOWHERE and "kadar" not in {
            one.folded for one in made if one.clause == each.clause
        }:
            before = [one for one in range(at) if made[one].clause == each.clause and made[one].is_content]
            yield from before[-2:]
        if (is_no or is_less) and at and made[at - 1].clause == each.clause:
            yield at - 1
