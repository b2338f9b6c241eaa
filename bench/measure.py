"""What a measurement is, and the tools to make one."""

import json
import os
import platform
import resource
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Row:
    """One measured figure. `target` is an upper limit; None where we only watch."""

    what: str
    value: float
    unit: str
    target: float | None = None
    note: str = ""

    @property
    def is_met(self) -> bool | None:
        """Tell whether the target is met, None without one."""
        return None if self.target is None else self.value <= self.target


Measurement = Callable[[], list[Row]]


def median_cpu(times: int, work: Callable[[], object]) -> float:
    """Return the middle of several processor times in seconds: what it usually takes."""
    durations: list[float] = []
    for _ in range(times):
        started = time.process_time()
        work()
        durations.append(time.process_time() - started)
    return statistics.median(durations)


def yardstick_ms() -> float:
    """Return what a fixed piece of work takes here and now, in processor time: how fast the machine is."""

    def work() -> None:
        words = [f"{number:x} under the market" for number in range(20_000)]
        found = {word: len(word.split()) for word in words}
        json.loads(json.dumps(sorted(found.items())))

    return 1000 * median_cpu(7, work)


def machine() -> str:
    """Name the machine: processor, cores, Python, system."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{processor()}, {cores} cores, Python {platform.python_version()}, {platform.system()}"


def processor() -> str:
    """Return the processor's name."""
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def peak_mb() -> float:
    """Return the most memory this process has held, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def resident_mb(pid: int, kind: Literal["VmRSS", "RssAnon"] = "VmRSS") -> float:
    """Return the memory a process holds, in megabytes; `RssAnon` leaves out files that it looks into."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(kind):
            return int(line.split()[1]) / 1024
    raise ValueError(f"process {pid} has no memory figure")
