"""The server's own texts, in dictionaries of the product's content format, one file per language.

`dictionaries/` is a content project without its outer folder: configuration, models, content and metadata.
Here it is read as flat JSON, once. Texts are found by key. A message that was made in English where something
went wrong is found by its sentence: what varies in it is a placeholder.
"""

import json
import re
from functools import cache
from importlib import resources
from typing import Final, Literal

Language = Literal["en", "tr"]
Dictionary = Literal["error-messages", "agent-messages"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "tr")
FOLDER: Final = resources.files(__name__) / "dictionaries"
_PLACE = re.compile(r"{(\w+)}")


@cache
def dictionary(name: Dictionary, language: Language) -> dict[str, str]:
    """Return a dictionary in one language."""
    path = FOLDER / "content" / "system" / name / f"{language}.json"
    return json.loads(path.read_text("utf-8"))


@cache
def prompts() -> dict[str, str]:
    """Return what models are told, by key: in English, whatever language people speak with them."""
    path = FOLDER / "content" / "system" / "prompts" / "data.json"
    return json.loads(path.read_text("utf-8"))


def agent_message(key: str, language: Language = "en", **values: object) -> str:
    """Return a sentence of a tool or of the offline model."""
    return _filled(dictionary("agent-messages", language)[key], values)


def error_message(key: str, language: Language = "en", **values: object) -> str:
    """Return a sentence about something that went wrong."""
    return _filled(dictionary("error-messages", language)[key], values)


def translate(message: str, language: Language) -> str:
    """Return an English message in another language, or as it is where nobody has translated it."""
    if language == "en":
        return message
    whole, patterns = _known(language)
    if message in whole:
        return whole[message]
    for pattern, translated in patterns:
        if found := pattern.fullmatch(message):
            return _filled(translated, found.groupdict())
    return message


def language_of(header: str, usual: Language = "en") -> Language:
    """Return the language a browser asks for first, of those there are."""
    wished = [part.partition(";")[0].strip().lower()[:2] for part in header.split(",")]
    for wish in wished:
        for known in LANGUAGES:
            if known == wish:
                return known
    return usual


@cache
def _known(language: Language) -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    """Return what can be translated: whole sentences, and patterns, the most telling first."""
    english, other = dictionary("error-messages", "en"), dictionary("error-messages", language)
    whole: dict[str, str] = {}
    patterns: list[tuple[int, re.Pattern[str], str]] = []
    for key, text in english.items():
        translated = other.get(key, text)
        if _PLACE.search(text) is None:
            whole[text] = translated
        else:
            parts = _PLACE.split(text)
            made = "".join(
                re.escape(part) if at % 2 == 0 else f"(?P<{part}>.*?)" for at, part in enumerate(parts)
            )
            patterns.append((sum(map(len, parts[::2])), re.compile(made, re.DOTALL), translated))
    patterns.sort(key=lambda one: -one[0])
    return whole, [(pattern, translated) for _, pattern, translated in patterns]


def _filled(text: str, values: dict[str, object] | dict[str, str]) -> str:
    return _PLACE.sub(lambda place: str(values.get(place[1], place[0])), text)
