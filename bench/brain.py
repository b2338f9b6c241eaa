"""What the studio keeps in mind of a project: loading it, searching it, and staying fresh after a save."""

import asyncio
import json
import random
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench.content_validation import collection, documents
from bench.measure import Row
from proofroom.content.brain import Brain, Query, View, find, search
from proofroom.content.brain.index import EntryIndex
from proofroom.content.brain.view import Part
from proofroom.content.contents import Contents, NewProject
from proofroom.content.format.project import Project
from proofroom.content.plans.save import plan_save
from proofroom.content.plans.types import EntrySave, FilePlan, Stamp
from proofroom.kernel.ids import ProjectId
from proofroom.repository import Job, Repositories
from proofroom.repository.git.commit import Identity, Provenance
from tests.content.memory_tree import MemoryTree

ENTRIES, SEARCHES, WORDS = 10_000, 500, 120
PROJECT = ProjectId("bench")
NOON = datetime(2026, 1, 1, tzinfo=UTC)


def measure() -> list[Row]:
    """Measure search in 10,000 entries; one collection and as many documents in a repository."""
    return [*_search(), *asyncio.run(_repository("collection")), *asyncio.run(_repository("document"))]


def _search() -> list[Row]:
    """Search entries of natural size, words as unevenly spread as in a language."""
    chance = random.Random(1)
    vocabulary = [
        "".join(chance.choices("abcdefghijklmnoprstuvyz", k=chance.randint(3, 9))) for _ in range(20_000)
    ]
    weights = [1 / (rank + 1) for rank in range(len(vocabulary))]

    def text(count: int) -> str:
        return " ".join(chance.choices(vocabulary, weights, k=count))

    entries = {f"e{number:011d}": {"title": text(5), "text": text(WORDS)} for number in range(ENTRIES)}
    view = _view(entries)
    tracemalloc.start()
    search(view, "warm up")
    held = tracemalloc.get_traced_memory()[0] / 1e6
    tracemalloc.stop()
    spent: list[float] = []
    for _ in range(SEARCHES):
        query = " ".join(chance.choices(vocabulary, weights, k=chance.randint(1, 4)))
        begun = time.thread_time()
        search(view, query)
        spent.append(1000 * (time.thread_time() - begun))
    spent.sort()
    note = f"{SEARCHES} queries of 1 to 4 words, CPU"
    return [
        Row("search 10,000 entries, p50", spent[len(spent) // 2], "ms", None, note),
        Row("search 10,000 entries, p99", spent[int(len(spent) * 0.99)], "ms", 2.0, note),
        Row("words of 10,000 entries in memory", held, "MB"),
    ]


def _view(entries: dict[str, Any]) -> View:
    files = collection(1)
    files[".contentrain/content/blog/posts/data.json"] = json.dumps(entries).encode()
    project, index = Project(MemoryTree(files)), EntryIndex()
    index.load(project)
    return View(project, (Part(index),))


async def _repository(kind: str) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        repositories = Contents(Repositories(Path(folder)))
        files = collection(ENTRIES) if kind == "collection" else documents(ENTRIES)
        await repositories.create(_job("init"), NewProject())
        await repositories.write(_job("fill"), lambda project, stamp: FilePlan(writes=files), "fill")
        await repositories.repositories.end_turn(_job("fill"), "auto-merge", None)
        repositories = Contents(Repositories(Path(folder)))  # one that has read nothing yet
        brain = Brain(repositories)
        what = "entries" if kind == "collection" else "documents"
        rows = [
            Row(f"first look at 10,000 {what}", await _ms(brain, _count), "ms"),
            Row(f"first search in 10,000 {what}", await _ms(brain, _find_river), "ms"),
            Row(f"look up a page of 10,000 {what}", await _ms(brain, _page), "ms"),
        ]
        key = "e00000000500" if kind == "collection" else "doc-500"
        branch = (await repositories.write(_job("save"), saving(key), "save")).branch
        rows.append(Row(f"look at a branch after a save, {what}", await _ms(brain, _page, branch), "ms"))
        await repositories.repositories.end_turn(_job("save"), "auto-merge", None)
        rows.append(Row(f"look after a merged save, {what}", await _ms(brain, _page), "ms"))
        return rows


async def _ms(brain: Brain, look: Callable[[View], int], ref: str | None = None) -> float:
    begun = time.perf_counter()
    await brain.look(PROJECT, ref, look)
    return 1000 * (time.perf_counter() - begun)


def _page(view: View) -> int:
    return find(view, view.project.model("posts"), "en", Query(where={"key": "key-7"}, sort=["-title"])).total


def _count(view: View) -> int:
    return view.count("posts", "en")


def _find_river(view: View) -> int:
    return search(view, "river").total


def saving(key: str) -> Any:
    """Return a plan that changes one entry."""

    def plan(project: Project, stamp: Stamp) -> FilePlan:
        return plan_save(project, "posts", [EntrySave({"title": "Changed"}, key)], stamp)

    return plan


def _job(step: str) -> Job:
    return Job(
        PROJECT, Identity("Bench", "bench@localhost"), NOON, f"run/{step}", Provenance(run="r", step=step)
    )
