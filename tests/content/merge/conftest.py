"""A small content project in a bare repository: a collection, a document, a dictionary, a singleton."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from proofroom.content.format.model import render_model
from proofroom.repository.git import branch, init
from proofroom.repository.git import open as repository
from proofroom.repository.git.commit import Identity, Provenance, tree_of
from proofroom.repository.git.open import Repo, Sha
from proofroom.repository.git.save import Saved, Signed, save
from proofroom.repository.git.tree import TreeView, write_files
from proofroom.repository.json.text import render_json

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SIGNED = Signed(Identity("Ada", "ada@example.org"), NOON)

FAQ = ".contentrain/content/site/faq/en.json"
FAQ_META = ".contentrain/meta/faq/en.json"
TERMS = ".contentrain/content/site/terms/en.json"
HERO = ".contentrain/content/site/hero/en.json"
POST = ".contentrain/content/site/post/swifts/en.md"
POST_META = ".contentrain/meta/post/swifts/en.json"


def model(name: str, kind: str, **fields: Any) -> bytes:
    """Return the bytes of a model file."""
    text = {"id": name, "name": name, "kind": kind, "domain": "site", "i18n": True, "title_field": "title"}
    return render_model({**text, "fields": fields})


MODELS = {
    ".contentrain/config.json": render_json(
        {"version": 1, "locales": {"default": "en", "supported": ["en", "tr"]}, "domains": ["site"]}
    ),
    ".contentrain/models/faq.json": model(
        "faq",
        "collection",
        question={"type": "string"},
        answer={"type": "markdown"},
        tags={"type": "array", "items": "string"},
        seo={"type": "object", "fields": {"title": {"type": "string"}}},
        related={"type": "relations", "model": "faq"},
    ),
    ".contentrain/models/terms.json": model("terms", "dictionary"),
    ".contentrain/models/hero.json": model("hero", "singleton", title={"type": "string"}),
    ".contentrain/models/post.json": model(
        "post", "document", title={"type": "string"}, live={"type": "boolean"}
    ),
}

PROSE = (
    "Swifts come in May. They fly all night over the town.\n\n"
    "## What they need\n\n"
    "A gap in the wall is enough. It must be five metres up.\n\n"
    "- no cats\n- no doors\n"
)

FRONT = b"""---
title: "A \\"quoted\\" title"
live: "true"
# a note by hand
tags:
  - one
---

"""

CONTENT = {
    FAQ: render_json(
        {
            "a1": {"question": "Is it free?", "answer": PROSE, "tags": ["x"], "seo": {"title": "Free"}},
            "b2": {"question": "Is it fast?", "answer": "Yes.", "related": ["a1"]},
            "c3": {"question": "Is it safe?"},
        }
    ),
    FAQ_META: render_json(
        {key: {"status": "draft", "updated_at": "2026-01-01T00:00:00.000Z"} for key in ("a1", "b2", "c3")}
    ),
    TERMS: render_json({"save": "Save", "undo": "Undo"}),
    HERO: render_json({"title": "Hello", "note": "old"}),
    POST: FRONT + PROSE.encode(),
    POST_META: render_json({"status": "draft", "updated_at": "2026-01-01T00:00:00.000Z"}),
}


@pytest.fixture
def repo(tmp_path) -> Repo:
    """Return a repository whose branches `main` and `contentrain` hold the project."""
    made = repository.create(tmp_path / "project.git")
    init.ensure_first_commit(made, "main", SIGNED)
    write(made, "main", MODELS | CONTENT)
    branch.ensure_content_branch(made, "main")
    return made


class Plan:
    """Files to write, and (where None) to delete."""

    def __init__(self, files: dict[str, bytes | None]) -> None:
        self.writes = {path: data for path, data in files.items() if data is not None}
        self.deletes = [path for path, data in files.items() if data is None]


def signed(run: str | None = None, step: str | None = None) -> Signed:
    """Return Ada's signature for a run."""
    return Signed(SIGNED.identity, NOON, Provenance(run=run, step=step))


def write(repo: Repo, name: str, files: dict[str, bytes | None], run: str | None = None) -> Saved:
    """Commit files on a branch."""
    return save(repo, name, lambda _: Plan(files), message=f"on {name}", signed=signed(run))


def fork(repo: Repo, name: str, files: dict[str, bytes | None], run: str | None = None) -> str:
    """Make a branch from the content branch with some files changed."""
    branch.create_branch(repo, name, branch.need_tip(repo, "contentrain"))
    write(repo, name, files, run)
    return name


def tree(repo: Repo, name: str) -> Sha:
    """Return the tree of a branch."""
    return tree_of(repo, branch.need_tip(repo, name))


def files(repo: Repo, sha: Sha) -> dict[str, bytes]:
    """Return all files of a tree."""
    view = TreeView(repo, sha)
    return {path: view.read(path) or b"" for path in view.list("")}


def read(repo: Repo, sha: Sha, path: str) -> Any:
    """Return a JSON file of a tree."""
    data = TreeView(repo, sha).read(path)
    return None if data is None else json.loads(data)


def make_tree(repo: Repo, changed: dict[str, bytes]) -> Sha:
    """Return a tree with the project's models and some files."""
    return write_files(repo, None, MODELS | changed)


def edited(raw: bytes, **entries: Any) -> bytes:
    """Return a collection file with fields of entries set; None deletes an entry or a field."""
    data = json.loads(raw)
    for key, fields in entries.items():
        if fields is None:
            data.pop(key, None)
        else:
            merged = {**data.get(key, {}), **fields}
            data[key] = {name: value for name, value in merged.items() if value is not None}
    return render_json(data)
