"""What a question is for: the words that follow its asking words, and the types that words name."""

from itertools import pairwise

from proofroom.entities.comparing import Kind
from proofroom.entities.wording import plain_text, same_word

_ASKING = frozenset({"which", "what", "whose", "many", "hangi", "kac"})


def asked_first(text: str) -> list[str]:
    """Return the words that follow a question's asking words: what it is for."""
    words = plain_text(text).split()
    return [after for word, after in pairwise(words) if word in _ASKING]


def names_kind(word: str, kind: Kind) -> bool:
    """Tell whether a word is one of those that a type is called by."""
    known = f"{kind['name']} {kind.get('plural') or ''}"
    return any(same_word(word, part) for part in plain_text(known).split())
