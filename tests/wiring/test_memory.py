"""What many writers leave behind in memory stays small: no holes between blocks, and a small cache of Git."""

import gc
import json
import logging
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pygit2
import pytest

from proofroom.content.contents import Contents
from proofroom.repository.git import lib, whole
from proofroom.repository.git.branch import branches
from proofroom.repository.git.open import create, find_reference
from proofroom.repository.git.tree import TreeView, write_files
from tests.api.conftest import Browser, browser, owned_template, owner, ownership
from tests.api.test_content import make_project, ok

__all__ = ["browser", "owned_template", "owner", "ownership"]

MB = 1024 * 1024
ROUNDS = 4
MOST_KEPT = 25
"""Small objects that a save may leave: ten are caches that fill. While libgit2 kept names there were 35."""


HOLES = """
import ctypes, json, sys
from proofroom.wiring.memory import keep_memory_whole

names = ("arena", "free_blocks", "b", "c", "own_pages", "d", "e", "used", "free", "top")
Figures = type("Figures", (ctypes.Structure,), {"_fields_": [(name, ctypes.c_size_t) for name in names]})
library = ctypes.CDLL(None)
if not hasattr(library, "mallinfo2"):
    sys.exit(print(json.dumps(None)))
library.mallinfo2.restype = Figures
if sys.argv[1] == "whole":
    keep_memory_whole()
before, kept, own_pages = library.mallinfo2(), [], []
for _ in range(4):  # it would learn from the first round to put them between the small ones
    large = [bytearray(400_000) for _ in range(50) if kept.append(bytes(3_000)) is None]
    own_pages.append(library.mallinfo2().own_pages - before.own_pages)
    del large
print(json.dumps({"own_pages": min(own_pages), "holes": library.mallinfo2().free - before.free}))
"""
"""Makes large blocks between small ones and tells where they were. A process of its own does so: in one that
has run other tests there are holes of theirs, which the library fills first."""


def _blocks(how: str) -> dict[str, int]:
    found = subprocess.run([sys.executable, "-c", HOLES, how], capture_output=True, check=True)
    figures = json.loads(found.stdout)
    if figures is None:
        pytest.skip("another C library")
    return figures


def test_large_blocks_leave_no_holes_between_small_ones() -> None:
    figures = _blocks("whole")
    assert figures["own_pages"] > 15 * MB
    assert figures["holes"] < 5 * MB
    assert _blocks("as it comes")["own_pages"] < 15 * MB, (
        "the library learns nothing here: this shows nothing"
    )


def test_the_cache_of_git_objects_is_small() -> None:
    assert lib.pygit2.settings.cached_memory[1] <= 8 * MB


def test_libgit2_lets_go_of_names_it_was_asked_for(tmp_path: Path) -> None:
    repo = create(tmp_path / "one.git")
    tree = write_files(repo, None, {"content/posts/en.json": b"{}"})
    signature = pygit2.Signature("A", "a@example.org", 1, 0)
    made = repo.git.create_commit("refs/heads/cr/x", signature, signature, "first", tree, [])
    view = TreeView(repo, tree)
    names = [
        "".join((start, end))
        for start, end in (("refs/heads/cr/", "x"), ("refs/heads/", "y"), ("content/posts/", "en.json"))
    ]
    before = [sys.getrefcount(name) for name in names]
    for _ in range(50):
        found = find_reference(repo, names[0])
        assert found is not None
        assert str(found.target) == str(made)
        assert find_reference(repo, names[1]) is None
        assert view.read(names[2]) == b"{}"
        assert view.read(names[0]) is None
    assert [sys.getrefcount(name) for name in names] == before
    assert [found.sha for found in branches(repo)] == [str(made)]


async def test_saves_leave_nothing_behind_in_memory(owner: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        logging.root.manager, "disable", logging.CRITICAL
    )  # the test's own ear keeps all lines
    await make_project(owner)
    path, parsed = "/api/projects/notes/content/entries/topics", owner.studio.get(Contents).parsed

    async def save(times: int) -> int:
        for number in range(times):
            await ok(
                owner, "PUT", path, {"data": {"0a0a0a0a0a0a": {"name": f"The {number}th"}}, "locale": "en"}
            )
        whole._known.clear()  # what is kept up to a limit that these few saves do not reach
        parsed.collections_size = parsed.size = 0
        parsed._collections.clear()
        parsed.clear()
        gc.collect()
        return sys.getallocatedblocks()

    counts = [await save(60)] + [await save(40) for _ in range(ROUNDS)]
    # A cache that grows in one round, as beside other load, is no leak: that would show in every round.
    kept = min(later - earlier for earlier, later in pairwise(counts[1:])) / 40
    assert kept < MOST_KEPT, f"{kept} small objects of each save were kept"
