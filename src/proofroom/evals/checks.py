"""What must hold of a run: decisions on its calls and its answer, no model asked."""

import json
import re
from typing import Any, cast

from proofroom.content.validation.ecma_regex import compile_pattern
from proofroom.evals.types import NEEDED, WITHOUT, CaseCheck, EvalCase, EvalRun, RecordedCall, Trajectory
from proofroom.kernel.counting import item_at
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

TRIALS = 3
"""The newest trials of a version that count."""
LONGEST = 20_000
"""Signs of an answer that a pattern looks at."""
_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def judge_run(checks: list[CaseCheck], ran: Trajectory) -> list[dict[str, Any]]:
    """Return every check with whether it held and what was seen; a call nobody recorded is one of its own."""
    found = [
        {"kind": one.kind, "passed": passed, "seen": seen}
        for one in checks
        if one.kind != "judge"
        for passed, seen in [_judge(one, ran)]
    ]
    if ran.diverged:
        found.append({"kind": "diverged", "passed": False, "seen": ", ".join(ran.diverged)})
    return found


def _judge(check: CaseCheck, ran: Trajectory) -> tuple[bool, str]:
    called = [one.tool for one in ran.calls]
    match check.kind:
        case "called":
            hits = [one for one in ran.calls if one.tool == check.tool and _has(one, check.where)]
            return bool(hits), ", ".join(called)
        case "not_called":
            return not any(o.tool == check.tool and _has(o, check.where) for o in ran.calls), ", ".join(
                called
            )
        case "order":
            left = iter(called)
            return all(tool in left for tool in check.tools), ", ".join(called)
        case "output_matches" | "output_lacks":
            found = _matches(check.pattern, ran.text)
            return found is (check.kind == "output_matches"), ran.text[:300]
        case "json_path_equals":
            value = _at(ran.text, check.path)
            return value == check.value, str(value)[:300]
        case "citations_subset":
            known = {one for call in ran.calls for one in _ID.findall(json.dumps(call.output))}
            foreign = sorted(set(_ID.findall(ran.text)) - known)
            return not foreign, ", ".join(foreign)
        case "max_cost":
            return ran.cost_micros <= (check.limit or 0), str(ran.cost_micros)
        case "max_steps":
            return len(called) <= (check.limit or 0), str(len(called))
        case "no_error" | "judge":
            return ran.status == "completed" and not ran.failed, ", ".join([ran.status, *ran.failed])


def kept_checks(checks: list[CaseCheck]) -> list[dict[str, Any]]:
    """Return what must hold as it is stored; a check that says nothing to hold is refused."""
    for one in checks:
        needed = NEEDED.get(one.kind)
        if needed is not None and getattr(one, needed) in ("", (), None):
            raise InvalidInput(say("evals.check_empty", kind=one.kind, field=needed))
    return [one.kept() for one in checks]


def has_passed(status: str, results: list[dict[str, Any]]) -> bool | None:
    """Tell whether all held; None where something could not be decided, for want of a judge."""
    if status != "completed" or any(one["passed"] is False for one in results):
        return False
    return None if any(one["passed"] is None for one in results) else True


def newest_trials(runs: list[EvalRun], version: int) -> list[EvalRun]:
    """Return the trials of a version that count, of those of a case from the newest on."""
    return [one for one in runs if one.agent_version == version and one.trial != WITHOUT][:TRIALS]


def has_lost(case: EvalCase, runs: list[EvalRun], version: int, live: int) -> bool:
    """Tell whether a version fails a case that the live one passes, or that every version must pass."""
    before = newest_trials(runs, live)
    passes = bool(before) and all(one.passed for one in before)
    fails = any(one.passed is False for one in newest_trials(runs, version))
    return fails and (passes or case.is_gate)


def _has(call: RecordedCall, where: dict[str, Any]) -> bool:
    return all(call.input.get(key) == value for key, value in where.items())


def _matches(pattern: str, text: str) -> bool | None:
    """Tell whether an answer has a text, or fits a pattern between strokes; None where nobody can tell.

    Anybody who writes cases writes patterns, so none may search for longer than some milliseconds.
    """
    shown = text[:LONGEST]
    if len(pattern) > 2 and pattern[0] == pattern[-1] == "/":
        made = compile_pattern(pattern[1:-1], ignores_case=True)
        return made.matches(shown) if made is not None else None
    return pattern.casefold() in shown.casefold()


def _at(text: str, path: str) -> Any:
    try:
        value: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    for part in path.split("."):
        if isinstance(value, dict):
            value = cast("dict[str, Any]", value).get(part)
        elif isinstance(value, list):
            value = item_at(cast("list[Any]", value), part)
        else:
            return None
    return value


def first_checks(ran: Trajectory) -> list[CaseCheck]:
    """Return what a case begins with: the same tools in their order, no error, no more steps than before."""
    tools = tuple(dict.fromkeys(one.tool for one in ran.calls))
    order = [CaseCheck(kind="order", tools=tools)] if tools else []
    return [*order, CaseCheck(kind="no_error"), CaseCheck(kind="max_steps", limit=max(5, len(ran.calls) + 2))]
