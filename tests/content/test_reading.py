"""How a published entry reads: called by titles and labels, without what is not public."""

from datetime import UTC, datetime
from typing import Any

import pytest

from proofroom.content.delivery import Wish
from proofroom.content.reading import compose
from proofroom.kernel.errors import NotFound
from tests.content.brain.conftest import ARTICLES, FILES, RIVERS, article, as_view

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
FIELDS: dict[str, Any] = {
    "title": {"type": "string", "required": True, "order": 1},
    "summary": {"type": "text", "order": 2},
    "day": {"type": "date", "label": {"en": "Day", "tr": "Gün"}, "order": 3},
    "cover": {"type": "image", "order": 4},
    "topic": {"type": "relation", "model": "topics", "order": 5},
}
SWIFTS = "content/blog/articles/swifts"
PAGES = FILES | {
    "models/articles.json": {**ARTICLES, "fields": FIELDS},
    f"{SWIFTS}/tr.md": article("Ebabiller", "Geldiler."),
    f"{SWIFTS}/en.md": article(
        "Swifts", "They came.", summary="Late.", day="2026-05-02", cover="media/original/s.webp", topic=RIVERS
    ),
}


def read(files: dict[str, Any], locale: str = "en") -> dict[str, Any]:
    return compose(as_view(files), Wish("articles", locale, "swifts"), NOW)


def test_an_entry_is_composed_for_reading() -> None:
    found = read(PAGES)
    assert (found["title"], found["standfirst"], found["cover"]) == (
        "Swifts",
        "Late.",
        "media/original/s.webp",
    )
    assert found["sections"] == [{"label": None, "text": "They came."}]
    assert [(fact["label"], fact["values"]) for fact in found["facts"]] == [
        ("Day", ["2026-05-02"]),
        ("Topic", ["Rivers"]),
    ]
    assert found["locales"] == ["en", "tr"]


def test_what_is_not_public_does_not_appear() -> None:
    hidden = {RIVERS: {"status": "draft"}}
    assert [fact["field"] for fact in read(PAGES | {"meta/topics/en.json": hidden})["facts"]] == ["day"]
    draft = {"meta/articles/swifts/tr.json": {"status": "draft"}}
    assert read(PAGES | draft)["locales"] == ["en"]
    with pytest.raises(NotFound):
        read(PAGES | draft, "tr")
