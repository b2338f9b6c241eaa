"""Pictures of an article: placeholders in its text, what each is for, how large, and where it goes."""

import re
from typing import Any, Literal

from proofroom.articles.types import ArticleType, Tone
from proofroom.kernel.data import dataclass

Purpose = Literal["hero", "illustration", "social", "diagram", "photo"]
ImageStyle = Literal["professional", "modern", "abstract", "realistic", "editorial", "cinematic"]
PLACEHOLDER = re.compile(r"\[IMAGE:\s*([^\[\]]+)\]", re.IGNORECASE)
_HERO = re.compile(r"\b(?:hero|featured)\b", re.IGNORECASE)
_PHOTO = re.compile(r"\b(?:photo|photograph|close-up|portrait)\b", re.IGNORECASE)
_DIAGRAM = re.compile(r"\b(?:diagram|chart|graph|flow ?chart|dashboard)\b", re.IGNORECASE)
_SOCIAL = re.compile(r"\bsocial\b", re.IGNORECASE)
_SUFFIX = re.compile(r"\s+\(context:.*$", re.IGNORECASE | re.DOTALL)
SHORT, CONTEXT, ALT = 100, 150, 100

WIDE, SQUARE = (1792, 1024), (1024, 1024)
RESOLUTIONS: dict[tuple[Purpose, ArticleType], tuple[int, int]] = {
    ("hero", "blog"): WIDE,
    ("hero", "showcase"): WIDE,
    ("hero", "social_post"): WIDE,
    ("illustration", "blog"): WIDE,
    ("illustration", "showcase"): SQUARE,
    ("illustration", "social_post"): SQUARE,
    ("photo", "blog"): WIDE,
    ("photo", "showcase"): WIDE,
    ("photo", "social_post"): SQUARE,
    ("diagram", "blog"): WIDE,
    ("diagram", "showcase"): WIDE,
    ("diagram", "social_post"): WIDE,
    ("social", "blog"): SQUARE,
    ("social", "showcase"): SQUARE,
    ("social", "social_post"): SQUARE,
}
_STYLES: dict[Tone, ImageStyle] = {
    "formal": "professional",
    "professional": "professional",
    "authoritative": "editorial",
    "technical": "modern",
    "casual": "modern",
    "conversational": "editorial",
    "friendly": "realistic",
    "humorous": "abstract",
}


@dataclass(frozen=True, slots=True)
class ImageNeed:
    """A picture that is wanted: what it shows, what for, and where."""

    id: str
    description: str
    purpose: Purpose
    placement_after: str
    style: str
    width: int
    height: int
    placeholder: str
    """The text it takes the place of; empty where it is put after a heading."""
    wish: str = ""
    """What somebody wants different about it."""

    def as_dict(self) -> dict[str, Any]:
        """Return it under its wire names."""
        return {
            "id": self.id,
            "placement_after": self.placement_after,
            "description": self.description,
            "purpose": self.purpose,
            "style": self.style,
            "approved": False,
        }


def purpose_of(description: str, *, is_first: bool = False) -> Purpose:
    """Return what a picture is for; the first one is always the hero."""
    if is_first or _HERO.search(description):
        return "hero"
    if _PHOTO.search(description):
        return "photo"
    if _DIAGRAM.search(description):
        return "diagram"
    return "social" if _SOCIAL.search(description) else "illustration"


def resolution(purpose: Purpose, type: ArticleType) -> tuple[int, int]:
    """Return width and height of a picture."""
    return RESOLUTIONS[purpose, type]


def needs_of(content: str, type: ArticleType, tone: Tone) -> list[ImageNeed]:
    """Return the pictures a text asks for, or the usual ones where it asks for none."""
    found = list(PLACEHOLDER.finditer(content))
    style = _STYLES[tone]
    made: list[ImageNeed] = []
    for index, each in enumerate(found):
        description = " ".join(each.group(1).split())
        purpose = purpose_of(description, is_first=index == 0)
        width, height = resolution(purpose, type)
        after = _heading_before(content, each.start())
        made.append(
            ImageNeed(
                f"image-{index + 1}",
                _in_context(description, content, each.end(), after),
                purpose,
                after or "title",
                style,
                width,
                height,
                each.group(),
            )
        )
    return made or _usual(content, type, style)


def alt_of(description: str) -> str:
    """Return the alternative text of a picture."""
    bare = _SUFFIX.sub("", description)[:ALT]
    return bare.replace('"', "'").replace("[", "").replace("]", "").strip()


def embed(content: str, need: ImageNeed, url: str | None) -> str:
    """Return a text with a picture in its place; without a picture the placeholder goes."""
    shown = f"![{alt_of(need.description)}]({url})" if url else ""
    if need.placeholder:
        return re.sub(r"\n{3,}", "\n\n", content.replace(need.placeholder, shown, 1))
    if not shown:
        return content
    place = re.search(r"(?m)^# .+$", content) if need.placement_after == "title" else None
    if place is None and need.placement_after != "title":
        place = re.search(rf"(?m)^## {re.escape(need.placement_after)}[ \t]*$", content)
    if place is None:
        return f"{content.rstrip()}\n\n{shown}\n"
    return f"{content[: place.end()]}\n\n{shown}{content[place.end() :]}"


def _usual(content: str, type: ArticleType, style: str) -> list[ImageNeed]:
    headings = re.findall(r"(?m)^## (.+?)[ \t]*$", content)
    title = re.search(r"(?m)^# (.+?)[ \t]*$", content)
    about = title.group(1) if title else "the article"
    places: list[tuple[Purpose, str]] = [("hero", "title")]
    count = {"blog": 1, "showcase": 2, "social_post": 0}[type]
    for heading in headings[:count]:
        places.append(("illustration", heading))
    return [
        ImageNeed(
            f"image-{index + 1}",
            about if after == "title" else f"{about}: {after}",
            purpose,
            after,
            style,
            *resolution(purpose, type),
            "",
        )
        for index, (purpose, after) in enumerate(places)
    ]


def _heading_before(content: str, at: int) -> str:
    found = re.findall(r"(?m)^## (.+?)[ \t]*$", content[:at])
    return found[-1] if found else ""


def _in_context(description: str, content: str, after: int, heading: str) -> str:
    if len(description) >= SHORT:
        return description
    following = " ".join(re.sub(r"\{\{[^{}\n]*\}\}|[#*_\[\]]", "", content[after:]).split())[:CONTEXT]
    told = "; ".join(each for each in (heading, following) if each)
    return f"{description} (context: {told})" if told else description
