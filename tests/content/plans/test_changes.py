"""Locales, statuses, the vocabulary and a new project."""

import pytest

from proofroom.content.format.project import Project
from proofroom.content.plans.init import plan_init
from proofroom.content.plans.locale import plan_add_locale, plan_copy_locale
from proofroom.content.plans.status import AGENT_STATUSES, plan_status
from proofroom.content.plans.vocabulary import plan_delete_terms, plan_vocabulary
from proofroom.content.validation.project import validate_project
from proofroom.kernel.errors import Conflict, InvalidInput, InvalidStatus, NotFound
from proofroom.repository.json.text import parse_json
from tests.content.memory_tree import MemoryTree
from tests.content.samples import RECORD, STAMP, TITLE, applied, codes, model, project

PUBLISHED = {"status": "published", "source": "human", "updated_by": "x"}
FILES = {
    "models/cats.json": model("cats", "collection"),
    "content/d/cats/en.json": {"a": {"title": "A"}, "b": {"title": "B"}},
    "meta/cats/en.json": {"a": PUBLISHED},
    "models/hero.json": model("hero", "singleton", i18n=False),
    "content/d/hero/data.json": {"title": "H"},
    "models/docs.json": model("docs", "document"),
    "content/d/docs/x/en.md": "---\ntitle: x\n---\n",
    "meta/docs/x/en.json": PUBLISHED,
    "models/ui.json": model("ui", "dictionary"),
    "content/d/ui/en.json": {"a": "A"},
    "meta/ui/en.json": PUBLISHED,
    "vocabulary.json": {"version": 2, "terms": {"save": {"en": "Save"}}, "note": "kept"},
}


def _json(plan, path):
    return parse_json(plan.writes[f".contentrain/{path}"])


# --- locales


def test_copying_into_an_empty_locale_takes_content_and_records_along():
    plan = plan_copy_locale(project(FILES), "cats", "en", "tr", STAMP)
    assert _json(plan, "content/d/cats/tr.json") == FILES["content/d/cats/en.json"]
    assert _json(plan, "meta/cats/tr.json") == {"a": PUBLISHED}
    assert plan.results == ({"copied": 2, "from": "en", "to": "tr"},)


def test_documents_and_dictionaries_are_copied_too():
    docs = plan_copy_locale(project(FILES), "docs", "en", "tr", STAMP)
    assert docs.writes[".contentrain/content/d/docs/x/tr.md"] == b"---\ntitle: x\n---\n"
    assert _json(docs, "meta/docs/x/tr.json") == PUBLISHED
    assert _json(plan_copy_locale(project(FILES), "ui", "en", "tr", STAMP), "content/d/ui/tr.json") == {
        "a": "A"
    }


def test_content_is_overwritten_only_when_asked_and_becomes_draft():
    full = project(
        FILES
        | {"content/d/cats/tr.json": {"z": {"title": "Z"}}, "content/d/docs/y/tr.md": "---\ntitle: y\n---\n"}
    )
    for name in ("cats", "docs"):
        with pytest.raises(Conflict, match="already has content"):
            plan_copy_locale(full, name, "en", "tr", STAMP)
    plan = plan_copy_locale(full, "cats", "en", "tr", STAMP, overwrite=True)
    assert _json(plan, "meta/cats/tr.json") == {"a": RECORD, "b": RECORD}
    assert _json(plan_copy_locale(full, "ui", "en", "tr", STAMP, overwrite=True), "meta/ui/tr.json") == RECORD


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("hero", "en", "tr"), InvalidInput),
        (("cats", "en", "en"), InvalidInput),
        (("cats", "en", "xx"), InvalidInput),
        (("cats", "tr", "en"), NotFound),
        (("docs", "tr", "en"), NotFound),
    ],
)
def test_what_cannot_be_copied_is_refused(arguments, error):
    with pytest.raises(error):
        plan_copy_locale(project(FILES), *arguments, STAMP)


def test_a_locale_is_added_to_the_configuration_alone():
    plan = plan_add_locale(project(FILES, stack="nuxt"), "de")
    assert list(plan.writes) == [".contentrain/config.json"]
    assert _json(plan, "config.json")["locales"] == {"default": "en", "supported": ["en", "tr", "de"]}
    assert _json(plan, "config.json")["stack"] == "nuxt"
    with pytest.raises(Conflict):
        plan_add_locale(project(FILES), "tr")
    with pytest.raises(InvalidInput):
        plan_add_locale(project(FILES), "Deutsch")


# --- statuses


def test_a_status_changes_and_the_source_stays():
    plan = plan_status(project(FILES), "cats", ["a", "b"], "archived", STAMP).checked()
    records = _json(plan, "meta/cats/en.json")
    assert records["a"] == RECORD | {"status": "archived", "source": "human"}
    assert records["b"] == RECORD | {"status": "archived", "source": "agent"}
    assert plan.results[0] == {"entryId": "a", "locale": "en", "from": "published", "to": "archived"}


def test_entries_that_have_the_status_are_left_alone():
    plan = plan_status(project(FILES), "docs", ["x"], "published", STAMP)
    assert plan.is_empty
    assert plan.results == (
        {"entryId": "x", "locale": "en", "from": "published", "to": "published", "unchanged": True},
    )


