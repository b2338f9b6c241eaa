"""Automatic cures: what they write, and that nothing fixable is left."""

import pytest

from proofroom.content.plans.fix import plan_fix
from proofroom.content.validation.project import validate_project
from proofroom.repository.json.text import parse_json
from tests.content.samples import RECORD, STAMP, applied, codes, model, project
from tests.content.validation.test_project import CASES, DOCS, HERO, POSTS, UI

FIXABLE = [
    *("model.title_field.missing", "locale.file_missing", "content.key_order", "content.legacy_list"),
    *("meta.orphan", "meta.missing", "meta.layout", "doc.translation_missing", "doc.meta_missing"),
]


@pytest.mark.parametrize("code", FIXABLE)
def test_a_fixable_issue_is_gone_after_the_fix(code):
    before = project(CASES[code][0])
    assert any(issue.is_fixable for issue in validate_project(before).issues if issue.code == code)
    plan = plan_fix(before, STAMP)
    after = applied(before, plan)
    assert code not in codes(validate_project(after))
    assert not any(issue.is_fixable for issue in validate_project(after).issues)
    assert plan.report.fixed > 0
    assert not plan.is_blocked


def test_a_second_fix_changes_nothing():
    before = project({code: raw for files, _ in CASES.values() for code, raw in files.items()})
    after = applied(before, plan_fix(before, STAMP))
    again = plan_fix(after, STAMP)
    assert again.is_empty
    assert again.report.fixed == 0


def test_the_chosen_title_field_is_told():
    before = project({"models/hero.json": model("hero", "singleton", i18n=False, title_field=None)})
    plan = plan_fix(before, STAMP)
    assert parse_json(plan.writes[".contentrain/models/hero.json"])["title_field"] == "title"
    assert codes(plan.report)[0] == "model.title_field.chosen"


def test_a_missing_record_becomes_an_imported_draft():
    before = project(
        {**POSTS, "content/d/posts/en.json": {"a": {"title": "A"}}, "content/d/posts/tr.json": {}}
    )
    plan = plan_fix(before, STAMP)
    assert parse_json(plan.writes[".contentrain/meta/posts/en.json"]) == {"a": RECORD | {"source": "import"}}


def test_the_last_orphan_record_takes_its_file_along():
    files = {
        **POSTS,
        "content/d/posts/en.json": {},
        "content/d/posts/tr.json": {},
        "meta/posts/en.json": {"ghost": RECORD},
    }
    assert plan_fix(project(files), STAMP).deletes == (".contentrain/meta/posts/en.json",)


def test_stray_metadata_of_a_model_without_languages_is_repaired_only_when_it_is_clear():
    content = {**HERO, "content/d/hero/data.json": {"title": "x"}}
    kept = plan_fix(
        project({**content, "meta/hero/en.json": {"status": "draft"}, "meta/hero/tr.json": {}}), STAMP
    )
    assert (dict(kept.writes), kept.deletes) == ({}, (".contentrain/meta/hero/tr.json",))
    moved = plan_fix(project({**content, "meta/hero/tr.json": {"status": "published"}}), STAMP)
    assert list(moved.writes) == [".contentrain/meta/hero/en.json"]
    assert moved.deletes == (".contentrain/meta/hero/tr.json",)
    unclear = plan_fix(project({**content, "meta/hero/tr.json": {}, "meta/hero/de.json": {}}), STAMP)
    assert unclear.is_empty


def test_no_record_is_invented_while_strays_are_unresolved():
    files = {
        "models/c.json": model("c", "collection", i18n=False),
        "content/d/c/data.json": {"a": {"title": "A"}},
        "meta/c/tr.json": {"a": RECORD},
        "meta/c/de.json": {"a": RECORD},
    }
    assert plan_fix(project(files), STAMP).is_empty


def test_an_unreadable_file_is_never_overwritten():
    assert plan_fix(project({**UI, "content/d/ui/en.json": "{", "content/d/ui/tr.json": {}}), STAMP).is_empty


def test_a_missing_translation_is_an_empty_document():
    plan = plan_fix(project({**DOCS, "content/d/docs/x/en.md": "---\ntitle: x\n---\n"}), STAMP)
    assert plan.writes[".contentrain/content/d/docs/x/tr.md"] == b"---\nslug: x\n---\n"
