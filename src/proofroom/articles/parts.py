"""The parts of an article's Markdown: title, sections, sentences with their places, and its words."""

import re
from collections.abc import Iterable

from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.search import words

SEPARATOR = "\n\n---\n\n"
REF = late_pattern(r"\{\{\s*ref\s*:\s*(\d{1,4})\s*\}\}", re.IGNORECASE)
_HEADING = late_pattern(r"^##[ \t]+(.+?)[ \t]*#*$", re.MULTILINE)
_TITLE = late_pattern(r"^#[ \t]+(.+?)[ \t]*$", re.MULTILINE)
_NUMBERED = late_pattern(r"^\d{1,2}\.[ \t]+([^:\n]{2,120}):[ \t]*$", re.MULTILINE)
_PICTURE_LINE = late_pattern(r"^\s*(?:!\[[^\]\n]*\]\([^)\n]*\)|\[IMAGE:[^\]]*\])\s*$", re.IGNORECASE)
_LEAD = re.compile(r"(?:[ \t]|>|[-*+](?=[ \t]))*")
"""The marks of lists and quotes: a star before a letter is the beginning of stressed words."""
_ITEM = late_pattern(r"\s*(?:[-*+>]|\d{1,2}[.)])\s")
_SHORT = """
mr mrs ms dr prof st vs etc e.g i.e fig no vol inc ltd jr sr approx dept est al cf ca p pp u.s u.k
"""
_ABBREVIATIONS = frozenset(_SHORT.split())
_ENDS = late_pattern(r"[.!?…]+[\"'”’»)\]]*(?=\s|\{\{|$)")
_OPENS = late_pattern(r"\s*[\"'“‘«(\[]*[A-Z0-9À-ÞĀ-ſ\u0370-\U0010ffff]")
_SMALL = """
a an and are as at be but by for from has have in into is it its of on or that the their this to was were
which will with bir bu da de ile ve icin olan olarak gibi
"""
_COMMON = frozenset(_SMALL.split())


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in a text: what stands there, where, and which sources it names."""

    start: int
    end: int
    text: str
    """Without its references."""
    refs: tuple[int, ...] = ()


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text that carry meaning, folded."""
    return frozenset(word for word in words(text) if word not in _COMMON)


def title_of(markdown: str, fallback: str = "") -> str:
    """Return the first heading of the first level."""
    found = _TITLE.search(markdown)
    return found.group(1).strip() if found else fallback


def parts_of(markdown: str) -> list[tuple[str, str]]:
    """Return headings of the second level and the text below each, without separators."""
    found = list(_HEADING.finditer(markdown))
    ends = [each.start() for each in found[1:]] + [len(markdown)][: len(found)]
    return [
        (each.group(1).strip(), _without_rule(markdown[each.end() : end]))
        for each, end in zip(found, ends, strict=True)
    ]


def headings_of(skeleton: str, type: str) -> list[str]:
    """Return the sections a skeleton plans; a social post always has the same three."""
    if type == "social_post":
        return ["Hook", "Key Points", "Call to Action"]
    found = [heading for heading, _ in parts_of(skeleton)]
    return found or [each.group(1).strip() for each in _NUMBERED.finditer(skeleton)]


def assembled(title: str, opening: str, sections: Iterable[tuple[str, str]]) -> str:
    """Return an article as Markdown."""
    head = f"# {title}" + (f"\n\n{opening}" if opening else "")
    body = SEPARATOR.join(f"## {heading}\n\n{text.strip()}" for heading, text in sections)
    return f"{head}\n\n{body}\n" if body else f"{head}\n"


def sentences(text: str) -> list[Sentence]:
    """Return the sentences of a text with their places; headings, pictures, tables and rules are none.

    A sentence may run over several lines of a paragraph: a file may be wrapped at any width.
    """
    found: list[Sentence] = []
    for start, end in _paragraphs(text):
        found += _of_paragraph(text[start:end], start)
    return found


def _paragraphs(text: str) -> list[tuple[int, int]]:
    """Return where prose stands: lines that belong together, without the marks of lists and quotes."""
    found: list[tuple[int, int]] = []
    place, is_open = 0, False
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        end = place + len(line)
        if not bare or bare.startswith(("#", "---", "|", "```")) or _PICTURE_LINE.match(bare):
            is_open = False
        elif is_open and not _ITEM.match(line):
            found[-1] = (found[-1][0], end)
        else:
            lead = _LEAD.match(line)
            found.append((place + (lead.end() if lead is not None else 0), end))
            is_open = True
        place = end
    return found


def _of_paragraph(line: str, offset: int) -> list[Sentence]:
    cuts: list[int] = []
    for end in _ENDS.finditer(line):
        after = line[end.end() :]
        rest = REF.match(after.lstrip())
        if rest is None and not _OPENS.match(after) and after.strip():
            continue
        if _is_abbreviation(line[: end.start()]) and after.strip() and end.group()[0] == ".":
            continue
        at = end.end()
        while found := late_pattern(r"\s*" + REF.pattern, re.IGNORECASE).match(line, at):
            at = found.end()
        cuts.append(at)
    cuts.append(len(line))
    made: list[Sentence] = []
    start = 0
    for cut in cuts:
        piece = line[start:cut]
        bare = piece.strip()
        if bare:
            begin = offset + start + (len(piece) - len(piece.lstrip()))
            refs = tuple(int(each.group(1)) for each in REF.finditer(piece))
            plain = " ".join(REF.sub("", bare).split())
            if plain:
                made.append(Sentence(begin, begin + len(bare), plain, refs))
        start = max(start, cut)
    return made


def _is_abbreviation(before: str) -> bool:
    last = before.rsplit(None, 1)[-1].lower().lstrip("(\"'“‘") if before.strip() else ""
    return last in _ABBREVIATIONS or (len(last) == 1 and last.isalpha() and last != "i")


def _without_rule(text: str) -> str:
    return re.sub(r"(?:^|\n)\s*---\s*$", "", text.strip()).strip()
