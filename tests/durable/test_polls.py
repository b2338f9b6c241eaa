"""What DBOS asks its SQLite file again and again is asked anew when somebody has changed the file."""

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from dbos._dbos import _get_dbos_instance
from sqlalchemy import event

from proofroom.durable import QueueRule, RunHandle, polls
from proofroom.durable.polls import Polls
from tests.patience import until

from .conftest import Bench, new_run


class Tables:
    """The tables of DBOS, as far as they are polled, and how often that was."""

    def __init__(self) -> None:
        self.asked = list[str]()
        self.waiting: Any = ([], None)

    def get_queue(self, name: str, **_: Any) -> str | None:
        self.asked.append(f"queue {name}")
        return name if name == "later" else None

    def list_queues(self, **_: Any) -> list[str]:
        self.asked.append("queues")
        return []

    def list_schedules(self, **_: Any) -> list[str]:
        self.asked.append("schedules")
        return []

    def start_queued_workflows(self, queue: Any, *_: Any, **__: Any) -> Any:
        self.asked.append(f"waiting {queue.name}")
        return self.waiting

    def transition_delayed_workflows(self) -> None:
        self.asked.append("delayed")

    def poll(self, partition: str | None = None) -> list[str]:
        """Ask all of it as the threads do; return what reached the tables."""
        self.asked.clear()
        self.list_queues(application_name="proofroom")
        self.transition_delayed_workflows()
        self.get_queue("later")
        self.start_queued_workflows(SimpleNamespace(name="later"), "me", "1", partition, 0, owner_xid="x")
        self.list_schedules(application_name="proofroom")
        return self.asked


ALL = ["queues", "queue later", "waiting later", "schedules"]


@pytest.fixture
def file(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(tmp_path / "durable.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE workflow_status (status TEXT, delay_until_epoch_ms INTEGER)")
    yield connection
    connection.close()


@pytest.fixture
def tables(file: sqlite3.Connection, tmp_path: Path) -> Iterator[Tables]:
    found, polls = Tables(), Polls(tmp_path / "durable.sqlite")
    polls.answer_for(found)
    yield found
    polls.close()


def test_polls_reach_the_tables_when_the_file_has_changed_only(
    tables: Tables, file: sqlite3.Connection
) -> None:
    assert tables.poll() == ALL
    assert tables.poll() == []
    file.execute("BEGIN IMMEDIATE")
    file.execute("UPDATE workflow_status SET status = 'x'")
    file.execute("COMMIT")  # of nothing
    assert tables.poll() == []
    file.execute("INSERT INTO workflow_status VALUES ('ENQUEUED', NULL)")
    assert tables.poll() == ALL
    assert tables.poll("another part") == ["waiting later"]


def test_what_a_limit_left_waiting_is_asked_for_again(tables: Tables) -> None:
    for left in (([], "worker_concurrency"), (["one"], None)):
        tables.waiting = left
        assert "waiting later" in tables.poll()
        assert tables.poll() == ["waiting later"]


def test_questions_with_a_filter_or_of_no_known_queue_are_not_remembered(tables: Tables) -> None:
    for _ in range(2):
        tables.asked.clear()
        tables.list_schedules(schedule_name_prefix="a", application_name="proofroom")
        tables.get_queue("unknown")
        assert tables.asked == ["schedules", "queue unknown"]


def test_what_was_delayed_begins_when_its_time_has_come(
    tables: Tables, file: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    now_s = time.time()
    monkeypatch.setattr(polls, "time", SimpleNamespace(time=lambda: now_s))
    file.execute("INSERT INTO workflow_status VALUES ('DELAYED', ?)", (int(now_s * 1000) + 300,))
    assert "delayed" not in tables.poll()
    now_s += 0.35
    assert tables.poll() == ["delayed"]


async def test_threads_with_nothing_to_do_open_no_transaction(sqlite_bench: Bench) -> None:
    async def nothing(_handle: RunHandle) -> None:
        pass

    sqlite_bench.engine.queue(QueueRule("later", poll_s=0.02))
    await sqlite_bench.launch(work=nothing)
    run = await sqlite_bench.engine.enqueue("later", new_run())
    await sqlite_bench.finish(run.id)
    begun = list[object]()
    event.listen(_get_dbos_instance()._sys_db.engine, "begin", begun.append)

    async def is_quiet() -> bool:
        begun.clear()
        await asyncio.sleep(0.3)  # the queue is looked at ten times and more
        return not begun

    assert await until(is_quiet)
