"""Names that a package offers, and modules, imported when they are first used.

A package's `__init__` names what it offers; importing all of it would make everybody who needs one small file
of the package pay for its largest. A type checker reads the imports under `TYPE_CHECKING`.
"""

import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from threading import Lock
from types import GenericAlias, ModuleType
from typing import Any, cast


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


def postponed(*names: str) -> AbstractContextManager[None]:
    """Let a library that is imported meanwhile load these modules when it first asks something of them.

    Name a package before its modules. Everybody else, and whatever is imported later, gets the real ones.
    """
    return _instead({name: _Late(name, None) for name in names})


def left_out(*names: str) -> AbstractContextManager[None]:
    """Let a library be imported without these modules, of which it only names classes that nobody uses here.

    In its namespace such a class is an empty one. Whatever is imported later gets the real modules.
    """
    return _instead({name: _Absent(name) for name in names})


@contextmanager
def _instead(modules: Mapping[str, ModuleType]) -> Generator[None]:
    """Put modules in the place of those that are not loaded yet, for a while."""
    put = {name: module for name, module in modules.items() if name not in sys.modules}
    for name, module in put.items():
        package, _, own = name.rpartition(".")
        if package in put:
            setattr(put[package], own, module)
    sys.modules.update(put)
    try:
        yield
    finally:
        for name in put:
            del sys.modules[name]


class _Absent(ModuleType):
    """Has an empty class for every name."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        of_anything = cast(Any, classmethod)(GenericAlias)  # `Session[Any]` in an annotation
        return type(name, (), {"__module__": self.__name__, "__class_getitem__": of_anything})


class _Late(ModuleType):
    """Imports a module with the first thing asked of it, from whichever thread that is."""

    def __init__(self, name: str, prepare: Callable[[Any], None] | None) -> None:
        super().__init__(name)
        self._prepare = prepare
        self._lock = Lock()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # the import system looks at these, and needs none of them
            raise AttributeError(name)
        with self._lock:
            module = import_module(self.__name__)
            if self._prepare is not None:
                self._prepare(module)
                self._prepare = None
        found = getattr(module, name)
        setattr(self, name, found)  # the next use costs nothing
        return found
