"""Whole projects: every kind of issue once, with its place."""

import pytest

from proofroom.content.format.project import Project
from proofroom.content.validation.project import validate_project
from tests.content.memory_tree import MemoryTree
from tests.content.samples import RECORD, SECRET, codes, model, project

POSTS = {"models/posts.json": model("posts", "collection")}
HERO = {"models/hero.json": model("hero", "singleton", i18n=False)}
UI = {"models/ui.json": model("ui", "dictionary")}
DOCS = {"models/docs.json": model("docs", "document")}
LINKED = {"title": {"type": "string", "required": True}, "r": {"type": "relation", "model": "cats"}}


def _entries(*ids):
    return {entry_id: {"title": entry_id} for entry_id in ids}


def _both(entries, records=True):
    files = {f"content/d/posts/{locale}.json": entries for locale in ("en", "tr")}
    if records:
        files |= {f"meta/posts/{locale}.json": dict.fromkeys(entries, RECORD) for locale in ("en", "tr")}
    return files


CASES = {
    "model.title_field.missing": (
        {**HERO, "models/hero.json": model("hero", "singleton", title_field=None, i18n=False)},
        "error",
    ),
    "model.title_field.invalid": (
        {"models/hero.json": model("hero", "singleton", i18n=False, title_field="nope")},
        "error",
    ),
    "model.title_field.optional": (
        {"models/hero.json": model("hero", "singleton", i18n=False, fields={"title": {"type": "string"}})},
        "warning",
    ),
    "locale.file_missing": ({**UI, "content/d/ui/en.json": {}}, "error"),
    "content.unreadable": ({**HERO, "content/d/hero/data.json": "{"}, "error"),
    "content.key_order": ({**POSTS, **_both(_entries("b", "a"))}, "warning"),
    "content.legacy_list": ({**POSTS, **_both([]), "content/d/posts/en.json": []}, "warning"),
    "entry.malformed": (
        {**POSTS, **_both(_entries("a")), "content/d/posts/en.json": {"a": {"title": "A"}, "b": 5}},
        "error",
    ),
    "entry.required": ({**POSTS, **_both({"a": {}})}, "error"),
    "secret.undeclared": ({**HERO, "content/d/hero/data.json": {"title": "x", "z": SECRET}}, "error"),
    "secret.dictionary": (
        {**UI, "content/d/ui/en.json": {"a": SECRET}, "content/d/ui/tr.json": {"a": "x"}},
        "error",
    ),
    "secret.body": ({**DOCS, "content/d/docs/x/en.md": f"---\ntitle: x\n---\n\n{SECRET}\n"}, "error"),
    "relation.broken": (
        {
            "models/posts.json": model("posts", "singleton", i18n=False, fields=LINKED),
            "content/d/posts/data.json": {"r": "x", "title": "t"},
        },
        "error",
    ),
    "relation.deep_broken": (
        {
            "models/posts.json": model(
                "posts",
                "singleton",
                i18n=False,
                fields={**LINKED, "o": {"type": "object", "fields": {"r": LINKED["r"]}}},
            ),
            "content/d/posts/data.json": {"o": {"r": "x"}, "title": "t"},
        },
        "warning",
    ),
    "entry.parity": (
        {**POSTS, **_both(_entries("a")), "content/d/posts/tr.json": _entries("a", "b")},
        "error",
    ),
    "entry.unique": (
        {
            "models/posts.json": model(
                "posts", "collection", fields={"title": {"type": "string", "required": True, "unique": True}}
            ),
            **_both({"a": {"title": "x"}, "b": {"title": "x"}}),
        },
        "error",
    ),
    "key.parity": ({**UI, "content/d/ui/en.json": {"a": "x"}, "content/d/ui/tr.json": {}}, "warning"),
    "dict.duplicate": (
        {**UI, "content/d/ui/en.json": {"a": "x", "b": "x"}, "content/d/ui/tr.json": {"a": "y", "b": "z"}},
        "warning",
    ),
    "dict.cross_duplicate": (
        {
            "models/a.json": model("a", "dictionary", i18n=False),
            "models/b.json": model("b", "dictionary", i18n=False),
            "content/d/a/data.json": {"k": "Same"},
            "content/d/b/data.json": {"q": "Same"},
        },
        "notice",
    ),
    "dict.value_type": (
        {**UI, "content/d/ui/en.json": {"a": 5}, "content/d/ui/tr.json": {"a": "x"}},
        "warning",
    ),
    "meta.orphan": (
        {**POSTS, **_both(_entries("a")), "meta/posts/en.json": {"a": RECORD, "ghost": RECORD}},
        "warning",
    ),
    "meta.missing": ({**POSTS, **_both(_entries("a"), records=False)}, "warning"),
    "meta.layout": (
        {
            **HERO,
            "content/d/hero/data.json": {"title": "x"},
            "meta/hero/en.json": {},
            "meta/hero/tr.json": {},
        },
        "warning",
    ),
    "meta.schedule": (
        {
            **HERO,
            "content/d/hero/data.json": {"title": "x"},
            "meta/hero/en.json": {"publish_at": "2024-01-02", "expire_at": "2024-01-01"},
        },
        "error",
    ),
    "dict.meta_schedule": (
        {
            **UI,
            **{f"content/d/ui/{locale}.json": {"a": locale} for locale in ("en", "tr")},
            "meta/ui/en.json": {"publish_at": "soon"},
        },
        "warning",
    ),
    "status.drift": (
        {
            **POSTS,
            **_both(_entries("a", "b")),
            "meta/posts/en.json": {"a": RECORD, "b": {"status": "published"}},
        },
        "notice",
    ),
    "doc.translation_missing": ({**DOCS, "content/d/docs/x/en.md": "---\ntitle: x\n---\n"}, "warning"),
    "doc.meta_missing": ({**DOCS, "content/d/docs/x/en.md": "---\ntitle: x\n---\n"}, "warning"),
    "doc.meta_schedule": (
        {
            **DOCS,
            "content/d/docs/x/en.md": "---\ntitle: x\n---\n",
            "meta/docs/x/en.json": {"publish_at": "never"},
        },
        "warning",
    ),
    "doc.slug_mismatch": ({**DOCS, "content/d/docs/x/en.md": "---\ntitle: x\nslug: other\n---\n"}, "warning"),
    "doc.body_missing": (
        {
            "models/docs.json": model(
                "docs",
                "document",
                fields={"title": {"type": "string"}, "body": {"type": "markdown", "required": True}},
            ),
            "content/d/docs/x/en.md": "---\ntitle: x\n---\n",
        },
        "warning",
    ),
    "content.orphan_dir": ({"content/d/gone/en.json": {}}, "warning"),
}


