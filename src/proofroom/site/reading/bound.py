"""Texts that show values of the content: `{site.site-settings.title}`, `{currentEntry.summary}`."""

import re

_TOKEN = re.compile(r"\{(?:[\w-]+\.)+([\w-]+)\}")


def with_names(text: str) -> str:
    """Return a text for people: a value that comes from the content is told by its field, as ‹title›."""
    return _TOKEN.sub(lambda token: f"‹{token[1].replace('_', ' ').replace('-', ' ')}›", text)
