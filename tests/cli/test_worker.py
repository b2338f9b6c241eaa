"""`proofroom worker` as a user has it: processes beside a studio on PostgreSQL, told to go and killed."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from proofroom.kernel.settings import Settings
from proofroom.store.tables.durable import runs
from tests.api.conftest import Browser, serve
from tests.api.test_content import ok
from tests.api.test_credentials import KEY, PATH, new
from tests.api.test_schedules import TASK, finished
from tests.cli.conftest import ENVIRONMENT, Run
from tests.patience import until
from tests.providers.host import Answer, Host, open_host

HELD_S = 3600.0
ALLOWED = "PROOFROOM_ALLOW_PRIVATE_HOSTS"


class Worker:
    """A process that works runs, and what it said."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process, self.said = process, ""

    async def says(self, word: str) -> None:
        """Read on until it has said this, or has ended."""
        assert self.process.stdout is not None
        async with asyncio.timeout(120):
            while word not in self.said:
                line = await self.process.stdout.readline()
                assert line, self.said
                self.said += line.decode()

    @property
    def name(self) -> str:
        return next(line for line in self.said.splitlines() if " works runs now" in line).split()[0]


@asynccontextmanager
async def worker(settings: Settings) -> AsyncGenerator[Worker]:
    assert settings.database_url is not None
    environment = ENVIRONMENT | {
        "PROOFROOM_DATA": str(settings.data),
        "PROOFROOM_DATABASE_URL": settings.database_url.get_secret_value(),
        ALLOWED: f'["{settings.allow_private_hosts[0]}"]',
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "proofroom", "worker"),
        env=environment,
        cwd=settings.data.parent,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        started = Worker(process)
        await started.says("works runs now")
        yield started
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@pytest.fixture
async def host() -> AsyncGenerator[Host]:
    async with open_host(key=KEY) as opened:
        yield opened


@pytest.fixture
async def owner(postgres_settings: Settings, host: Host) -> AsyncGenerator[Browser]:
    """A studio whose agents ask a model that a test can keep waiting."""
    settings = postgres_settings.model_copy(update={"allow_private_hosts": [host.place]})
    async with serve(settings) as opened:
        await opened.set_up()
        made = await ok(opened, "POST", PATH, new(host))
        chosen = {"credentialId": made["credential"]["id"], "modelId": "small"}
        await ok(opened, "PUT", "/api/ai/defaults/workspace", chosen)
        yield opened


async def run_now(owner: Browser) -> str:
    """Let a schedule be due now; return its run."""
    made = await ok(owner, "POST", "/api/schedules", TASK)
    return (await ok(owner, "POST", f"/api/schedules/{made['id']}/run"))["runId"]


async def holders(owner: Browser) -> dict[str, str]:
    """Return who works which run."""
    async with owner.studio.database.reading() as connection:
        found = await connection.execute(
            sa.select(runs.c.id, runs.c.holder).where(runs.c.status == "running")
        )
        return {str(row.id): row.holder for row in found if row.holder}


async def all_held(owner: Browser, started: set[str]) -> dict[str, str] | None:
    """Return who works these runs as soon as somebody works each of them."""
    held = await holders(owner)
    return held if held.keys() >= started else None


def listens(pid: int) -> bool:
    """Tell whether a process takes connections over the network."""
    known = "".join(Path(f"/proc/net/{name}").read_text() for name in ("tcp", "tcp6"))
    rows = [line.split() for line in known.splitlines()]
    taken = {f"socket:[{row[9]}]" for row in rows if row[3] == "0A"}
    return any(os.readlink(each) in taken for each in Path(f"/proc/{pid}/fd").iterdir())


async def processes(owner: Browser) -> str:
    (told,) = [one for one in (await ok(owner, "GET", "/api/doctor"))["checks"] if one["code"] == "processes"]
    return told["detail"]


async def test_a_worker_shares_the_work_hands_it_on_when_killed_and_ends_it_when_told_to_go(
    owner: Browser, host: Host
) -> None:
    host.answers = [Answer(delay_s=HELD_S)]
    async with worker(owner.studio.settings) as first, worker(owner.studio.settings) as second:
        assert first.name != second.name
        await second.says(f"Beside it: {first.name} ")
        await second.says(f"Beside it: studio (process {os.getpid()} ")
        told = await processes(owner)
        assert all(name in told for name in (first.name, second.name, f"studio (process {os.getpid()}"))
        assert not listens(first.process.pid)
        tokens = [each.name for each in owner.studio.settings.data.glob("operator-*.token")]
        assert tokens == ["operator-studio.token"]

        # A process works two of what is due: of five runs each of the three has one.
        started = {await run_now(owner) for _ in range(5)}
        held = await until(lambda: all_held(owner, started))
        assert set(held.values()) == {"studio", first.name, second.name}

        host.answers = [Answer()]
        first.process.kill()
        for run in (run for run, name in held.items() if name == first.name):
            assert (await finished(owner, run))["status"] == "completed"
        assert first.name not in await processes(owner)

        second.process.send_signal(signal.SIGTERM)
        await second.says("Taking nothing new")
        assert await second.process.wait() == 0
        for run in (run for run, name in held.items() if name == second.name):
            assert (await finished(owner, run))["status"] == "completed"
        for run in (run for run, name in held.items() if name == "studio"):
            await ok(owner, "POST", f"/api/runs/{run}/stop")


def test_a_worker_is_refused_where_a_studio_has_its_database_to_itself(
    run: Run, environment: dict[str, str]
) -> None:
    done = run("worker")
    assert done.returncode == 1
    assert "SQLite belongs to one process" in done.stderr
    assert "PROOFROOM_DATABASE_URL" in done.stderr
    environment["PROOFROOM_LANGUAGE"] = "tr"
    assert "tek bir sürecindir" in run("worker").stderr