@pytest.mark.parametrize(("code", "case"), CASES.items(), ids=list(CASES))
def test_each_issue_is_found_once_with_its_severity_and_file(code, case):
    files, severity = case
    found = [issue for issue in validate_project(project(files)).issues if issue.code == code]
    assert found
    assert {issue.severity for issue in found} == {severity}
    assert code == "dict.cross_duplicate" or all(issue.path for issue in found)


def test_a_project_without_configuration_has_one_error():
    report = validate_project(Project(MemoryTree({})))
    assert codes(report) == ["project.uninitialized"]
    assert not report.is_valid


def test_a_sound_project_has_no_issue():
    files = {
        **POSTS,
        **_both(_entries("a", "b")),
        **UI,
        "content/d/ui/en.json": {"a": "x"},
        "content/d/ui/tr.json": {"a": "y"},
    }
    report = validate_project(project(files))
    assert report.as_dict() == {
        "valid": True,
        "summary": {"errors": 0, "warnings": 0, "notices": 0, "models_checked": 2, "entries_checked": 6},
        "issues": [],
        "fixed": 0,
    }


def test_naming_a_model_leaves_the_others_out():
    files = {**HERO, "content/d/hero/data.json": {}, **UI, "content/d/gone/x.json": {}}
    assert codes(validate_project(project(files), "hero")) == ["entry.required"]


