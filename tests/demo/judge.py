"""Whether a run did what a request asks for: the rules of the offline requests, as pure functions."""

from collections.abc import Callable, Sequence
from dataclasses import field
from typing import Any, Final, cast

from proofroom.kernel.data import dataclass
from proofroom.providers.offline import Call

SILENT: Final = ("none", "ask")


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a file of requests."""

    id: str
    request: str
    expect: list[dict[str, Any]]
    scope: str = "content"
    context: dict[str, Any] = field(default_factory=dict[str, Any])

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Case":
        """Read a line."""
        return cls(
            id=str(data["id"]),
            request=str(data["request"]),
            expect=list(data["expect"]),
            scope=str(data.get("scope") or "content"),
            context=data.get("context") or {},
        )


@dataclass(frozen=True, slots=True)
class Conduct:
    """What a run did: its tool calls in order, and what it said at the end."""

    calls: list[Call]
    answer: str


def judge(case: Case, conduct: Conduct, writes: Callable[[Call], bool]) -> str | None:
    """Return what is wrong with a run, or None.

    The expected writing calls must occur in order and no others; reading calls may occur anywhere. `none`
    wants no writing call and an answer, `ask` a question back.
    """
    written = [call for call in conduct.calls if writes(call)]
    wanted = [expected for expected in case.expect if expected["tool"] not in SILENT]
    silent = [expected["tool"] for expected in case.expect if expected["tool"] in SILENT]
    if silent and written:
        return f"wrote with {_shown(written)} where nothing was to be written"
    if "ask" in silent and "?" not in conduct.answer:
        return f"did not ask back: {conduct.answer[:120]!r}"
    if silent and not conduct.answer.strip():
        return "said nothing"
    expected_writes = [one for one in wanted if writes(Call(one["tool"], one.get("args") or {}))]
    for one in wanted:
        if one not in expected_writes and not any(_fits(one, call) for call in conduct.calls):
            return f"no call {one['tool']}({one.get('args')}); made {_shown(conduct.calls)}"
    if len(written) != len(expected_writes) or not all(
        _fits(one, call) for one, call in zip(expected_writes, written, strict=False)
    ):
        wrote = _shown(written) or "nothing"
        return f"wanted {_wanted(expected_writes)}; wrote {wrote}: {conduct.answer[:160]!r}"
    return None


def is_subset(expected: Any, actual: Any) -> bool:
    """Tell whether a value has what is expected of it; `"*"` is anything that is not empty."""
    if expected == "*":
        return actual is not None and actual not in ("", [], {})
    if isinstance(expected, dict):
        members = cast("dict[str, Any]", expected)
        if not isinstance(actual, dict):
            return False
        given = cast("dict[str, Any]", actual)
        return all(key in given and is_subset(value, given[key]) for key, value in members.items())
    if isinstance(expected, list):
        if not isinstance(actual, list):
            return False
        items = cast("list[Any]", actual)
        return all(any(is_subset(one, item) for item in items) for one in cast("list[Any]", expected))
    if isinstance(expected, str):
        return isinstance(actual, str) and expected.strip().casefold() == actual.strip().casefold()
    return type(expected) is type(actual) and expected == actual


def _fits(expected: dict[str, Any], call: Call) -> bool:
    return call.tool == expected["tool"] and is_subset(expected.get("args") or {}, call.input)


def _shown(calls: Sequence[Call]) -> str:
    return ", ".join(f"{call.tool}({call.input})" for call in calls)


def _wanted(expected: Sequence[dict[str, Any]]) -> str:
    return ", ".join(f"{one['tool']}({one.get('args')})" for one in expected) or "nothing"
