"""Review links on both databases: found by their token only while they live, and revoked once."""

from datetime import timedelta

import pytest

from proofroom.kernel.ids import PersonId, WorkspaceId, new_id
from proofroom.reviews.links import ReviewLink, repo
from proofroom.store import Database
from tests.clocks import FixedClock

pytestmark = pytest.mark.both_databases


async def test_a_link_is_found_while_it_lives(database: Database, clock: FixedClock) -> None:
    now, workspace = clock.now(), WorkspaceId(new_id())
    link = ReviewLink(
        *(new_id(), workspace, None, "proposal", new_id(), "For Rita", PersonId(new_id())),
        created_at=now,
        expires_at=now + timedelta(days=1),
    )
    async with database.transaction() as connection:
        await repo.insert(connection, link, "a" * 64)
        assert await repo.find_open(connection, "a" * 64, now) == link
        assert await repo.find_open(connection, "b" * 64, now) is None
        assert await repo.find_open(connection, "a" * 64, now + timedelta(days=2)) is None
        assert await repo.list_open(connection, workspace, link.subject_id, now) == [link]
        elsewhere = WorkspaceId(new_id())
        assert await repo.find(connection, elsewhere, link.id) is None
        assert not await repo.revoke(connection, elsewhere, link.id, now)
        assert await repo.revoke(connection, workspace, link.id, now)
        assert not await repo.revoke(connection, workspace, link.id, now)
        assert await repo.find_open(connection, "a" * 64, now) is None
