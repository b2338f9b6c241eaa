"""Documents are counted by the names in their folders as they are listed one by one."""

from pathlib import Path

import pytest

from proofroom.content.format import paths
from proofroom.content.format.model import parse_model
from proofroom.content.format.project import Project
from proofroom.repository.git.open import create
from proofroom.repository.git.tree import TreeView, write_files
from proofroom.repository.json.text import render_json
from tests.content.memory_tree import MemoryTree


@pytest.mark.parametrize("i18n", [True, False])
@pytest.mark.parametrize("strategy", ["file", "suffix", "directory", "none"])
def test_documents_are_counted_alike_whatever_the_strategy(tmp_path: Path, strategy: str, i18n: bool) -> None:
    raw = {
        "id": "posts",
        "name": "Posts",
        "kind": "document",
        "domain": "d",
        "i18n": i18n,
        "locale_strategy": strategy,
        "fields": {"title": {"type": "string"}},
    }
    model = parse_model(render_json(raw))
    assert model is not None
    locales = {"default": "en", "supported": ["en", "tr"]}
    config = {"version": 1, "stack": "other", "workflow": "review", "domains": ["d"], "locales": locales}
    files = {
        ".contentrain/config.json": render_json(config),
        ".contentrain/models/posts.json": render_json(raw),
    }
    for slug in ("one", "two.half", "three"):
        for locale in ("en", "tr", "xx"):
            files[paths.document_path(model, slug, locale)] = b"---\nslug: a\n---\n"
    folder = paths.content_folder(model)
    strays = ("note.txt", "deep/er/en.md", ".en.md", "en.md", "one/en.txt", "en/.md")
    files |= {f"{folder}/{name}": b"" for name in strays}
    listed = Project(MemoryTree(files))
    repo = create(tmp_path / "p.git")
    counted = Project(TreeView(repo, write_files(repo, None, files)))
    expected = sum(len(found) for found in listed.documents(listed.model("posts")).values())
    assert expected >= 3
    for _ in range(2):
        assert counted.count_documents(counted.model("posts")) == expected
