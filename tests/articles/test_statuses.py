"""The table of statuses: every pair, allowed or refused."""

import pytest

from proofroom.articles.statuses import PROCESSING, STATUSES, TRANSITIONS, before, may_edit, target
from proofroom.kernel.errors import InvalidStatus

OPERATIONS = sorted({each.operation for each in TRANSITIONS})


@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_operation_begins_where_the_table_says_and_nowhere_else(operation: str) -> None:
    allowed = {each.before: each.after for each in reversed(TRANSITIONS) if each.operation == operation}
    for status in STATUSES:
        if status in allowed:
            assert target(operation, status) == allowed[status]
            continue
        with pytest.raises(InvalidStatus) as refused:
            target(operation, status)
        assert refused.value.context["currentStatus"] == status
        assert refused.value.context["expectedStatus"] == list(before(operation))
        assert refused.value.context["operation"] == operation


def test_the_seeds_moves_are_for_single_calls_only() -> None:
    assert target("writeFullContent", "skeleton") == "creating_visuals"
    assert target("generateContentSkeleton", "research") == "skeleton"
    for operation, status in (("writeFullContent", "skeleton"), ("generateContentSkeleton", "research")):
        with pytest.raises(InvalidStatus):
            target(operation, status, is_single=False)  # type: ignore[arg-type]


def test_a_text_is_edited_in_three_statuses_and_a_skeleton_in_two_more() -> None:
    assert [status for status in STATUSES if may_edit(status)] == ["draft", "ready", "published"]
    more = [status for status in STATUSES if may_edit(status, is_skeleton=True) and not may_edit(status)]
    assert more == ["skeleton", "foundations_approval"]
    assert "ready" not in PROCESSING
    assert "writing" in PROCESSING