def test_an_issue_reports_itself_with_official_keys():
    issue = validate_project(project({**POSTS, **_both({"a": {"title": 5}})})).issues[0]
    assert issue.as_dict() == {
        "severity": "error",
        "code": "entry.type",
        "message": "Type mismatch: expected string, got number",
        "model": "posts",
        "locale": "en",
        "entry": "a",
        "field": "title",
        "file": ".contentrain/content/d/posts/en.json",
    }


def test_d7_keys_that_look_like_numbers_are_in_order():
    assert "content.key_order" not in codes(
        validate_project(project({**POSTS, **_both(_entries("9", "10", "a"))}))
    )


def test_d9_a_dictionary_value_that_is_no_text_is_reported():
    files = {**UI, "content/d/ui/en.json": {"a": [1]}, "content/d/ui/tr.json": {"a": "x"}}
    found = [issue for issue in validate_project(project(files)).issues if issue.code == "dict.value_type"]
    assert [(issue.field, issue.locale) for issue in found] == [("a", "en")]


def test_relations_find_targets_in_their_own_or_the_default_locale():
    files = {
        "models/posts.json": model("posts", "collection", fields=LINKED),
        "models/cats.json": model("cats", "collection"),
        "content/d/cats/en.json": _entries("default"),
        "content/d/cats/tr.json": _entries("own"),
        "content/d/posts/en.json": {},
        "content/d/posts/tr.json": {n: {"title": n, "r": n} for n in ("default", "own", "nowhere")},
    }
    broken = [issue for issue in validate_project(project(files)).issues if issue.code == "relation.broken"]
    assert [(issue.entry, issue.field, issue.locale) for issue in broken] == [("nowhere", "r", "tr")]


def test_documents_and_singletons_can_be_pointed_at():
    fields = {
        "doc": {"type": "relation", "model": "docs"},
        "one": {"type": "relation", "model": "hero"},
        "any": {"type": "relations", "model": ["docs", "hero"]},
    }
    files = {
        **HERO,
        **DOCS,
        "models/page.json": model("page", "singleton", i18n=False, title_field="doc", fields=fields),
        "content/d/docs/hello/en.md": "---\ntitle: x\n---\n",
        "content/d/page/data.json": {
            "any": [
                {"model": "docs", "ref": "hello"},
                {"model": "docs", "ref": "gone"},
                {"model": "hero", "ref": "x"},
            ],
            "doc": "hello",
            "one": "anything",
        },
    }
    found = [
        (i.code, i.field) for i in validate_project(project(files)).issues if i.code.startswith("relation")
    ]
    assert found == [("relation.deep_broken", "any[1]")]


def test_a_date_that_is_empty_is_no_date():
    files = {**HERO, "content/d/hero/data.json": {"title": "x"}, "meta/hero/en.json": {"publish_at": ""}}
    assert codes(validate_project(project(files))) == ["meta.schedule"]


def test_a_list_that_is_empty_still_names_a_model_that_is_gone():
    fields = {"title": LINKED["title"], "rs": {"type": "relations", "model": "gone"}}
    files = {
        "models/posts.json": model("posts", "singleton", i18n=False, fields=fields),
        "content/d/posts/data.json": {"rs": [], "title": "t"},
    }
    assert codes(validate_project(project(files))) == ["relation.broken"]


def test_documents_are_compared_with_each_other_as_entries_are():
    fields = {"title": {"type": "string", "required": True, "unique": True}}
    files = {
        "models/docs.json": model("docs", "document", fields=fields, i18n=False),
        "content/d/docs/x.md": "---\ntitle: same\nslug: x\n---\n",
        "content/d/docs/y.md": "---\ntitle: same\nslug: y\n---\n",
        "content/d/docs/z.md": "---\ntitle: other\nslug: z\n---\n",
    }
    found = [issue for issue in validate_project(project(files)).issues if issue.code == "entry.unique"]
    assert [(issue.severity, issue.slug, issue.field) for issue in found] == [
        ("error", "x", "title"),
        ("error", "y", "title"),
    ]
