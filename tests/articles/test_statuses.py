"""The table of statuses: every pair, allowed or refused."""

import pytest
import sqlalchemy as sa

from proofroom.articles.statuses import PROCESSING, STATUSES, TRANSITIONS, before, may_edit, target
from proofroom.kernel.errors import InvalidStatus
from proofroom.store.tables.articles import articles
from tests.api.conftest import Browser
from tests.articles.test_categories import say_in_panel

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


SAID = {
    "conductDeepResearch": "research this topic",
    "generateContentSkeleton": "create an outline",
    "writeFullContent": "write the article",
    "applyHumanityCheck": "humanize it",
    "identifyImageNeeds": "add images",
}
DONE_BY_PEOPLE = {"approveFoundations": "approve", "publish": "publish"}


async def test_every_refused_move_is_refused_with_its_facts_here_and_by_the_panel(
    owner: Browser,
) -> None:
    _, made = await owner.call("POST", "/api/articles", {"title": "Bees on public roofs"})
    path, on = f"/api/articles/{made['id']}", {"currentPage": "artifact", "artifactId": made["id"]}
    for status in STATUSES:
        async with owner.studio.database.transaction() as connection:
            await connection.execute(sa.update(articles).values(status=status))
        for operation in [*SAID, *DONE_BY_PEOPLE]:
            # A person's word to write is the approval of a plan that waits.
            is_approval = (operation, status) == ("writeFullContent", "foundations_approval")
            if status in before(operation) or is_approval:
                continue
            if operation in SAID:
                body = {"message": SAID[operation], "screenContext": on}
                code, told = await owner.call("POST", "/api/content-agent/execute", body)
            else:
                code, told = await owner.call("POST", f"{path}/{DONE_BY_PEOPLE[operation]}", {})
            error = told["error"]
            assert (code, error["category"]) == (400, "INVALID_STATUS"), (operation, status, told)
            assert error["context"]["currentStatus"] == status
            assert error["context"]["expectedStatus"] == list(before(operation)), operation
            assert error["context"]["operation"] == operation
            # Writing asks a person first in the panel; all others are refused there by the same words.
            if operation in SAID and operation != "writeFullContent":
                assert error["message"] in await say_in_panel(owner, SAID[operation], **on), (
                    operation,
                    status,
                )
