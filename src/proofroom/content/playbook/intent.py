"""What kind of thing is asked for, told from the words alone, before anything is looked up.

The rules are data, in `skills.toml`; here is what data cannot say.
"""

import re
from functools import lru_cache
from typing import Final

from proofroom.content.playbook.wording import read_wording
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.rules import Rule, read_rules
from proofroom.providers.offline.sentence import Sentence, tokens

TABLE: Final = lexicon.read_toml("proofroom.content.playbook", "skills.toml")
ORDERS: Final = frozenset(name for name, one in TABLE["skill"].items() if one.get("order"))
"""What can be one part of several: orders that stand for themselves."""
_W: Final = lexicon.WORDS


@lru_cache(maxsize=256)
def intent_of(text: str) -> str | None:
    """Return what a request asks for, or None when nothing here fits."""
    sentence = Sentence(text)
    if sentence.has(_W["elsewhere"]) and not sentence.has(_W["model"]):
        return None
    return next((rule.skill for rule in _RULES if rule.fits(sentence)), None)


def _adds_locale(sentence: Sentence) -> bool:
    if sentence.quotes or sentence.keys:
        return False
    if (
        not lexicon.codes_in(sentence.text)
        and not lexicon.locales_in(sentence.masked)
        and not sentence.has(r"\b(?:languages?|locales?|dil(?:i|ler)?)\b")
    ):
        return False
    if not sentence.has(
        r"\b(?:add|enable|activate|support|include|introduce|offer|also|too|as well|have|want|publish in"
        r"|languages?|ekle\w*|etkinlestir\w*|ac|destek\w*|dil\w*)\b"
    ):
        return False
    own = re.sub(r"\b[a-z]{2}-[a-z]{2}\b", " ", sentence.masked)
    left = [word for word in tokens(lexicon.without_languages(own)) if word not in lexicon.LOCALE_FILLER]
    return not left


def _lacks_language(sentence: Sentence) -> bool:
    languages = lexicon.locales_in(sentence.masked)
    if len(languages) > 1 and sentence.has(r"\b(?:compare|karsilastir\w*|difference)\b"):
        return True
    return (
        bool(languages)
        and sentence.has(_W["missing"])
        and sentence.has(lexicon.QUESTION + "|" + lexicon.SHOW)
        and not sentence.has(lexicon.CHANGE)
    )


def _changes(sentence: Sentence) -> bool:
    if sentence.has(lexicon.QUESTION) and not sentence.has(r"\b(?:can|could|would) you\b|m[iu]sin"):
        return sentence.has(r"(?:can|could|would) (?:we|i) \b") and sentence.has(lexicon.CHANGE)
    return sentence.has(lexicon.CHANGE) or sentence.has(_STATED) or bool(sentence.keys and sentence.quotes)


_STATED: Final = (
    r"^\W*[\w .'-]{2,40}?\s*[:=]\s*\x01|'s (?:new )?[\w-]+ (?:is|becomes)\b"
    r"|^\W*our [\w -]{2,30}? (?:is|are) (?:\x01|\S*@\S)|\b(?:is|are) .{0,60}\bnow\W*$"
    r"|\b(?:want|need|like)\b.*\bto (?:be|read|say)\b"
)
"""Forms that state the new value and need no verb: `tagline: "…"`, `her email is … now`."""


def _brings(sentence: Sentence) -> bool:
    """Tell `Add an article: "…"` from `our new tagline: "…"`, which states what stands already."""
    return not sentence.has(_STATED) or sentence.has(r"\b(?:add|create|insert|ekle\w*|olustur\w*)\b")


def _makes(sentence: Sentence) -> bool:
    """Tell "make it featured" from "make a new topic"."""
    if sentence.has(r"\b(?:want|need|like)\b.*\bto (?:be|read|say)\b"):
        return True
    return (
        sentence.has(r"\bmake\b")
        and not sentence.has(r"\bmake (?:me |us )?(?:an?|one|new|another)\b|\b(?:add|create|new)\b")
    ) or sentence.has(r"\b(?:need|want)\b.*\b(?:to (?:change|update|rename|set))\b")


_RULES: Final[tuple[Rule, ...]] = read_rules(
    TABLE["rule"],
    {
        "adds_locale": _adds_locale,
        "lacks_language": _lacks_language,
        "names_a_day": lambda sentence: find_when(sentence.masked) is not None,
        "brings_something_new": lambda sentence: _brings(sentence) and not _makes(sentence),
        "changes": _changes,
        "wording": lambda sentence: read_wording(sentence) is not None,
    },
)


def mentions_count(text: str) -> bool:
    """Tell whether somebody asks for a number of entries."""
    return re.search(_W["count"], Sentence(text).masked) is not None
