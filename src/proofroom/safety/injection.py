"""A signal that a text may try to give orders to a model.

It flags and names families; it never rejects. Most attacks cannot be told from ordinary requests by their
words, so nothing may rest on this alone: untrusted text is marked, and what a tainted run may do is limited.
"""

import re
import unicodedata
from typing import Literal

from proofroom.kernel.data import dataclass
from proofroom.safety.families import ELSEWHERE, IN_DOCUMENTS, PATTERNS, Family
from proofroom.safety.phrases import ALWAYS, TO_MACHINES
from proofroom.safety.untrusted import count_invisible, strip_invisible

SourceKind = Literal["person", "document"]
"""Who speaks: a person, who may ask for anything, or a document, which has no business steering replies."""

MAX_CHARACTERS = 400_000
_MANY_INVISIBLE = 4
_GRAVE: frozenset[Family] = frozenset(
    {"override", "extraction", "template", "exfiltration", "jailbreak_name", "hidden_text"}
)
_SPACES = re.compile(r"[^\S\n]+")
_SPACED = re.compile(r"(?<!\w)[a-z0-9](?: [a-z0-9]){4,}(?!\w)")
_CUT = re.compile(r"(?<=[a-z])[-*_.·](?=[a-z])")
_MIXED = re.compile(r"(?<!\w)(?=[a-z]*[0134578$@])[a-z0134578$@]*[a-z][a-z0134578$@]*")
_LETTERS = str.maketrans("0134578$@", "oieastbsa")


@dataclass(frozen=True, slots=True)
class Signal:
    """Which families were seen, each with the words that gave it away."""

    hits: dict[Family, str]

    @property
    def families(self) -> tuple[Family, ...]:
        """Return the families seen."""
        return tuple(self.hits)

    @property
    def is_flagged(self) -> bool:
        """Tell whether anything was seen."""
        return bool(self.hits)

    @property
    def is_severe(self) -> bool:
        """Tell whether several families meet, with at least one that aims at rules or secrets."""
        return len(self.hits) > 1 and not _GRAVE.isdisjoint(self.hits)


def scan(text: str, *, origin: SourceKind = "person") -> Signal:
    """Look for signs of injection."""
    hits: dict[Family, str] = {}
    head = text[:MAX_CHARACTERS]
    hidden = count_invisible(head)
    if hidden >= _MANY_INVISIBLE:
        hits["hidden_text"] = f"{hidden} invisible characters"
    plain = normalise(head)
    rules = [*PATTERNS.items(), *ELSEWHERE, *ALWAYS]
    if origin == "document":
        rules += [*IN_DOCUMENTS.items(), *TO_MACHINES]
    for family, rule in rules:
        if family not in hits and (found := rule.search(plain)):
            hits[family] = _excerpt(found[0])
    if "override" not in hits and (found := PATTERNS["override"].search(_undisguised(plain))):
        hits["override"] = _excerpt(found[0])
    return Signal(hits)


def _undisguised(plain: str) -> str:
    """Return a text without signs between the letters of a word, and with letters for the figures in it."""
    closed = _SPACED.sub(lambda found: found[0].replace(" ", ""), plain)
    return _MIXED.sub(lambda found: found[0].translate(_LETTERS), _CUT.sub("", closed))


def normalise(text: str) -> str:
    """Return the text as patterns see it: one spelling per character, nothing invisible, no capitals."""
    folded = unicodedata.normalize("NFKC", strip_invisible(text)).casefold().replace("’", "'")
    return _SPACES.sub(" ", folded)


def _excerpt(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= 80 else f"{line[:79]}…"
