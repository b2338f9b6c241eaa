"""The words of requests in English and Turkish, read from `lexicon.toml`."""

import itertools
import re
import tomllib
from functools import lru_cache
from importlib import resources
from typing import Any, Final, cast


def read_toml(package: str, name: str) -> dict[str, Any]:
    """Return a room's data file."""
    return tomllib.loads(resources.files(package).joinpath(name).read_text("utf-8"))


_MOST_NAMES: Final = 4
"""Names in the other language that one name has at most."""
_DATA: Final = read_toml("proofroom.providers.offline", "lexicon.toml")


def _joined(section: str) -> dict[str, str]:
    table = cast("dict[str, list[str]]", _DATA[section])
    return {name: "|".join(alternatives) for name, alternatives in table.items()}


def _set(name: str) -> frozenset[str]:
    return frozenset(cast("str", _DATA["lists"][name]).split())


LANGUAGES: Final = _joined("languages")
"""How languages are called, by locale."""
NAMES: Final = {locale: re.split(r"[|(\\]", pattern)[0] for locale, pattern in LANGUAGES.items()}
"""The English name of a language, by locale."""
NOUNS: Final = _joined("nouns")
"""What people call the entries of a model, by group."""
FIELDS: Final = _joined("fields")
"""What people call a field, by its id."""
TYPES: Final = {name: re.compile(pattern) for name, pattern in _joined("types").items()}
"""What the name of a field says about its type."""
TYPE_WORDS: Final = cast("dict[str, str]", _DATA["type_words"])
WORDS: Final = {
    **{name: rf"\b(?:{pattern})\b" for name, pattern in _joined("words").items()},
    **_joined("patterns"),
}
"""Every other group of words, by name."""

PAIRS: Final = {
    english: turkish.replace("_", " ").split(",")
    for english, turkish in (pair.split("=") for pair in cast("str", _DATA["pairs"]["things"]).split())
}
"""What is called so in English, with its names in Turkish."""
FIRST: Final = cast("dict[str, str]", _DATA["first"])
"""What the first word of a question stands for, written in a hurry."""
HURRIED: Final = cast("dict[str, str]", _DATA["hurried"])
"""What a word stands for, wherever it is written without its apostrophe."""
PAST: Final = cast("dict[str, str]", _DATA["past"])
"""The verb of a form that does not show it: taught, teach."""
STOP: Final = _set("stop")
SPELLED: Final = _set("spelled")
LOCALE_FILLER: Final = _set("locale_filler")
SEARCH_NOISE: Final = _set("search_noise")

ALL: Final = WORDS["all"]
THIS: Final = WORDS["this"]
ADD: Final = WORDS["add"]
CHANGE: Final = WORDS["change"]
PUBLISH: Final = WORDS["publish"]
UNPUBLISH: Final = WORDS["unpublish"]
ARCHIVE: Final = WORDS["archive"]
DELETE: Final = WORDS["delete"]
QUESTION: Final = WORDS["question"]
SHOW: Final = WORDS["show"]


_SILENT: Final = frozenset(("in", "on", "of", "for", "at", "by", "is", "the", "to", "per"))


@lru_cache(maxsize=1024)
def in_turkish(name: str) -> tuple[str, ...]:
    """Return what a plain English name is in Turkish, word by word; nothing where a word has no pair."""
    parts = [part for part in name.split() if part not in _SILENT]
    each = [PAIRS.get(part) or PAIRS.get(part.removesuffix("s")) for part in parts]
    if not parts or None in each:
        return ()
    return tuple(" ".join(one) for one in itertools.product(*(one for one in each if one)))[:_MOST_NAMES]


def locale_in(text: str) -> str | None:
    """Return the locale whose language a plain text names first."""
    found = locales_in(text)
    return found[0] if found else None


def locales_in(text: str) -> list[str]:
    """Return the locales whose languages a plain text names, in order."""
    hits: list[tuple[int, str]] = []
    for locale, pattern in LANGUAGES.items():
        match = re.search(rf"\b(?:{pattern})\b", text)
        if match:
            hits.append((match.start(), locale))
    return [locale for _, locale in sorted(hits)]


def codes_in(text: str) -> list[str]:
    """Return the locales a text names by their codes: pt-BR, or `locale de`."""
    return re.findall(r"\b[a-z]{2}-[A-Z]{2}\b|(?<=locale )[a-z]{2}\b|(?<=language code )[a-z]{2}\b", text)


def without_languages(text: str) -> str:
    """Return a plain text without the names of languages."""
    for pattern in LANGUAGES.values():
        text = re.sub(rf"\b(?:{pattern})\b", " ", text)
    return text
