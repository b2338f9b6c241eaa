"""What this process says about itself to others that execute runs."""

import os
import socket
from datetime import datetime

from proofroom.store.processes import Executor, birth

BEAT_S = 5.0


def this_process(executor_id: str, version: str, now: datetime, folder: str | None) -> Executor:
    """Return what this process says about itself."""
    host, pid = socket.gethostname(), os.getpid()
    return Executor(executor_id, host, pid, birth(pid), version, now, None, folder)
