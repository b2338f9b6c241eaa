"""Deleting: from which locales, with which records, and what others' references keep."""

import pytest

from proofroom.content.plans.delete import plan_delete, plan_delete_model
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus, NotFound
from proofroom.repository.json.text import parse_json
from tests.content.samples import RECORD, TITLE, model, project

LINK = {"title": TITLE, "r": {"type": "relation", "model": "cats"}}
FILES = {
    "models/cats.json": model("cats", "collection"),
    "content/d/cats/en.json": {"a": {"title": "A"}, "b": {"title": "B"}},
    "content/d/cats/tr.json": {"a": {"title": "A"}},
    "meta/cats/en.json": {"a": RECORD, "b": RECORD},
    "meta/cats/tr.json": {"a": RECORD},
    "models/one.json": model("one", "collection", i18n=False),
    "content/d/one/data.json": {"x": {"title": "X"}},
    "meta/one/en.json": {"x": RECORD},
    "models/ui.json": model("ui", "dictionary"),
    "content/d/ui/en.json": {"k": "K", "q": "Q"},
    "content/d/ui/tr.json": {"k": "T"},
    "meta/ui/en.json": RECORD,
    "models/hero.json": model("hero", "singleton"),
    "content/d/hero/tr.json": {"title": "T"},
    "meta/hero/tr.json": RECORD,
    "models/docs.json": model("docs", "document"),
    "content/d/docs/x/en.md": "---\ntitle: x\n---\n",
    "content/d/docs/x/tr.md": "---\ntitle: x\n---\n",
    "content/d/docs/x/picture.txt": "",
    "meta/docs/x/en.json": RECORD,
    "meta/docs/x/tr.json": RECORD,
}


def _short(plan):
    writes = {path.removeprefix(".contentrain/"): parse_json(raw) for path, raw in plan.writes.items()}
    return writes, [path.removeprefix(".contentrain/") for path in plan.deletes]


def test_an_entry_goes_from_every_locale_with_its_records():
    plan = plan_delete(project(FILES), "cats", ["a"])
    writes, deletes = _short(plan)
    assert writes == {
        "content/d/cats/en.json": {"b": {"title": "B"}},
        "content/d/cats/tr.json": {},
        "meta/cats/en.json": {"b": RECORD},
    }
    assert deletes == ["meta/cats/tr.json"]
    assert len(plan.results) == 2


def test_an_entry_goes_from_one_locale_only():
    writes, deletes = _short(plan_delete(project(FILES), "cats", ["a"], "tr"))
    assert (writes, deletes) == ({"content/d/cats/tr.json": {}}, ["meta/cats/tr.json"])


def test_keys_of_a_dictionary_go_where_they_are():
    writes, _ = _short(plan_delete(project(FILES), "ui", ["k"]))
    assert writes == {"content/d/ui/en.json": {"q": "Q"}, "content/d/ui/tr.json": {}}
    writes, _ = _short(plan_delete(project(FILES), "ui", ["q"]))
    assert writes == {"content/d/ui/en.json": {"k": "K"}}


def test_a_locale_of_a_singleton_or_dictionary_goes_whole():
    assert _short(plan_delete(project(FILES), "hero", [], "tr"))[1] == [
        "content/d/hero/tr.json",
        "meta/hero/tr.json",
    ]
    assert _short(plan_delete(project(FILES), "ui", [], "en"))[1] == [
        "content/d/ui/en.json",
        "meta/ui/en.json",
    ]


def test_a_document_goes_with_its_folder():
    assert _short(plan_delete(project(FILES), "docs", ["x"]))[1] == [
        *("content/d/docs/x/en.md", "content/d/docs/x/picture.txt", "content/d/docs/x/tr.md"),
        *("meta/docs/x/en.json", "meta/docs/x/tr.json"),
    ]


def test_deleting_one_translation_leaves_the_others():
    deletes = _short(plan_delete(project(FILES), "docs", ["x"], "tr"))[1]
    assert deletes == ["content/d/docs/x/tr.md", "meta/docs/x/tr.json"]


@pytest.mark.parametrize("strategy", ["suffix", "directory"])
def test_documents_of_every_layout_are_found(strategy):
    name = {"suffix": "x.en.md", "directory": "en/x.md"}[strategy]
    files = {
        "models/docs.json": model("docs", "document", locale_strategy=strategy),
        f"content/d/docs/{name}": "x",
    }
    assert _short(plan_delete(project(files), "docs", ["x"]))[1] == [f"content/d/docs/{name}"]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("cats", []), InvalidInput),
        (("cats", ["zz"]), NotFound),
        (("cats", ["a", "zz"]), NotFound),
        (("cats", ["a"], "xx"), InvalidInput),
        (("one", ["x"], "en"), InvalidInput),
        (("ui", ["zz"]), NotFound),
        (("hero", []), InvalidInput),
        (("hero", [], "en"), NotFound),
        (("docs", []), InvalidInput),
        (("docs", ["zz"]), NotFound),
        (("nope", ["x"]), NotFound),
    ],
)
def test_what_cannot_be_deleted_is_refused(arguments, error):
    with pytest.raises(error):
        plan_delete(project(FILES), *arguments)


def test_an_unreadable_file_is_not_rewritten():
    with pytest.raises(InvalidStatus):
        plan_delete(project(FILES | {"content/d/ui/en.json": "{"}), "ui", ["k"])


LINKED = FILES | {
    "models/posts.json": model("posts", "collection", i18n=False, fields=LINK),
    "content/d/posts/data.json": {"p": {"title": "Post", "r": "a"}},
}


def test_an_entry_that_others_point_at_stays():
    with pytest.raises(Conflict) as caught:
        plan_delete(project(LINKED), "cats", ["a"])
    assert caught.value.context["referencedBy"] == [
        {"model": "posts", "ref": "p", "field": "r", "label": "Post", "target": "a"}
    ]
    assert not plan_delete(project(LINKED), "cats", ["b"]).is_empty
    assert not plan_delete(project(LINKED), "cats", ["a"], is_guarded=False).is_empty
    assert not plan_delete(project(LINKED), "cats", ["a"], "tr").is_empty


def test_entries_that_point_at_each_other_may_go_together():
    files = {
        "models/posts.json": model(
            "posts",
            "collection",
            i18n=False,
            fields={"title": TITLE, "r": {"type": "relation", "model": "posts"}},
        ),
        "content/d/posts/data.json": {"p": {"title": "P", "r": "q"}, "q": {"title": "Q"}},
    }
    with pytest.raises(Conflict):
        plan_delete(project(files), "posts", ["q"])
    assert not plan_delete(project(files), "posts", ["p", "q"]).is_empty


def test_a_model_goes_with_content_and_records():
    plan = plan_delete_model(project(FILES), "docs")
    assert _short(plan)[1] == [
        *("content/d/docs/x/en.md", "content/d/docs/x/tr.md"),
        *("meta/docs/x/en.json", "meta/docs/x/tr.json", "models/docs.json"),
    ]
    assert plan.affected.snapshot_changed


def test_a_model_that_is_pointed_at_stays():
    with pytest.raises(Conflict, match="posts/p"):
        plan_delete_model(project(LINKED), "cats")
    with pytest.raises(Conflict) as caught:
        plan_delete_model(project(LINKED), "cats", guard="fields")
    assert caught.value.context["referenced_by"] == [{"model": "posts", "field": "r", "type": "relation"}]
    unused = LINKED | {"content/d/posts/data.json": {}}
    assert not plan_delete_model(project(unused), "cats").is_empty
    with pytest.raises(Conflict):
        plan_delete_model(project(unused), "cats", guard="fields")
