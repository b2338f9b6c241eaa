"""Words that measure and count: units, numbers, fractions, and what bounds them."""

import re
from typing import Final, Literal

from proofroom.articles.claims.listed import listed

Bound = Literal["", "least", "most"]

UNITS: Final = {
    name: (parts[0], float(parts[1]))
    for parts in (group.split("/") for group in listed("quantities.units"))
    for name in parts[2:]
}
MEASURES: Final = frozenset(UNITS)
"""Words that only say in what something is measured."""
ORDINALS: Final = {word: 10 + at for at, word in enumerate(listed("quantities.ordinals"))}
WORDS: Final[dict[str, float]] = {
    **{word: float(value) for value, word in enumerate(listed("quantities.english"))},
    **{word: float(20 + 10 * at) for at, word in enumerate(listed("quantities.tens"))},
    "dozen": 12.0,
}
TURKISH_VALUES: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90)
TURKISH: Final[dict[str, float]] = dict(
    zip(listed("quantities.turkish"), map(float, TURKISH_VALUES), strict=True)
)
SCALES: Final[dict[str, float]] = {
    **dict.fromkeys(["hundred", "yuz"], 1e2),
    **dict.fromkeys(["thousand", "bin"], 1e3),
    **dict.fromkeys(["million", "milyon", "m"], 1e6),
    **dict.fromkeys(["billion", "milyar"], 1e9),
}
PARTS: Final[dict[str, float]] = {
    "half": 2.0,
    "halves": 2.0,
    **{
        f"{name}{s}": float(value)
        for value, name in zip(
            (3, 4, 4, 5, 6, 7, 8, 9, 10),
            ["third", "quarter", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
            strict=True,
        )
        for s in ("", "s")
    },
}
TIMES: Final[dict[str, float]] = {
    **dict.fromkeys(["double", "doubled", "doubles", "doubling", "twice", "twofold"], 2.0),
    **dict.fromkeys(
        ["triple", "tripled", "triples", "tripling", "treble", "trebled", "threefold", "thrice"], 3.0
    ),
    **dict.fromkeys(["quadruple", "quadrupled", "fourfold"], 4.0),
}
COUNTED: Final = re.compile(
    rf"({'|'.join(name for name in TURKISH if name not in ('on', 'bir'))}|dord)(?:s?i|s?u)(?:n[iu]n?|nde)?"
)
SCALED: Final = re.compile(r"(yuz|bin|milyon|milyar)(?:[iuae]|[dt][ae]n?|l[iu]k)?")
"""A scale with an ending, `bin iki yüzü`."""
TURKISH_PART: Final[dict[str, float]] = {
    f"{word}{end}": value for word, value in TURKISH.items() if value > 2 for end in ("de", "da", "te", "ta")
}
LEAST: Final = frozenset(
    ["over", "above", "least", "exceed", "exceeds", "beyond", "past", "upwards", "fazla"]
)
MOST: Final = frozenset(["under", "below", "nearly", "almost", "most", "within"])
PER: Final = {
    name: group.split("/")[0]
    for group in [
        "hour/hourly/h/saatte",
        "day/daily/gunde/gunluk",
        "week/weekly/haftada",
        "month/monthly/ayda",
        "year/yearly/annually/annual/yilda",
    ]
    for name in group.split("/")
}
BOUNDS: Final[dict[str, Bound]] = {
    **dict.fromkeys(["more than", "at least", "greater than", "en az"], "least"),
    **dict.fromkeys(["less than", "fewer than", "at most", "up to", "en fazla", "far as"], "most"),
}
APPROXIMATE: Final = frozenset(listed("quantities.approximate"))
CHANGED: Final = frozenset(listed("quantities.changed"))
TURKISH_CHANGED: Final = ("azal", "art", "dus", "gerile", "yuksel", "buyu", "kuculd", "eksil")
"""Verbs that say by how much something became more or less."""
