"""Search over the product's own documentation, which ships inside the package."""

import re
from collections import Counter
from functools import cache
from importlib import resources
from math import log
from pathlib import Path
from typing import Any

from proofroom.kernel.data import dataclass
from proofroom.kernel.words import word_set

_WORD = re.compile(r"[^\W_]{2,}")
_HEADING = re.compile(r"^#{1,3} +(.+)$", re.MULTILINE)
_COMMON = word_set("an and are as at be by do for from how in is it of the to what can my nasıl bir")
MAX_PASSAGE = 600
REFERENCE_WEIGHT = 0.6


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A section of a page."""

    page: str
    title: str
    text: str
    words: frozenset[str]


def search_help(query: str, limit: int) -> list[dict[str, Any]]:
    """Return passages that share half of the query's words: rare words count more, headings twice.

    One that shares fewer is about something else, as is a question about the team's own records.
    """
    wanted = _words(query)
    passages, seen_in = _passages(), _seen_in()
    scored: list[tuple[float, int, HelpSection]] = []
    for index, passage in enumerate(passages):
        title = _words(passage.title)
        points = sum(
            log(1 + len(passages) / seen_in[word]) * ((word in passage.words) + (word in title))
            for word in wanted
            if word in seen_in
        )
        # What is shown of it counts here: a long table has every word.
        if points and 2 * len(wanted & (_words(passage.text) | title)) >= len(wanted):
            # A question is better answered by a guide than by a table of options.
            weight = REFERENCE_WEIGHT if passage.page.startswith("reference/") else 1.0
            scored.append((weight * points / (4 + len(passage.words) ** 0.5), -index, passage))
    scored.sort(key=lambda item: item[:2], reverse=True)
    return [
        {"page": passage.page, "title": passage.title, "text": passage.text}
        for _score, _index, passage in scored[:limit]
    ]


@cache
def _seen_in() -> Counter[str]:
    """Return in how many passages each word is."""
    return Counter(word for passage in _passages() for word in passage.words | _words(passage.title))


@cache
def _passages() -> list[HelpSection]:
    return [passage for page, text in sorted(_pages().items()) for passage in _cut(page, text)]


def _pages() -> dict[str, str]:
    folder = _docs_folder()
    if folder is None:
        return {}
    found = (path for path in folder.rglob("*.md") if "decisions" not in path.parts)
    return {path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in found}


def _docs_folder() -> Path | None:
    """Find the pages: inside an installed package, or at the root of a working copy."""
    package = Path(str(resources.files("proofroom")))
    for folder in (package / "docs", package.parent.parent / "docs"):
        if folder.is_dir():
            return folder
    return None


def _cut(page: str, text: str) -> list[HelpSection]:
    pieces = _HEADING.split(text)
    passages: list[HelpSection] = []
    for title, body in zip(pieces[1::2], pieces[2::2], strict=False):
        body = body.strip()
        if body:
            shown = body if len(body) <= MAX_PASSAGE else body[:MAX_PASSAGE].rsplit(" ", 1)[0] + " …"
            passages.append(HelpSection(page, title.strip(), shown, _words(body)))
    return passages


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower())) - _COMMON
