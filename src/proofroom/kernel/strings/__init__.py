"""The server's own texts, in dictionaries of the product's content format, one file per language.

`dictionaries/` is a content project without its outer folder: configuration, models, content and metadata.
Here it is read as flat JSON, once, when the first sentence is needed. `say` is the one door: it returns a
`Text`, which reads as English everywhere and remembers its key and values, so that whoever shows it to a
person can say it in that person's language.
"""

import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Final, Literal, cast

Language = Literal["en", "tr"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "tr")
DICTIONARIES: Final = ("error-messages", "agent-messages", "content-findings", "labels", "offline-answers")
"""The dictionaries that people read; together they hold a key once."""
FOLDER: Final = resources.files(__name__) / "dictionaries"
_PLACE = re.compile(r"{(\w+)}")
_TELLING = 8
"""Letters that a sentence needs besides its placeholders to be recognised by them."""


_NUMBER = 4
"""What a number counts for as much as letters: `count` stands for digits only."""


class Text(str):
    """A sentence in English that remembers how it was made."""

    __slots__ = ("key", "values")

    key: str
    values: dict[str, str]

    def __new__(cls, key: str, values: dict[str, str]) -> "Text":
        """Return the English sentence of a key; a key that nobody has written stands for itself."""
        made = super().__new__(cls, _filled(texts("en").get(key, key), values))
        made.key, made.values = key, values
        return made

    def __reduce__(self) -> tuple[type["Text"], tuple[str, dict[str, str]]]:
        """Travel as key and values."""
        return Text, (self.key, self.values)

    def to(self, language: Language) -> str:
        """Return the sentence in a language, in English where nobody has translated it."""
        if language == "en":
            return str(self)
        template = texts(language).get(self.key) or texts("en").get(self.key, self.key)
        return _filled(template, {name: translate_all(one, language) for name, one in self.values.items()})

    @property
    def next_step(self) -> "Text | None":
        """The sentence that says what to do next, where one stands beside this one."""
        key = f"{self.key}.next"
        if key not in texts("en"):
            return None
        names = _PLACE.findall(texts("en")[key])
        return Text(key, {name: self.values[name] for name in names if name in self.values})


def say(key: str, /, **values: object) -> Text:
    """Return the sentence of a key with what varies in it."""
    return Text(key, {name: one if isinstance(one, str) else str(one) for name, one in values.items()})


def joined(separator: str, parts: Iterable[str]) -> Text:
    """Return sentences in a row, each of which can still be said in another language."""
    values = {f"n{number}": part for number, part in enumerate(parts)}
    return Text(separator.join(f"{{{name}}}" for name in values), values)


def plain(value: object) -> str:
    """Return a text as any other string: the hook for encoders that take no subclass of `str`."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(type(value).__name__)


@cache
def texts(language: Language) -> dict[str, str]:
    """Return all sentences that people read, in one language."""
    found: dict[str, str] = {}
    for name in DICTIONARIES:
        found |= dictionary(name, language)
    return found


def dictionary(name: str, language: Language) -> dict[str, str]:
    """Return a dictionary in one language."""
    path = FOLDER / "content" / "system" / name / f"{language}.json"
    return json.loads(path.read_text("utf-8"))


@cache
def prompts() -> dict[str, str]:
    """Return what models are told, by key: in English, whatever language people speak with them."""
    path = FOLDER / "content" / "system" / "prompts" / "data.json"
    return json.loads(path.read_text("utf-8"))


def translate(message: str, language: Language) -> str:
    """Return an English message in another language, or as it is where nobody has translated it.

    A message that was stored, or came from another process, is recognised by its sentence.
    """
    if language == "en":
        return message
    return message.to(language) if isinstance(message, Text) else _recognised(message, language)


def translate_all(value: Any, language: Language) -> Any:
    """Return lists and objects with every sentence of ours in another language; other texts stay."""
    if language == "en":
        return value
    if isinstance(value, Text):
        return value.to(language)
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value).items()
        return {name: translate_all(one, language) for name, one in items}
    if isinstance(value, list | tuple):
        return [translate_all(one, language) for one in cast("list[Any]", value)]
    return value


def language_of(header: str, usual: Language = "en") -> Language:
    """Return the language a browser asks for first, of those there are."""
    wished = [part.partition(";")[0].strip().lower()[:2] for part in header.split(",")]
    for wish in wished:
        for known in LANGUAGES:
            if known == wish:
                return known
    return usual


@lru_cache(maxsize=1024)
def _recognised(message: str, language: Language) -> str:
    whole, patterns = _known(language)
    if message in whole:
        return whole[message]
    for pattern, translated in patterns:
        if found := pattern.fullmatch(message):
            values = {name: _inner(one, language) for name, one in found.groupdict().items()}
            return _filled(translated, values)
    return message


def _inner(value: str, language: Language) -> str:
    """Return what stands inside a sentence: others in a row, each behind its place; a word is a name."""
    told: list[str] = []
    for part in value.split("; ") if " " in value else ():
        place, mark, rest = part.partition(": ")
        whole = translate(part, language)
        told.append(whole if whole != part else f"{place}{mark}{translate(rest, language) if mark else ''}")
    return "; ".join(told) or value


@cache
def _known(language: Language) -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    """Return what can be translated: whole sentences, and patterns, the most telling first."""
    other = texts(language)
    whole: dict[str, str] = {}
    patterns: list[tuple[int, re.Pattern[str], str]] = []
    for key, text in texts("en").items():
        translated = other.get(key, text)
        parts = _PLACE.split(text)
        letters = sum(map(len, parts[::2])) + (_NUMBER if "count" in parts[1::2] else 0)
        if len(parts) == 1:
            whole.setdefault(text, translated)
        elif letters >= _TELLING:
            patterns.append((letters, _pattern(parts), translated))
    patterns.sort(key=lambda one: -one[0])
    return whole, [(pattern, translated) for _, pattern, translated in patterns]


def _pattern(parts: list[str]) -> re.Pattern[str]:
    """Return what recognises a sentence by its fixed parts; a placeholder may occur twice."""
    made, seen = "", set[str]()
    for at, part in enumerate(parts):
        if at % 2 == 0:
            made += re.escape(part)
        else:
            some = "[0-9]+" if part == "count" else ".*?"
            made += f"(?P={part})" if part in seen else f"(?P<{part}>{some})"
            seen.add(part)
    return re.compile(made, re.DOTALL)


def _filled(text: str, values: dict[str, str]) -> str:
    return _PLACE.sub(lambda place: values.get(place[1], place[0]), text) if "{" in text else text
