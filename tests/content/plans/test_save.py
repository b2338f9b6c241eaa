"""Saving entries: official bytes, merging, validation of the result."""

from typing import Any, cast

import pytest

from proofroom.content.format.collection import CollectionFile
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, Stamp
from proofroom.kernel.errors import InvalidInput, InvalidStatus, NotFound
from proofroom.repository.json.text import parse_json, render_json
from tests.content.samples import NOON, RECORD, SECRET, STAMP, TITLE, applied, codes, model, project
from tests.pace import hold_within

FILES = {
    "models/faq.json": model(
        *("faq", "collection"),
        fields={
            "title": TITLE,
            "n": {"type": "number"},
            "seo": {"type": "object", "fields": {"a": {"type": "string"}, "b": {"type": "string"}}},
            "key": {"type": "string", "unique": True},
            "next": {"type": "relation", "model": "faq"},
        },
    ),
    "models/hero.json": model(
        "hero", "singleton", i18n=False, fields={"title": TITLE, "n": {"type": "number"}}
    ),
    "models/ui.json": model("ui", "dictionary"),
    "content/d/faq/en.json": render_json({"aa": {"title": "A", "n": 1, "seo": {"a": "x"}, "key": "k"}}),
    "meta/faq/en.json": render_json({"aa": {"status": "published", "custom": 1}}),
    "content/d/hero/data.json": render_json({"title": "H", "n": 1}),
    "content/d/ui/en.json": render_json({"a": "A", "b": "B"}),
    "models/odd.json": model("odd", "pyramid"),
    "vocabulary.json": {"version": 1, "terms": {"save": {"en": "Save"}}},
}


def _save(model_id, *saves, before=None, **options):
    return plan_save(before or project(FILES), model_id, saves, STAMP, **options)


def _json(plan, path):
    return parse_json(plan.writes[f".contentrain/{path}"])


def test_a_new_entry_gets_the_official_bytes_and_a_draft_record():
    plan = _save("faq", EntrySave({"title": "B", "gone": None}, "bb"), mode="replace").checked()
    assert plan.writes[".contentrain/content/d/faq/en.json"] == render_json(
        {"aa": {"title": "A", "n": 1, "seo": {"a": "x"}, "key": "k"}, "bb": {"title": "B"}}
    )
    assert _json(plan, "meta/faq/en.json") == {"aa": {"status": "published", "custom": 1}, "bb": RECORD}
    assert plan.results == ({"action": "created", "id": "bb", "locale": "en"},)
    assert (plan.affected.models, plan.affected.locales, plan.touched) == (["faq"], ["en"], ("bb",))


def test_an_entry_without_an_id_gets_one():
    plan = _save("faq", EntrySave({"title": "B"}), new_id=lambda: "0123456789ab")
    assert "0123456789ab" in _json(plan, "content/d/faq/en.json")


def test_d8_agents_merge_fields_and_the_mcp_tools_replace_records():
    change = EntrySave({"n": None, "seo": {"b": "y"}}, "aa")
    assert _json(_save("faq", change), "content/d/faq/en.json")["aa"] == {
        "key": "k",
        "seo": {"a": "x", "b": "y"},
        "title": "A",
    }
    replaced = _save("faq", change, mode="replace")
    assert _json(replaced, "content/d/faq/en.json")["aa"] == {"seo": {"b": "y"}}
    assert codes(replaced.report) == ["entry.required"]


def test_a_saved_entry_keeps_its_status_unless_one_is_forced():
    kept = _save("faq", EntrySave({"n": 2}, "aa"))
    assert _json(kept, "meta/faq/en.json")["aa"] == RECORD | {"status": "published", "custom": 1}
    forced = plan_save(
        project(FILES), "faq", [EntrySave({"title": "N"}, "nn")], Stamp("me@x", NOON, "human", "published")
    )
    assert _json(forced, "meta/faq/en.json")["nn"] == RECORD | {
        "status": "published",
        "source": "human",
        "updated_by": "me@x",
    }


