"""Saving models: merging definitions, guarding content, moving files along."""

import pytest

from proofroom.content.plans.model import plan_save_model
from proofroom.kernel.errors import Conflict, InvalidInput
from proofroom.repository.json.text import parse_json
from tests.content.samples import TITLE, applied, codes, model, project

FAQ = model("faq", "collection", fields={"title": TITLE, "old": {"type": "string", "max": 5}}, custom="kept")
FILES = {
    "models/faq.json": FAQ,
    "content/d/faq/en.json": {"a": {"title": "A", "old": "x"}},
    "content/d/faq/tr.json": {},
}


def _raw(plan, path="models/faq.json"):
    return parse_json(plan.writes[f".contentrain/{path}"])


def test_a_new_model_is_completed_and_written_in_official_order():
    plan = plan_save_model(
        project({}),
        {"id": "team", "name": "Team", "kind": "collection", "domain": "d", "fields": {"name": TITLE}},
    ).checked()
    assert list(_raw(plan, "models/team.json")) == [
        "id",
        "name",
        "kind",
        "domain",
        "i18n",
        "title_field",
        "fields",
    ]
    assert _raw(plan, "models/team.json")["title_field"] == "name"
    assert plan.results == ({"action": "created", "id": "team"},)
    assert plan.affected.snapshot_changed


def test_merging_keeps_fields_and_keys_that_are_not_named():
    change = {"id": "faq", "name": "Questions", "fields": {"old": {"max": 9}, "new": {"type": "url"}}}
    assert _raw(plan_save_model(project(FILES), change).checked()) == FAQ | {
        "name": "Questions",
        "fields": {"title": TITLE, "old": {"type": "string", "max": 9}, "new": {"type": "url"}},
    }


def test_replacing_writes_the_definition_as_given():
    given = model("faq", "collection", fields={"title": TITLE, "old": {"type": "string"}})
    assert _raw(plan_save_model(project(FILES), given, mode="replace").checked()) == given


@pytest.mark.parametrize(
    "options",
    [
        {"definition": {"id": "faq"}, "remove_fields": ["old"]},
        {"definition": {"id": "faq", "fields": {"old": {"type": "number"}}}},
        {"definition": {"id": "faq", "i18n": False}},
        {"definition": {"id": "faq", "kind": "document"}},
    ],
)
def test_a_change_that_breaks_content_needs_to_be_allowed(options):
    definition = options.pop("definition")
    with pytest.raises(Conflict, match="1 entries that this change would break"):
        plan_save_model(project(FILES), definition, **options)
    assert plan_save_model(project(FILES), definition, allow_breaking=True, **options).writes
    empty = FILES | {"content/d/faq/en.json": {}}
    assert plan_save_model(project(empty), definition, **options).writes


def test_a_wrong_definition_blocks():
    plan = plan_save_model(project(FILES), {"id": "faq", "fields": {"s": {"type": "select"}}})
    assert codes(plan.report) == ["model.field.options"]
    with pytest.raises(InvalidInput):
        plan.checked()
    with pytest.raises(InvalidInput, match="id"):
        plan_save_model(project(FILES), {"name": "x"})


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"domain": "e"}, ".contentrain/content/e/faq/en.json"),
        ({"content_path": "src/faq"}, "src/faq/en.json"),
        ({"locale_strategy": "suffix"}, ".contentrain/content/d/faq/faq.en.json"),
        ({"locale_strategy": "directory"}, ".contentrain/content/d/faq/en/faq.json"),
    ],
)
def test_content_moves_along(change, path):
    before = project(FILES, domains=["d", "e"])
    plan = plan_save_model(before, {"id": "faq", **change}).checked()
    after = applied(before, plan)
    assert after.tree.read(path)
    assert {entry.id for entry in after.entries(after.model("faq"), "en")} == {"a"}
    assert ".contentrain/content/d/faq/en.json" in plan.deletes
    assert plan.advisories == ("2 content file(s) move along.",)


def test_documents_move_along_too():
    before = project(
        {"models/docs.json": model("docs", "document"), "content/d/docs/x/en.md": "---\ntitle: x\n---\n"}
    )
    after = applied(before, plan_save_model(before, {"id": "docs", "locale_strategy": "suffix"}).checked())
    assert list(after.tree.list(".contentrain/content")) == [".contentrain/content/d/docs/x.en.md"]


def test_content_is_not_moved_over_other_content():
    files = FILES | {"content/e/faq/en.json": {"other": {}}}
    with pytest.raises(Conflict, match="there is a file already"):
        plan_save_model(project(files, domains=["d", "e"]), {"id": "faq", "domain": "e"})


def test_a_model_can_lose_its_languages_when_allowed():
    before = project(FILES)
    plan = plan_save_model(before, {"id": "faq", "i18n": False}, allow_breaking=True).checked()
    after = applied(before, plan)
    assert {entry.id for entry in after.entries(after.model("faq"), "en")} == {"a"}
    assert "stays where it is" in plan.advisories[-1]
