"""The phrasebook: how people put what they ask for, as phrases with roles in them, each for a plain request.

Data, in `phrases.toml`. A phrase is words and roles; `a|b` is either of two words, `word?` may be left out,
`<name>` is a group of words. It is found by the words it shares with a request, and laid over it by likeness,
so that neither has to be the other to the letter.
"""

import math
import re
from collections import Counter
from functools import lru_cache
from typing import Any, Final

from proofroom.kernel.data import dataclass
from proofroom.providers.offline.lexicon import read_toml
from proofroom.providers.offline.sentence import plain

_TABLE: Final = read_toml("proofroom.content.playbook", "phrases.toml")
_SMALL: Final = frozenset(plain(_TABLE["small"]).split())
_LIGHT: Final = frozenset(plain(_TABLE["light"]).split())
PLAIN: Final = _SMALL | _LIGHT
"""Words that say little or nothing by themselves."""
ASIDES: Final = re.compile(rf"(?<![\w.'-])(?:{'|'.join(_TABLE['asides'])})(?![\w-]|\.\w)[,:]?")
"""What is said beside a request, and says nothing of it."""
_ROLE: Final = re.compile(r"{([a-z]+)}")
_STEM: Final = 5
_NEAREST: Final = 48
"""Phrases that are laid over a request."""
_NOT: Final = re.compile(
    r"(?<=\w\w)m[ae](?:s[iu]n(?:l[ae]r)?|y[iu]n(?:iz)?|y[ae]l[iu]m|z|d[iu]\w*|m[iu]s\w*|yec\w*)$|(?<=\w\w)m[iu]yor\w*$"
)
"""How a Turkish verb says that something is not so."""
_VERB: Final = re.compile(
    rf"({'|'.join(_TABLE['verbs_tr'].split())})(?:[iu]?[ln])?(?:m[ae])?(?:s[iu]n(?:l[ae]r)?|y?[ae]l[iu]m|[iu]n(?:iz)?|[aeiu]?r|y?[ae]bil\w*|m[ae]l[iu]\w*|[iu]?yor\w*|y?[ae]c[ae][kg]\w*|sene|sana|m[ae]k|ip|up)?"
)
"""Forms of short Turkish verbs, whose beginning says too little: koyar, koyalım, konsun."""
GUARDS: Final = frozenset(_TABLE["guards"].split())
"""Words that turn a meaning around: a reading that passes one over is none."""


@lru_cache(maxsize=16384)
def key_of(word: str) -> str:
    """Return what forms of a word have in common: its beginning, and whether it says no."""
    stem = word[:_STEM]
    verb = _VERB.fullmatch(word)
    if verb is not None:
        stem = verb[1]
    elif len(word) < _STEM:
        stem = re.sub(r"(?<=\w\w)s$", "", word)
    is_not = _NOT.search(word) or (verb is not None and word.endswith(("ma", "me")))
    return f"{stem}~" if is_not or word.endswith(("lama", "leme")) else stem


@lru_cache(maxsize=16384)
def weight_of(word: str) -> float:
    """Return how much a word says."""
    if word in GUARDS:
        return 1.5
    return 0.2 if word in _SMALL or len(word) == 1 else 0.5 if word in _LIGHT else 1.0


@dataclass(frozen=True)
class Part:
    """One place of a phrase: a role, or words of which one stands there."""

    role: str
    keys: frozenset[str]
    weight: float
    is_optional: bool


@dataclass(frozen=True)
class Phrase:
    """A way to put something, and the plain request that it is."""

    intent: "Intent"
    parts: tuple[Part, ...]
    has_guard: bool
    """It turns a meaning around: then all of it has to be said."""


@dataclass(frozen=True)
class Intent:
    """What somebody may want: the plain request, by language, and the words that speak of it."""

    name: str
    plain: dict[str, str]
    is_question: bool
    is_first: bool
    """It is tried before the request's own words are read."""
    words: set[str]
    is_after: bool = False
    """It only makes sense after another turn."""
    never: re.Pattern[str] | None = None
    """What a request must not say to mean it."""
    takes: str = ""
    """The type that the field has to have, where it is one."""


class Phrasebook:
    """All phrases, found by their words."""

    def __init__(self, table: dict[str, Any]) -> None:
        self.phrases: list[Phrase] = []
        self._spoken: dict[str, Counter[str]] = {}
        self._groups = {name: str(one).split() for name, one in table["words"].items()}
        for one in table["intent"]:
            intent = Intent(
                one["name"],
                {"en": one["plain"], "tr": one.get("plain_tr", "")},
                bool(one.get("asks")),
                bool(one.get("first")),
                set(),
                bool(one.get("after")),
                re.compile(one["never"]) if "never" in one else None,
                one.get("takes", ""),
            )
            for line in one["says"].splitlines():
                if line.strip():
                    self.phrases.append(self._read(intent, plain(line.strip())))
        every = Counter[str]()
        for own in self._spoken.values():
            every.update(own)
        for intent in {
            one.intent.name: one.intent for one in self.phrases
        }.values():  # what speaks of it more than of all others
            intent.words.update(
                key for key, count in self._spoken[intent.name].items() if 2 * count > every[key]
            )
        counts = Counter(
            key for one in self.phrases for key in {key for part in one.parts for key in part.keys}
        )
        self._rare = {key: math.log(1 + len(self.phrases) / count) for key, count in counts.items()}
        self._by_key: dict[str, list[int]] = {}
        self._size: list[float] = []
        for index, one in enumerate(self.phrases):
            for key in {key for part in one.parts for key in part.keys}:
                self._by_key.setdefault(key, []).append(index)
            self._size.append(
                0.5
                + sum(
                    min((self._rare[key] for key in part.keys), default=0)
                    for part in one.parts
                    if not part.is_optional
                )
            )

    def _read(self, intent: Intent, line: str) -> Phrase:
        parts: list[Part] = []
        for text in line.split():
            bare = text.rstrip("?") or text
            role = _ROLE.fullmatch(bare)
            words = (
                [word for one in bare.split("|") for word in self._groups.get(one.strip("<>"), [one])]
                if not role
                else []
            )
            weight = 1.0 if role else max(map(weight_of, words))
            keys = frozenset(map(key_of, words))
            parts.append(Part(role[1] if role else "", keys, weight, bare != text and bare != "?"))
            self._spoken.setdefault(intent.name, Counter()).update(
                {key_of(word) for word in words if weight_of(word) >= 1}
            )
        return Phrase(intent, tuple(parts), any(word in GUARDS for word in re.split(r"[ |?]", line)))

    def nearest(self, keys: list[str]) -> list[Phrase]:
        """Return the phrases that share the most with the words of a request."""
        points: dict[int, float] = {}
        for key in set(keys):
            rare = self._rare.get(key, 0)
            for index in self._by_key.get(key, ()):
                points[index] = points.get(index, 0) + rare
        ranked = sorted(points, key=lambda one: (-points[one] / math.sqrt(self._size[one]), one))
        return [self.phrases[one] for one in ranked[:_NEAREST]]


@lru_cache(maxsize=1)
def phrasebook() -> Phrasebook:
    """Return the phrasebook, read once."""
    return Phrasebook(_TABLE)
