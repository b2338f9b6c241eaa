"""What readers sent through forms: list it, approve it, turn it down."""

import re
from typing import Any, cast

from proofroom.content.playbook.entries import read_schema
from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.speech import data_of, lines, not_allowed
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result
from proofroom.providers.offline.sentence import Sentence, alike, plain, tokens


def plan_submissions(request: Request) -> Plan:
    """List the submissions that wait for a form's model."""
    if not request.can("list_submissions"):
        return not_allowed(request)
    schema = yield from read_schema()
    sentence = Sentence(request.text)
    models = [model for model in schema.named_in(sentence.masked) if model.kind == "collection"]
    forms = [model for model in schema.models if model.raw.get("form")]
    chosen = [model for model in models if model in forms] or forms or models
    if not chosen:
        return Answer(request.say("answer.forms.no_form"))
    status = next(
        (
            word
            for word, pattern in (
                ("approved", r"\bapproved\b|onaylan\w*"),
                ("rejected", r"\brejected\b|reddedil\w*"),
            )
            if sentence.has(pattern)
        ),
        None,
    )
    results: list[Result] = yield [
        Call("list_submissions", {"modelId": model.id} | ({"status": status} if status else {}))
        for model in chosen
    ]
    rows = [
        _submission(one)
        for result in results
        for one in cast("list[Json]", data_of(result).get("submissions") or [])
    ]
    if not rows:
        failed = next((result.problem for result in results if not result.ok), None)
        return Answer(failed or request.say("answer.forms.nothing_waits"))
    return Answer(request.say("answer.forms.listed", count=len(rows)) + f"\n{lines(rows)}")


def plan_approve(request: Request) -> Plan:
    """Approve the submission that is meant."""
    return (yield from _judge_submission(request, "approve_submission"))


def plan_decline(request: Request) -> Plan:
    """Reject the submission that is meant."""
    return (yield from _judge_submission(request, "reject_submission"))


def _judge_submission(request: Request, tool: str) -> Plan:
    if not request.can(tool):
        return not_allowed(request)
    schema = yield from read_schema()
    forms = [model for model in schema.models if model.raw.get("form")]
    if not forms:
        return Answer(request.say("answer.forms.no_form"))
    results: list[Result] = yield [Call("list_submissions", {"modelId": model.id}) for model in forms]
    rows = [one for result in results for one in cast("list[Json]", data_of(result).get("submissions") or [])]
    sentence = Sentence(request.text)
    is_all = sentence.has(r"\b(?:all|every|each|tum\w*|butun\w*|hepsi\w*)\b")
    chosen = rows if is_all else [one for one in rows if _speaks_of(one, sentence)]
    if not chosen or (len(chosen) > 1 and not is_all):
        listed = "; ".join(_submission(one) for one in (chosen or rows)) or request.say(
            "answer.forms.none_waits"
        )
        return Ask(request.say("answer.forms.whose", listed=listed))
    judged: list[Result] = yield [Call(tool, {"submissionId": str(one["id"])}) for one in chosen]
    failed = next((result.problem for result in judged if not result.ok), None)
    if failed:
        return Answer(failed)
    listed = "; ".join(_submission(one) for one in chosen)
    is_yes = tool == "approve_submission"
    return Answer(request.say("answer.forms.approved" if is_yes else "answer.forms.rejected", listed=listed))


def _submission(one: Json) -> str:
    data = cast("dict[str, Any]", one.get("data") or {})
    return ", ".join(str(value) for value in data.values() if value)[:120] or str(one.get("id"))


def _speaks_of(one: Json, sentence: Sentence) -> bool:
    data = cast("dict[str, Any]", one.get("data") or {})
    if any(email in data.values() for email in sentence.emails) or str(one.get("id")) in sentence.text:
        return True
    said = tokens(sentence.masked) + [
        word for quote in sentence.quotes for word in tokens(plain(quote.value))
    ]
    names = [str(value) for value in data.values() if isinstance(value, str) and _NAME.fullmatch(value)]
    parts = [part for name in names for part in tokens(plain(name))]
    return any(alike(word, part) for word in said for part in parts)


_NAME = re.compile(r"[^\W\d_]+(?:[ '-][^\W\d_]+){0,3}")
"""A few words of letters, as names are."""
