"""A request as text: its words without case and accents, and what stands in quotation marks.

`plain` has the same length as the text, so that a place found in it is the same place in the text.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property

_QUOTES = re.compile(
    r"\"([^\"]+)\"|“([^”“]+)”|„([^“”„]+)[“”]|«([^»«]+)»|(?<![\w])'([^']+)'(?!\w)|(?<!\w)‘([^’‘]+)’(?!\w)"
)
_WORD = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_URL = re.compile(r"https?://[^\s,;\"”]+")
_KEY = re.compile(r"(?<![\w.@/#])[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)+(?![\w@])")
_HANDLE = re.compile(r"(?<!\w)@[\w.-]+(?:@[\w-]+(?:\.[\w-]+)+)?")
BLANK = "\x01"
"""Stands for a letter that is not to be looked at."""


def plain(text: str) -> str:
    """Return the text in small letters without accents, letter for letter."""
    return "".join(_plain_letter(letter) for letter in text)


def _plain_letter(letter: str) -> str:
    if letter in "İIı":
        return "i"
    if letter in "’‘ʼ`":
        return "'"
    small = unicodedata.normalize("NFD", letter)[0].lower()
    return small if len(small) == 1 else letter


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

    @cached_property
    def quotes(self) -> tuple[Quote, ...]:
        """What stands in quotation marks, in order."""
        found: list[Quote] = []
        for match in _QUOTES.finditer(self.text):
            value = next(group for group in match.groups() if group is not None)
            found.append(Quote(match.start(), match.end(), value.strip()))
        return tuple(found)

    @cached_property
    def masked(self) -> str:
        """The plain text with quotations, addresses and links blanked: only the person's own words."""
        letters = list(self.plain)
        for start, end in self.values:
            letters[start:end] = BLANK * (end - start)
        return "".join(letters)

    @cached_property
    def values(self) -> list[tuple[int, int]]:
        """The places that hold values rather than words."""
        spans = [(quote.start, quote.end) for quote in self.quotes]
        for pattern in (_URL, _EMAIL, _HANDLE):
            spans += [match.span() for match in pattern.finditer(self.text)]
        return spans

    @cached_property
    def emails(self) -> tuple[str, ...]:
        """The addresses it names."""
        return tuple(match.group().rstrip(".") for match in _EMAIL.finditer(self.text))

    @cached_property
    def urls(self) -> tuple[str, ...]:
        """The links it names."""
        return tuple(match.group().rstrip(".") for match in _URL.finditer(self.text))

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """Names with dots, as dictionaries have: `nav.home`."""
        return tuple(match.group() for match in _KEY.finditer(self.masked))

    def has(self, pattern: str) -> bool:
        """Tell whether the person's own words match."""
        return re.search(pattern, self.masked) is not None

    def without(self, *spans: tuple[int, int]) -> str:
        """Return the masked text with more places blanked."""
        letters = list(self.masked)
        for start, end in spans:
            letters[start:end] = BLANK * (end - start)
        return "".join(letters)


def tokens(text: str) -> list[str]:
    """Return the words of a plain text; what follows an apostrophe is a suffix and goes."""
    return _WORD.findall(re.sub(r"(?<=\w)'[a-z]+", "", text))


_SHORT_SUFFIX = re.compile(
    r"s|es|lar\w{0,4}|ler\w{0,4}|[iu]|[ae]|[iu]n|[dt][ae]n?|l[ae]|[iu]n[iu]n?|[iu]m|y[iaeu]|n[iu]n|s[iu]"
)


def alike(one: str, other: str) -> bool:
    """Tell whether two words are forms of one, by their beginnings: river and rivers, nehir and nehirler."""
    if one == other:
        return True
    short, long = sorted((one, other), key=len)
    if long.startswith(short):
        rest = long[len(short) :]
        return (len(short) >= 4 and len(rest) <= 7) or (
            len(short) == 3 and _SHORT_SUFFIX.fullmatch(rest) is not None
        )
    shared = next(
        (i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), len(short)
    )
    return shared >= 5 and len(short) - shared <= 2 and len(long) - shared <= 4
