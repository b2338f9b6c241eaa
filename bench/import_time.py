"""What imports and commands take in a fresh interpreter, in processor time: what others do does not count."""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from bench.measure import ROOT, Row

TIMES = 5
IMPORTS = (("import proofroom", 0.3), ("import proofroom.api", 0.9))


def measure() -> list[Row]:
    """Measure the imports and the help, each in turn with the others, Python's own start included."""
    python, tool = sys.executable, str(Path(sys.executable).parent / "proofroom")
    works = {code: [python, "-c", code] for code, _ in IMPORTS} | {"proofroom --help": [tool, "--help"]}
    targets = dict(IMPORTS) | {"proofroom --help": 0.15}
    taken: dict[str, list[float]] = {what: [] for what in works}
    with tempfile.TemporaryDirectory() as data:
        for number in range(1 + TIMES):
            for what, command in works.items():
                cpu = cpu_of(command, {"PROOFROOM_DATA": data})
                if number:  # the first compiles what nobody has compiled yet
                    taken[what].append(cpu)
    return [Row(f"{what} (CPU)", median(seconds), "s", targets[what]) for what, seconds in taken.items()]


def environment_with(variables: dict[str, str]) -> dict[str, str]:
    """Return our environment and some more, compiled files kept: an installed studio has them."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **variables}


def cpu_of(command: list[str], variables: dict[str, str]) -> float:
    """Run a command and return the processor time it took, its children's included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment_with(variables))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
