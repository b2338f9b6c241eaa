"""How the server says its own texts, which are dictionaries of the product's content format in their rooms.

A room's folder `strings/` has a file per language, and `prompts.json` for what it tells models. They are read
once, when the first sentence is needed; a room from elsewhere adds its folder. `say` is the one door: it
returns a `Text`, which reads as English everywhere and remembers its key and values, so that whoever shows
it to a person can say it in that person's language.
"""

import json
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final, Literal, cast

Language = Literal["en", "tr"]
LANGUAGES: Final[tuple[Language, ...]] = ("en", "tr")
_HOUSE: Final = resources.files("proofroom")
_elsewhere: list[Traversable] = []
_PLACE = re.compile(r"{(\w+)}")
_KEPT = '{"key": '
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


def keep(text: str) -> str:
    """Return how a sentence is stored: by its key and values, so that nothing has to be read out of it."""
    if not isinstance(text, Text) and text.startswith(_KEPT):
        text = Text(text, {})  # somebody's own words that look like ours stand for themselves
    return json.dumps(_kept(text), ensure_ascii=False) if isinstance(text, Text) else text


def kept(stored: str) -> str:
    """Return a stored sentence; one that an older release stored in English stays what it is."""
    return _text(json.loads(stored)) if stored.startswith(_KEPT) else stored


def _kept(value: str) -> Any:
    if not isinstance(value, Text):
        return value
    return {"key": value.key, "values": {name: _kept(one) for name, one in value.values.items()}}


def _text(found: Any) -> str:
    if isinstance(found, str):
        return found
    return Text(found["key"], {name: _text(one) for name, one in found["values"].items()})


@cache
def folders() -> list[Traversable]:
    """Return the folders with texts: of every room, and of those that were added."""
    rooms = sorted(_HOUSE.iterdir(), key=lambda room: room.name)
    return [*(room / "strings" for room in rooms if (room / "strings").is_dir()), *_elsewhere]


def add_folder(folder: Traversable) -> None:
    """Add the texts of a room that does not live in this package."""
    if folder not in _elsewhere:
        _elsewhere.append(folder)
        for read in (folders, texts, prompts, _known, _recognised):
            read.cache_clear()


@cache
def texts(language: Language) -> dict[str, str]:
    """Return all sentences that people read, in one language."""
    return _read_all(f"{language}.json")


@cache
def prompts() -> dict[str, str]:
    """Return what models are told, by key: in English, whatever language people speak with them."""
    return _read_all("prompts.json")


def _read_all(name: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for folder in folders():
        if (folder / name).is_file():
            found |= json.loads((folder / name).read_text("utf-8"))
    return found


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
