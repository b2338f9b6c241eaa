"""What an article is built on before it is planned: how its author writes, and how it will be told.

What can be counted in the author's own pieces is counted; the rest has defaults that say that they are.
"""

import re
from collections.abc import Sequence
from typing import Any

from proofroom.articles.parts import parts_of, sentences
from proofroom.articles.types import ArticleType, Tone

PER_EXAMPLE, IN_ALL = 5_000, 25_000
DEFAULT_CONFIDENCE = 0.5
DEFAULTS: dict[str, str] = {
    "tone": "professional",
    "voice": "first-person",
    "sentence_structure": "varied",
    "vocabulary_complexity": "intermediate",
    "pacing": "measured",
    "use_of_evidence": "moderate",
    "hook_style": "bold_claim",
    "example_development_depth": "explore_mechanism",
    "intellectual_honesty_level": "high_with_caveats",
    "reader_as_peer_level": "peer_equals",
}
_EMOJI = re.compile("[\U0001f300-\U0001faff\u2600-\u27bf]")
_FIRST = re.compile(r"\b(?:i|we|my|our|me|us)\b", re.IGNORECASE)
_CONTRACTION = re.compile(r"\b\w+['’](?:t|s|re|ve|ll|d|m)\b", re.IGNORECASE)
_ROLES: dict[ArticleType, tuple[str, ...]] = {
    "blog": ("setup", "rising_action", "climax", "falling_action", "resolution"),
    "showcase": ("context", "challenge", "journey", "transformation", "framework", "resolution"),
    "social_post": ("hook", "tension", "payoff"),
}


def characteristics(tone: Tone, examples: Sequence[str]) -> dict[str, Any]:
    """Return how the author writes: counted in their own pieces, else the usual."""
    found: dict[str, Any] = {
        name: _value(value, DEFAULT_CONFIDENCE, "default") for name, value in DEFAULTS.items()
    }
    found["tone"] = _value(tone, 0.9, "artifact")
    text = "\n\n".join(each[:PER_EXAMPLE] for each in examples)[:IN_ALL]
    if text:
        found |= _counted(text, min(0.9, 0.5 + 0.1 * len(examples)))
    return found


def style_excerpts(examples: Sequence[str]) -> list[dict[str, str]]:
    """Return sentences of the author, word for word, that show how they write."""
    whole = [one.text for each in examples for one in sentences(each[:PER_EXAMPLE])]
    fitting = [text for text in whole if 50 <= len(text) <= 150]
    return [
        {"characteristic": "voice", "excerpt": text, "demonstrates": "sentence length"}
        for text in fitting[:5]
    ]


def storytelling(type: ArticleType, skeleton_sections: int = 5) -> dict[str, Any]:
    """Return how the piece will be told: a framework, and what each part is for."""
    roles = _ROLES[type]
    name = "star" if type == "showcase" else "bab"
    return {
        "narrative_framework": {"name": name, "description": " → ".join(roles), "confidence": 0.5},
        "story_arc": {
            "beginning": roles[0],
            "middle": roles[len(roles) // 2],
            "end": roles[-1],
            "section_mapping": [
                {"section_role": role, "guidance": role.replace("_", " "), "emotional_target": "interest"}
                for role in roles
            ],
        },
        "emotional_journey": [
            {"stage": role, "emotion": "interest", "intensity": min(10, 3 + index), "technique": "evidence"}
            for index, role in enumerate(roles)
        ],
        "hook_strategy": {"type": "fact", "guidance": "open with the strongest sourced fact"},
        "protagonist": {"type": "reader", "guidance": "speak to the reader as a peer"},
        "tension_points": [
            {"location": "mid_argument", "type": "question", "description": "what is contested"}
        ],
        "resolution_strategy": {
            "type": "implication",
            "guidance": "end with what follows, not with a summary",
        },
    }


def _value(value: Any, confidence: float, source: str) -> dict[str, Any]:
    return {"value": value, "confidence": round(min(1.0, max(0.0, confidence)), 2), "source": source}


def _counted(text: str, confidence: float) -> dict[str, Any]:
    said = sentences(text)
    words = [word for each in said for word in each.text.split()]
    lengths = [len(each.text.split()) for each in said] or [0]
    mean = sum(lengths) / len(lengths)
    spread = (sum((each - mean) ** 2 for each in lengths) / len(lengths)) ** 0.5
    lines = [line for line in text.splitlines() if line.strip()]
    lists = sum(line.lstrip().startswith(("- ", "* ", "1.")) for line in lines) / max(1, len(lines))
    questions = sum(each.text.endswith("?") for each in said) / max(1, len(said))
    first = len(_FIRST.findall(text)) / max(1, len(words))

    def told(value: Any) -> dict[str, Any]:
        return _value(value, confidence, "examples")

    return {
        "voice": told("first-person" if first > 0.01 else "third-person"),
        "sentence_structure": told("varied" if spread > 6 else "even"),
        "paragraph_length": told(round(len(words) / max(1, text.count("\n\n") + 1))),
        "emoji_usage": told("some" if _EMOJI.search(text) else "none"),
        "hashtag_usage": told("some" if re.search(r"(?<!\S)#\w", text) else "none"),
        "list_usage": told("frequent" if lists > 0.2 else "rare"),
        "rhetorical_question_usage": told("frequent" if questions > 0.08 else "rare"),
        "conversational_markers": told("contractions" if _CONTRACTION.search(text) else "none"),
        "structure_preference": told(f"{len(parts_of(text))} headings"),
    }
