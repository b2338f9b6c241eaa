"""Checks and analyses, told with the names of what they found."""

from collections.abc import Callable
from typing import Any, cast

from proofroom.content.playbook.entries import read_schema
from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.speech import data_of, lines
from proofroom.providers.offline import Answer, Call, Plan, Request, Result, lexicon
from proofroom.providers.offline.sentence import Sentence


def plan_validate(request: Request) -> Plan:
    """Validate the content, or one model or locale of it."""
    sentence = Sentence(request.text)
    schema = yield from read_schema()
    named = schema.named_in(sentence.masked)
    given: Json = {"model": named[0].id} if named else {}
    locale = lexicon.locale_in(sentence.masked)
    result: Result = yield Call("validate", given | ({"locale": locale} if locale else {}))
    if not result.ok:
        return Answer(result.problem)
    data = data_of(result)
    issues = cast("list[Json]", data.get("issues") or [])
    summary = cast("Json", data.get("summary") or {})
    if not issues:
        return Answer(request.say("answer.analyse.valid"))
    errors, warnings = summary.get("errors", 0), summary.get("warnings", 0)
    head = request.say(
        "answer.analyse.invalid" if errors else "answer.analyse.warned", errors=errors, warnings=warnings
    )
    order = {"error": 0, "warning": 1}
    issues.sort(key=lambda issue: order.get(str(issue.get("severity")), 2))
    return Answer(f"{head}\n{lines([_issue(issue) for issue in issues])}")


def plan_validate_schema(request: Request) -> Plan:
    """Check the models."""
    result: Result = yield Call("validate_schema")
    if not result.ok:
        return Answer(result.problem)
    data = data_of(result)
    found = [
        f"{one.get('modelId')}: {one.get('message')}"
        for one in cast("list[Json]", data.get("warnings") or [])
    ]
    score = data.get("healthScore")
    if not found:
        return Answer(request.say("answer.analyse.models_fine", score=score))
    head = request.say("answer.analyse.models_found", score=score)
    return Answer(f"{head}\n{lines(found)}")


def plan_analysis(kind: str) -> Callable[[Request], Plan]:
    """Return the plan for one kind of analysis."""

    def plan(request: Request) -> Plan:
        result: Result = yield Call("brain_analyze", {"type": kind})
        if not result.ok:
            return Answer(result.problem)
        data = data_of(result)
        parts = [tell(request, data[name]) for name, tell in _TELL.items() if name in data]
        return Answer("\n\n".join(parts))

    return plan


def _tell_seo(request: Request, found: Json) -> str:
    issues = cast("list[Json]", found.get("issues") or [])
    if not issues:
        return request.say("answer.analyse.seo_fine")
    rows = [f"{_where(one)}: {one.get('issue')}" for one in issues]
    return request.say("answer.analyse.seo_found", count=len(issues)) + f"\n{lines(rows)}"


def _tell_parity(request: Request, found: Json) -> str:
    issues = cast("list[Json]", found.get("issues") or [])
    if not issues:
        return request.say("answer.analyse.languages_fine")
    rows: list[str] = []
    for one in issues:
        named = [str(name) for name in cast("list[Any]", one.get("missing") or [])]
        for gap in cast("list[Json]", one.get("empty") or []):
            named.append(f"“{gap.get('label')}” {gap.get('field')}")
        listed = f" — {', '.join(named[:12])}" if named else ""
        rows.append(f"{one['model']} ({one['locale']}): {one.get('count')}/{one.get('expected')}{listed}")
    return request.say("answer.analyse.languages_found") + f"\n{lines(rows)}"


def _tell_stale(request: Request, found: Json) -> str:
    entries = cast("list[Json]", found.get("entries") or [])
    if not entries:
        return request.say("answer.analyse.nothing_stale")
    rows = [
        request.say(
            "answer.analyse.stale_line", where=_where(one), days_since_update=one.get("daysSinceUpdate")
        )
        for one in entries
    ]
    head = request.say("answer.analyse.stale", count=len(entries))
    return f"{head}\n{lines(rows)}"


def _tell_quality(request: Request, found: Json) -> str:
    return request.say(
        "answer.analyse.quality",
        score=found.get("score"),
        tier=found.get("tier"),
        model_count=found.get("modelCount"),
    )


_TELL: dict[str, Callable[[Request, Json], str]] = {
    "quality": _tell_quality,
    "seo": _tell_seo,
    "localeParity": _tell_parity,
    "staleContent": _tell_stale,
}


def _where(one: Json) -> str:
    return f"“{one.get('label') or one.get('entryId')}” ({one.get('model')})"


def _issue(issue: Json) -> str:
    place = " ".join(
        str(issue[name]) for name in ("model", "entry", "slug", "locale", "field") if issue.get(name)
    )
    return f"{place}: {issue.get('message')}"
