"""Which colours and which look a request wishes for: “warm”, “koyu”, “black and white”, “playful”."""

import re
from typing import Final, cast

from proofroom.providers.offline.lexicon import read_toml

_MOODS: Final = read_toml("proofroom.site.playbook", "moods.toml")
_PALETTES: Final = {
    name: re.compile(rf"\b(?:{words})\b") for name, words in cast("dict[str, str]", _MOODS["palette"]).items()
}
_COLOURS: Final = {
    name: re.compile(rf"\b(?:{words})\b") for name, words in cast("dict[str, str]", _MOODS["colour"]).items()
}
_LOOKS: Final = {
    name: re.compile(rf"\b(?:{words})\b") for name, words in cast("dict[str, str]", _MOODS["look"]).items()
}
_PLAIN_WORDS: Final = re.compile(rf"\b(?:{_MOODS['around']})\b")


def palettes_of(text: str) -> list[str]:
    """Return the palettes that words wish for: by a colour's name, else by the mood most of them speak of."""
    if named := [name for name, one in _COLOURS.items() if one.search(text)]:
        return named[-1:] if "dusk" not in named else ["dusk"]
    counted = [(len(one.findall(text)), name) for name, one in _PALETTES.items()]
    most = max((count for count, _ in counted), default=0)
    return [name for count, name in counted if count == most] if most else []


def looks_of(text: str) -> list[str]:
    """Return the looks that words wish for."""
    return [name for name, one in _LOOKS.items() if one.search(text)]


def is_mood(text: str) -> bool:
    """Tell whether words say nothing but how a page should look."""
    left, found = text, False
    for one in (*_COLOURS.values(), *_PALETTES.values(), *_LOOKS.values()):
        left, count = one.subn(" ", left)
        found = found or count > 0
    return found and not re.search(r"[a-z]{3,}", _PLAIN_WORDS.sub(" ", left))


def mood_in(text: str) -> bool:
    """Tell whether words speak of colours or of a mood at all."""
    return bool(palettes_of(text) or looks_of(text))
