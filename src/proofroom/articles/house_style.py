"""A project's own way of writing as rules of the check: words it avoids, and its vocabulary."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

from proofroom.articles.humanity import HumanityRule, Replace
from proofroom.kernel.data import dataclass
from proofroom.kernel.strings import say

AVOID, VOCABULARY = 101, 102
MOST_PHRASES = 300
LONGEST_PHRASE = 120


@dataclass(frozen=True, slots=True)
class HouseStyle:
    """What a project writes instead of what; nothing instead means that it is left out."""

    avoid: Mapping[str, str] = field(default_factory=dict[str, str])


Terms = Mapping[str, Mapping[str, str]]
"""The glossary: a term's wording by locale."""


def house_rules(style: HouseStyle, terms: Terms, locale: str) -> list[HumanityRule]:
    """Return a project's style and vocabulary as rules."""
    made = [_avoid(phrase, instead) for phrase, instead in style.avoid.items()]
    for slug, wordings in terms.items():
        wording = wordings.get(locale, "").strip()
        if wording:
            made.append(_term(slug, wording, [each for key, each in wordings.items() if key != locale]))
    return made


def _avoid(phrase: str, instead: str) -> HumanityRule:
    advice = say("articles.style_instead", instead=instead) if instead else say("articles.style_leave")
    return HumanityRule(
        AVOID,
        "house",
        str(say("articles.rule_avoid")),
        re.compile(_whole(re.escape(phrase).replace(r"\ ", r"\s+")), re.IGNORECASE),
        str(advice),
        _as_written(instead) if instead else None,
    )


def _term(slug: str, wording: str, others: Sequence[str]) -> HumanityRule:
    """Return the rule that a term is written as the vocabulary has it, and in the language of the piece."""
    spelt = r"[-\s]?".join(re.escape(part) for part in re.split(r"[-_\s]+", slug) if part)
    variants = [spelt, *(re.escape(each) for each in (wording, *others) if len(each) > 2)]
    # What stands there exactly so, or only begins a sentence with a capital, is right already.
    right = f"(?!(?:{re.escape(wording)}|{re.escape(wording[:1].upper() + wording[1:])})(?!\\w))"
    return HumanityRule(
        VOCABULARY,
        "house",
        str(say("articles.rule_vocabulary")),
        re.compile(rf"(?<!\w){right}(?i:{'|'.join(variants)})(?!\w)"),
        str(say("articles.style_instead", instead=wording)),
        lambda _found: wording,
    )


def _whole(pattern: str) -> str:
    return rf"(?<!\w){pattern}(?!\w)"


def _as_written(instead: str) -> Replace:
    def replace(found: re.Match[str]) -> str:
        return instead[:1].upper() + instead[1:] if found.group()[:1].isupper() else instead

    return replace
