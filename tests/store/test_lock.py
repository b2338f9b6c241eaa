"""One studio per data folder."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from proofroom.kernel.errors import Conflict
from proofroom.kernel.settings import Settings
from proofroom.store.lock import find_running, hold, hold_free, read_card
from proofroom.store.processes import birth, is_alive
from tests.clocks import FixedClock

_HOLDER = """
import sys, time
from proofroom.kernel.clock import SystemClock
from proofroom.kernel.settings import Settings
from proofroom.store.lock import hold
lock = hold(Settings(data=sys.argv[1]), SystemClock())
lock.announce("http://127.0.0.1:4477")
print("held", flush=True)
time.sleep(60)
"""


def test_a_second_studio_is_told_about_the_first(sqlite_settings: Settings, clock: FixedClock) -> None:
    with hold(sqlite_settings, clock) as lock:
        lock.announce("http://127.0.0.1:1234")
        with pytest.raises(Conflict, match=rf"process {os.getpid()}.*1234"):
            hold(sqlite_settings, clock)
    hold(sqlite_settings, clock).release()


def test_commands_find_the_running_studio(sqlite_settings: Settings, clock: FixedClock) -> None:
    assert find_running(sqlite_settings) is None
    with hold(sqlite_settings, clock) as lock:
        lock.announce("http://127.0.0.1:1234")
        assert find_running(sqlite_settings) == lock.studio
        assert find_running(sqlite_settings) == read_card(sqlite_settings)
    assert find_running(sqlite_settings) is None


def test_releasing_twice_is_harmless(sqlite_settings: Settings, clock: FixedClock) -> None:
    lock = hold(sqlite_settings, clock)
    lock.release()
    lock.release()


@pytest.mark.skipif(sys.platform == "win32", reason="kills with a POSIX signal")
def test_a_killed_studio_leaves_a_stale_card_that_does_not_count(
    sqlite_settings: Settings, clock: FixedClock
) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLDER, str(sqlite_settings.data)], stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        running = find_running(sqlite_settings)
        assert running is not None
        assert running.pid == holder.pid
        with pytest.raises(Conflict):
            hold(sqlite_settings, clock)
        holder.send_signal(signal.SIGKILL)
    assert read_card(sqlite_settings) is not None
    assert find_running(sqlite_settings) is None
    hold(sqlite_settings, clock).release()


def test_a_damaged_card_is_ignored(sqlite_settings: Settings, clock: FixedClock) -> None:
    with hold(sqlite_settings, clock):
        (sqlite_settings.data / "studio.json").write_text(json.dumps({"pid": "x"}))
        assert find_running(sqlite_settings) is None
        with pytest.raises(Conflict, match="just starting"):
            hold(sqlite_settings, clock)


def test_on_postgres_every_worker_has_its_own_lock(postgres_settings: Settings, clock: FixedClock) -> None:
    other = postgres_settings.model_copy(update={"executor_id": "second"})
    with hold(postgres_settings, clock), hold(other, clock) as lock:
        assert find_running(other) == lock.studio
        with pytest.raises(Conflict, match="already executes runs under the name 'second'"):
            hold(other, clock)


def test_a_worker_that_nobody_named_takes_the_first_free_name(
    postgres_settings: Settings, clock: FixedClock
) -> None:
    with hold_free(postgres_settings, clock, "a/b-worker") as first:
        with hold_free(postgres_settings, clock, "a/b-worker") as second:
            names = [each.studio.executor_id for each in (first, second)]
        assert names == ["a-b-worker-1", "a-b-worker-2"]
        with hold_free(postgres_settings, clock, "a/b-worker") as again:
            assert again.studio.executor_id == names[1]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux tells the state of a process")
def test_a_process_that_died_and_was_not_looked_after_is_not_alive() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        born = birth(child.pid)
        assert is_alive(child.pid, born)
        child.kill()
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it has died, and nobody has taken its end
        assert not is_alive(child.pid, born)
