"""Text as sentences and blocks, so that one sentence can be changed, accepted or merged alone.

A text is split into segments: a sentence of a paragraph, a heading, a list item, a table row, a whole code
block, a block of HTML. The white space between them is kept apart and follows its neighbours, so that joining
gives every byte back.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.words import word_set
from proofroom.reviews.texts.sequences import Edit, Region, counterpart, edits, regions

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})")
_HEADING = re.compile(r"[ \t]{0,3}#{1,6}[ \t]")
_LINE_BLOCK = re.compile(r"[ \t]*(?:[-*+][ \t]|\d{1,9}[.)][ \t]|>|\||:?-{3,}|={3,})")
_END = late_pattern(r"[.!?…]+[\"'»”’)\]*_`]*(?=\s)|[。！？]+[」』”）]*")
_HTML_END = late_pattern(
    r"</(?:p|h[1-6]|li|ul|ol|blockquote|pre|table|tr|div|figure|section)>|<(?:hr|br)\s*/?>", re.I
)
_SHORTENED = word_set("dr mr mrs ms prof st vs etc e.g i.e no vol fig ca bkz örn vb")
_WORD_REACH = 32
_OPENERS = "\"'“‘«(¿¡[*_`"


class Segment(NamedTuple):
    """A piece of text and the white space before it."""

    gap: str
    text: str


class Prose(NamedTuple):
    """A text in segments, and the white space after the last one."""

    segments: list[Segment]
    tail: str

    @property
    def texts(self) -> list[str]:
        """The segments without white space."""
        return [segment.text for segment in self.segments]


class Piece(NamedTuple):
    """A segment of a composed text, and which segment of each version it is or stands for."""

    text: str
    base: int | None = None
    ours: int | None = None
    theirs: int | None = None


def split(text: str) -> Prose:
    """Split a text into segments; joining them gives the same text."""
    segments: list[Segment] = []
    position = 0
    for start, stop in _spans(text):
        segments.append(Segment(text[position:start], text[start:stop]))
        position = stop
    return Prose(segments, text[position:])


def join(prose: Prose) -> str:
    """Return the text of segments."""
    return "".join(segment.gap + segment.text for segment in prose.segments) + prose.tail


def grouped_edits(old: Prose, new: Prose) -> list[Edit]:
    """Return the edits that lead from one text to the other, with added and removed paragraphs apart."""
    found: list[Edit] = []
    for edit in edits(old.texts, new.texts):
        if not edit.old:
            found += [Edit(edit.old, part) for part in _paragraphs(new, edit.new)]
        elif not edit.new:
            found += [Edit(part, edit.new) for part in _paragraphs(old, edit.old)]
        else:
            found.append(edit)
    return found


def excerpt(prose: Prose, at: range) -> str:
    """Return the text of some segments, without the white space around them."""
    parts = prose.segments[at.start : at.stop]
    return "".join(part.gap + part.text for part in parts)[len(parts[0].gap) :] if parts else ""


def compose(old: Prose, new: Prose, changed: Sequence[Edit], is_out: Callable[[int], bool]) -> str:
    """Return the new text with some of its edits taken out, by their number."""
    pieces: list[Piece] = []
    pairs = counterpart(len(old.segments), changed)
    position = 0
    for number, edit in enumerate(changed):
        pieces += [Piece(old.segments[i].text, i, pairs[i]) for i in range(position, edit.old.start)]
        if is_out(number):
            pieces += [Piece(old.segments[i].text, i, pairs.get(i)) for i in edit.old]
        else:
            back = {pairs[i]: i for i in edit.old if i in pairs}
            pieces += [Piece(new.segments[j].text, back.get(j), j) for j in edit.new]
        position = edit.old.stop
    pieces += [Piece(old.segments[i].text, i, pairs[i]) for i in range(position, len(old.segments))]
    return _weave(pieces, (old, new, None))


def merge_prose(base: str, ours: str, theirs: str, resolve: Callable[[str, str, str], str | None]) -> str:
    """Merge three texts sentence by sentence.

    `resolve` decides where both sides changed the same sentences; None means both texts stay ours there.
    """
    old, mine, other = split(base), split(ours), split(theirs)
    our_edits, their_edits = edits(old.texts, mine.texts), edits(old.texts, other.texts)
    to_mine = counterpart(len(old.segments), our_edits)
    to_other = counterpart(len(old.segments), their_edits)
    pieces: list[Piece] = []
    position = 0
    for region in regions(our_edits, their_edits):
        for i in range(position, region.base.start):
            pieces.append(Piece(old.segments[i].text, i, to_mine.get(i), to_other.get(i)))
        pieces += _resolved(region, (old, mine, other), (to_mine, to_other), resolve)
        position = region.base.stop
    for i in range(position, len(old.segments)):
        pieces.append(Piece(old.segments[i].text, i, to_mine.get(i), to_other.get(i)))
    return _weave(pieces, (old, mine, other))


def _resolved(
    region: Region,
    versions: tuple[Prose, Prose, Prose],
    pairs: tuple[dict[int, int], dict[int, int]],
    resolve: Callable[[str, str, str], str | None],
) -> list[Piece]:
    base, ours, theirs = versions
    our_texts = ours.texts[region.ours.start : region.ours.stop]
    their_texts = theirs.texts[region.theirs.start : region.theirs.stop]
    back_ours = {j: i for i, j in pairs[0].items() if i in region.base}
    back_theirs = {j: i for i, j in pairs[1].items() if i in region.base}
    mine = [
        Piece(ours.segments[j].text, back_ours.get(j), j, pairs[1].get(back_ours.get(j, -1)))
        for j in region.ours
    ]
    other = [
        Piece(theirs.segments[j].text, back_theirs.get(j), pairs[0].get(back_theirs.get(j, -1)), j)
        for j in region.theirs
    ]
    if not region.by_theirs or our_texts == their_texts:
        return mine
    if not region.by_ours:
        return other
    sides = [excerpt(base, region.base), excerpt(ours, region.ours), excerpt(theirs, region.theirs)]
    chosen = resolve(*sides)
    if chosen is None or chosen == sides[1]:
        return mine
    if chosen == sides[2]:
        return other
    first = [next(iter(at), None) for at in (region.base, region.ours, region.theirs)]
    return [Piece(chosen, *first)] if chosen else []


def _weave(pieces: list[Piece], versions: tuple[Prose, Prose, Prose | None]) -> str:
    parts: list[str] = []
    before: Piece | None = None
    for piece in pieces:
        parts += [_gap(before, piece, versions), piece.text]
        before = piece
    base, *sides = [version.tail for version in versions if version is not None]
    tail = next((side for side in sides if side != base), base)
    return "".join(parts) + tail


def _gap(before: Piece | None, piece: Piece, versions: Sequence[Prose | None]) -> str:
    """Return the white space before a piece: as the version has it in which both are neighbours."""
    usual: str | None = None
    own: list[str] = []
    for number, version in enumerate(versions):
        index = piece[number + 1]
        if version is None or not isinstance(index, int):
            continue
        gap = version.segments[index].gap
        own.append(gap)
        previous = -1 if before is None else before[number + 1]
        if previous == index - 1:
            if number == 0:
                usual = gap
            elif gap != usual:
                return gap
    if usual is not None:
        return usual
    if before is None:
        return min(own, key=len, default="")
    # They were never neighbours: a paragraph's break is stronger than a space.
    return max(own, key=lambda gap: (gap.count("\n"), len(gap)), default="\n\n") or "\n\n"


def _paragraphs(prose: Prose, at: range) -> Iterator[range]:
    start = at.start
    for index in at[1:]:
        if "\n\n" in prose.segments[index].gap:
            yield range(start, index)
            start = index
    yield range(start, at.stop)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    if text.lstrip().startswith("<"):
        yield from _cut(text, 0, len(text), (match.end() for match in _HTML_END.finditer(text)))
        return
    for start, stop, is_whole in _blocks(text):
        ends = () if is_whole else _sentence_ends(text, start, stop)
        yield from _cut(text, start, stop, ends)


def _cut(text: str, start: int, stop: int, ends: Iterator[int] | tuple[()]) -> Iterator[tuple[int, int]]:
    """Yield the stretches between cuts, without the white space around them."""
    for end in [*ends, stop]:
        piece = text[start:end]
        if piece.strip():
            yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())
        start = end


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Yield (start, end, is it one piece) of code blocks, lines that stand alone, and paragraphs."""
    position = 0
    begin: int | None = None
    fence = ""
    for line in text.splitlines(keepends=True):
        end = position + len(line)
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not line[mark.end() :].strip():
                yield begin or 0, end, True
                begin, fence = None, ""
        elif mark or not line.strip() or _LINE_BLOCK.match(line) or _HEADING.match(line):
            if begin is not None:
                yield begin, position, False
            begin = None if not line.strip() else position
            fence = mark[1] if mark else ""
            if _HEADING.match(line):
                yield position, end, True
                begin = None
        elif begin is None:
            begin = position
        position = end
    if begin is not None:
        yield begin, position, bool(fence)


def _sentence_ends(text: str, start: int, stop: int) -> Iterator[int]:
    for match in _END.finditer(text, start, stop):
        end = match.end()
        following = text[end : min(stop, end + _WORD_REACH)].lstrip()[:1]
        if not following:
            continue
        if match[0][0] in "。！？":
            yield end
            continue
        word = text[max(start, match.start() - _WORD_REACH) : match.start()].rsplit(maxsplit=1)[-1:] or [""]
        is_short = match[0][0] == "." and (word[0].lower() in _SHORTENED or len(word[0]) == 1)
        opens = following.isdigit() or following in _OPENERS or following != following.lower()
        if opens and not is_short:
            yield end
