"""Which processes execute runs, and whether one of them is gone.

A process on this machine is looked up by its number and the moment it was born, so that a killed one is known
at once; one on another machine counts as gone when it has been silent for a while.
"""

import os
import socket
from datetime import datetime, timedelta
from pathlib import Path

from proofroom.durable.ownership.repo import Executor

SILENCE = timedelta(seconds=60)
BEAT_S = 5.0


def this_process(executor_id: str, version: str, now: datetime) -> Executor:
    """Return what this process says about itself."""
    return Executor(executor_id, socket.gethostname(), os.getpid(), birth(os.getpid()), version, now, None)


def is_gone(executor: Executor | None, now: datetime) -> bool:
    """Tell whether nothing is to be expected of this process any more."""
    if executor is None or executor.closed_at is not None:
        return True
    if executor.host == socket.gethostname():
        return not is_alive(executor.pid, executor.born)
    return now - executor.seen_at > SILENCE


def is_alive(pid: int, born: str) -> bool:
    """Tell whether this machine still runs that very process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # it exists and belongs to somebody else
    return birth(pid) == born


def birth(pid: int) -> str:
    """Return when a process was born, in words only this machine understands; empty if it does not say."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        # The name in parentheses may contain spaces; the 22nd field is the 20th after it.
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return f"{boot}:{fields[19]}"
    except (OSError, IndexError):
        return ""
