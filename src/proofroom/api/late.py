"""Routers that are imported with the first request for one of their paths.

Importing all of them, with the models of some four hundred routes, takes longer than everything else at the
start of a studio; a person's first screen needs a tenth. Which paths a module answers is read from its text:
its decorators name them. A module whose paths are not written out there is imported at once.
"""

import asyncio
import re
from dataclasses import field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from threading import Lock

from fastapi import APIRouter, FastAPI
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from proofroom.kernel.data import dataclass

API = "/api"
STARTS = 2
"""By how many segments modules are found: `/api` and what it is about."""
# Searched for after a line break that is written out: far quicker than a look at the beginning of each line.
_ROUTER = re.compile(r'\n(router|root) = APIRouter\((?:prefix="([^"]*)")?')
_ROUTE = re.compile(r'\n@(router|root)\.\w+\(\s*("[^"]*")?')
_OLDER = re.compile(r'\nALSO_UNDER = "([^"]*)"')
_QUOTE = '"'

Segments = tuple[str, ...]


class Home(APIRouter):
    """The place of a module's routes, passed over at once by a path that begins as none of them does.

    There are a hundred such places, and trying the routes of each takes longer than many an answer.
    """

    starts: frozenset[Segments] = frozenset({()})
    """How the paths of its routes begin; what is empty may begin in any way."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Tell whether one of its routes is meant."""
        if () not in self.starts and _start_of(scope["path"]) not in self.starts:
            return Match.NONE, {}
        return super().matches(scope)


@dataclass(slots=True)
class LateModule:
    """A module of routers before it is imported: where its routes will stand, and for which paths."""

    name: str
    homes: dict[str, Home]
    """Empty routers that the application holds in this module's place, by the name of the router for each."""
    paths: list[Segments]
    is_readable: bool
    """Whether all its paths are written out."""
    is_loaded: bool = False
    lock: Lock = field(default_factory=Lock)

    def answers(self, asked: Segments) -> bool:
        """Say whether one of its routes may be meant."""
        return any(_is_like(path, asked) for path in self.paths)

    def load(self) -> None:
        """Import it and put its routes in their place, once."""
        with self.lock:
            if self.is_loaded:
                return
            module = import_module(self.name)
            for name, home in self.homes.items():
                home.include_router(getattr(module, name))
            self.is_loaded = True


class LateRouters:
    """All modules of a package that have routers, in their order, imported when they are needed."""

    def __init__(self, app: FastAPI, package: str, folder: Path) -> None:
        found = [_include(app, package, folder / each.name) for each in iter_modules([str(folder)])]
        self._waiting = [late for late in found if late.homes]
        self.loaded_at_once = [late.name for late in self._waiting if not late.is_readable]
        self._near: dict[Segments, list[LateModule]] = {}
        for late in self._waiting:
            for start in {_start(path) for path in late.paths}:
                self._near.setdefault(start, []).append(late)
            if not late.is_readable:
                late.load()

    def meant_by(self, path: str) -> list[LateModule]:
        """Return the modules not yet imported of which one may answer a path."""
        asked = _segments(path)
        near = [late for start in {_start(asked), ()} for late in self._near.get(start, ())]
        return [late for late in near if not late.is_loaded and late.answers(asked)]

    async def load_for(self, path: str) -> None:
        """Import what may answer a path, beside the event loop."""
        for late in self.meant_by(path):
            await asyncio.to_thread(late.load)

    def load_all(self) -> None:
        """Import everything, for whoever describes the whole."""
        for late in self._waiting:
            late.load()
        self._waiting = []


class LoadsRouters:
    """Lets a request wait until the routers that may answer it are there."""

    def __init__(self, app: ASGIApp, late: LateRouters) -> None:
        self._app = app
        self._late = late

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] == "http":
            await self._late.load_for(scope["path"])
        await self._app(scope, receive, send)


def _include(app: FastAPI, package: str, place: Path) -> LateModule:
    text = _text(place)
    prefixes = {name: prefix or "" for name, prefix in _ROUTER.findall(text)}
    homes = {name: Home() for name in prefixes}
    older = _OLDER.search(text)
    under = {"router": [API, *([older[1]] if older else [])], "root": [""]}
    for name, home in sorted(homes.items(), reverse=True):
        for number, prefix in enumerate(under[name]):
            app.include_router(home, prefix=prefix, include_in_schema=number == 0)
    found = _ROUTE.findall(text)
    paths = [
        tuple(f"{prefix}{prefixes[name]}{path.strip(_QUOTE)}".strip("/").split("/"))
        for name, path in found
        for prefix in under[name]
    ]
    late = LateModule(f"{package}.{place.name}", homes, paths, all(path for _, path in found))
    for home in homes.values() if late.is_readable else ():
        home.starts = frozenset(map(_start, paths))
    return late


def _text(place: Path) -> str:
    if place.is_dir():
        return "\n".join(file.read_text() for file in sorted(place.glob("*.py")))
    return place.with_suffix(".py").read_text()


def _segments(path: str) -> Segments:
    return tuple(path.strip("/").split("/"))


@lru_cache(maxsize=64)
def _start_of(path: str) -> Segments:
    return _start(_segments(path))


def _start(path: Segments) -> Segments:
    """Return the first words of a path, under which its module is found; none where they are not fixed."""
    first = path[:STARTS]
    return first if len(first) == STARTS and not any("{" in segment for segment in first) else ()


def _is_like(path: Segments, asked: Segments) -> bool:
    for number, segment in enumerate(path):
        if segment.endswith(":path}"):
            return True
        if number >= len(asked) or (not segment.startswith("{") and segment != asked[number]):
            return False
    return len(asked) == len(path)
