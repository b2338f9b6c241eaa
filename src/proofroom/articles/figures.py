"""The figures of a text, written alike: 1,000 is 1000, and ten is 10."""

import re
from typing import Final

from proofroom.articles import turkish
from proofroom.kernel.words import word_list

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?![\w])")
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
SPELT: Final = {
    name: str(number)
    for number, name in enumerate(
        word_list("zero one two three four five six seven eight nine ten eleven twelve")
    )
}


def numbers_of(text: str) -> frozenset[str]:
    """Return the figures of a text, written alike: 1,000 is 1000, and ten is 10."""
    found = {_figure(each.group()) for each in _NUMBER.finditer(text)}
    said = [each.lower() for each in _WORD.findall(text)]
    found |= {SPELT[word] for word in said if word in SPELT}
    found |= {turkish.SPELT[word] for word in said if word in turkish.SPELT}
    return frozenset(found)


def is_year(figure: str) -> bool:
    """Tell whether a figure is a year."""
    return _YEAR.fullmatch(figure) is not None


def claimed_numbers(text: str) -> frozenset[str]:
    """Return the figures a text writes in digits."""
    return frozenset(_figure(each.group()) for each in _NUMBER.finditer(text))


def _figure(text: str) -> str:
    bare = text.strip(".,")
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", bare):
        return re.sub(r"[.,]", "", bare)
    return bare.replace(",", ".")
