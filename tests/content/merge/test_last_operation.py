"""`context.json` says what a merge did, from what it changed, where no tool has said it."""

import json

import pytest

from proofroom.content.merge.content_format import ContentFormat
from proofroom.content.merge.last_operation import BY_AGENT, BY_PERSON
from proofroom.repository.git.tree import TreeView, write_files
from tests.content.merge.conftest import (
    CONTENT,
    FAQ,
    FAQ_META,
    HERO,
    MODELS,
    NOON,
    POST,
    POST_META,
    edited,
    tree,
)

SAVE, DELETE, BULK = "contentrain_content_save", "contentrain_content_delete", "contentrain_bulk"
FAQ_EN = CONTENT[FAQ]
CASES = {
    "an entry of a collection": ({FAQ: edited(FAQ_EN, b2={"answer": "No."})}, (SAVE, "faq", "en", ["b2"])),
    "entries that went": ({FAQ: edited(FAQ_EN, b2=None, c3=None)}, (DELETE, "faq", "en", ["b2", "c3"])),
    "a document": ({POST: b"---\ntitle: Other\n---\n\nText\n"}, (SAVE, "post", "en", ["swifts"])),
    "a document that went": ({POST: None, POST_META: None}, (DELETE, "post", "en", ["swifts"])),
    "a singleton, by its locale": ({HERO: b'{"title": "Hi"}\n'}, (SAVE, "hero", "en", ["en"])),
    "only its state": (
        {FAQ_META: edited(CONTENT[FAQ_META], a1={"status": "published"})},
        (BULK, "faq", "en", ["a1"]),
    ),
    "a model": (
        {
            ".contentrain/models/hero.json": MODELS[".contentrain/models/hero.json"].replace(
                b"string", b"text"
            )
        },
        ("contentrain_model_save", "hero", "en", None),
    ),
    "several models": (
        {HERO: b'{"title": "Hi"}\n', FAQ: edited(FAQ_EN, b2=None)},
        ("contentrain_merge", "*", "en", None),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_merge_says_which_model_locale_and_entries_it_changed(repo, name):
    files, wanted = CASES[name]
    before = TreeView(repo, tree(repo, "contentrain"))
    gone = [path for path, data in files.items() if data is None]
    after = TreeView(repo, write_files(repo, before.sha, {p: d for p, d in files.items() if d}, gone))
    for by_agent, source in ((True, BY_AGENT), (False, BY_PERSON)):
        derived = ContentFormat(writes_context=True).derive(before, after, NOON, by_agent=by_agent)
        last = json.loads(derived.writes[".contentrain/context.json"])["lastOperation"]
        told = tuple(last.get(key) for key in ("tool", "model", "locale", "entries"))
        assert (told, last["source"]) == (wanted, source)
