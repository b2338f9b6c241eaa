"""Names that a package offers, and modules, imported when they are first used.

A package's `__init__` names what it offers; importing all of it would make everybody who needs one small file
of the package pay for its largest. A type checker reads the imports under `TYPE_CHECKING`.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from threading import Lock
from types import ModuleType
from typing import Any


def lazily(package: str, homes: dict[str, str]) -> Callable[[str], Any]:
    """Return a package's `__getattr__`, for names by the module that holds each: `{"lock": "hold find"}`."""
    home_of = {name: module for module, names in homes.items() for name in names.split()}

    def find(name: str) -> Any:
        home = home_of.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{home}"), name)
        setattr(sys.modules[package], name, found)  # the next use costs nothing
        return found

    return find


def late_module(name: str, prepare: Callable[[Any], None] | None = None) -> ModuleType:
    """Return what stands for a module until something of it is first used; `prepare` then sets it up.

    For a library that is slow to import and that many processes never need. A type checker reads an ordinary
    import under `TYPE_CHECKING`; annotations that name the module stand in quotes, or they would use it.
    """
    return _Late(name, prepare)


class _Late(ModuleType):
    """Imports a module with the first thing asked of it, from whichever thread that is."""

    def __init__(self, name: str, prepare: Callable[[Any], None] | None) -> None:
        super().__init__(name)
        self._prepare = prepare
        self._lock = Lock()

    def __getattr__(self, name: str) -> Any:
        with self._lock:
            module = import_module(self.__name__)
            if self._prepare is not None:
                self._prepare(module)
                self._prepare = None
        found = getattr(module, name)
        setattr(self, name, found)  # the next use costs nothing
        return found
