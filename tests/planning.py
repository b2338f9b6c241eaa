"""Carries out what the offline model plans for a request, with tools that a test stands in for."""

from collections.abc import Callable
from typing import Any

import orjson

from proofroom.providers.offline import Call, Playbook, Request, Result


def carry_out(playbook: Playbook, request: Request, use: Callable[[Call], Result]) -> tuple[str, list[Call]]:
    """Return what is answered by the surest skill, and what it called, in order."""
    skill = max(playbook.skills, key=lambda one: one.match(request))
    assert skill.match(request) > 0.5, f"nobody can: {request.text}"
    plan, used = skill.plan(request), list[Call]()
    given: Any = None
    while True:
        try:
            wanted = plan.send(given)
        except StopIteration as end:
            return end.value.text, used
        calls = wanted if isinstance(wanted, list) else [wanted]
        used += calls
        results = [use(call) for call in calls]
        given = results if isinstance(wanted, list) else results[0]


def told(data: object, *, is_ok: bool = True) -> Result:
    """Return a tool's result as the model reads it."""
    return Result(is_ok, orjson.dumps(data).decode())
