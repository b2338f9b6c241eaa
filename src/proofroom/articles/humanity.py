"""How a text reads: an edit list of located spans by rule, and the seed's score kept for compatibility.

It says what a span is and what to write instead. It never says who wrote a text: nothing can tell that.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

from proofroom.articles.parts import sentences
from proofroom.articles.turkish import is_turkish
from proofroom.kernel.data import dataclass
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.words import word_list
from proofroom.search import fold

Replace = Callable[["re.Match[str]"], str]


@dataclass(frozen=True, slots=True)
class HumanityRule:
    """One of the 24 patterns: what it is, how it is found, and what to do about it."""

    number: int
    category: str
    name: str
    pattern: re.Pattern[str]
    advice: str
    replace: Replace | None = None
    """Where a plain replacement exists; else a person decides."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A span that a rule found, and what to write instead, if that is plain."""

    rule: int
    category: str
    name: str
    start: int
    end: int
    text: str
    advice: str
    suggestion: str | None


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A text after the plain replacements, and each of them."""

    text: str
    edits: tuple[Edit, ...]


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / name).read_text("utf-8"))


def _alike(found: "re.Match[str]", instead: str) -> str:
    return instead[:1].upper() + instead[1:] if found.group()[:1].isupper() and instead else instead


def _swap(words: dict[str, str]) -> tuple[str, Replace]:
    """Return a pattern of all words of a table, and what replaces each; a space at its end goes with it."""
    ordered = sorted(words, key=len, reverse=True)
    edge = r"\b" if ordered[0].strip().isascii() else ""
    pattern = "|".join(
        edge + re.escape(each.strip()) + edge + (r"\s+" if each.endswith(" ") else "") for each in ordered
    )
    plain = {fold(each.strip()): instead for each, instead in words.items()}
    return pattern, lambda found: _alike(found, plain[fold(" ".join(found.group().split()))])


def _rule(told: dict[str, Any], tables: dict[str, dict[str, str]]) -> HumanityRule:
    replace: Replace | None = None
    pattern = str(told.get("pattern", ""))
    if "swap" in told:
        pattern, replace = _swap(tables[told["swap"]])
    elif "write" in told:
        instead = str(told["write"])
        replace = lambda _found: instead  # noqa: E731 - a replacement that is always the same
    flags = (re.MULTILINE if told.get("by_line") else 0) | (0 if told.get("exact_case") else re.IGNORECASE)
    compiled = late_pattern(pattern, flags)
    return HumanityRule(told["number"], told["category"], told["name"], compiled, told["advice"], replace)


def _rules(name: str) -> tuple[HumanityRule, ...]:
    told = _load(name)
    return tuple(_rule(each, told["tables"]) for each in told["patterns"])


PATTERNS: tuple[HumanityRule, ...] = _rules("humanity.toml")
"""The 24 patterns; those with a replacement are the ones that can be applied without a model."""
_TURKISH = _rules("humanity.tr.toml")
"""The same patterns in Turkish; those of style that no language changes come from the others."""
_ANY_LANGUAGE = frozenset({13, 14, 15, 17})
APPLIED = frozenset({7, 8, 13, 18, 19, 22, 23})
_SCORED = word_list("""
    delve tapestry multifaceted nuanced landscape pivotal crucial vibrant testament showcase
    """)
_TRIPLE = late_pattern(r"\b\w+, \w+,? (?:and|&) \w+\b", re.IGNORECASE)
_PROTECTED = late_pattern(
    r"“[^“”]*”|«[^«»]*»|\"[^\"\n]*\"|\{\{[^{}]*\}\}|!\[[^\[\]]*\]\([^)\[]*\)|\]\([^)\[]*\)|`[^`]*`"
    r"|\[IMAGE:[^\[\]]*\]"
)


MOST_FOUND = 1_000
"""Spans of one rule that are told of a text: nobody reads more."""


def rules_for(text: str) -> tuple[HumanityRule, ...]:
    """Return the patterns of the language a text is written in."""
    if not is_turkish(text):
        return PATTERNS
    return (*_TURKISH, *(rule for rule in PATTERNS if rule.number in _ANY_LANGUAGE))


def edits_of(text: str, rules: Iterable[HumanityRule] | None = None) -> list[Edit]:
    """Return every span that a rule finds, in the order of the text."""
    rules = rules_for(text) if rules is None else rules
    found = [
        Edit(
            rule.number,
            rule.category,
            rule.name,
            each.start(),
            each.end(),
            each.group(),
            rule.advice,
            rule.replace(each) if rule.replace is not None else None,
        )
        for rule in rules
        for each in islice(rule.pattern.finditer(text), MOST_FOUND)
    ]
    return sorted(found, key=lambda edit: (edit.start, edit.rule))


def rewrite(text: str, kept: Sequence[str] = (), house: Sequence[HumanityRule] = ()) -> Rewritten:
    """Apply the plain replacements; quotations, references, pictures and kept sentences stay as they are."""
    rules = [rule for rule in rules_for(text) if rule.number in APPLIED]
    spans = [(each.start(), each.end()) for each in _PROTECTED.finditer(text)]
    flat = {" ".join(each.split()) for each in kept}
    spans += [(each.start, each.end) for each in sentences(text) if each.text in flat]
    ends = list(accumulate((end for _, end in sorted(spans)), max))
    starts = sorted(start for start, _ in spans)
    done: list[Edit] = []
    for edit in edits_of(text, [*house, *rules]):
        before = bisect_left(starts, edit.end)  # the spans that begin before it ends
        is_free = before == 0 or ends[before - 1] <= edit.start
        if is_free and edit.suggestion is not None and (not done or edit.start >= done[-1].end):
            done.append(edit)
    for edit in reversed(done):
        text = text[: edit.start] + str(edit.suggestion) + text[edit.end :]
    return Rewritten(text, tuple(done))


def score(text: str) -> int:
    """Return the seed's score: 100 minus 5 per word of its list, 3 per em dash, 2 per triple."""
    lower = text.lower()
    words = sum(word in lower for word in _SCORED)
    return max(0, min(100, 100 - 5 * words - 3 * text.count("—") - 2 * len(_TRIPLE.findall(text))))


def verdict(value: int) -> str:
    """Return how much of such style a score stands for; nothing here tells who wrote a text."""
    steps = ((80, "few"), (60, "noticeable"), (40, "significant"))
    return f"{next((word for least, word in steps if value >= least), 'heavy')} patterns"


def report(text: str, house: Sequence[HumanityRule] = ()) -> dict[str, Any]:
    """Return what a check finds, under the seed's names and with the located list beside them."""
    found = edits_of(text, [*house, *rules_for(text)])
    words = max(1, len(text.split()))
    names = list(dict.fromkeys(edit.name for edit in found))
    value = score(text)
    return {
        "detectedPatterns": [
            {"category": each.category, "example": each.text[:120], "fix": each.suggestion or each.advice}
            for each in found
        ],
        "patternCount": len(found),
        "humanityScore": value,
        "topIssues": names[:5],
        "suggestions": list(dict.fromkeys(each.advice for each in found))[:5],
        "contentLength": len(text),
        "verdict": verdict(value),
        "edits": [asdict(each) for each in found],
        "ratePerThousand": round(1000 * len(found) / words, 1),
    }
