"""Where what a call changed can be opened."""

from typing import Any

import pytest

from proofroom.runtime.delegation.links import Link, links_of


@pytest.mark.parametrize(
    ("tool", "given", "answered", "paths"),
    [
        (
            "save_content",
            {"model": "notes", "locale": "en", "data": {"new": {"title": "Swifts"}}},
            {"results": [{"action": "created", "id": "a1b2c3d4e5f6"}]},
            ["/content?model=notes&entry=a1b2c3d4e5f6&locale=en"],
        ),
        (
            "update_status",
            {"model": "notes", "entryIds": ["swifts"]},
            {"merged": "pending"},
            ["/content?model=notes&entry=swifts"],
        ),
        ("delete_content", {"model": "notes", "entryIds": ["swifts"]}, {"results": []}, []),
        (
            "batchCreateEntities",
            {},
            {"entities": [{"id": "e1", "typeSlug": "place", "title": "Gull Rock"}], "failed": []},
            ["/records?type=place&record=e1"],
        ),
        ("conductDeepResearch", {}, {"artifactId": "a7", "title": "Canals"}, ["/articles?article=a7"]),
        ("upload_media", {}, {"id": "m1", "filename": "hero.webp"}, ["/media?asset=m1"]),
        ("note", {"value": "x"}, {"noted": "x"}, []),
        ("note", None, None, []),
    ],
)
def test_a_call_links_what_it_made_or_changed(tool: str, given: Any, answered: Any, paths: list[str]) -> None:
    assert [link.path for link in links_of(tool, given, answered)] == paths


def test_a_thing_is_named_by_its_title() -> None:
    assert links_of("t", {}, {"id": "e1", "typeSlug": "a b", "title": "Gull Rock"}) == [
        Link("Gull Rock", "/records?type=a%20b&record=e1")
    ]
