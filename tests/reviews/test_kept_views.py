from datetime import UTC, datetime
from typing import Any

import pytest

from proofroom.kernel.ids import ProjectId, ProposalId, WorkspaceId, new_id
from proofroom.reviews import HunkTarget, HunkView, Proposal, ReviewView, TextView
from proofroom.reviews.proposals import repo
from proofroom.store import Database
from proofroom.store.tables.reviews import proposal_views

pytestmark = pytest.mark.both_databases

NOW = datetime(2026, 11, 16, 9, tzinfo=UTC)
OLD_HUNK: dict[str, Any] = {
    "id": "1",
    "subject": "document:articles:bench",
    "title": "A bench",
    "locale": "en",
    "path": ["body"],
    "op": "change",
    "old": "a",
    "new": "b",
    "is_prose": True,
    "words": [["added", "b"]],
    "requires": [],
    "conflict": None,
    "area": "articles",
    "labels": {},
}


def _proposal() -> Proposal:
    return Proposal(
        id=ProposalId(new_id()),
        workspace_id=WorkspaceId(new_id()),
        project_id=ProjectId(new_id()),
        kind="content",
        branch="cr/chat/1",
        state="merged",
        title="Tighten",
        agent="Editor",
        hunks=1,
        created_at=NOW,
        updated_at=NOW,
    )


async def test_what_a_decided_proposal_held_is_read_back_as_it_was_kept(database: Database) -> None:
    proposal, target = _proposal(), HunkTarget("content", "entry", "a1", "faq", "tr", ("answer",))
    view = ReviewView("sha", [HunkView("1", target, "A", "change", 1, 2)], [], [], [TextView(target, [])])
    async with database.transaction() as connection:
        await repo.keep_view(connection, proposal, view)
    async with database.reading() as connection:
        assert await repo.kept_view(connection, proposal) == view


async def test_what_was_kept_with_names_in_one_string_is_still_read(database: Database) -> None:
    proposal = _proposal()
    held = {
        "sha": "sha",
        "hunks": [
            OLD_HUNK,
            {**OLD_HUNK, "subject": "model:articles"},
            {**OLD_HUNK, "subject": "file:a:b.md"},
        ],
        "conflicts": [{**OLD_HUNK, "subject": "status:faq:a1"}],
        "texts": [{"subject": OLD_HUNK["subject"], "locale": "en", "path": ["body"], "pieces": []}],
    }
    keys = {"proposal_id": proposal.id, "workspace_id": proposal.workspace_id}
    async with database.transaction() as connection:
        await connection.execute(proposal_views.insert().values(**keys, view=held))
    async with database.reading() as connection:
        view = await repo.kept_view(connection, proposal)
    assert view is not None
    assert [hunk.target for hunk in view.hunks] == [
        HunkTarget("content", "document", "bench", "articles", "en", ("body",)),
        HunkTarget("content", "model", "articles", "articles", "en", ("body",)),
        HunkTarget("content", "file", "a:b.md", "", "en", ("body",)),
    ]
    assert view.conflicts[0].target.thing == ("content", "faq", "a1", "en")
    assert view.texts[0].target == view.hunks[0].target
