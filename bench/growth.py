"""How validation, saving and searching grow: 1,000, 10,000 and 100,000 entries, in one file and as documents.

A save goes the whole way: branch, plan with validation, commit, merge, and the index fresh again. Figures are
processor time, which a busy machine changes least. The rows with a target are the claims: validation ten
times larger takes about ten times longer. What a save of a document costs follows its folder, whose list of
names Git writes anew; documents in one folder show that.
"""

import asyncio
import hashlib
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bench.brain import NOON, PROJECT, saving
from bench.content_validation import collection, documents
from bench.measure import Row
from proofroom.content.brain import Brain, View, search
from proofroom.content.contents import Contents
from proofroom.content.format.project import Project
from proofroom.content.validation.project import validate_project
from proofroom.kernel.ids import ProjectId
from proofroom.repository import Job, Repositories
from proofroom.repository.git import branch
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.repository.git.objects import FILE, Entry
from proofroom.repository.git.open import create, open_at
from proofroom.repository.git.save import Signed, commit_tree
from proofroom.repository.git.tree import write_entries

SIZES = (1_000, 10_000, 100_000)
SAVES = 5
SEARCHES = 20
SAVE_MS = 90.0
"""What a save among 10,000 entries of one file may take, the whole way of a tool call."""
LINEAR = 1.5
"""Ten times as many may take this many times ten."""


@dataclass(frozen=True)
class Figures:
    """What one project of one size costs."""

    validate_s: float
    save_ms: float
    search_ms: float


def measure() -> list[Row]:
    """Measure both shapes at every size, and how the figures grow."""
    rows: list[Row] = []
    for shape, what in (("collection", "entries in one file"), ("document", "documents")):
        found = {size: asyncio.run(_figures(shape, size)) for size in SIZES}
        for size, figures in found.items():
            rows += [
                Row(f"growth: validate {size:,} {what}", figures.validate_s, "s"),
                Row(
                    f"growth: save one of {size:,} {what}",
                    figures.save_ms,
                    "ms",
                    SAVE_MS if (shape, size) == ("collection", 10_000) else None,
                ),
                Row(f"growth: search {size:,} {what}, median", figures.search_ms, "ms"),
            ]
        small, large = found[SIZES[1]], found[SIZES[2]]
        ratio = large.validate_s / small.validate_s / (SIZES[2] / SIZES[1])
        rows.append(Row(f"growth: validation per entry, 100,000 to 10,000 {what}", ratio, "x", LINEAR))
        if shape == "document":
            flat = large.save_ms / found[SIZES[0]].save_ms
            rows.append(Row("growth: save of a document, 100,000 to 1,000 in one folder", flat, "x"))
    return rows


async def _figures(shape: str, size: int) -> Figures:
    with tempfile.TemporaryDirectory() as folder:
        repositories = Contents(Repositories(Path(folder)))
        files = collection(size) if shape == "collection" else documents(size)
        fill(repositories, files)
        brain = Brain(repositories)
        validate_s = await _validate(Contents(Repositories(Path(folder))))
        await brain.look(PROJECT, None, _find_river)
        search_ms = statistics.median([await _ms(brain, _find_river) for _ in range(SEARCHES)])
        save_ms = statistics.median(
            [await _save(repositories, brain, shape, number) for number in range(SAVES)]
        )
        return Figures(validate_s, save_ms, search_ms)


def fill(repositories: Contents, files: dict[str, bytes], project: ProjectId = PROJECT) -> None:
    """Make a repository with the files; Git's own import of trees is quadratic in a folder's size."""
    path = repositories.repositories.path(project)
    path = open_at(path).path if path.exists() else create(path).path
    blobs = b"".join(b"blob\ndata %d\n%s\n" % (len(data), data) for data in files.values())
    subprocess.run(["git", "-C", str(path), "fast-import", "--quiet"], input=blobs, check=True)
    repo = open_at(path)
    entries = {name: Entry(FILE, _sha(data)) for name, data in files.items()}
    tree = write_entries(repo, None, entries)
    signed = Signed(Identity("Bench", "bench@localhost"), NOON)
    branch.create_branch(repo, "main", commit_tree(repo, tree, (), "fill", signed))
    branch.ensure_content_branch(repo, "main")


def _sha(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0%b" % (len(data), data), usedforsecurity=False).hexdigest()


async def _validate(repositories: Contents) -> float:
    """Validate a project that nobody has read yet."""

    def check(project: Project) -> float:
        begun = time.process_time()
        validate_project(project)
        return time.process_time() - begun

    return await repositories.read(PROJECT, None, check)


async def _save(repositories: Contents, brain: Brain, shape: str, number: int) -> float:
    key = f"e{500 + number:011d}" if shape == "collection" else f"doc-{500 + number}"
    job = _job(f"save{number}")
    begun = time.process_time()
    await repositories.write(job, saving(key), "save")
    await repositories.repositories.end_turn(job, "auto-merge", None)
    await brain.look(PROJECT, None, _count)
    return 1000 * (time.process_time() - begun)


async def _ms(brain: Brain, look: Callable[[View], int]) -> float:
    begun = time.process_time()
    await brain.look(PROJECT, None, look)
    return 1000 * (time.process_time() - begun)


def _find_river(view: View) -> int:
    return search(view, "river").total


def _count(view: View) -> int:
    return view.count("posts", "en")


def _job(step: str) -> Job:
    by = Identity("Bench", "bench@localhost")
    return Job(PROJECT, by, NOON, f"run/{step}", Provenance(run="r", step=step))
