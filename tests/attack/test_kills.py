"""Kill the studio while it merges, stores, backs up and lets agents write: nothing is lost or done twice.

`PROOFROOM_TEST_KILLS` sets the number of kills, on each database; `make attack ARGS=kills` makes 200.
`PROOFROOM_TEST_SEED` chooses other lives and deaths, so that several short runs are worth a long one.
"""

import asyncio
import json
import os
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from proofroom.kernel.ids import ApprovalId
from proofroom.kernel.settings import Settings
from proofroom.media import Library
from proofroom.repository.git.branch import CONTENT_BRANCH, need_tip
from proofroom.repository.git.commit import is_ancestor
from proofroom.store.restore import inspect
from proofroom.wiring import Studio, open_studio
from tests.api.conftest import serve
from tests.api.test_content import make_project
from tests.attack.conftest import databases

KILLS = int(os.environ.get("PROOFROOM_TEST_KILLS", "4"))
SEED = int(os.environ.get("PROOFROOM_TEST_SEED", "1")) * 10_000
PROMISES = ("asked", "merged", "approved", "stored", "kept")
"""What somebody was told before a kill: a turn has ended, a review is merged, and so on."""
WORKS = ("ask", "merge", "approve", "upload", "back_up")
START = "start"
BEGUN, ENDED = "begun", "ended"  # as in kill_worker.py


@pytest.mark.timeout(7_200)
@pytest.mark.parametrize("kind", databases(are_both=KILLS > 4))
async def test_kills_leave_nothing_lost_repeated_or_stuck(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings: Settings = request.getfixturevalue(kind)
    async with serve(settings) as owner:
        await owner.set_up()
        await make_project(owner, "review")
    journal = tmp_path / "journal"
    journal.touch()
    fallen = await _kill(settings, journal)
    studio = await open_studio(settings)
    try:
        promised = [line.split() for line in journal.read_text().splitlines()]
        counts = Counter(word for word, *_ in promised if word in PROMISES)
        with capsys.disabled():
            name = kind.removesuffix("_settings")
            print(f"\n{name}: {fallen.total()} kills, in {dict(fallen)}, kept {dict(counts)}")
        await _look(studio, settings, promised)
        assert fallen.total() == KILLS
        assert KILLS < 100 or min(counts[word] for word in PROMISES) > 0, counts
        assert KILLS < 100 or min(fallen[work] for work in WORKS) > 0, fallen
    finally:
        await studio.close()


async def _kill(settings: Settings, journal: Path) -> Counter[str]:
    """Kill one life after another, and count what each kill fell into."""
    fallen = Counter[str]()
    url = settings.database_url
    job = {
        "data": str(settings.data),
        "database_url": url.get_secret_value() if url else None,
        "journal": str(journal),
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(Path(__file__).parent / "kill_worker.py"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        cwd=journal.parent,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    chance = random.Random(SEED)
    for number in range(KILLS + 1):
        is_last = number == KILLS
        into = (*WORKS, START)[number % 6]
        life = {
            "life_s": chance.uniform(0.0, 0.8 if into == START else 0.3),
            "seed": SEED + number,
            "into": into,
            "is_last": is_last,
        }
        told = journal.stat().st_size
        process.stdin.write(json.dumps(job | life).encode() + b"\n")
        code = int(await process.stdout.readline())
        assert code == (0 if life["is_last"] else -9), f"after {number} kills"
        if not is_last:
            fallen[_interrupted(journal.read_bytes()[told:])] += 1
    process.stdin.close()
    await process.wait()
    return fallen


def _interrupted(told: bytes) -> str:
    """Return what a life was at when it was killed."""
    around = [line.split() for line in told.decode().splitlines() if line.startswith((BEGUN, ENDED))]
    return around[-1][1] if around and around[-1][0] == BEGUN else START


async def _look(studio: Studio, settings: Settings, promised: list[list[str]]) -> None:
    operator = await studio.operator()
    (project,) = await studio.access.projects.list_all(studio.workspace_id)
    repo = studio.repositories.repo(project.id)
    content = need_tip(repo, CONTENT_BRANCH)
    proposals = {each.id: each for each in await studio.proposals.find(operator, limit=10_000)}
    has_asked = any(line[0] == "asked" and line[-1] == "completed" for line in promised)
    assert proposals or not has_asked, "the editor writes what it is asked for"
    for word, what, *rest in promised:
        if word == "merged" and rest == ["merged"]:
            found = proposals[what]  # type: ignore[index]
            assert found.state == "merged"
            assert found.commit is not None
            assert is_ancestor(repo, found.commit, content)
        elif word == "stored":
            asset = await studio.get(Library).get(studio.workspace_id, project.id, what)
            file = await studio.get(Library).file(studio.workspace_id, project.id, asset.path)
            await studio.get(Library).blobs.verify(file.digest)
        elif word == "approved":
            approval = await studio.approvals.get(operator, ApprovalId(what))
            assert approval.status == "approved", "a person's word stays"
            run = await studio.engine.runs.get(approval.run_id, studio.workspace_id)
            assert run.has_ended, "and the run goes on with it"
        elif word == "kept":
            await inspect(settings.data / "backups" / what)
    for proposal in proposals.values():
        if proposal.is_open:
            opened = await studio.proposals.open(operator, proposal.id)
            assert opened.proposal.is_open
            assert opened.view is not None
            assert opened.view.hunks, "it waits, and there is something to decide"
    assert list((settings.data / "backups").glob(".*.partial")) == []
    runs = await studio.engine.runs.list(studio.workspace_id, limit=10_000)
    waiting = {each.run_id for each in await studio.approvals.find(operator, "pending")}
    assert [(run.id, run.status) for run in runs if not run.has_ended and run.id not in waiting] == []
    assert [run.id for run in runs if run.status == "failed"] == []
    topics = await studio.repositories.read(
        project.id,
        None,
        lambda tree: json.loads(tree.read(".contentrain/content/blog/topics/en.json") or b"{}"),
    )
    names = Counter(entry["name"] for entry in topics.values())
    assert [name for name, count in names.items() if count > 1] == [], "nothing is written twice"
