"""How many of something a request asks for: “three testimonials”, “dört soru”."""

import re
from typing import Final

from proofroom.providers.offline.counting import NUMBERS

# Not “one”, which is no count of several things, and not “on”, which is a word of English too.
_WORDS: Final = {word: number for word, number in NUMBERS.items() if 1 < number < 10}
_COUNT: Final = re.compile(
    rf"\b(?:[2-9]|1[0-2]|{'|'.join(_WORDS)})\b(?=[ -][a-z])(?! (?:columns?|rows|sutun\w*|sira\w*"
    rf"|sentences?|lines?|cumle\w*)\b)"
)


def count_of(said: str) -> int:
    """Return how many of something a request asks for; 0 where it does not say."""
    found = _COUNT.search(said)
    if not found:
        return 0
    return _WORDS.get(found[0]) or int(found[0])


def counts_again(said: str) -> bool:
    """Tell whether an item says more than once how many: “five questions, five answers”."""
    return len(_COUNT.findall(said)) > 1