def test_several_entries_and_locales_are_one_plan():
    plan = _save(
        "faq",
        EntrySave({"title": "1"}, "b1", "en"),
        EntrySave({"title": "2"}, "b2", "en"),
        EntrySave({"n": 5}, "b1", "en"),
        EntrySave({"title": "T"}, "b1", "tr"),
    ).checked()
    assert list(_json(plan, "content/d/faq/en.json")) == ["aa", "b1", "b2"]
    assert _json(plan, "content/d/faq/en.json")["b1"] == {"n": 5, "title": "1"}
    assert _json(plan, "content/d/faq/tr.json") == {"b1": {"title": "T"}}
    assert (plan.affected.locales, plan.touched) == (["en", "tr"], ("b1", "b2"))


def test_only_the_saved_entries_are_judged():
    files = FILES | {"content/d/faq/en.json": render_json({"aa": {"n": "wrong"}, "zz": {}})}
    assert not _save("faq", EntrySave({"title": "N"}, "nn"), before=project(files)).is_blocked


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"title": ""}, "entry.required"),
        ({"title": "x", "n": "y"}, "entry.type"),
        ({"title": "x", "key": "k"}, "entry.unique"),
        ({"title": "x", "next": "gone"}, "relation.broken"),
        ({"title": SECRET}, "entry.secret"),
        ({"title": "x", "extra": SECRET}, "secret.undeclared"),
    ],
)
def test_an_error_blocks_the_plan(data, code):
    plan = _save("faq", EntrySave(data, "nn"))
    assert codes(plan.report) == [code]
    with pytest.raises(InvalidInput, match="nothing was written") as caught:
        plan.checked()
    assert caught.value.context["issues"][0]["code"] == code


def test_entries_saved_together_may_point_at_each_other():
    assert not _save(
        "faq", EntrySave({"title": "1", "next": "b2"}, "b1"), EntrySave({"title": "2"}, "b2")
    ).is_blocked


@pytest.mark.parametrize(
    ("model_id", "save", "error"),
    [
        ("nope", EntrySave({}), NotFound),
        ("faq", EntrySave({"title": "x"}, "bad id"), InvalidInput),
        ("faq", EntrySave({"title": "x"}, locale="xx"), InvalidInput),
        ("faq", EntrySave(cast("Any", []), "x"), InvalidInput),
        ("ui", EntrySave({"a": 5}), InvalidInput),
        ("odd", EntrySave({"title": "x"}), InvalidStatus),
    ],
)
def test_what_cannot_be_saved_is_refused(model_id, save, error):
    with pytest.raises(error):
        _save(model_id, save)
    with pytest.raises(InvalidInput):
        plan_save(project(FILES), "faq", [], STAMP)


def test_a_file_that_cannot_be_read_is_not_overwritten():
    for path, model_id in (
        ("content/d/faq/en.json", "faq"),
        ("meta/faq/en.json", "faq"),
        ("content/d/ui/en.json", "ui"),
    ):
        with pytest.raises(InvalidStatus, match="cannot be read"):
            _save(model_id, EntrySave({"title": "x"}), before=project(FILES | {path: "{"}))


def test_a_singleton_is_merged_or_replaced():
    merged = _save("hero", EntrySave({"title": "New"}))
    assert _json(merged, "content/d/hero/data.json") == {"n": 1, "title": "New"}
    assert _json(merged, "meta/hero/en.json") == RECORD
    replaced = _save("hero", EntrySave({"title": "New"}), mode="replace")
    assert _json(replaced, "content/d/hero/data.json") == {"title": "New"}
    assert replaced.touched == ("en",)


def test_dictionary_keys_are_added_changed_and_taken_out():
    plan = _save("ui", EntrySave({"a": "A2", "b": None, "c": "A", "d": "Save"}))
    assert _json(plan, "content/d/ui/en.json") == {"a": "A2", "c": "A", "d": "Save"}
    assert plan.advisories == (
        'Dictionary "ui" (en): replaced 2 existing value(s) — "a": "A" → "A2", "b": "B" → "null".',
        'Value "A" already exists as key "a". Consider reusing instead of creating "c".',
        'Value "Save" matches a vocabulary term. Use the canonical form for consistency.',
    )


