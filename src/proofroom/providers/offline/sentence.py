"""A request as text: its words without case and accents, and what stands in quotation marks.

`plain` has the same length as the text, so that a place found in it is the same place in the text.
"""

import re
import unicodedata
from functools import cached_property, lru_cache

from proofroom.kernel.data import dataclass

_QUOTES = re.compile(
    r"\"([^\"]+)\"|“([^”“]+)”|„([^“”„]+)[“”]|«([^»«]+)»|(?<![\w])'([^']+)'(?!\w)|(?<!\w)‘([^’‘]+)’(?!\w)"
)
_WORD = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_SUFFIX = re.compile(r"(?<=\w)'[a-z]+")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_URL = re.compile(r"https?://[^\s,;\"”]+")
_KEY = re.compile(r"(?<![\w.@/#])[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)+(?![\w@])")
_PHONE = re.compile(r"(?<![\w+])\+\d[\d ()/-]{5,}\d(?!\w)")
_HANDLE = re.compile(r"(?<!\w)@[\w.-]+(?:@[\w-]+(?:\.[\w-]+)+)?")
BLANK = "\x01"
"""Stands for a letter that is not to be looked at."""


class _PlainLetters(dict[int, str]):
    """Small letters without accents, found when they are first met: one for each, so that places stay."""

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        small = unicodedata.normalize("NFD", letter)[0].lower()
        self[code] = small if len(small) == 1 else letter
        return self[code]


_PLAIN = _PlainLetters({ord(letter): "i" for letter in "İIı"} | {ord(letter): "'" for letter in "’‘ʼ`"})


def plain(text: str) -> str:
    """Return the text in small letters without accents, letter for letter."""
    return text.translate(_PLAIN)


@dataclass(frozen=True)
class Quote:
    """What somebody put into quotation marks, and where."""

    start: int
    end: int
    value: str


@dataclass(frozen=True)
class Sentence:
    """A request, ready to be looked at from several sides."""

    text: str

    @cached_property
    def plain(self) -> str:
        """The text in small letters without accents."""
        return plain(self.text)

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """What stands in quotation marks, in order."""
        return _quotes(self.text)

    @property
    def masked(self) -> str:
        """The plain text with quotations, addresses and links blanked: only the person's own words."""
        return _masked(self.text)

    @property
    def values(self) -> list[tuple[int, int]]:
        """The places that hold values rather than words."""
        spans = [(quote.start, quote.end) for quote in self.quotes]
        for pattern in (_URL, _EMAIL, _HANDLE, _PHONE):
            spans += [match.span() for match in pattern.finditer(self.text)]
        return spans

    @cached_property
    def emails(self) -> tuple[str, ...]:
        """The addresses it names."""
        return tuple(match.group().rstrip(".") for match in _EMAIL.finditer(self.text))

    @cached_property
    def urls(self) -> tuple[str, ...]:
        """The links it names."""
        return tuple(match.group().rstrip(".?!") for match in _URL.finditer(self.text))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Names with dots, as dictionaries have: `nav.home`."""
        return tuple(match.group() for match in _KEY.finditer(self.masked))

    @cached_property
    def bare(self) -> str:
        """What it says as a value: the quotation, else its words without a leading preposition."""
        if self.quotes:
            return self.quotes[-1].value
        return re.sub(r"^(?:to|it's|its|is|as)\s+", "", self.text.strip(" .!"), flags=re.IGNORECASE)

    def has(self, pattern: str) -> bool:
        """Tell whether the person's own words match."""
        return re.search(pattern, self.masked) is not None

    def without(self, *spans: tuple[int, int]) -> str:
        """Return the masked text with more places blanked."""
        letters = list(self.masked)
        for start, end in spans:
            letters[start:end] = BLANK * (end - start)
        return "".join(letters)


# A request is looked at from many sides, each of which makes its own sentence of it.


@lru_cache(maxsize=256)
def _quotes(text: str) -> tuple[Quote, ...]:
    found: list[Quote] = []
    for match in _QUOTES.finditer(text):
        value = next(group for group in match.groups() if group is not None)
        found.append(Quote(match.start(), match.end(), value.strip()))
    return tuple(found)


@lru_cache(maxsize=256)
def _masked(text: str) -> str:
    letters = list(plain(text))
    for start, end in Sentence(text).values:
        letters[start:end] = BLANK * (end - start)
    return "".join(letters)


def tokens(text: str) -> list[str]:
    """Return the words of a plain text; what follows an apostrophe is a suffix and goes."""
    return _WORD.findall(_SUFFIX.sub("", text))


_ENGLISH_ENDING = re.compile(r"(?:'s|s|es|ed|d|ing|er|ers|ly)$")
_ENDINGS = """
lar ler i u in un im um si su yi yu ni nu nin nun a e ya ye na ne da de ta te dan den tan ten nda nde
ndan nden la le yla yle li lu lik luk ki imiz umuz iniz unuz miz muz niz nuz
"""
_TURKISH_ENDINGS = tuple(_ENDINGS.split())
_SHORTEST = 3
"""Letters of the shortest stem."""


@lru_cache(maxsize=8192)
def stems(word: str) -> frozenset[str]:
    """Return what a plain word may be a form of, in English and Turkish: rivers, river; nehirlerin, nehir."""
    found = {word}
    if word.endswith("ies"):
        found.add(f"{word[:-3]}y")
    if word.endswith("ves"):
        found |= {f"{word[:-3]}f", f"{word[:-3]}fe"}
    if word.endswith(("mak", "mek")):
        found.add(word[:-1])  # asmak, asma
    english = _ENGLISH_ENDING.search(word)
    if english is not None:
        stem = word[: english.start()]
        found |= {stem, f"{stem}e"}
        if stem[-1:] == stem[-2:-1]:
            found.add(stem[:-1])  # pinned, pin
    layer = {word}
    for _ in range(4):
        layer = {
            one[: -len(ending)]
            for one in layer
            for ending in _TURKISH_ENDINGS
            if one.endswith(ending) and len(one) - len(ending) >= _SHORTEST
        }
        found |= layer | {one[:-1] + hard for one in layer if (hard := _HARD.get(one[-1:]))}
        found |= {f"{one[:-1]}{vowel}{one[-1]}" for one in layer if _DROPPED.search(one) for vowel in "iu"}
    return frozenset(one for one in found if len(one) >= _SHORTEST) | {word}


_DROPPED = re.compile(r"[^aeiou]{2}$")
"""Where an ending may have pushed a vowel out: nehri, nehir."""
_HARD = {"b": "p", "d": "t", "g": "k"}
"""Consonants that an ending softened: mektubu, mektup."""


def of_verb(word: str) -> str:
    """Return the stem of what may be a Turkish verbal noun, where no order is meant: ayırtma, ayırt."""
    return re.sub(r"(?<=\w{4})m[ae]$", "", word)


def alike(one: str, other: str) -> bool:
    """Tell whether two plain words are forms of one."""
    return one == other or not stems(one).isdisjoint(stems(other))
