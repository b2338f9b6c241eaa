"""Compiled modules in one file: what a start imports is found and read without walking through folders.

A start imports some fifteen hundred modules. Looking for each in the folders of the path, then opening and
checking its compiled file, was an eighth of a start's processor time; here it is one look at the source's
time and size, which is what the compiled file itself would be checked by. The file lies where Python keeps
compiled files of this package and is written by a studio that had to look elsewhere for something. Whatever
it does not have, or has of another source, is imported as ever.
"""

import marshal
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple
from zlib import crc32

PLACE = Path(__file__).parent.parent / "__pycache__" / f"start.{sys.implementation.cache_tag}.bin"
_NUMBER, _HEAD = 4, 8
"""Bytes that say how long the list of modules is, and what it sums up to: a spoilt list is none."""
_SPOILT = (OSError, EOFError, ValueError, TypeError, SystemError)
"""What reading spoilt bytes ends in."""


class _Kept(NamedTuple):
    """Where a module came from, how its source was then, and where its code lies in the file."""

    origin: str
    cached: str
    folders: tuple[str, ...] | None
    mtime_ns: int
    size: int
    start: int
    length: int
    check: int
    """What its code sums up to: code with a spoilt byte can end the interpreter."""


class Archive:
    """Finds modules for the import system; put it before those that look through folders."""

    def __init__(self, place: Path = PLACE) -> None:
        self._place = place
        self._file = -1
        self._kept: dict[str, tuple[Any, ...]] = {}
        self._begin = 0
        try:
            self._file = os.open(place, os.O_RDONLY)
            head = os.pread(self._file, _HEAD, 0)
            length = int.from_bytes(head[:_NUMBER])
            listed = os.pread(self._file, length, _HEAD)
            self._begin = _HEAD + length
            if crc32(listed) == int.from_bytes(head[_NUMBER:]):
                made_for, kept = marshal.loads(listed)  # noqa: S302 - compiled code is as near
                self._kept = kept if made_for == _made_for() else {}
        except _SPOILT:
            self._kept = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how to load a module whose source is as it was."""
        found = self._kept.get(name)
        if found is None:
            return None
        kept = _Kept(*found)
        try:
            now = os.stat(kept.origin)  # noqa: PTH116 - a path object would take longer than the look
        except OSError:
            return None
        if (now.st_mtime_ns, now.st_size) != (kept.mtime_ns, kept.size):
            return None
        spec = ModuleSpec(name, _Loader(name, kept.origin, self), origin=kept.origin)
        if kept.folders is not None:
            spec.submodule_search_locations = list(kept.folders)
        spec.has_location = True
        spec.cached = kept.cached
        return spec

    def code(self, name: str) -> CodeType | None:
        """Return a module's code; None where it cannot be read."""
        try:
            raw = self._sound(_Kept(*self._kept[name]))
            return None if raw is None else marshal.loads(raw)  # noqa: S302
        except _SPOILT:
            return None

    def _sound(self, kept: _Kept) -> bytes | None:
        raw = os.pread(self._file, kept.length, self._begin + kept.start)
        return raw if crc32(raw) == kept.check else None

    def keep(self) -> bool:
        """Add what was imported from elsewhere by now, and tell whether there was something to add.

        What other starts had kept stays. Where nothing can be written, nothing is.
        """
        new = self._missing()
        if new:
            old = {name: kept for name in self._kept if (kept := self._again(name)) is not None}
            self._write(old | new)
        return bool(new)

    def _missing(self) -> "dict[str, tuple[_Kept, bytes]]":
        found: dict[str, tuple[_Kept, bytes]] = {}
        for name, module in list(sys.modules.items()):
            spec = getattr(module, "__spec__", None)
            if spec is None or spec.name != name or isinstance(spec.loader, _Loader):
                continue
            if self.find_spec(name) is None and (kept := _read(spec)) is not None:
                found[name] = kept
        return found

    def _write(self, found: "dict[str, tuple[_Kept, bytes]]") -> None:
        kept, start = dict[str, tuple[Any, ...]](), 0
        for name, (one, code) in found.items():
            kept[name] = tuple(one._replace(start=start, length=len(code), check=crc32(code)))
            start += len(code)
        listed = marshal.dumps((_made_for(), kept))
        new = self._place.with_name(f"{self._place.name}.{os.getpid()}")
        try:
            with new.open("wb") as file:
                file.write(len(listed).to_bytes(_NUMBER) + crc32(listed).to_bytes(_NUMBER))
                file.write(listed)
                file.writelines(code for _, code in found.values())
            new.replace(self._place)
        except OSError:
            with suppress(OSError):
                new.unlink(missing_ok=True)

    def _again(self, name: str) -> tuple[_Kept, bytes] | None:
        kept = _Kept(*self._kept[name])
        if self.find_spec(name) is None:
            return None
        raw = self._sound(kept)
        return None if raw is None else (kept, raw)


class _Loader(SourceFileLoader):
    """Loads a module from the archive, or as ever where that fails."""

    def __init__(self, name: str, path: str, archive: Archive) -> None:
        super().__init__(name, path)
        self._archive = archive

    def get_code(self, fullname: str) -> CodeType | None:
        """Return the code of the module."""
        return self._archive.code(fullname) or super().get_code(fullname)


def install() -> Archive:
    """Let this process import from the archive from now on."""
    archive = Archive()
    sys.meta_path.insert(0, archive)
    return archive


def installed() -> Archive | None:
    """Return the archive from which this process imports."""
    return next((each for each in sys.meta_path if isinstance(each, Archive)), None)


def _made_for() -> tuple[Any, ...]:
    """Return what must be the same for the same names to mean the same code."""
    return MAGIC_NUMBER, sys.flags.optimize, tuple(sys.path), _Kept._fields


def _read(spec: ModuleSpec) -> tuple[_Kept, bytes] | None:
    """Return a module's compiled code; None where there is none, or of another source."""
    if not isinstance(spec.loader, SourceFileLoader) or spec.origin is None or spec.cached is None:
        return None
    try:
        source, compiled = Path(spec.origin).stat(), Path(spec.cached).read_bytes()
    except OSError:
        return None
    told = MAGIC_NUMBER + bytes(4) + int(source.st_mtime).to_bytes(4, "little")
    if compiled[:16] != told + (source.st_size & 0xFFFFFFFF).to_bytes(4, "little"):
        return None
    folders = None if spec.submodule_search_locations is None else tuple(spec.submodule_search_locations)
    kept = _Kept(spec.origin, spec.cached, folders, source.st_mtime_ns, source.st_size, 0, 0, 0)
    return kept, compiled[16:]
