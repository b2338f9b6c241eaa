"""What the offline model can tell about what the work used and cost."""

import re
from datetime import date, timedelta
from typing import Any, Final

from proofroom.providers.offline import Answer, Call, Plan, Request, Result, Skill

_COST = re.compile(
    r"\bcosts?\b|\bspen[dt]\w*\b|\busage\b|\b(?:how many|used) tokens\b|\bbill\b|\bexpensive\b"
    r"|\bharca\w*|\bmaliyet\w*|\bkaça mal\b|\b(?:kaç|ne kadar) (?:token|jeton|para|dolar)|\bne tuttu\b",
    re.IGNORECASE,
)
_PERIODS = (
    (re.compile(r"\btoday\b|\bbugün", re.IGNORECASE), "day"),
    (re.compile(r"\bthis week\b|\bbu hafta", re.IGNORECASE), "week"),
    (re.compile(r"\bthis month\b|\bbu ay", re.IGNORECASE), "month"),
)
_GROUPS = (
    (re.compile(r"\b(?:by|per|each|which) models?\b|\bmodel\w* göre|\bhangi model", re.IGNORECASE), "model"),
    (re.compile(r"\b(?:by|per|each) day\b|\bdaily\b|\bgünlük|\bgüne göre", re.IGNORECASE), "day"),
)


_LONGEST = 300
"""Letters of a question; a table that somebody pasted may have a column of costs."""
_THINGS = re.compile(
    r"\b(?!(?:how|much|many|do(?:es)?|did|it|that|what|this|the|an?|to|of|for|in|on|have|has|been|is|was|are|were"
    r"|will|so|far|and|total|all|ne|bu|kadar|toplam|nedir|bunun|oldu|da|de)\b)[^\W\d]+",
    re.IGNORECASE,
)
"""Words of a question that name something else which has a cost: “How much does the ribollita cost?”."""
_OURS = re.compile(
    r"\b(?:ai|agents?|models?|tokens?|usage|chat|assistant|analyst|researcher|editor|designer|writer|conversation"
    r"|studio|bill)\b|\byapay|\bjeton|\bmodel|\bajan",
    re.IGNORECASE,
)
"""Whose cost is asked for: an article or a boat may have a price too."""
_NOW = re.compile(
    r"\b(?:you|we|us|i|this|so far|today|month|week|spen[dt]\w*)\b"
    r"|\bharca\w*|\bmaliyet\w*|\bbu (?:ay|hafta)|\bbugün",
    re.IGNORECASE,
)
"""What means the studio's own cost where nothing else is named."""


def _asks_cost(request: Request) -> float:
    if not request.can("getUsageStats") or not _COST.search(request.text):
        return 0.0
    if len(request.text) > _LONGEST:
        return 0.0
    rest = _COST.sub("", request.text)
    if _OURS.search(request.text):
        return 0.75
    names_more = _THINGS.search(_NOW.sub("", rest)) is not None
    is_bare = not request.can("list_models") and not _THINGS.search(rest)
    return 0.75 if not names_more and (is_bare or _NOW.search(request.text)) else 0.0


def _tell_cost(request: Request) -> Plan:
    period = next((name for pattern, name in _PERIODS if pattern.search(request.text)), None)
    group = next((name for pattern, name in _GROUPS if pattern.search(request.text)), "agent")
    given = {"groupBy": group}
    if period is not None and request.can("getTime"):
        clock: Result = yield Call("getTime", {"timezone": "UTC"})
        given["from"] = _beginning(period, date.fromisoformat(clock.data["iso"][:10])).isoformat()
    found: Result = yield Call("getUsageStats", given)
    if not found.ok:
        return Answer(found.problem)
    total, since = found.data["totals"], found.data["from"][:10]
    calls, tokens = total["calls"], total["inputTokens"] + total["outputTokens"]
    rows = [f"\n- {each[group] or '–'}: {_dollars(each)} ({each['calls']})" for each in found.rows("groups")]
    said = request.say("answer.usage", since=since, cost=_dollars(total), calls=calls, tokens=tokens)
    if unknown := total["unpricedCalls"]:
        said += " " + request.say("answer.usage.unpriced", count=unknown)
    return Answer(said + "".join(rows))


def _beginning(period: str, today: date) -> date:
    if period == "month":
        return today.replace(day=1)
    return today - timedelta(days=today.weekday()) if period == "week" else today


def _dollars(total: dict[str, Any]) -> str:
    return f"${total['costMicros'] / 1_000_000:.2f}"


SPENDING: Final = Skill(
    "usage",
    _asks_cost,
    _tell_cost,
    "ability.usage",
    ("getUsageStats",),
)
