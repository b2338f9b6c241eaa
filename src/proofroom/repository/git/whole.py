"""Loose objects that were cut short: libgit2 reads such a one for ever, so they are found before it looks.

What is damaged is set aside under another name. Git then says that the object is missing, which is true, and
whoever writes the same bytes again repairs it.
"""

import logging
import os
import threading
import zlib
from pathlib import Path
from time import monotonic
from typing import NamedTuple

log = logging.getLogger(__name__)

DAMAGED = ".damaged"
_STAMP = "proofroom-checked"
_CHUNK = 1 << 20
_MOST = 10_000
"""Objects that are known to be whole, over all repositories; every save makes some twenty."""
_NAME = 38
_TRUSTED_S = 5.0
"""How long an object that was looked at is read without a look: each look lets other threads go first."""
_lock = threading.Lock()
_NOTHING: dict[str, "_Seen"] = {}
_checked: dict[Path, float] = {}
_known: dict[Path, dict[str, "_Seen"]] = {}


class _Seen(NamedTuple):
    """What a whole object's file was like: as long as time and size stay, it was not cut since."""

    modified_ns: int
    size: int
    trusted_until: float


def check_once(folder: Path) -> None:
    """Look at the loose objects that were written since anybody looked, once in the life of a process."""
    if folder in _checked:
        return
    stamp = folder / _STAMP
    since = _modified(stamp) or 0.0
    try:
        stamp.touch()
    except OSError:  # one that can only be read is looked at anew by every process
        since = 0.0
    begun = _modified(stamp) or 0.0
    for fanout in (folder / "objects").glob("[0-9a-f][0-9a-f]"):
        for path in fanout.iterdir():
            if len(path.name) == _NAME and (_modified(path) or 0.0) >= since - 1:
                _look_at(path)
    _checked[folder] = begun


def check_object(folder: Path, sha: str) -> int:
    """Look at one object before it is read, unless it was looked at or written here and is as it was then.

    Returns how many bytes its file has; one that is in a pack has no file.
    """
    known = _known.get(folder, _NOTHING).get(sha)
    if known is not None and known.trusted_until > monotonic():
        return known.size
    found = _see(folder, sha)
    if found is None:  # one in a pack is guarded by the pack's own sums, and found there for a while
        _remember(folder, sha, _Seen(0, 0, monotonic() + _TRUSTED_S))
        return 0
    is_as_it_was = known is not None and known[:2] == found[:2]
    is_old = found.modified_ns < (_checked.get(folder, 0.0) - 1) * 1e9
    if is_as_it_was or is_old or _look_at(folder / "objects" / sha[:2] / sha[2:]):
        _remember(folder, sha, found)
        return found.size
    return 0


def set_aside_if_damaged(folder: Path, sha: str) -> None:
    """Look at an object at once, however lately somebody looked: it could not be read."""
    with _lock:
        _known.get(folder, {}).pop(sha, None)
    _look_at(folder / "objects" / sha[:2] / sha[2:])


def know_object(folder: Path, sha: str) -> None:
    """Take an object that was just written as whole, so that nobody reads it twice."""
    if (found := _see(folder, sha)) is not None:
        _remember(folder, sha, found)


def _remember(folder: Path, sha: str, seen: _Seen) -> None:
    with _lock:
        if sum(map(len, _known.values())) >= _MOST:
            _known.clear()
        _known.setdefault(folder, {})[sha] = seen


def find_damaged(folder: Path) -> list[str]:
    """Return the ids of objects that were set aside and nobody has written again."""
    found = (folder / "objects").glob(f"[0-9a-f][0-9a-f]/*{DAMAGED}")
    return sorted(
        path.parent.name + path.name.removesuffix(DAMAGED)
        for path in found
        if not path.with_name(path.name.removesuffix(DAMAGED)).exists()
    )


def _look_at(path: Path) -> bool:
    if is_whole(path):
        return True
    log.error("the object %s%s is damaged and was set aside", path.parent.name, path.name)
    try:
        path.replace(path.with_name(path.name + DAMAGED))
    except OSError:
        log.exception("it could not be set aside")
    return False


def is_whole(path: Path) -> bool:
    """Tell whether a loose object can be read to its end."""
    reader = zlib.decompressobj()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                reader.decompress(chunk)
    except FileNotFoundError:  # packed meanwhile
        return True
    except (OSError, zlib.error):
        return False
    return reader.eof


def _see(folder: Path, sha: str) -> _Seen | None:
    try:
        # As text: a path keeps each of its names in a table of the process that never shrinks.
        found = os.stat(f"{folder}/objects/{sha[:2]}/{sha[2:]}")  # noqa: PTH116
    except OSError:
        return None
    return _Seen(found.st_mtime_ns, found.st_size, monotonic() + _TRUSTED_S)


def _modified(path: Path) -> float | None:
    try:
        return path.stat().st_mtime
    except OSError:
        return None
