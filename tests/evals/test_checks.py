"""What must hold of a run, on data."""

from typing import Any

import pytest

from proofroom.evals.checks import first_checks, judge_run
from proofroom.evals.types import CaseCheck, RecordedCall, Trajectory

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
