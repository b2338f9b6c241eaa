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
        return Answer(request.say("answer.branches.none_open"))
    head = request.say("answer.branches.listed", count=len(rows))
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
            "answer.branches.health",
            unmerged_branches=data.get("unmergedBranches"),
            warn_limit=data.get("warnLimit"),
            block_limit=data.get("blockLimit"),
            status=data.get("status"),
        )
        + "".join(f"\n- {branch['name']}" for branch in known.rows("branches")[:SHOWN])
    )


def plan_merge(request: Request) -> Plan:
    """Merge the branch that is named, or the only one."""
    return (yield from _decide(request, "merge_branch", "merge"))


def plan_reject(request: Request) -> Plan:
    """Reject the branch that is named, or the only one."""
    return (yield from _decide(request, "reject_branch", "reject"))


def _decide(request: Request, tool: str, verb: str) -> Plan:
    if not request.can(tool):
        return not_allowed(request)
    known: Result = yield Call("list_branches")
    branches = [str(one["name"]) for one in cast("list[Json]", data_of(known).get("branches") or [])]
    named = re.search(r"cr/[\w/.-]+", request.text)
    chosen = named.group().rstrip(".") if named else (branches[0] if len(branches) == 1 else None)
    if chosen is None or chosen not in branches:
        listed = ", ".join(branches) or request.say("answer.branches.none")
        return Ask(request.say(f"answer.branches.which_{verb}", listed=listed))
    result: Result = yield Call(tool, {"branch": chosen})
    if not result.ok:
        return Answer(result.problem)
    return Answer(request.say(f"answer.branches.done_{verb}", branch=chosen))
