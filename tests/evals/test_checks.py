"""What must hold of a run, on data."""

from datetime import UTC, datetime
from typing import Any

import pytest

from proofroom.durable import Step
from proofroom.evals.checks import first_checks, judge_run
from proofroom.evals.replay import trajectory_of
from proofroom.evals.types import CaseCheck, RecordedCall, Trajectory
from proofroom.kernel.ids import RunId

ID = "01a1e25f-609e-7d2b-b921-87b5c2f09964"
RAN = Trajectory(
    '{"title": "Bonn", "list": [1, 2]}',
    [
        RecordedCall("searchEntities", {"query": "bonn"}, {"ok": True, "data": [{"id": ID}]}),
        RecordedCall("updateEntity", {"entityId": ID}, {"ok": True}),
    ],
    cost_micros=40,
)


@pytest.mark.parametrize(
    ("check", "passed"),
    [
        ({"kind": "called", "tool": "searchEntities", "where": {"query": "bonn"}}, True),
        ({"kind": "called", "tool": "searchEntities", "where": {"query": "lyon"}}, False),
        ({"kind": "not_called", "tool": "deleteEntityType"}, True),
        ({"kind": "not_called", "tool": "updateEntity"}, False),
        ({"kind": "order", "tools": ["searchEntities", "updateEntity"]}, True),
        ({"kind": "order", "tools": ["updateEntity", "searchEntities"]}, False),
        ({"kind": "output_matches", "pattern": "bonn"}, True),
        ({"kind": "output_matches", "pattern": "/^\\{.*\\}$/"}, True),
        ({"kind": "output_matches", "pattern": "/(/"}, False),
        ({"kind": "output_lacks", "pattern": "Lyon"}, True),
        ({"kind": "json_path_equals", "path": "list.1", "value": 2}, True),
        ({"kind": "json_path_equals", "path": "list.9", "value": 2}, False),
        ({"kind": "max_cost", "limit": 39}, False),
        ({"kind": "max_steps", "limit": 2}, True),
        ({"kind": "no_error"}, True),
        ({"kind": "citations_subset"}, True),
    ],
)
def test_a_check_holds_or_not(check: dict[str, Any], passed: bool) -> None:
    [found] = judge_run([CaseCheck.model_validate(check)], RAN)
    assert found["passed"] is passed, found


def test_a_made_up_citation_and_an_unrecorded_call_fail() -> None:
    ran = Trajectory(f"See {ID[:-1]}5.", RAN.calls, diverged=["webSearch"])
    found = judge_run([CaseCheck(kind="citations_subset")], ran)
    assert [(one["kind"], one["passed"]) for one in found] == [
        ("citations_subset", False),
        ("diverged", False),
    ]


def test_a_case_begins_with_what_the_run_did() -> None:
    assert all(one["passed"] for one in judge_run(first_checks(RAN), RAN))


def test_calls_that_ran_side_by_side_stand_as_the_model_asked_for_them() -> None:
    """Which of them was written down first differs from time to time: a case must not fail by that."""
    now = datetime(2026, 11, 18, tzinfo=UTC)

    def step(key: str, number: int, name: str) -> Step:
        return Step(RunId("r"), key, number, "tool", name, "finished", 1, {}, {"ok": True}, None, now, now)

    steps = [
        step("001.tool.01", 1, "getTime"),
        step("001.tool.00", 2, "find"),
        step("002.tool.00", 3, "save"),
    ]
    ran = trajectory_of(steps, "Done.", "completed")
    assert [one.tool for one in ran.calls] == ["find", "getTime", "save"]
