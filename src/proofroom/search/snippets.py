"""The passage of a text that shows why it was found."""

import re
from collections.abc import Iterable, Sequence

from proofroom.search.words import fold

PREVIEW = 200
_SPACE = re.compile(r"\s+")


def passage(
    texts: Iterable[tuple[str, str]], title: str, stems: Sequence[str], longest: int = PREVIEW
) -> tuple[str, str]:
    """Return the field of the first hit and the text around it; the title only if no other has one."""
    in_title: tuple[str, str] | None = None
    for path, text in texts:
        at = first_place(text, stems)
        if at < 0:
            continue
        if text != title:
            return path, cut_out(text, at, longest)
        in_title = in_title or (path, cut_out(text, at, longest))
    return in_title or ("", cut_out(title, 0, longest))


def first_place(text: str, stems: Sequence[str]) -> int:
    """Return where the first word stands that begins like one of these, or -1."""
    folded = fold(text)
    found = [at for at in (_word_start(folded, stem) for stem in stems) if at >= 0]
    if not found:
        return -1
    # Folding keeps the length of almost every text; where it does not, the place is near enough.
    return min(min(found), max(0, len(text) - 1))


def cut_out(text: str, at: int, longest: int = PREVIEW) -> str:
    """Return the text around a place on one line, cut at words."""
    lead_length = longest * 3 // 10
    begin = max(0, at - lead_length)
    piece = text[begin : begin + longest * 2]
    if begin and " " in piece[:lead_length]:
        piece = piece.partition(" ")[2]
    flat = _SPACE.sub(" ", piece).strip()
    lead = "… " if begin else ""
    room = longest - len(lead)
    if len(flat) > room:
        flat = flat[: room - 2].rsplit(" ", 1)[0] + " …"
    return lead + flat


def _word_start(folded: str, stem: str) -> int:
    at = folded.find(stem)
    while at > 0 and folded[at - 1].isalnum() and stem[0].isascii():
        at = folded.find(stem, at + 1)
    return at
