"""The process that is killed while it merges reviews, stores files, takes backups and lets agents write.

Each line of its input lets one forked worker live: it opens a studio, does one thing after another, and
writes down in a journal what was promised to somebody. It is killed at any moment.
"""

import asyncio
import json
import os
import random
import signal
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any

from pydantic import SecretStr

import proofroom.durable.door  # noqa: F401  (imported before the fork: it takes long)
from proofroom.access import Principal
from proofroom.durable import RunFilter
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.errors import Conflict, InvalidStatus
from proofroom.kernel.ids import ProposalId, new_id
from proofroom.kernel.settings import Settings
from proofroom.media import Library
from proofroom.media.types import Upload
from proofroom.repository.merge import notes
from proofroom.reviews import Verdict
from proofroom.runtime import Asker
from proofroom.store.backup import backup
from proofroom.wiring import Studio, open_studio
from proofroom.wiring.housekeeping import look_after_repositories

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.media.samples import picture

BEGUN, ENDED = "begun", "ended"
"""What the journal says around a piece of work: one that began and did not end is what a kill fell into."""


class Life:
    """One studio at work."""

    def __init__(self, studio: Studio, journal: Path, chance: random.Random) -> None:
        self._studio, self._chance = studio, chance
        self._journal = os.open(journal, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def promise(self, word: str, what: str) -> None:
        """Write down what somebody was told."""
        os.write(self._journal, f"{word} {what}\n".encode())

    async def go_on(self, into: str, kill: threading.Thread) -> None:
        """Do one thing after another; the kill falls into a kind of work, or into what comes after it."""
        works = (self.ask, self.merge, self.approve, self.upload, self.back_up)
        waiting = [self._chance.choice(works) for _ in range(self._chance.randint(0, 2))]
        waiting.append(next(work for work in works if work.__name__ == into))
        while True:
            work = waiting.pop(0) if waiting else self._chance.choice(works)
            self.promise(BEGUN, work.__name__)
            if not waiting and not kill.is_alive():
                kill.start()
            await work()
            self.promise(ENDED, work.__name__)

    async def ask(self) -> None:
        """Let the editor add a topic, which waits."""
        person = await self._person()
        (project,) = await self._studio.access.projects.list_all(self._studio.workspace_id)
        asker = Asker(self._studio.workspace_id, person.person_id)
        talk = await self._studio.chat.open(asker, scope="content", agent="editor", project_id=project.id)
        name = f"Topic {new_id()[-12:]}"
        posted = await self._studio.chat.post(asker, talk.id, f'add a topic called "{name}"')
        run = await self._studio.engine.wait(posted.run_id, self._studio.workspace_id)
        self.promise("asked", f"{run.id} {run.status}")

    async def merge(self) -> None:
        """Accept everything of a proposal that waits."""
        person = await self._person()
        waiting = [each for each in await self._studio.proposals.find(person) if each.is_open]
        if not waiting:
            await self.ask()
            return
        chosen = self._chance.choice(waiting)
        opened = await self._studio.proposals.open(person, chosen.id)
        if not opened.proposal.is_open or opened.view is None:
            return
        hunks = [hunk.id for hunk in opened.view.hunks]
        try:
            await self._studio.proposals.decide(person, chosen.id, hunks, "accepted")
            done = await self._studio.proposals.finish(person, ProposalId(chosen.id), opened.view.sha)
        except (InvalidStatus, Conflict):  # a resumed run merged it meanwhile: nobody was promised anything
            return
        self.promise("merged", f"{chosen.id} {done.state}")

    async def approve(self) -> None:
        """Say yes to a call that waits for somebody; without one, let the editor ask to merge a branch."""
        person = await self._person()
        if not await self._studio.approvals.find(person, "pending"):
            await self._ask_to_merge(person)
        for asked in await self._studio.approvals.find(person, "pending"):
            await self._studio.approvals.decide(person, asked.id, Verdict("approved"))
            self.promise("approved", asked.id)
            await self._studio.engine.wait(asked.run_id, self._studio.workspace_id)
            return

    async def _ask_to_merge(self, person: Principal) -> None:
        waiting = [each for each in await self._studio.proposals.find(person) if each.is_open and each.branch]
        if not waiting:
            await self.ask()
            return
        (project,) = await self._studio.access.projects.list_all(self._studio.workspace_id)
        asker = Asker(self._studio.workspace_id, person.person_id)
        talk = await self._studio.chat.open(asker, scope="content", agent="editor", project_id=project.id)
        branch = self._chance.choice(waiting).branch
        posted = await self._studio.chat.post(asker, talk.id, f"merge the branch {branch}")
        run = await self._studio.engine.wait(posted.run_id, self._studio.workspace_id)
        self.promise("asked", f"{run.id} {run.status}")

    async def upload(self) -> None:
        """Store a picture."""
        (project,) = await self._studio.access.projects.list_all(self._studio.workspace_id)
        data = picture(self._chance.randint(12, 400), self._chance.randint(12, 400))
        by = await self._person()
        now = self._studio.clock.now()
        added = await self._studio.get(Library).add(
            self._studio.workspace_id, project.id, Upload(data, "a.png"), new_id(), now, by
        )
        self.promise("stored", added.asset.id)

    async def back_up(self) -> None:
        """Take a backup."""
        taken = await backup(self._studio.settings, self._studio.settings.data / "backups")
        self.promise("kept", taken.path.name)

    async def _person(self) -> Principal:
        return await self._studio.operator()


async def main(job: dict[str, Any]) -> None:
    """Live until killed; a last life only looks after what was left."""
    url = job.get("database_url")
    settings = Settings(
        data=Path(job["data"]),
        demo=False,
        database_url=SecretStr(url) if url else None,
        backups_kept=3,
        agent_requests_per_hour=100_000,
        agent_requests_per_minute=100_000,
    )
    notes.SETTLED_S = 0.0

    kill = threading.Thread(target=_die_after, args=(job["life_s"],), daemon=True)
    if job["into"] == "start":
        kill.start()
    studio = await open_studio(settings, clock=SystemClock())
    if job.get("is_last"):
        await look_after_repositories(studio)
        for _ in range(600):
            moving = RunFilter(status=("queued", "running"))
            if not await studio.engine.runs.list(studio.workspace_id, moving):
                break
            await asyncio.sleep(0.1)
        await studio.close()
        return

    into = job["into"] if job["into"] != "start" else "ask"
    await Life(studio, Path(job["journal"]), random.Random(job["seed"])).go_on(into, kill)


def _die_after(life_s: float) -> None:
    """Kill this process after so much work: a busy machine must not cut its lives short."""
    end = time.process_time() + life_s
    while time.process_time() < end:
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGKILL)


def serve() -> None:
    """Fork a worker for every line."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(main(json.loads(line)))
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    serve()
