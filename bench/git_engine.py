"""What commits, merges and saves cost in a bare repository, and how a save grows with its file."""

import random
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from bench.measure import Row, median_cpu
from proofroom.repository.git import branch, init
from proofroom.repository.git import open as repository
from proofroom.repository.git.commit import Identity
from proofroom.repository.git.open import Repo
from proofroom.repository.git.save import Signed, save
from proofroom.repository.json.splice import change_members
from proofroom.repository.json.text import render_json
from proofroom.repository.merge.land import Target, merge_branch

SIGNED = Signed(Identity("Bench", "bench@example.org"), datetime(2026, 1, 1, tzinfo=UTC))
WORDS = (
    "river",
    "tree",
    "street",
    "garden",
    "light",
    "water",
    "morning",
    "evening",
    "people",
    "city",
    "bird",
)
FAQ = ".contentrain/content/site/faq/en.json"


@dataclass(frozen=True)
class Plan:
    """Files to write."""

    writes: Mapping[str, bytes]
    deletes: tuple[str, ...] = ()


def measure() -> list[Row]:
    """Measure commits and merges at 10,000 files, and saves into files and folders of growing size."""
    folder = Path(tempfile.mkdtemp())
    try:
        rows = _files(folder)
        for count, target in ((100, 50.0), (1_900, 50.0), (10_000, 90.0), (100_000, None)):
            rows.append(_collection(folder, count, target))
        for count, target in ((10_000, 50.0), (100_000, None)):
            rows.append(_documents(folder, count, target))
        return rows
    finally:
        shutil.rmtree(folder)


def _files(folder: Path) -> list[Row]:
    files = {f"d{number % 100:02d}/f{number}.json": b'{"a": %d}\n' % number for number in range(10_000)}
    repo = _project(folder / "files.git", files)

    def commit(number: int) -> None:
        _save(repo, "contentrain", {f"d{number:02d}/f{number}.json": b"{}"})

    def merge(number: int) -> float:
        name = f"cr/x/{number}-a"
        branch.create_branch(repo, name, branch.need_tip(repo, "contentrain"))
        _save(repo, name, {f"d{number:02d}/mine.json": b"{}"})
        _save(repo, "contentrain", {f"d{number + 50:02d}/theirs.json": b"{}"})
        started = time.process_time()
        merge_branch(repo, name, Target(), signed=SIGNED)
        return time.process_time() - started

    return [
        Row("Git: commit one of 10,000 files", _usual(20, commit), "ms", 5.0),
        Row("Git: merge two branches at 10,000 files", 1000 * median(map(merge, range(20))), "ms", 20.0),
    ]


def _collection(folder: Path, count: int, target: float | None) -> Row:
    chance = random.Random(1)
    content = render_json({_id(chance): _entry(chance) for _ in range(count)})
    repo = _project(folder / f"collection-{count}.git", {FAQ: content})

    def work(number: int) -> None:
        added = {_id(chance): _entry(chance)}

        def plan(view: Any) -> Plan:
            return Plan({FAQ: change_members(view.read(FAQ) or b"", added)})

        _land(repo, number, plan)

    note = f"file of {len(content) / 1e6:.1f} MB"
    return Row(f"Git: save one of {count:,} entries in one file", _usual(5, work), "ms", target, note)


def _documents(folder: Path, count: int, target: float | None) -> Row:
    path = ".contentrain/content/site/post/{}/en.md"
    files = {
        path.format(f"post-{number}"): b"---\ntitle: T%d\n---\n\nText.\n" % number for number in range(count)
    }
    repo = _project(folder / f"documents-{count}.git", files)

    def work(number: int) -> None:
        changed = Plan({path.format("post-7"): b"---\ntitle: N%d\n---\n" % number})
        _land(repo, number, lambda _view: changed)

    return Row(f"Git: save one of {count:,} documents", _usual(5, work), "ms", target)


def _land(repo: Repo, number: int, plan: Callable[[Any], Plan]) -> None:
    name = f"cr/content/x/{number}-a"
    branch.create_branch(repo, name, branch.need_tip(repo, "contentrain"))
    save(repo, name, plan, message="save", signed=SIGNED)
    merge_branch(repo, name, Target(base="main"), signed=SIGNED)


def _project(path: Path, files: Mapping[str, bytes]) -> Repo:
    repo = repository.create(path)
    init.ensure_first_commit(repo, "main", SIGNED)
    _save(repo, "main", files)
    branch.ensure_content_branch(repo, "main")
    return repo


def _save(repo: Repo, name: str, files: Mapping[str, bytes]) -> None:
    save(repo, name, lambda _: Plan(files), message="save", signed=SIGNED)


def _entry(chance: random.Random) -> dict[str, str]:
    return {"answer": " ".join(chance.choice(WORDS) for _ in range(80)), "question": chance.choice(WORDS)}


def _id(chance: random.Random) -> str:
    return f"{chance.getrandbits(48):012x}"


def _usual(times: int, work: Callable[[int], None]) -> float:
    """Return the middle of several processor times in milliseconds."""
    numbers = iter(range(times))
    return 1000 * median_cpu(times, lambda: work(next(numbers)))
