"""A studio that runs as `proofroom up` does, for commands to speak to."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from proofroom.kernel.settings import Settings
from proofroom.store import find_running

START_S = 120


@contextmanager
def started(folder: Path, **more: str) -> Iterator[Path]:
    """Run a studio with a data folder of its own, which is returned, and with more settings."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PROOFROOM_")}
    environment = kept | {
        "PROOFROOM_DATA": str(folder / "data"),
        "PROOFROOM_PORT": "0",
        "PROOFROOM_DEMO": "false",
        **more,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "proofroom", "up"],
        env=environment,
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    settings = Settings(data=folder / "data")
    try:
        until = time.monotonic() + START_S
        while True:
            running = find_running(settings) if settings.data.exists() else None
            if running is not None and running.url:
                break
            assert process.poll() is None, "the studio did not start"
            assert time.monotonic() < until, "the studio took too long to start"
            time.sleep(0.1)
        yield settings.data
    finally:
        process.terminate()
        process.wait(60)
