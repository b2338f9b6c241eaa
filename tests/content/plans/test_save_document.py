"""Saving documents: nothing is lost, whoever wrote them."""

import pytest

from proofroom.content.format.contentrain_reader import read_as_contentrain
from proofroom.content.format.markdown import read_document
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from tests.content.samples import STAMP, TITLE, applied, codes, model, project

FIELDS = {
    "title": TITLE,
    "featured": {"type": "boolean"},
    "rank": {"type": "integer"},
    "tags": {"type": "array", "items": "string"},
    "seo": {"type": "object", "fields": {"title": {"type": "string"}, "index": {"type": "boolean"}}},
}
MODEL = {"models/docs.json": model("docs", "document", i18n=False, fields=FIELDS)}
PATH = ".contentrain/content/d/docs/hello.md"


def _project(text=None):
    return project(MODEL | ({"content/d/docs/hello.md": text} if text is not None else {}))


def _save(before, data, slug="hello", **more):
    return plan_save(before, "docs", [EntrySave(data, slug, **more)], STAMP)


def test_a_new_document_has_the_official_bytes():
    plan = _save(_project(), {"title": "A: b", "body": "Text"}).checked()
    assert plan.writes[PATH] == b'---\ntitle: "A: b"\nslug: hello\n---\n\nText\n'
    assert plan.writes[".contentrain/meta/docs/hello/en.json"]
    assert plan.results == ({"action": "created", "slug": "hello", "locale": "en"},)


def test_keys_keep_their_place_and_new_ones_come_last():
    before = _project("---\ntitle: Old\nslug: hello\nrank: 5\n---\n\nText\n")
    plan = _save(before, {"featured": True, "title": "New", "rank": None})
    assert plan.writes[PATH] == b'---\ntitle: New\nslug: hello\nfeatured: "true"\n---\n\nText\n'


def test_the_body_is_kept_set_or_cleared():
    before = _project("---\ntitle: T\nslug: hello\n---\n\nText\n")
    assert _save(before, {"rank": 1}).writes[PATH].endswith(b"\n\nText\n")
    assert _save(before, {}, body="New").writes[PATH].endswith(b"---\n\nNew\n")
    cleared = _save(before, {"body": ""})
    assert cleared.writes[PATH] == b"---\ntitle: T\nslug: hello\n---\n"
    assert "body cleared" in cleared.advisories[0]


def test_ten_saves_of_the_body_alone_leave_quotes_booleans_lists_and_objects_unchanged():
    data = {
        "title": 'He said "no" \\ yes',
        "featured": False,
        "rank": -3,
        "tags": ["a: b", '"quoted"', "plain", "007"],
        "seo": {"title": "true", "index": True},
        "undeclared": {"list": [{"x": 1}, {"y": [2]}]},
    }
    now = applied(_project(), _save(_project(), data).checked())
    first = now.read(PATH).partition(b"\n---\n")[0]
    for n in range(10):
        now = applied(now, _save(now, {}, body=f"Body {n}").checked())
        document = now.document(now.model("docs"), "hello", "en")
        assert document.front == {**data, "slug": "hello"}
        assert document.body == f"Body {n}"
    assert now.read(PATH).partition(b"\n---\n")[0] == first


def test_d4_a_text_of_several_lines_is_refused_before_writing():
    plan = _save(_project(), {"title": "one\ntwo"})
    assert "doc.multiline" in codes(plan.report)
    with pytest.raises(InvalidInput, match="several lines"):
        plan.checked()


@pytest.mark.parametrize("value", [[["a", "b"]], [None], {"a": {}, "b": [[]]}, {"a: b": 1}])
def test_a_value_that_would_not_come_back_is_refused(value):
    assert "doc.lossy" in codes(_save(_project(), {"title": "T", "extra": value}).report)


def test_a_value_without_a_declared_type_is_warned_of():
    plan = _save(_project(), {"title": "T", "extra": True})
    assert [issue.severity for issue in plan.report.issues if issue.code == "doc.retyped"] == ["warning"]
    assert not plan.is_blocked


def test_a_document_contentrain_tools_would_misread_is_told():
    plan = _save(_project(), {"title": "T", "seo": {"title": "x"}})
    assert [issue.severity for issue in plan.report.issues if issue.code == "doc.official_misread"] == [
        "notice"
    ]
    assert read_as_contentrain(plan.writes[PATH].decode())[0]["seo"] == []
    assert not plan.is_blocked


