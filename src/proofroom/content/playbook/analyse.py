"""Checks and analyses, told with the names of what they found."""

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


def tell_parity(request: Request, data: Any) -> list[str]:
    """Tell which entries and fields a language lacks."""
    found = cast("Json", data).get("localeParity") if isinstance(data, dict) else None
    if found is None:
        return []
    issues = cast("list[Json]", found.get("issues") or [])
    if not issues:
        return [request.say("answer.analyse.languages_fine")]
    rows: list[str] = []
    for one in issues:
        named = [str(name) for name in cast("list[Any]", one.get("missing") or [])]
        for gap in cast("list[Json]", one.get("empty") or []):
            named.append(f"“{gap.get('label')}” {gap.get('field')}")
        listed = f" — {', '.join(named[:12])}" if named else ""
        rows.append(f"{one['model']} ({one['locale']}): {one.get('count')}/{one.get('expected')}{listed}")
    return [request.say("answer.analyse.languages_found") + f"\n{lines(rows)}"]


def _issue(issue: Json) -> str:
    place = " ".join(
        str(issue[name]) for name in ("model", "entry", "slug", "locale", "field") if issue.get(name)
    )
    return f"{place}: {issue.get('message')}"
