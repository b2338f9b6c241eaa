"""A person's word on a whole branch."""

import re
from typing import cast

from proofroom.content.playbook.schema import Json
from proofroom.content.playbook.speech import data_of, not_allowed
from proofroom.providers.offline import Answer, Ask, Call, Plan, Request, Result


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
