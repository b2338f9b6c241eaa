"""What a person orders about one article, read as a deed with what it needs: a part, a length, a subject.

`orders.toml` has the classes of words, English and Turkish; `by_word` carries them out for the offline model.
"""

import re
import tomllib
from importlib import resources
from typing import Any, Final, Literal

from proofroom.articles.denial import is_denied
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.search import fold

Deed = Literal[
    "research", "leave", "recheck", "count", "origin", "outline", "approve", "openings", "add", "shorten",
    "pictures", "reword", "list",
]  # fmt: skip

_TEXT: Final = resources.files(__package__ or "").joinpath("orders.toml").read_text("utf-8")
_WAYS: Final[dict[str, Any]] = tomllib.loads(_TEXT)
_PART: Final = str(_WAYS["part"])
_NEW: Final = late_pattern(str(_WAYS["new"]))
_DEEDS: Final[tuple[tuple[Deed, re.Pattern[str]], ...]] = tuple(
    (deed, late_pattern("|".join(says).replace("{part}", _PART))) for deed, says in _WAYS["deeds"].items()
)
_WORDS: Final = late_pattern(r"\b(\d{2,4})[ -](?:words?|kelime|sozcuk)")
_SHARES: Final = (
    (late_pattern(r"\b(?:by|in) half\b|\bhalf as long\b|\byari(?:ya|sina)\b"), 0.5),
    (late_pattern(r"\bby a third\b|\bucte bir\w* (?:kadar )?kisalt"), 0.67),
    (late_pattern(r"\bby a quarter\b|\bdortte bir\w* (?:kadar )?kisalt"), 0.75),
)
_PERCENT: Final = late_pattern(r"\b(?:by )?(\d{1,2}) ?(?:percent|per cent|%)|\byuzde (\d{1,2})\b")
_KEEP: Final = late_pattern(
    r"\b(?:keep|leave|save|do not (?:cut|touch|lose)|don'?t (?:cut|touch|lose)|without (?:cutting|losing))\b"
    r"\s+(?P<kept>[^.;!?]+)|(?P<korunan>[^.;,!?]+?)\s+(?:kalsin|dursun|kalmali|kesme\b|silme\b)"
)
_ABOUT: Final = late_pattern(
    r"\b(?:about|on|of|with)\s+(?P<what>[^.;!?,]+)"
    r"|(?P<ne>[^.;!?,]+?)\s+(?:hakkinda|uzerine|konusunda|ile ilgili|konulu)\b"
)
_FIRST: Final = late_pattern(
    r"^(?:the |first )*(?:intro\w*|opening|beginning|lead|first paragraph|giris\w*)$"
)
_COUNT: Final = late_pattern(r"\b(\d{1,2}|two|three|four|five|iki|uc|dort|bes)\b")
_SPELT: Final = {"two": 2, "three": 3, "four": 4, "five": 5, "iki": 2, "uc": 3, "dort": 4, "bes": 5}
_NTH: Final = (
    *(r"1st|first|opening|ilk|birinci", r"2nd|second|ikinci", r"3rd|third|ucuncu"),
    *(r"4th|fourth|dorduncu", r"5th|fifth|besinci", r"6th|sixth|altinci"),
)
_NTH_PART: Final = late_pattern(
    rf"\b(?:{'|'.join(f'(?P<n{at}>{each})' for at, each in enumerate(_NTH, 1))}|(?P<last>last|son))\s+"
    r"(?P<kind>paragraph|section|part|chapter|paragraf|bolum|kisim|kism)"
)
_LONGEST: Final = 400


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be done, and the words it was ordered in, folded."""

    deed: Deed
    text: str


def read_order(text: str) -> Order | None:
    """Return the first deed that a message orders; what it says not to do is none."""
    said = fold(text.replace("’", "'")).strip()
    if len(said) > _LONGEST:
        return None
    for deed, pattern in _DEEDS:
        # Whether a plan is approved is a question; and only a new piece is researched and left at that.
        if (deed == "approve" and "?" in said) or (deed == "research" and not _NEW.search(said)):
            continue
        for found in pattern.finditer(said):
            if deed in ("research", "leave") or not is_denied(said, *found.span()):
                return Order(deed, said)
    return None


def wanted_length(order: Order, now: int) -> int:
    """Return to how many words something is to be cut; two thirds where nothing is said."""
    if words := _WORDS.search(order.text):
        return int(words[1])
    if percent := _PERCENT.search(order.text):
        return round(now * (1 - int(percent[1] or percent[2]) / 100))
    share = next((share for pattern, share in _SHARES if pattern.search(order.text)), 2 / 3)
    return round(now * share)


def keeps_opening(order: Order) -> bool:
    """Tell whether the first paragraph is to stay as it is."""
    return _FIRST.search(kept(order)) is not None


def kept(order: Order) -> str:
    """Return what is to stay, in the words of the order."""
    found = _KEEP.search(order.text)
    told = (found["kept"] or found["korunan"] or "") if found else ""
    return re.sub(rf"^(?:the |that )?(?:bit|{_PART}) (?:with|about|on|of|where) ", "", told).strip()


def subject(order: Order) -> str:
    """Return what something is to be about."""
    found = _ABOUT.search(order.text)
    told = (found["what"] or found["ne"] or "") if found else ""
    return re.sub(r"^(?:how|what|why|where|when|whether|who)\b|\b(?:only )?if\b.*$", "", told).strip()


def number(order: Order, otherwise: int) -> int:
    """Return how many of something are asked for."""
    found = _COUNT.search(order.text)
    return (_SPELT.get(found[1]) or int(found[1])) if found else otherwise


def nth_part(order: Order) -> tuple[str, int] | None:
    """Return which paragraph or section is meant, from 0; -1 is the last."""
    found = _NTH_PART.search(order.text)
    if found is None:
        return None
    kind = "paragraph" if found["kind"].startswith("paragra") else "section"
    at = next((at for at in range(1, len(_NTH) + 1) if found[f"n{at}"]), 0)
    return kind, at - 1