def test_a_schedule_is_kept_cleared_and_checked():
    plan = _save("faq", EntrySave({}, "aa", schedule={"publish_at": "2030-01-01", "expire_at": "2031-01-01"}))
    record = _json(plan, "meta/faq/en.json")["aa"]
    assert (record["publish_at"], record["expire_at"]) == ("2030-01-01", "2031-01-01")
    cleared = _save(
        "faq", EntrySave({}, "aa", schedule={"publish_at": None}), before=applied(project(FILES), plan)
    )
    assert "publish_at" not in _json(cleared, "meta/faq/en.json")["aa"]
    wrong = _save(
        "faq", EntrySave({}, "aa", schedule={"publish_at": "2030-01-01", "expire_at": "2029-01-01"})
    )
    assert codes(wrong.report) == ["meta.schedule"]
    loose = _save("faq", EntrySave({}, "aa", schedule={"publish_at": "March 7, 2030"}))
    assert codes(loose.report) == ["meta.schedule"], "delivery could not read it, and would not wait"


def test_saving_the_same_again_writes_nothing_and_says_so():
    plan = _save("faq", EntrySave({"n": 1}, "aa"))
    assert list(plan.writes) == []
    assert [result["action"] for result in plan.results] == ["unchanged"]


def test_a_project_below_a_folder_is_written_there():
    plan = _save("faq", EntrySave({"title": "B"}, "bb"), before=project(FILES, root="apps/web"))
    assert list(plan.writes) == [
        "apps/web/.contentrain/content/d/faq/en.json",
        "apps/web/.contentrain/meta/faq/en.json",
    ]
    assert set(plan.parsed) == set(plan.writes)


def test_the_list_of_older_tools_becomes_a_map_with_the_next_save():
    files = FILES | {"content/d/faq/en.json": [{"id": "aa", "title": "A"}], "meta/faq/en.json": {}}
    plan = _save("faq", EntrySave({"title": "B"}, "bb"), before=project(files))
    assert _json(plan, "content/d/faq/en.json") == {"aa": {"title": "A"}, "bb": {"title": "B"}}


def test_a_save_among_ten_thousand_entries_costs_a_fraction_of_rewriting_them():
    entries = {
        f"e{n:011d}": {"title": f"Entry {n}", "key": str(n), "seo": {"a": "some words " * 30}}
        for n in range(10_000)
    }
    files = FILES | {
        "content/d/faq/en.json": render_json(entries),
        "meta/faq/en.json": render_json(dict.fromkeys(entries, RECORD)),
    }
    before = project(files)
    _save("faq", EntrySave({"n": 1}, "e00000000001"), before=before).checked()
    plan = _save("faq", EntrySave({"n": 2}, "e00000005000"), before=before).checked()
    entries["e00000005000"]["n"] = 2
    assert plan.writes[".contentrain/content/d/faq/en.json"] == render_json(entries)

    def save(number: int) -> None:
        _save("faq", EntrySave({"n": number}, "e00000005000"), before=before).checked()

    hold_within(100, save)


def test_many_entries_are_put_into_their_file_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[int] = []
    put_in = CollectionFile.with_changes

    def count(self, changes):
        written.append(len(changes))
        return put_in(self, changes)

    monkeypatch.setattr(CollectionFile, "with_changes", count)
    saves = [EntrySave({"title": f"T{n}", "key": str(n)}, f"e{n:011d}") for n in range(300)]
    plan = _save("faq", *saves, EntrySave({"n": 7}, "e00000000001")).checked()
    assert written == [300, 300], "once for the words, once for the records of them"
    after = parse_json(plan.writes[".contentrain/content/d/faq/en.json"])
    assert (len(after), after["e00000000001"]) == (301, {"key": "1", "n": 7, "title": "T1"})
