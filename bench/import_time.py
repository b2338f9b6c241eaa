"""How long `import proofroom` takes in a fresh interpreter, and what the wiring of all rooms adds."""

import importlib.util

from bench.measure import Row, best_of, run_python


def measure() -> list[Row]:
    """Measure the import of the package and of everything a studio needs, without Python's own start."""
    bare = best_of(5, lambda: run_python("pass"))
    package = best_of(5, lambda: run_python("import proofroom"))
    rows = [Row("import proofroom", 1000 * (package - bare), "ms", 300)]
    if importlib.util.find_spec("proofroom.wiring"):
        everything = best_of(3, lambda: run_python("import proofroom.api"))
        rows.append(Row("import proofroom.api (all rooms)", 1000 * (everything - bare), "ms"))
    return rows
