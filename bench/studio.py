"""What a studio takes until its first answer, what a command takes that asks it, and what it holds idle."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

from bench.import_time import cpu_of, environment_with
from bench.measure import Row, resident_mb

TIMES = 5


@dataclass(frozen=True)
class Start:
    """What one start took."""

    ready_s: float
    ready_cpu_s: float
    command_cpu_s: float
    memory_mb: float


def measure() -> list[Row]:
    """Start a studio on a new data folder and again on the same one, then ask it and look at its memory."""
    with tempfile.TemporaryDirectory() as data:
        first = start_once(data, "init", "Bench")
        again = [start_once(data, "status", idle_s=2) for _ in range(TIMES)]
    return [
        Row("ready to serve, new data folder", first.ready_s, "s"),
        Row("ready to serve", median(each.ready_s for each in again), "s"),
        Row("ready to serve (CPU)", median(each.ready_cpu_s for each in again), "s", 1.1),
        Row(
            "`content status` of a running studio (CPU)",
            median(each.command_cpu_s for each in again),
            "s",
            0.2,
        ),
        Row("idle memory", median(each.memory_mb for each in again), "MB", 130),
    ]


def start_once(data: str, *asks: str, idle_s: float = 0) -> Start:
    """Start a studio, wait until it is ready, ask it something, and look at its memory after an idle time."""
    port = free_port()
    # Without the demo, which is made beside the work at a first start and would be measured with it.
    own = {"PROOFROOM_DATA": data, "PROOFROOM_PORT": str(port), "PROOFROOM_DEMO": "false"}
    environment = environment_with(own)
    started = time.perf_counter()
    tool = str(Path(sys.executable).parent / "proofroom")
    process = subprocess.Popen(
        [tool, "up"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        wait_until_ready(port, process)
        ready, cpu = time.perf_counter() - started, cpu_seconds(process.pid)
        command = cpu_of([tool, "content", *asks], own)
        time.sleep(idle_s)
        return Start(ready, cpu, command, resident_mb(process.pid))
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)


def cpu_seconds(pid: int) -> float:
    """Return the processor time a process has taken."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
