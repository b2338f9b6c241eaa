"""Checks and analyses, told with the names of what they found."""

from collections.abc import Callable
from typing import Any, cast

from proofroom.content.playbook import lexicon
from proofroom.content.playbook.entries import read_schema
from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.sentence import Sentence
from proofroom.content.playbook.speech import data_of, lines
from proofroom.providers.offline import Answer, Call, Plan, Request, Result


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
        return Answer(request.say("Everything is valid.", "Her şey geçerli."))
    errors, warnings = summary.get("errors", 0), summary.get("warnings", 0)
    head = request.say(
        f"{'Everything is valid' if not errors else 'Not everything is valid'}: {errors} errors, "
        f"{warnings} warnings.",
        f"{'Her şey geçerli' if not errors else 'Her şey geçerli değil'}: {errors} hata, {warnings} uyarı.",
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
        return Answer(
            request.say(f"The models are in order (score {score}).", f"Modeller yerinde (puan {score}).")
        )
    head = request.say(f"The models score {score}. Found:", f"Modellerin puanı {score}. Bulunanlar:")
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
        return request.say("SEO: nothing to complain about.", "SEO: sorun yok.")
    rows = [f"{_where(one)}: {one.get('issue')}" for one in issues]
    return (
        request.say(f"SEO: {len(issues)} to improve.", f"SEO: {len(issues)} iyileştirme.")
        + f"\n{lines(rows)}"
    )


def _tell_parity(request: Request, found: Json) -> str:
    issues = cast("list[Json]", found.get("issues") or [])
    if not issues:
        return request.say("Every language has everything.", "Her dilde her şey var.")
    rows: list[str] = []
    for one in issues:
        named = [str(name) for name in cast("list[Any]", one.get("missing") or [])]
        for gap in cast("list[Json]", one.get("empty") or []):
            named.append(f"“{gap.get('label')}” {gap.get('field')}")
        listed = f" — {', '.join(named[:12])}" if named else ""
        rows.append(f"{one['model']} ({one['locale']}): {one.get('count')}/{one.get('expected')}{listed}")
    return request.say("Missing by language:", "Dillere göre eksikler:") + f"\n{lines(rows)}"


def _tell_stale(request: Request, found: Json) -> str:
    entries = cast("list[Json]", found.get("entries") or [])
    if not entries:
        return request.say("Nothing is older than 90 days.", "90 günden eski bir şey yok.")
    rows = [
        request.say(
            f"{_where(one)}: {one.get('daysSinceUpdate')} days",
            f"{_where(one)}: {one.get('daysSinceUpdate')} gün",
        )
        for one in entries
    ]
    head = request.say(
        f"{len(entries)} entries were not touched for 90 days:",
        f"{len(entries)} girdiye 90 gündür dokunulmadı:",
    )
    return f"{head}\n{lines(rows)}"


def _tell_quality(request: Request, found: Json) -> str:
    return request.say(
        f"Quality: {found.get('score')} of 100 ({found.get('tier')}), over {found.get('modelCount')} models.",
        f"Kalite: 100 üzerinden {found.get('score')} ({found.get('tier')}), {found.get('modelCount')} model.",
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
