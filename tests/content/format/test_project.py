"""Reading a project from a dictionary, a folder or a tree with content ids."""

import pytest

from proofroom.content.format import paths
from proofroom.content.format.context_file import Operation, render_context
from proofroom.content.format.project import Project
from proofroom.content.format.tree import OverlayTree
from proofroom.kernel.errors import InvalidStatus, NotFound
from proofroom.repository.json.text import parse_json, render_json
from tests.content.memory_tree import MemoryTree
from tests.content.samples import NOON, model, project

FILES = {
    "models/posts.json": model("posts", "collection"),
    "models/hero.json": model("hero", "singleton", i18n=False),
    "models/ui.json": model("ui", "dictionary"),
    "models/docs.json": model(
        "docs", "document", fields={"title": {"type": "string"}, "ok": {"type": "boolean"}}
    ),
    "models/broken.json": "{",
    "models/deep/ignored.json": {"id": "ignored"},
    "content/d/posts/en.json": {"b": {"title": "B"}, "a": {"title": "A"}},
    "content/d/hero/data.json": {"title": "H"},
    "content/d/ui/tr.json": {"ok": "Tamam"},
    "content/d/docs/hello/en.md": '---\ntitle: Hi\nok: "true"\n---\n\nBody\n',
    "content/d/docs/hello/de.md": "unsupported locale",
    "meta/posts/en.json": {"a": {"status": "published"}},
    "meta/hero/en.json": {"status": "draft"},
    "meta/docs/hello/en.json": {"status": "archived"},
    "vocabulary.json": {"version": 1, "terms": {"save": {"en": "Save"}}},
}


def test_models_are_listed_by_id_and_broken_ones_are_skipped():
    assert list(project(FILES).models) == ["docs", "hero", "posts", "ui"]


def test_entries_of_every_kind_are_read_the_same_way():
    read = project(FILES)
    found = {
        (entry.model, entry.locale, entry.id): (entry.data, entry.body)
        for one in read.models.values()
        for locale in read.locales(one)
        for entry in read.entries(one, locale)
    }
    assert found == {
        ("docs", "en", "hello"): ({"title": "Hi", "ok": True}, "Body"),
        ("hero", "en", ""): ({"title": "H"}, None),
        ("posts", "en", "b"): ({"title": "B"}, None),
        ("posts", "en", "a"): ({"title": "A"}, None),
        ("ui", "tr", ""): ({"ok": "Tamam"}, None),
    }
    for (model_id, locale, entry_id), (data, _) in found.items():
        assert read.entry(read.model(model_id), entry_id, locale).data == data


def test_metadata_is_found_beside_every_kind():
    read = project(FILES)
    found = [
        read.meta(read.model(name), entry, "en")
        for name, entry in (("posts", "a"), ("hero", ""), ("docs", "hello"))
    ]
    assert [meta.status for meta in found] == ["published", "draft", "archived"]
    assert read.meta(read.model("posts"), "b", "en") is None


def test_what_is_not_there_is_none():
    read = project(FILES)
    assert read.entry(read.model("posts"), "zz", "en") is None
    assert read.entry(read.model("docs"), "zz", "en") is None
    assert read.entry(read.model("ui"), "", "en") is None
    assert list(read.entries(read.model("posts"), "tr")) == []
    with pytest.raises(NotFound, match="no content model"):
        read.model("nope")


def test_a_project_without_configuration_says_so():
    read = Project(MemoryTree({}))
    assert read.config is None
    with pytest.raises(InvalidStatus, match="not initialised"):
        _ = read.ready_config


def test_a_project_below_a_folder_reads_the_same():
    read = project(FILES, root="apps/web")
    assert list(read.models) == ["docs", "hero", "posts", "ui"]
    assert read.read(".contentrain/config.json")
    assert read.document(read.model("docs"), "hello", "en").body == "Body"
    assert read.vocabulary.terms == {"save": {"en": "Save"}}


class _Counting(MemoryTree):
    """A tree with content ids that counts reads."""

    def __init__(self, files):
        super().__init__(files)
        self.reads = []

    def read(self, path):
        self.reads.append(path)
        return super().read(path)

    def oid(self, path):
        return str(hash(self.files[path])) if path in self.files else None

    def files_with_oids(self, prefix):
        return ((path, self.oid(path)) for path in self.list(prefix))


