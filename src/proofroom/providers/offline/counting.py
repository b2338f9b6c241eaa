"""Small numbers as people write them out, in English and Turkish without its marks."""

from typing import Final

_WORDS: Final = (
    "one bir",
    "two iki",
    "three uc",
    "four dort",
    "five bes",
    "six alti",
    "seven yedi",
    "eight sekiz",
    "nine dokuz",
    "ten on",
)

NUMBERS: Final[dict[str, int]] = {
    word: number for number, words in enumerate(_WORDS, 1) for word in words.split()
}
"""What each word counts."""
