"""Which scene fits a title: by its words in English and Turkish, else by chance that is always the same."""

import hashlib
import re
from collections.abc import Callable
from typing import Final

from proofroom.media.drawing.canvas import Canvas
from proofroom.media.drawing.land import draw_canal, draw_hill, draw_park, draw_river, draw_tree
from proofroom.media.drawing.town import (
    draw_birds,
    draw_field,
    draw_lamps,
    draw_night_bus,
    draw_roofs,
    draw_streets,
)

SCENES: Final[dict[str, Callable[[Canvas], None]]] = {
    "birds": draw_birds,
    "canal": draw_canal,
    "field": draw_field,
    "hill": draw_hill,
    "lamps": draw_lamps,
    "night": draw_night_bus,
    "park": draw_park,
    "river": draw_river,
    "roofs": draw_roofs,
    "streets": draw_streets,
    "tree": draw_tree,
}
AT_NIGHT: Final = frozenset({"lamps", "night"})
_WORDS: Final[dict[str, str]] = {
    "birds": r"birds?|swifts?|wings?|nests?|kuş\w*|ebabil\w*|yuva\w*",
    "canal": r"canals?|floods?|flooding|kanal\w*|taşkın\w*",
    "hill": r"hills?|bench(?:es)?|mountains?|tepe\w*|bank\w*|dağ\w*",
    "lamps": r"lamps?|stars?|dark(?:ness)?|lamba\w*|yıldız\w*|karanlı\w*",
    "night": r"night\w*|bus(?:es)?|gece\w*|otobüs\w*",
    "park": r"parks?|gardens?|squares?|park\w*|bahçe\w*",
    "river": r"rivers?|water|streams?|lakes?|nehir\w*|nehr\w*|su|dere\w*",
    "roofs": r"roof\w*|heat|summer|çatı\w*|sıcak\w*",
    "streets": r"streets?|maps?|walk\w*|roads?|sokak\w*|sokağ\w*|harita\w*|yürüyüş\w*",
    "tree": r"trees?|elms?|planes?|forests?|ağaç\w*|ağac\w*|orman\w*|karaağaç\w*",
}


def scene_for(title: str) -> str:
    """Return the name of the scene whose words the title has first, else one of all by the title's hash."""
    found: list[tuple[int, str]] = []
    for scene, pattern in _WORDS.items():
        match = re.search(rf"\b(?:{pattern})\b", title.lower())
        if match:
            found.append((match.start(), scene))
    if found:
        return min(found)[1]
    names = sorted(SCENES)
    return names[hashlib.sha256(title.encode()).digest()[0] % len(names)]
