"""How long a studio takes from the command to the first answer, and what it holds while idle."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from http.client import HTTPConnection
from pathlib import Path

from bench.measure import Row, resident_mb


def measure() -> list[Row]:
    """Start a studio on a new data folder and again on the same one, then look at its memory."""
    with tempfile.TemporaryDirectory() as data:
        first, _ = start_once(data)
        again, memory = start_once(data, idle_s=3)
    return [
        Row("ready to serve, new data folder", first, "s"),
        Row("ready to serve", again, "s", 2.5),
        Row("idle memory", memory, "MB", 170),
    ]


def start_once(data: str, idle_s: float = 0) -> tuple[float, float]:
    """Start a studio, wait until it is ready, and return the seconds and its memory after an idle time."""
    port = free_port()
    # Without the demo, which is made beside the work at a first start and would be measured with it.
    own = {"PROOFROOM_DATA": data, "PROOFROOM_PORT": str(port), "PROOFROOM_DEMO": "false"}
    environment = {**os.environ, **own}
    started = time.perf_counter()
    command = [str(Path(sys.executable).parent / "proofroom"), "up"]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_until_ready(port, process)
        ready = time.perf_counter() - started
        time.sleep(idle_s)
        return ready, resident_mb(process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    """Wait for the readiness route to answer with 200."""
    for _ in range(3000):
        if process.poll() is not None:
            raise RuntimeError(f"the studio ended with exit code {process.returncode}")
        connection = HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/api/ready")
            if connection.getresponse().status == 200:
                return
        except OSError:
            pass
        finally:
            connection.close()
        time.sleep(0.01)
    raise RuntimeError("the studio was not ready after 30 s")


def free_port() -> int:
    """Return a port nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