def test_an_unchanged_file_is_parsed_once_over_many_trees():
    files = dict(project(FILES).tree.files)
    cache = {}
    first = Project(_Counting(files), cache=cache)
    first.collection(first.model("posts"), "en")
    files[".contentrain/content/d/hero/data.json"] = b'{"title": "New"}'
    tree = _Counting(files)
    second = Project(tree, cache=cache)
    assert second.collection(second.model("posts"), "en") is first.collection(first.model("posts"), "en")
    assert second.record(second.model("hero"), "en") == {"title": "New"}
    assert tree.reads == [".contentrain/models/broken.json", ".contentrain/content/d/hero/data.json"]


def test_a_part_of_many_documents_is_read_again_only_where_a_file_changed():
    files = dict(project(FILES).tree.files)
    docs = project(FILES).model("docs")
    for number in range(50):
        files[paths.document_path(docs, f"page-{number}", "en")] = b"---\ntitle: Page %d\n---\nText" % number
    cache = {}

    def titles(read):
        return dict(read.document_fronts(docs, "en", "title", lambda front: front.get("title")))

    first = titles(Project(_Counting(files), cache=cache))
    assert first["page-7"] == "Page 7"
    assert len(first) == 51
    changed = paths.document_path(docs, "page-7", "en")
    files[changed] = b"---\ntitle: Another\n---\nText"
    tree = _Counting(files)
    assert titles(Project(tree, cache=cache)) == first | {"page-7": "Another"}
    assert [path for path in tree.reads if path.endswith(".md")] == [changed]
    later = Project(tree, cache=cache).with_changes({changed: b"---\ntitle: Third\n---\n"})
    assert titles(later) == first | {"page-7": "Third"}
    gone = Project(tree, cache=cache).with_changes({}, deletes=[changed])
    assert "page-7" not in titles(gone)


def test_an_overlay_shows_the_tree_as_it_will_be():
    under = _Counting({"a/x": b"1", "a/y": b"2", "b/z": b"3"})
    tree = OverlayTree(under, {"a/x": b"9", "a/n": b"0"}, ["a/y"])
    assert list(tree.list("a")) == ["a/n", "a/x"]
    assert [tree.read(path) for path in ("a/x", "a/y", "b/z")] == [b"9", None, b"3"]
    assert [tree.oid(path) is None for path in ("a/x", "a/y", "b/z")] == [True, True, False]
    assert list(OverlayTree(MemoryTree(), {"a": b""}).list("")) == ["a"]


def test_a_changed_project_keeps_what_was_parsed():
    read = project(FILES)
    posts = read.collection(read.model("posts"), "en")
    after = read.with_changes({".contentrain/content/d/hero/data.json": render_json({"title": "X"})}, [])
    assert after.record(after.model("hero"), "en") == {"title": "X"}
    assert after.collection(after.model("posts"), "en") is posts
    assert read.record(read.model("hero"), "en") == {"title": "H"}


def test_documents_are_found_without_listing_them():
    read = project(FILES)
    assert read.has_document(read.model("docs"), "hello")
    assert not read.has_document(read.model("docs"), "nope")
    assert list(read.documents(read.model("docs"))) == ["hello"]
    assert read.has_document(read.model("docs"), "hello")


def test_the_context_file_counts_and_names_the_last_operation():
    operation = Operation("contentrain_content_save", "posts", entries=["a"])
    assert parse_json(render_context(project(FILES), operation, NOON)) == {
        "lastOperation": {
            "entries": ["a"],
            "locale": "en",
            "model": "posts",
            "source": "mcp-local",
            "timestamp": "2026-01-01T00:00:00.000Z",
            "tool": "contentrain_content_save",
        },
        "stats": {"entries": 5, "lastSync": "2026-01-01T00:00:00.000Z", "locales": ["en", "tr"], "models": 4},
        "version": "1",
    }
    merged = parse_json(
        render_context(project(FILES), Operation("contentrain_merge", "*", source="studio-ui"), NOON)
    )
    assert "entries" not in merged["lastOperation"]