def test_singletons_and_documents_have_a_status_too():
    assert (
        _json(plan_status(project(FILES), "hero", [], "published", STAMP), "meta/hero/en.json")["status"]
        == "published"
    )
    assert (
        _json(plan_status(project(FILES), "docs", ["x"], "draft", STAMP), "meta/docs/x/en.json")["status"]
        == "draft"
    )


def test_publishing_can_be_scheduled():
    plan = plan_status(
        project(FILES), "cats", ["a"], "published", STAMP, "en", schedule={"publish_at": "2030-01-01"}
    )
    assert _json(plan.checked(), "meta/cats/en.json")["a"]["publish_at"] == "2030-01-01"
    wrong = plan_status(project(FILES), "cats", ["a"], "published", STAMP, schedule={"publish_at": "soon"})
    assert codes(wrong.report) == ["meta.schedule"]


@pytest.mark.parametrize(
    ("ids", "status", "error"),
    [(["a"], "gone", InvalidInput), ([], "draft", InvalidInput), (["zz"], "draft", NotFound)],
)
def test_what_cannot_get_a_status_is_refused(ids, status, error):
    with pytest.raises(error):
        plan_status(project(FILES), "cats", ids, status, STAMP)
    with pytest.raises(InvalidInput):
        plan_status(project(FILES), "cats", ["a"], "in_review", STAMP, allowed=AGENT_STATUSES)


# --- vocabulary


def test_terms_are_merged_and_what_changes_is_told():
    plan = plan_vocabulary(project(FILES), {"save": {"en": "Store", "tr": "Kaydet"}, "keep": {"en": "Store"}})
    assert _json(plan, "vocabulary.json") == {
        "note": "kept",
        "terms": {"keep": {"en": "Store"}, "save": {"en": "Store", "tr": "Kaydet"}},
        "version": 2,
    }
    assert plan.results == ({"added": ["keep"], "updated": ["save"], "total": 2},)
    assert plan.advisories == (
        'Term "save": replaced 1 translation(s) — en: "Save" → "Store".',
        'Terms "save" and "keep" share the translation "Store".',
    )


def test_the_version_is_counted_when_asked():
    assert (
        _json(plan_vocabulary(project(FILES), {"a": {"en": "b"}}, count_version=True), "vocabulary.json")[
            "version"
        ]
        == 3
    )


def test_terms_are_taken_out_and_unknown_ones_reported():
    plan = plan_delete_terms(project(FILES), ["save", "zz"])
    assert _json(plan, "vocabulary.json")["terms"] == {}
    assert plan.results == ({"deleted": ["save"], "missing": ["zz"], "total": 0},)
    assert plan_delete_terms(project(FILES), ["zz"]).is_empty


def test_wrong_terms_and_an_unreadable_glossary_are_refused():
    with pytest.raises(InvalidInput, match="not a slug"):
        plan_vocabulary(project(FILES), {"Bad Term": {"en": "x"}})
    with pytest.raises(InvalidStatus):
        plan_vocabulary(project(FILES | {"vocabulary.json": "{"}), {"a": {"en": "b"}})


# --- a new project


def test_a_new_project_is_valid_from_the_start():
    models = [
        {"id": "faq", "name": "FAQ", "kind": "collection", "domain": "blog", "fields": {"title": TITLE}},
        {"id": "ui", "name": "UI", "kind": "dictionary", "domain": "system"},
        {"id": "post", "name": "Post", "kind": "document", "domain": "blog", "fields": {"title": TITLE}},
    ]
    plan = plan_init(MemoryTree(), stack="nuxt", locales=["en", "tr"], models=models).checked()
    assert sorted(path.removeprefix(".contentrain/") for path in plan.writes) == [
        *("config.json", "content/blog/faq/en.json", "content/blog/faq/tr.json"),
        *("content/system/ui/en.json", "content/system/ui/tr.json"),
        *("meta/faq/en.json", "meta/faq/tr.json", "meta/ui/en.json", "meta/ui/tr.json"),
        *("models/faq.json", "models/post.json", "models/ui.json", "vocabulary.json"),
    ]
    after = applied(Project(MemoryTree()), plan)
    assert validate_project(after).issues == ()
    assert after.config.domains == ("marketing", "blog", "system")


def test_the_official_init_leaves_keep_files_and_an_ignored_cache():
    plan = plan_init(MemoryTree({".gitignore": b"node_modules\n"}), with_keep_files=True)
    assert plan.writes[".gitignore"] == b"node_modules\n\n# Contentrain cache\n.contentrain/.cache/\n"
    assert plan.writes[".contentrain/models/.gitkeep"] == b""
    assert plan.writes[".contentrain/vocabulary.json"] == b'{\n  "terms": {},\n  "version": 1\n}\n'
    assert (
        ".gitignore"
        not in plan_init(MemoryTree({".gitignore": b".contentrain/.cache/\n"}), with_keep_files=True).writes
    )


def test_a_project_is_started_once_with_real_locales_and_models():
    with pytest.raises(Conflict, match="Already initialized"):
        plan_init(project(FILES).tree)
    with pytest.raises(InvalidInput):
        plan_init(MemoryTree(), locales=["english"])
    assert plan_init(MemoryTree(), models=[{"id": "x", "kind": "zz"}]).is_blocked


def test_a_project_can_start_below_a_folder():
    assert all(path.startswith("apps/web/") for path in plan_init(MemoryTree(), root="/apps/web/").writes)
