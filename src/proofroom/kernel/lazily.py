"""Names that a package offers, and modules, imported when they are first used.

A package's `__init__` names what it offers; importing all of it would make everybody who needs one small file
of the package pay for its largest. A type checker reads the imports under `TYPE_CHECKING`.
"""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import LazyLoader, find_spec, module_from_spec
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


def late_module(name: str) -> ModuleType:
    """Return a module that is executed when something of it is first used.

    For a library that is slow to import and that many processes never need. A type checker reads an ordinary
    import under `TYPE_CHECKING`; annotations that name the module stand in quotes, or they would use it.
    """
    if name in sys.modules:
        return sys.modules[name]
    spec = find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    spec.loader = LazyLoader(spec.loader)
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