def test_d5_the_first_document_of_a_model_is_validated_too():
    plan = _save(_project(), {"rank": "high"})
    assert {"entry.required", "entry.type"} <= set(codes(plan.report))
    assert plan.is_blocked


def test_front_matter_written_by_hand_keeps_its_lines():
    block = "# for the editor\ntitle: 'Old' # short\nnotes: |\n  one\n  two\ntags:\n- a\nslug: hello"
    text = f"---\n{block}\n---\n\nText\n"
    plan = _save(_project(text), {"title": "New"}).checked()
    assert plan.writes[PATH].decode() == text.replace("'Old' # short", "New")
    same = _save(_project(text), {}, body="Other").checked()
    assert same.writes[PATH].decode() == text.replace("\nText\n", "\nOther\n")


def test_a_body_that_opens_with_a_rule_is_kept_whole():
    body = "---\n\nIntro\n\n---\n\nText"
    plan = _save(_project(), {"title": "T", "body": body}).checked()
    assert read_document(plan.writes[PATH], {}).body == body
    assert read_as_contentrain(plan.writes[PATH].decode())[1] == body


def test_front_matter_inside_a_body_is_merged_without_loss():
    plain = _save(_project(), {"title": "T", "body": "---\nextra: 1\ntitle: X\n---\nText"}).checked()
    assert plain.writes[PATH] == b"---\ntitle: T\nslug: hello\nextra: 1\n---\nText\n"
    lists = _save(
        _project(), {"title": "T", "tags": ["mine"], "body": "---\ntags:\n  - theirs\nn: 1\n---\nText"}
    )
    document = applied(_project(), lists).document(_project().model("docs"), "hello", "en")
    assert (document.front["tags"], document.front["n"], document.body) == (["mine"], 1, "Text")


def test_slugs_are_lower_case_and_agree_with_the_data():
    assert PATH in _save(_project(), {"title": "T"}, slug="Hello").writes
    assert PATH in _save(_project(), {"title": "T", "slug": "hello"}, slug=None).writes
    for slug, data in (("a b", {}), (None, {}), ("hello", {"slug": "other"}), ("", {})):
        with pytest.raises(InvalidInput):
            _save(_project(), {"title": "T", **data}, slug=slug)
    with pytest.raises(InvalidInput, match="body"):
        _save(_project(), {"title": "T", "body": 5})


def test_objects_in_front_matter_merge_member_by_member():
    before = _project('---\ntitle: T\nslug: hello\nseo:\n  title: S\n  index: "true"\n---\n')
    after = applied(before, _save(before, {"seo": {"index": False}}).checked())
    assert after.document(after.model("docs"), "hello", "en").front["seo"] == {"title": "S", "index": False}


def test_every_language_has_a_document_and_a_record_of_its_own():
    before = project({"models/docs.json": model("docs", "document")})
    plan = plan_save(before, "docs", [EntrySave({"title": t}, "x", t) for t in ("en", "tr")], STAMP).checked()
    assert sorted(plan.writes) == [
        ".contentrain/content/d/docs/x/en.md",
        ".contentrain/content/d/docs/x/tr.md",
        ".contentrain/meta/docs/x/en.json",
        ".contentrain/meta/docs/x/tr.json",
    ]


def test_a_document_may_not_take_what_is_unique_from_another():
    fields = {"title": {"type": "string", "required": True, "unique": True}}
    files = {
        "models/docs.json": model("docs", "document", i18n=False, fields=fields),
        "content/d/docs/hello.md": "---\ntitle: Same\nslug: hello\n---\n",
        "content/d/docs/other.md": "---\ntitle: Same too\nslug: other\n---\n",
    }
    taken = _save(project(files), {"title": "Same"}, "new")
    assert [(issue.code, issue.slug) for issue in taken.report.issues if issue.severity == "error"] == [
        ("entry.unique", "new")
    ]
    assert _save(project(files), {"title": "Same", "rank": 1}).report.is_valid, "its own is its own"


def test_a_block_that_is_no_toml_is_not_written_over():
    before = _project("+++\ntitle = \n+++\n\nText.\n")
    with pytest.raises(InvalidStatus, match="TOML"):
        _save(before, {"title": "New"})


def test_comments_between_keys_stay_where_they_are():
    before = _project("---\ntitle: Old\n# how high it stands\nrank: 5\nslug: hello\n---\n\nText\n")
    plan = _save(before, {"title": "New"})
    assert plan.writes[PATH] == (
        b"---\ntitle: New\n# how high it stands\nrank: 5\nslug: hello\n---\n\nText\n"
    )
