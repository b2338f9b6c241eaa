"""Makes the Makefile's scripts importable, as they are when the Makefile runs them."""

import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"


@pytest.fixture(autouse=True)
def _scripts_on_the_path(monkeypatch):
    monkeypatch.syspath_prepend(str(SCRIPTS))
    yield
    for name in ("browser", "check", "conformance", "setup", "suite"):
        sys.modules.pop(name, None)
