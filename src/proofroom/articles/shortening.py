"""A text made shorter by leaving sentences out: none is written anew, and none loses the one it leans on."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from proofroom.articles.extract import Excerpt, candidates, leans
from proofroom.articles.parts import REF, sentences
from proofroom.articles.support import stems
from proofroom.kernel.data import dataclass

_BLANK: Final = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence of a text: where it stands, what it is worth, and whether it has to stay."""

    section: int
    paragraph: int
    place: int
    start: int
    end: int
    words: int
    worth: float
    leans: bool
    stays: bool = False


def length(text: str) -> int:
    """Return the words of a text, without its references, pictures and headings."""
    return sum(len(each.text.split()) for each in sentences(text))


def shortened(text: str, about: str, words: int, keep: Iterable[str] = ()) -> str:
    """Return a text of at most so many words, as far as its sentences can go; each part keeps one.

    What names something of `keep` stays, with what it leans on.
    """
    said = _with_what_stays(_said(text, about), text, [set(stems(each)) for each in keep])
    left = sum(each.words for each in said)
    gone: set[int] = set()
    while left > words:
        free = [at for at in range(len(said)) if _may_go(at, said, gone)]
        if not free:
            break
        at = min(free, key=lambda one: said[one].worth)
        gone.add(at)
        left -= said[at].words
    made = text
    for at in sorted(gone, reverse=True):
        each = said[at]
        made = made[: each.start].rstrip(" ") + made[each.end :]
    lines = (re.sub(r"^ +|(?<=\n) +| +(?= )", "", block).strip("\n") for block in _BLANK.split(made))
    return "\n\n".join(block for block in lines if block.strip()) + "\n" * text.endswith("\n")


def _said(text: str, about: str) -> list[_Said]:
    found: list[_Said] = []
    blocks = [0, *(each.end() for each in _BLANK.finditer(text)), len(text) + 1]
    section, paragraph = 0, -1
    for start, end in pairwise(blocks):
        told = sentences(text[start:end])
        section += text[start:end].lstrip().startswith("#")
        if not told:
            continue
        paragraph += 1
        pool = candidates([Excerpt(1, about, " ".join(one.text for one in told))], about, is_own_story=True)
        worth = {one.text: one.score for one in pool}
        found += [
            _Said(
                section,
                paragraph,
                place,
                start + one.start,
                start + one.end,
                len(one.text.split()),
                # What opens a paragraph tells what it is about.
                worth.get(one.text, 0.0) + (place == 0),
                place > 0 and leans(one.text),
            )
            for place, one in enumerate(told)
        ]
    return found


def _with_what_stays(said: Sequence[_Said], text: str, keep: Sequence[set[str]]) -> list[_Said]:
    made: list[_Said] = list(said)
    for at, each in enumerate(said):
        words = set(stems(REF.sub("", text[each.start : each.end])))
        if not any(one and one <= words for one in keep):
            continue
        made[at] = replace(each, stays=True)
        while at and made[at].leans and made[at - 1].paragraph == each.paragraph:
            at -= 1
            made[at] = replace(made[at], stays=True)
    return made


def _may_go(at: int, said: Sequence[_Said], gone: set[int]) -> bool:
    one = said[at]
    if at in gone or one.stays:
        return False
    beside = [i for i, each in enumerate(said) if each.paragraph == one.paragraph and i not in gone]
    after = next((i for i in beside if i > at), None)
    if after is not None and said[after].leans:
        return False
    fellows = any(each.section == one.section for i, each in enumerate(said) if i not in gone and i != at)
    return fellows and not (one.paragraph == 0 and one.place == 0)
