"""The difference of two trees as hunks."""

import json

import pytest

from proofroom.content.merge.content_format import ContentFormat
from proofroom.repository.git.tree import write_files
from proofroom.repository.json.text import render_json
from proofroom.repository.merge import hunks
from tests.content.merge.conftest import (
    CONTENT,
    FAQ,
    FAQ_META,
    HERO,
    MODELS,
    POST,
    POST_META,
    PROSE,
    TERMS,
    edited,
    make_tree,
    model,
)
from tests.content.merge.formatted import diff


@pytest.fixture
def compare(repo):
    """Return a function that lists the hunks of a change to the project."""
    old = make_tree(repo, CONTENT)

    def run(changed, deleted=()):
        return diff(repo, old, write_files(repo, old, changed, deleted))

    return run


def _short(hunks):
    return [(hunk.type, hunk.key, ".".join(hunk.path), hunk.op, hunk.old, hunk.new) for hunk in hunks]


def test_each_changed_field_is_a_hunk(compare):
    found = compare(
        {FAQ: edited(CONTENT[FAQ], a1={"question": "Is it?", "tags": ["x", "y"]}, c3={"note": "n"})}
    )
    assert _short(found) == [
        ("entry", "a1", "question", "change", "Is it free?", "Is it?"),
        ("entry", "a1", "tags", "change", ["x"], ["x", "y"]),
        ("entry", "c3", "note", "add", None, "n"),
    ]
    assert {(hunk.area, hunk.locale, hunk.file) for hunk in found} == {("faq", "en", FAQ)}


def test_members_of_objects_are_separate(compare):
    found = compare({FAQ: edited(CONTENT[FAQ], a1={"seo": {"title": "Gratis", "text": "t"}})})
    assert [(hunk.path, hunk.op) for hunk in found] == [
        (("seo", "text"), "add"),
        (("seo", "title"), "change"),
    ]


def test_an_entry_that_comes_or_goes_is_one_hunk_and_brings_its_metadata(compare):
    meta = json.loads(CONTENT[FAQ_META])
    meta["d4"] = {"status": "draft"}
    del meta["b2"]
    found = compare(
        {
            FAQ: edited(CONTENT[FAQ], d4={"question": "New?", "answer": "Yes."}, b2=None),
            FAQ_META: render_json(meta),
        }
    )
    assert [(hunk.key, hunk.path, hunk.op) for hunk in found] == [("b2", (), "remove"), ("d4", (), "add")]
    assert found[0].old["answer"] == "Yes."
    assert found[1].new == {"answer": "Yes.", "question": "New?"}


def test_long_texts_change_sentence_by_sentence(compare):
    text = PROSE.replace("come in May", "arrive in May").replace("- no doors\n", "- no doors\n- no noise\n")
    found = compare({FAQ: edited(CONTENT[FAQ], a1={"answer": text})})
    assert _short(found) == [
        ("entry", "a1", "answer", "change", "Swifts come in May.", "Swifts arrive in May."),
        ("entry", "a1", "answer", "add", None, "- no noise"),
    ]
    assert all(hunk.is_prose for hunk in found)


def test_front_matter_and_body_of_a_document(compare):
    text = CONTENT[POST].decode().replace("quoted", "new").replace("It must be five", "It must be six")
    found = compare({POST: text.encode()})
    assert _short(found) == [
        ("document", "swifts", "title", "change", 'A "quoted" title', 'A "new" title'),
        ("document", "swifts", "body", "change", "It must be five metres up.", "It must be six metres up."),
    ]


def test_a_document_that_comes_or_goes_is_one_hunk(compare):
    other = POST.replace("swifts", "storks")
    (gone,) = compare({}, [POST, POST_META])
    assert (gone.key, gone.op, gone.old["title"], gone.old["live"]) == (
        "swifts",
        "remove",
        'A "quoted" title',
        True,
    )
    (new,) = compare(
        {other: b"---\ntitle: Storks\n---\n\nText.\n", POST_META.replace("swifts", "storks"): b"{}\n"}
    )
    assert (new.key, new.op, new.new) == ("storks", "add", {"title": "Storks", "body": "Text."})


def test_dictionaries_singletons_and_settings(compare):
    found = compare(
        {
            TERMS: render_json({"save": "Keep", "redo": "Redo"}),
            HERO: render_json({"title": "Hi", "note": "old"}),
            ".contentrain/vocabulary.json": render_json({"version": 1, "terms": {"bird": {"en": "bird"}}}),
            ".contentrain/config.json": MODELS[".contentrain/config.json"].replace(b'"tr"', b'"de"'),
        }
    )
    assert _short(found) == [
        ("config", None, "locales.supported", "change", ["en", "tr"], ["en", "de"]),
        ("singleton", None, "title", "change", "Hello", "Hi"),
        ("dictionary", None, "redo", "add", None, "Redo"),
        ("dictionary", None, "save", "change", "Save", "Keep"),
        ("dictionary", None, "undo", "remove", "Undo", None),
        ("vocabulary", None, "terms", "add", None, {"bird": {"en": "bird"}}),
        ("vocabulary", None, "version", "add", None, 1),
    ]


def test_a_model_changes_field_by_field(compare):
    changed = model("hero", "singleton", title={"type": "string", "required": True}, body={"type": "text"})
    found = compare({".contentrain/models/hero.json": changed})
    assert [(hunk.area, hunk.path, hunk.op) for hunk in found] == [
        ("hero", ("fields", "body"), "add"),
        ("hero", ("fields", "title"), "change"),
    ]


