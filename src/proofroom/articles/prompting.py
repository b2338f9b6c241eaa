"""What a model is asked to write: the task in one message, sources between marks, numbered."""

import re
from collections.abc import Sequence
from typing import Any

from proofroom.articles.extract import Excerpt
from proofroom.articles.types import Article, ArticleSection, ResearchSource
from proofroom.kernel.strings import prompts
from proofroom.safety import strip_invisible, strip_marks, wrap

SECTION_WORDS = {"blog": 350, "showcase": 500, "social_post": 60}
BREAK = " ⏎ "
_SLOT = re.compile(r"(?<!\{)\{(\w+)\}(?!\})")
_SOURCE = re.compile(r"^\[(\d{1,4})\] (.*?) \((\w+)\): (.*)$", re.MULTILINE)
_BLOCKS = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+>|]|\d{1,2}[.)])\s)")
_FIELD = re.compile(r"^([A-Z][A-Za-z' ]{2,40}): (.*)$", re.MULTILINE)
USED_CHARACTERS = 140


def fill(key: str, **values: object) -> str:
    """Return a prompt with what varies in it; references in double braces stay."""
    return _SLOT.sub(lambda found: str(values.get(found.group(1), "")), prompts()[key])


def skeleton_prompt(article: Article, sources: Sequence[ResearchSource], boundary: str) -> str:
    """Return what the planner is asked."""
    return fill("articles.skeleton", **_common(article), sources=listed(sources, boundary))


def section_prompt(
    article: Article,
    section: ArticleSection,
    sources: Sequence[ResearchSource],
    boundary: str,
    *,
    before: str,
    used: Sequence[str],
) -> str:
    """Return what the writer of one section is asked: its own sources, and what was said before."""
    key = "articles.post" if article.type == "social_post" else "articles.section"
    return fill(
        key,
        **_common(article),
        heading=section.heading,
        notes=_line(section.notes),
        words=SECTION_WORDS[article.type],
        before=_line(before)[-400:],
        used="\n".join(f"- {each[:USED_CHARACTERS]}" for each in used) or "-",
        sources=listed(sources, boundary),
    )


def checking_prompt(
    article: Article,
    section: str,
    claims: Sequence[tuple[str, Sequence[int]]],
    sources: Sequence[ResearchSource],
    boundary: str,
) -> str:
    """Return what the second reader is asked: claims and the excerpts they cite, both only as material."""
    lines = [
        f"{number}. {_line(claim)} (cites {', '.join(map(str, cited))})"
        for number, (claim, cited) in enumerate(claims, 1)
    ]
    return fill(
        "articles.check_citations",
        title=_line(article.title),
        section=_line(section) or "-",
        claims=wrap("\n".join(lines), boundary_id=boundary, source="article"),
        sources=listed(sources, boundary),
    )


def listed(sources: Sequence[ResearchSource], boundary: str) -> str:
    """Return sources one per line, between marks that their text cannot forge."""
    lines = [
        f"[{each.number}] {_line(each.source_name)} ({each.source_type}): {_lines(each.excerpt)}"
        for each in sources
    ]
    return wrap("\n".join(lines), boundary_id=boundary, source="research")


def read_sources(prompt: str) -> list[Excerpt]:
    """Return the sources that stand in a prompt."""
    found = _SOURCE.findall(prompt)
    return [Excerpt(int(number), name, text.replace(BREAK, "\n\n")) for number, name, _, text in found]


def read_fields(prompt: str) -> dict[str, str]:
    """Return the facts of a task by their names."""
    return dict(_FIELD.findall(prompt.partition("\n\n")[0]))


def read_used(prompt: str) -> list[str]:
    """Return what was said before."""
    head = prompt.partition("Already said, not to be repeated:\n")[2].partition("\n\n")[0]
    return [line[2:] for line in head.splitlines() if line.startswith("- ")]


def _common(article: Article) -> dict[str, str]:
    story: dict[str, Any] = article.foundations.get("storytelling") or {}
    style: dict[str, Any] = article.foundations.get("characteristics") or {}
    framework: dict[str, Any] = story.get("narrative_framework") or {}
    told = [f"{name} {value.get('value')}" for name, value in list(style.items())[:12]]
    return {
        "title": _line(article.title),
        "type": article.type,
        "tone": article.tone,
        "brief": _line(article.brief) or "-",
        "story": str(framework.get("name", "")) or "-",
        "style": ", ".join(told) or "-",
    }


def _lines(text: str) -> str:
    """Return a text in one line, with a sign where a paragraph ends: a heading is no sentence's beginning."""
    return BREAK.join(line for each in _BLOCKS.split(text) if (line := _line(each)))


def _line(text: str) -> str:
    return " ".join(strip_marks(strip_invisible(text)).split())
