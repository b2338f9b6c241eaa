"""Names that a package offers and imports when they are first used.

A package's `__init__` names what it offers; importing all of it would make everybody who needs one small file
of the package pay for its largest. A type checker reads the imports under `TYPE_CHECKING`.
"""

import sys
from collections.abc import Callable
from importlib import import_module
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
