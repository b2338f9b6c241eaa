"""What the public may see, and for how long a preview works."""

import os
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from proofroom.content.delivery import Wish, deliver, preview_token, read_token, render
from proofroom.kernel.errors import InvalidInput, NotAllowed, NotFound
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.store import Keyring
from tests.content.brain.conftest import FILES, PARKS, RIVERS, as_view

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
WORKSPACE, PROJECT = WorkspaceId("w"), ProjectId("p")


def ids(meta: dict[str, Any] | None, *, is_preview: bool = False) -> list[str]:
    view = as_view(FILES | {"meta/topics/en.json": meta})
    return [entry["id"] for entry in deliver(view, Wish("topics", "en", None, is_preview), NOW)["data"]]


@pytest.mark.parametrize(
    ("record", "is_visible"),
    [
        ({"status": "published"}, True),
        ({"status": "draft"}, False),
        ({"status": "in_review"}, False),
        ({"status": "archived"}, False),
        ({}, True),
        ({"status": "published", "publish_at": "2026-11-16T11:59:59Z"}, True),
        ({"status": "published", "publish_at": "2026-11-16T12:00:01Z"}, False),
        ({"status": "published", "expire_at": "2026-11-16T12:00:00Z"}, False),
        ({"status": "published", "expire_at": "2026-11-16T12:00:01Z"}, True),
    ],
)
def test_an_entry_is_public_by_status_and_dates(record: dict[str, Any], is_visible: bool) -> None:
    assert (RIVERS in ids({RIVERS: record, PARKS: {"status": "draft"}})) == is_visible


def test_a_preview_shows_drafts_but_not_what_was_put_away() -> None:
    meta = {RIVERS: {"status": "draft"}, PARKS: {"status": "archived"}}
    assert ids(meta, is_preview=True) == [RIVERS]


def test_every_kind_has_its_shape() -> None:
    view = as_view(FILES)
    labels = deliver(view, Wish("labels", "tr"), NOW)
    assert (labels["kind"], labels["data"]) == ("dictionary", {"nav.home": "Ana sayfa"})
    article = deliver(view, Wish("articles", None, "swifts"), NOW)["data"]
    assert (article["slug"], article["body"]) == ("swifts", "The swifts came late this year.")
    assert deliver(view, Wish("articles"), NOW)["total"] == 2
    for wish in (
        Wish("none"),
        Wish("articles", "de"),
        Wish("articles", "en", "none"),
        Wish("articles", "tr", "elm"),
    ):
        with pytest.raises(NotFound):
            deliver(view, wish, NOW)


def test_the_tag_changes_with_the_content_only() -> None:
    first, second = (render(deliver(as_view(FILES), Wish("topics"), NOW)) for _ in range(2))
    assert first == second
    changed = as_view(FILES | {"content/blog/topics/en.json": {RIVERS: {"name": "Streams"}}})
    assert render(deliver(changed, Wish("topics"), NOW))[1] != first[1]


def test_a_token_is_bound_to_its_project_branch_and_time() -> None:
    keyring = Keyring([os.urandom(32)])
    for link in (None, "l"):
        token = preview_token(
            keyring, WORKSPACE, PROJECT, "cr/chat/c/1-abcd", NOW + timedelta(hours=1), link=link
        )
        assert read_token(keyring, WORKSPACE, PROJECT, token, NOW) == ("cr/chat/c/1-abcd", link)
    with pytest.raises(NotAllowed, match="expired"):
        read_token(keyring, WORKSPACE, PROJECT, token, NOW + timedelta(hours=2))
    for workspace, project, ring in (
        (WORKSPACE, ProjectId("q"), keyring),
        (WorkspaceId("v"), PROJECT, keyring),
        (WORKSPACE, PROJECT, Keyring([os.urandom(32)])),
    ):
        with pytest.raises(NotAllowed, match="not valid"):
            read_token(ring, workspace, project, token, NOW)
    with pytest.raises(InvalidInput):
        preview_token(keyring, WORKSPACE, PROJECT, "main", NOW)
