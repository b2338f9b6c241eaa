"""Marking text from outside, so that a model can tell it from instructions.

The boundary carries an id the text cannot know. Forged marks and characters nobody sees are taken out first.
"""

import re

from proofroom.kernel.patterns import late_pattern

_OPEN, _CLOSE = "<<<UNTRUSTED", "<<<END UNTRUSTED"

_FORGED_MARK = late_pattern(
    r"[<＜﹤‹]{2,}\s*/?\s*(?:end[\s_-]*)?(?:external[\s_-]*)?untrusted[^>＞﹥›\n]{0,200}(?:[>＞﹥›]{2,}|$)",
    re.IGNORECASE | re.MULTILINE,
)

# Scripts and emoji in which a joiner between two characters is part of the spelling.
_JOINING = r"[\u0600-\u1cff\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]"
_KEPT = (
    rf"(?<={_JOINING})[\u200c\u200d](?={_JOINING})"
    r"|\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f"  # flags of regions
)
_INVISIBLE_CHARACTERS = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
_SUSPECT = late_pattern(f"[{_INVISIBLE_CHARACTERS}]")
_INVISIBLE = late_pattern(rf"(?P<kept>{_KEPT})|[{_INVISIBLE_CHARACTERS}]")


def strip_invisible(text: str) -> str:
    """Remove zero-width, bidirectional and tag characters, but not joiners that scripts and emoji need."""
    if text.isascii() or not _SUSPECT.search(text):
        return text
    return _INVISIBLE.sub(lambda found: found["kept"] or "", text)


def count_invisible(text: str) -> int:
    """Return how many characters `strip_invisible` would remove."""
    if text.isascii() or not _SUSPECT.search(text):
        return 0
    return sum(1 for found in _INVISIBLE.finditer(text) if found["kept"] is None)


def strip_marks(text: str, *, boundary_id: str = "") -> str:
    """Remove what looks like one of our boundary marks, and the id itself."""
    text = _FORGED_MARK.sub("[mark removed]", text)
    return text.replace(boundary_id, "[id removed]") if boundary_id else text


def wrap(text: str, *, boundary_id: str, source: str) -> str:
    """Return text from outside between two marks with an id it cannot have known."""
    if not boundary_id.isalnum():
        raise ValueError("a boundary id is made of letters and digits")
    clean = strip_marks(strip_invisible(text), boundary_id=boundary_id)
    label = re.sub(r"[^\w.:/ -]", "", strip_marks(strip_invisible(source), boundary_id=boundary_id))[:120]
    return f'{_OPEN} id={boundary_id} source="{label}">>>\n{clean}\n{_CLOSE} id={boundary_id}>>>'


def is_wrapped(text: str) -> bool:
    """Tell whether a text stands between our marks. Other text cannot: forged marks are taken out."""
    return text.startswith(_OPEN)


def unwrap(text: str) -> str:
    """Return what `wrap` was given, cleaned; other text comes back as it is."""
    if not text.startswith(_OPEN) or _CLOSE not in text:
        return text
    return text.partition("\n")[2].rpartition("\n")[0]
