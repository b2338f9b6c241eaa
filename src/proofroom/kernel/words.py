"""Lists of words, written as words."""


def word_list(text: str) -> tuple[str, ...]:
    """Return the words of a text, in its order."""
    return tuple(text.split())


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text, each once."""
    return frozenset(text.split())
