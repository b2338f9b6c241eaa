"""What a message to the writer leads to: which tool, with which article, and what is missing."""

import re
import secrets
import string
from collections.abc import Mapping
from dataclasses import field
from datetime import datetime
from typing import Any, Final

from proofroom.articles.intent import UNCLEAR
from proofroom.articles.lifecycle import read_tone, read_type
from proofroom.articles.types import ArticleType
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import SEED_CATEGORIES, MissingContext, ProofroomError
from proofroom.kernel.strings import say

SURE, CLEAR = 0.95, 0.7
ANSWER_S = 60.0
"""How long the front door waits for an answer before it hands out the run instead."""
BEGIN: Final = "createArtifactDraft"
PIPELINE: Final = "runPipeline"
TOOLS: Mapping[str, str] = {
    "GENERATE_TOPICS": "topicsResearch",
    "RESEARCH_TOPIC": "conductDeepResearch",
    "CREATE_SKELETON": "generateContentSkeleton",
    "WRITE_CONTENT": "writeFullContent",
    "HUMANIZE_CONTENT": "applyHumanityCheck",
    "CREATE_VISUALS": "identifyImageNeeds",
    "STATUS_CHECK": "fetchArtifact",
    "FULL_PIPELINE": PIPELINE,
}
_ABOUT = re.compile(r"\b(?:about|on|hakkında)\s+(?P<topic>[^.?!\n]{3,200})", re.IGNORECASE)
_TONE = re.compile(r"\bin an? (?P<tone>[a-z]+) tone\b", re.IGNORECASE)
_SPELT = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("bir", "iki", "üç", "dört", "beş", "altı", "yedi", "sekiz", "dokuz", "on"),
)
_MANY = re.compile(
    rf"\b(?P<count>\d{{1,3}}|{'|'.join(_SPELT)})\s+(?:\w+\s+){{0,2}}?(?:topics?|ideas?|konu)\b", re.IGNORECASE
)
MOST_TOPICS = 10
_KINDS: Mapping[ArticleType, re.Pattern[str]] = {
    "social_post": re.compile(
        r"\b(?:social(?: media)? posts?|linkedin posts?|tweets?|sosyal medya)\b", re.IGNORECASE
    ),
    "showcase": re.compile(r"\b(?:showcases?|case stud(?:y|ies)|vaka (?:çalışması|öyküsü))\b", re.IGNORECASE),
}
_TONED = frozenset({"CREATE_SKELETON", "WRITE_CONTENT", "HUMANIZE_CONTENT"})
_LETTERS = string.digits + string.ascii_lowercase
SCREEN = ("currentPage", "artifactId", "artifactType", "artifactTitle", "artifactStatus")


@dataclass(frozen=True, slots=True)
class Action:
    """A tool to use at once, without a model; one for a whole piece without an article begins it first."""

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict[str, Any])


def action_for(intent: str, message: str, screen: Mapping[str, Any]) -> Action:
    """Return what to do about a clear message, or say what it lacks."""
    article = str(screen.get("artifactId") or "")
    if intent == "GENERATE_TOPICS":
        found, many, kind = _ABOUT.search(message), _MANY.search(message), _kind_in(message)
        slots: dict[str, Any] = {"focusArea": found["topic"].strip()[:200]} if found else {}
        slots |= {"count": min(MOST_TOPICS, _number(many["count"]))} if many else {}
        return Action("topicsResearch", slots | ({"contentType": kind} if kind else {}))
    if intent == "STATUS_CHECK" and not article:
        return Action("listDraftArtifacts")
    if intent == "FULL_PIPELINE" and not article:
        found = _ABOUT.search(message)
        if found is None:
            raise MissingContext(say("articles.no_topic"))
        kind = _kind_in(message)
        topic = found["topic"].strip()
        title = topic[:1].upper() + topic[1:]
        return Action(PIPELINE, {"title": title} | ({"type": kind} if kind else {}))
    if intent == UNCLEAR or intent not in TOOLS:
        raise MissingContext(say("articles.no_article"))
    if not article:
        raise MissingContext(say("articles.no_article"))
    arguments: dict[str, Any] = {"artifactId": article}
    tone = _TONE.search(message)
    if tone is not None and intent in _TONED:
        arguments["tone"] = read_tone(tone["tone"].lower())
    return Action(TOOLS[intent], arguments)


def _kind_in(message: str) -> ArticleType | None:
    """Return the kind of article that a message names beside the usual one."""
    return next((kind for kind, words in _KINDS.items() if words.search(message)), None)


def _number(word: str) -> int:
    return max(1, int(word)) if word.isdigit() else _SPELT.index(word.lower()) % MOST_TOPICS + 1


def read_screen(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a screen tells, or refuse a type of article that there is not."""
    screen = {name: given[name] for name in SCREEN if given.get(name)}
    if "artifactType" in screen:
        read_type(str(screen["artifactType"]))
    return screen


def trace_id(now: datetime, prefix: str = "ca") -> str:
    """Return an id for one request, as the seed spells it."""
    return f"{prefix}-{int(now.timestamp() * 1000)}-{''.join(secrets.choice(_LETTERS) for _ in range(6))}"


def envelope(
    trace: str,
    data: Any,
    *,
    duration_ms: int,
    transition: dict[str, str] | None = None,
    error: ProofroomError | None = None,
) -> dict[str, Any]:
    """Return a result in the seed's envelope."""
    told: dict[str, Any] = {"success": error is None, "traceId": trace, "duration": duration_ms, "data": data}
    if transition:
        told["statusTransition"] = transition
    if error is not None:
        told["error"] = {
            "category": error.category,
            "message": str(error.message),
            "recoverable": error.recoverable,
        }
    return told


def status_of(error: ProofroomError) -> int:
    """Return the HTTP status that the seed gives an error's category."""
    return SEED_CATEGORIES.get(error.category, error.status)


def error_body(error: ProofroomError) -> dict[str, Any]:
    """Return an error in the seed's shape, with our code beside it."""
    told: dict[str, Any] = {
        "category": error.category,
        "message": error.message,
        "userMessage": error.message,
        "suggestedAction": error.suggestion,
        "recoverable": error.recoverable,
        "code": error.code,
    }
    return {"error": told | ({"context": error.context} if error.context else {})}
