"""Clauses that only remark on something: no order, no value, nothing that turns a meaning around.

People tell why they want something, or what happened. Such a clause explains its words by itself, however
unknown they are, and may say what the order beside it is about.
"""

import itertools
import re
from typing import Final

from proofroom.content.playbook.sense.board import Span, blank
from proofroom.content.playbook.sense.phrasebook import ASIDES, GUARDS
from proofroom.content.playbook.words import LOOK, TABLE
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.sentence import BLANK, tokens

_ORDERS: Final = re.compile(
    "|".join(
        lexicon.WORDS[name]
        for name in ("order", "change", "add", "publish", "unpublish", "archive", "delete", "not")
    )
    + r"|\b(?:please|pls|lutfen|should|must|ought|want|let|call|pin|unpin|recommend|can|could|would)\b"
    r"|\b(?:based|living|lives?|located|moved|moving|relocated)\s+(?:now\s+)?(?:in|to|from)\b"
    r"|\b\w{2,}(?:s[iu]n(?:l[ae]r)?|[ae]l[iu]m|m[iu]s[iu]n\w*|[iu]ver)\b"
)
_TURNS: Final = re.compile(
    r"\b(?:if|unless|once|when|whenever|after|before|as long as|as soon as|provided|while|else|also|all|every"
    r"|each|both|same|like|instead|rather|until|till|today|tomorrow|tonight|\w+(?:inca|ince|unca|unce)"
    r"|sonra|once|kadar|eger|gibi|ayni|hem|hepsi\w*|tum|butun|\w{3,}(?:[aeiu]rs[ae]|m[ae]zs[ae]|[iu]yorsa))\b|n't\b"
)
_FRAME: Final = re.compile(r"\b(?:be|is|are|to|read|reads|say|says)\s*:\s*$")
"""How a clause ends that the value belongs to."""
_TELLS: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|will|isn|got|came|went|left|found|took|looks?|sounds?|seems?|feels?"
    r"|needs?|wants?|says?|said|thinks?|gets?|keeps?|asks?|likes?|hates?|knows?|told|[a-z]{3,}ed|[a-z]{3,}ing)\b"
    r"|'(?:s|re|ve|m|ll)\b|\w(?:[dt][iu](?:k|m|l[ae]r)?|[iu]yor\w*|m[iu]s\w*|[ae]c[ae][kg]\w*)\b"
)


_NUMBERS: Final = {word for words in TABLE["number_words"].values() for word in words.split()}
_COUNTS: Final = re.compile(rf"\d|\b(?:{'|'.join(sorted(_NUMBERS - {'one', 'on', 'bir'}))})\b")
"""What may be a value."""
_SAYS_WHO: Final = re.compile(
    r"\W*(?:and |so |because |since |as |but )?(?:i|we|they|nobody|no one|people|readers)\b"
)
_SPARED: Final = frozenset(("never", "nobody", "no", "but", "some"))
"""Words that turn no order around where a clause says who does something: we never finish it."""


def remarks_in(said: str) -> list[Span]:
    """Return where clauses of a plain text only remark on something; never all of them."""
    bare = ASIDES.sub(lambda one: " " * len(one[0]), said)
    ends = sorted(one.end() for name in ("clause_ends", "clause_tells") for one in LOOK[name].finditer(said))
    cuts = [0, *dict.fromkeys(ends), len(bare)]
    spans = [one for one in itertools.pairwise(cuts) if bare[slice(*one)].strip(" ,.;!-–—")]
    found = [one for one in spans if is_remark(bare[slice(*one)])]
    return found if len(found) < len(spans) else []


def is_remark(clause: str) -> bool:
    """Tell whether a clause only remarks on something."""
    words = tokens(clause)
    if len(words) < 2 or BLANK in clause or "?" in clause or "#" in clause or _COUNTS.search(clause):
        return False
    passed = _SPARED if _SAYS_WHO.match(clause) else frozenset[str]()
    if any(word in GUARDS - passed for word in words) or _FRAME.search(clause):
        return False
    is_told = _TELLS.search(clause) is not None or _SAYS_WHO.match(clause) is not None
    return is_told and not (_ORDERS.search(clause) or _TURNS.search(clause))


def is_remarked(said: str, words: set[str]) -> bool:
    """Tell whether words stand nowhere but in remarks."""
    return not words & set(tokens(blank(said, *remarks_in(said))))
