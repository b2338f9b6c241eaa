"""Branches: what waits on them, how many may, and a person's word on a whole one."""

import re
from typing import cast

from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.speech import SHOWN, data_of, lines, not_allowed
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result


def plan_branches(request: Request) -> Plan:
    """List what waits on branches."""
    result: Result = yield Call("list_branches")
    if not result.ok:
        return Answer(result.problem)
    rows = [
        f"{branch['name']}: {branch.get('subject', '')} ({branch.get('author', '')})"
        for branch in cast("list[Json]", data_of(result).get("branches") or [])
    ]
    if not rows:
        return Answer(request.say("No branch is open: nothing waits.", "Açık dal yok: bekleyen bir şey yok."))
    head = request.say(f"{len(rows)} open:", f"{len(rows)} açık dal:")
    return Answer(f"{head}\n{lines(rows)}")


def plan_branch_health(request: Request) -> Plan:
    """Say how many branches wait and how many may."""
    both: list[Result] = yield [Call("branch_health"), Call("list_branches")]
    result, known = both
    if not result.ok:
        return Answer(result.problem)
    data = data_of(result)
    return Answer(
        request.say(
            f"{data.get('unmergedBranches')} branches wait; a warning comes at {data.get('warnLimit')}, "
            f"and at {data.get('blockLimit')} nothing new is written. State: {data.get('status')}.",
            f"{data.get('unmergedBranches')} dal bekliyor; {data.get('warnLimit')} olunca uyarı gelir, "
            f"{data.get('blockLimit')} olunca yeni bir şey yazılmaz. Durum: {data.get('status')}.",
        )
        + "".join(f"\n- {branch['name']}" for branch in known.rows("branches")[:SHOWN])
    )


def plan_merge(request: Request) -> Plan:
    """Merge the branch that is named, or the only one."""
    return (yield from _decide(request, "merge_branch", "merge", "birleştireyim"))


def plan_reject(request: Request) -> Plan:
    """Reject the branch that is named, or the only one."""
    return (yield from _decide(request, "reject_branch", "reject", "reddedeyim"))


def _decide(request: Request, tool: str, verb: str, turkish: str) -> Plan:
    if not request.can(tool):
        return not_allowed(request)
    known: Result = yield Call("list_branches")
    branches = [str(one["name"]) for one in cast("list[Json]", data_of(known).get("branches") or [])]
    named = re.search(r"cr/[\w/.-]+", request.text)
    chosen = named.group().rstrip(".") if named else (branches[0] if len(branches) == 1 else None)
    if chosen is None or chosen not in branches:
        listed = ", ".join(branches) or request.say("there is none", "hiç yok")
        return Ask(
            request.say(
                f"Which branch should I {verb}? Open: {listed}.", f"Hangi dalı {turkish}? Açık: {listed}."
            )
        )
    result: Result = yield Call(tool, {"branch": chosen})
    if not result.ok:
        return Answer(result.problem)
    is_merge = tool == "merge_branch"
    return Answer(
        request.say(
            f"{'Merged' if is_merge else 'Rejected'} {chosen}.",
            f"{chosen} {'birleştirildi' if is_merge else 'reddedildi'}.",
        )
    )
