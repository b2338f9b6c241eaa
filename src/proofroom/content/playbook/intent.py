"""What kind of thing is asked for, told from the words alone, before anything is looked up.

The rules are data, in `skills.toml`; here is what data cannot say.
"""

import re
from functools import lru_cache
from typing import Final

from proofroom.content.playbook.wording import read_wording
from proofroom.content.playbook.words import TABLE, seen
from proofroom.providers.offline import lexicon
from proofroom.providers.offline.dates import find_when
from proofroom.providers.offline.rules import Rule, read_rules
from proofroom.providers.offline.sentence import Sentence, tokens


@lru_cache(maxsize=256)
def intent_of(text: str) -> str | None:
    """Return what a request asks for, or None when nothing here fits."""
    sentence = Sentence(text)
    if sentence.has(lexicon.WORDS["elsewhere"]) and not sentence.has(lexicon.WORDS["model"]):
        return None
    return next((rule.skill for rule in _RULES if rule.fits(sentence)), None)


def _adds_locale(sentence: Sentence) -> bool:
    named = lexicon.codes_in(sentence.text) or lexicon.locales_in(sentence.masked)
    if sentence.quotes or sentence.keys or not (named or seen("language_noun", sentence.masked)):
        return False
    coded = re.sub(r"\b[a-z]{2}-[a-z]{2}\b|(?<=locale )[a-z]{2}\b", " ", sentence.masked)
    own = lexicon.without_languages(coded)
    return seen("adds_locale", sentence.masked) and not set(tokens(own)) - lexicon.LOCALE_FILLER


def _lacks_language(sentence: Sentence) -> bool:
    languages = lexicon.locales_in(sentence.masked)
    if len(languages) > 1 and sentence.has(r"\b(?:compare|karsilastir\w*|difference)\b"):
        return True
    is_asked = sentence.has(f"{lexicon.QUESTION}|{lexicon.SHOW}") and not sentence.has(lexicon.CHANGE)
    return bool(languages) and is_asked and sentence.has(lexicon.WORDS["missing"])


def _changes(sentence: Sentence) -> bool:
    if sentence.has(lexicon.QUESTION) and not sentence.has(r"\b(?:can|could|would) you\b|m[iu]sin"):
        return sentence.has(r"(?:can|could|would) (?:we|i) \b") and sentence.has(lexicon.CHANGE)
    is_stated = seen("stated", sentence.masked) or bool(sentence.keys and sentence.quotes)
    return sentence.has(lexicon.CHANGE) or is_stated


def _brings_something_new(sentence: Sentence) -> bool:
    """Tell `Add an article: "…"` from `our new tagline: "…"`, "make a topic" from "make it featured"."""
    said = sentence.masked
    states = seen("stated", said) and not seen("brings", said)
    makes = seen("makes", said) and not seen("makes_new", said)
    return not (states or makes or seen("wished", said) or seen("wants_change", said))


_RULES: Final[tuple[Rule, ...]] = read_rules(
    TABLE["rule"],
    {
        "adds_locale": _adds_locale,
        "lacks_language": _lacks_language,
        "names_a_day": lambda sentence: find_when(sentence.masked) is not None,
        "brings_something_new": _brings_something_new,
        "changes": _changes,
        "wording": lambda sentence: read_wording(sentence) is not None,
    },
)