def test_visibility_is_reviewed_and_other_metadata_is_not(compare):
    meta = json.loads(CONTENT[FAQ_META])
    meta["a1"] |= {"status": "published", "publish_at": "2026-02-01T00:00:00.000Z", "updated_by": "x"}
    meta["b2"] |= {"updated_at": "2027-01-01T00:00:00.000Z", "updated_by": "x"}
    record = json.loads(CONTENT[POST_META]) | {"status": "archived"}
    found = compare({FAQ_META: render_json(meta), POST_META: render_json(record)})
    assert _short(found) == [
        ("status", "a1", "status", "change", "draft", "published"),
        ("status", "a1", "publish_at", "add", None, "2026-02-01T00:00:00.000Z"),
        ("status", "swifts", "status", "change", "draft", "archived"),
    ]


def test_the_context_file_is_never_shown(compare):
    assert compare({".contentrain/context.json": b"{}\n"}) == []


def test_a_file_whose_spelling_alone_changed_is_shown(compare):
    (found,) = compare({FAQ: json.dumps(json.loads(CONTENT[FAQ])).encode()})
    assert (found.op, found.type, found.file) == ("format", "file", FAQ)


def test_other_files_are_shown_whole(compare):
    found = compare({"README.md": b"# Hi\n", "logo.png": b"\xff\xd8\0", FAQ: b"not json"})
    assert [(hunk.file, hunk.type, hunk.op) for hunk in found] == [
        (FAQ, "file", "change"),
        ("README.md", "file", "add"),
        ("logo.png", "file", "add"),
    ]
    assert found[1].new == "# Hi\n"
    assert found[2].new["bytes"] == 3


def test_ids_stay_the_same_while_other_things_change(compare):
    (alone,) = compare({FAQ: edited(CONTENT[FAQ], a1={"question": "Is it?"})})
    among = compare(
        {FAQ: edited(CONTENT[FAQ], a1={"question": "Is it?", "tags": []}, b2=None), TERMS: b"{}\n"}
    )
    assert alone.id in {hunk.id for hunk in among}
    (other,) = compare({FAQ: edited(CONTENT[FAQ], a1={"question": "Was it?"})})
    assert other.id != alone.id


def test_a_sentence_keeps_its_id_when_the_text_around_it_moves(compare):
    first = PROSE.replace("come in May", "arrive in May")
    (alone,) = compare({FAQ: edited(CONTENT[FAQ], a1={"answer": first})})
    both = compare({FAQ: edited(CONTENT[FAQ], a1={"answer": "A new beginning.\n\n" + first})})
    assert [hunk.id for hunk in both].index(alone.id) == 1


def test_equal_changes_have_different_ids(compare):
    text = PROSE + "\nAgain.\n\n- x\n\nAgain.\n"
    found = compare({FAQ: edited(CONTENT[FAQ], a1={"answer": text})})
    assert len({hunk.id for hunk in found}) == len(found)


def test_an_entry_requires_its_new_model_field_locale_and_targets(compare):
    news = model(
        "news", "collection", title={"type": "string"}, about={"type": "relation", "model": ["faq", "post"]}
    )
    faq = model(
        "faq",
        "collection",
        **json.loads(MODELS[".contentrain/models/faq.json"])["fields"],
        topic={"type": "string"},
    )
    config = MODELS[".contentrain/config.json"].replace(b'"tr"', b'"tr",\n      "de"')
    found = compare(
        {
            ".contentrain/config.json": config,
            ".contentrain/models/news.json": news,
            ".contentrain/models/faq.json": faq,
            ".contentrain/content/site/news/en.json": render_json(
                {"n1": {"about": {"model": "faq", "ref": "d4"}}}
            ),
            FAQ: edited(CONTENT[FAQ], d4={"question": "New?"}, c3={"topic": "k", "related": ["d4", "a1"]}),
            FAQ.replace("/en.json", "/de.json"): render_json({"a1": {"question": "Frei?"}}),
        }
    )
    by_place = {(hunk.area, hunk.key, hunk.path, hunk.locale): hunk for hunk in found}
    new_model = by_place["news", None, (), None].id
    new_field = by_place["faq", None, ("fields", "topic"), None].id
    new_locale = next(hunk.id for hunk in found if hunk.type == "config")
    new_entry = by_place["faq", "d4", (), "en"].id
    assert by_place["news", "n1", (), "en"].requires == (new_model, new_entry)
    assert by_place["faq", "c3", ("topic",), "en"].requires == (new_field,)
    assert by_place["faq", "c3", ("related",), "en"].requires == (new_entry,)
    assert by_place["faq", "a1", (), "de"].requires == (new_locale,)
    assert by_place["faq", "d4", (), "en"].requires == ()


def test_removing_requires_that_nothing_points_there(compare):
    found = compare({FAQ: edited(CONTENT[FAQ], a1=None, b2={"related": None})})
    by_entry = {hunk.key: hunk for hunk in found}
    assert by_entry["a1"].requires == (by_entry["b2"].id,)
    gone = compare({}, [".contentrain/models/post.json", POST, POST_META])
    by_kind = {hunk.type: hunk for hunk in gone}
    assert by_kind["model"].requires == (by_kind["document"].id,)


def test_a_project_below_a_folder_is_found(repo):
    files = {f"web/{path}": data for path, data in (MODELS | CONTENT).items()}
    old = write_files(repo, None, files)
    new = write_files(repo, old, {f"web/{FAQ}": edited(CONTENT[FAQ], c3=None)})
    (found,) = hunks.diff(repo, old, new, formats=(ContentFormat(root="/web/"),))
    assert (found.area, found.key, found.op, found.file) == ("faq", "c3", "remove", f"web/{FAQ}")
