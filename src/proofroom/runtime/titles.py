"""Names for things that people did not name: the first words of what was asked."""


def first_words(text: str, cap: int = 60) -> str:
    """Return the first line of a text, cut to fit a list."""
    line = text.strip().splitlines()[0].strip() if text.strip() else ""
    return line if len(line) <= cap else line[: cap - 1].rstrip() + "…"
