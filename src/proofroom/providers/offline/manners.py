"""How the offline model minds what people have corrected: sentences that say how to say something.

It reads no meaning: a sentence counts that says what to begin or end with, what to say, what to leave out,
what to say instead, or to be brief. Everything else it has read is left to models that understand it.
"""

import re
from collections.abc import Iterable
from typing import Final, Literal

from proofroom.kernel.data import dataclass

HEADING: Final = "## What people have corrected"
MannerKind = Literal["begin", "end", "include", "avoid", "instead", "brief"]

_Q = r"[\"“”„«»']"
_SAID = rf"{_Q}([^\"“”„«»]{{1,120}}?){_Q}"
_TALK = r"(?:say|saying|write|writing|use|using|mention|mentioning|name|naming)"
_WANTED: Final[tuple[tuple[MannerKind, str], ...]] = (
    ("instead", rf"{_SAID}\s+(?:instead of|rather than|and not|not)\s+{_SAID}"),
    ("instead", rf"{_SAID}\s+yerine\s+(?P<new>{_SAID})"),
    ("begin", rf"\b(?:begin|start|open)\w*\b[^.“\"]{{0,40}}\bwith\s+{_SAID}"),
    ("begin", rf"{_SAID}\s*(?:ile|diye|diyerek)\s+başla"),
    ("end", rf"\b(?:end|close|sign|finish)\w*\b[^.“\"]{{0,40}}\bwith\s+{_SAID}"),
    ("end", rf"{_SAID}\s*(?:ile|diye|diyerek)\s+bitir"),
    ("avoid", rf"\b(?:never|don['’]t|do not|stop|avoid)\b[^.“\"]{{0,30}}?\b{_TALK}\s+{_SAID}"),
    ("avoid", rf"{_SAID}\s*(?:sözünü\s+|kelimesini\s+)?(?:deme|yazma|kullanma)(?!\w*li)"),
    ("include", rf"\b(?:always|do|please)?\s*\b(?:say|write|mention|name|add)\s+{_SAID}"),
    ("include", rf"{_SAID}\s*(?:de|yaz|ekle|an)(?!\w)"),
    ("brief", r"\b(?:one|a single) sentence\b|\btek cümle"),
)
_PATTERNS: Final[tuple[tuple[MannerKind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _WANTED
)
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s")
_ROW = re.compile(r"\s*(?:[-*+>|]|\d+[.)]|```)")
_LINE = re.compile(r"^- \[\w+\] (.+?) \([^()]*\)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Manner:
    """One thing to mind when answering. `other` is what is said no longer."""

    kind: MannerKind
    text: str = ""
    other: str = ""


def read_manner(sentence: str) -> Manner | None:
    """Return what a sentence wants of the answers' wording; None if it is about something else."""
    for kind, pattern in _PATTERNS:
        found = pattern.search(sentence)
        if found is None:
            continue
        said = [one for one in found.groups() if one and not re.match(_Q, one)]
        if kind == "instead":
            is_turkish = "new" in pattern.groupindex
            new, old = (said[1], said[0]) if is_turkish else (said[0], said[1])
            return Manner(kind, new.strip(), old.strip())
        return Manner(kind, said[0].strip() if said else "")
    return None


def read_corrections(prefix: str) -> list[Manner]:
    """Return what a prompt's corrections want, the weightiest last so that it has the last word."""
    _, there, after = prefix.partition(HEADING)
    if not there:
        return []
    section = after.partition("\n## ")[0]
    found = (read_manner(line) for line in _LINE.findall(section))
    return [one for one in found if one is not None][::-1]


def mind(text: str, manners: Iterable[Manner]) -> str:
    """Return an answer as the corrections want it."""
    for one in manners:
        text = _mind(text, one)
    return text


def _mind(text: str, one: Manner) -> str:
    has = one.text.casefold() in text.casefold()
    match one.kind:
        case "begin":
            is_there = text.casefold().startswith(one.text.casefold())
            return text if is_there else f"{_closed(one.text)} {text}"
        case "end":
            is_there = text.rstrip().casefold().endswith(one.text.casefold())
            return text if is_there else f"{_open_end(text)}{one.text}"
        case "include":
            return text if has else f"{_open_end(text)}{_closed(one.text)}"
        case "avoid":
            return re.sub(rf"\s*{re.escape(one.text)}", "", text, flags=re.IGNORECASE).strip() or text
        case "instead":
            return re.sub(re.escape(one.other), lambda _: one.text, text, flags=re.IGNORECASE)
        case "brief":
            return _SENTENCE_END.split(text.strip(), maxsplit=1)[0]


def _open_end(text: str) -> str:
    """Return a text to which words are added; what ends with a list or a table goes on below it."""
    text = text.rstrip()
    return f"{text}\n\n" if _ROW.match(text.rpartition("\n")[2]) else f"{text} "


def _closed(said: str) -> str:
    return said if said[-1] in ".!?,:;…" else f"{said}."
