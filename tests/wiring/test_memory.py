"""What many writers leave behind in memory stays small: no holes between blocks, and a small cache of Git."""

import ctypes

import pygit2
import pytest

import proofroom.repository.git.open  # noqa: F401  (it sets how much is kept)
from proofroom.wiring.memory import keep_memory_whole

MB = 1024 * 1024


class _Figures(ctypes.Structure):
    """What the C library tells of its memory (`mallinfo2`)."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "free_blocks", "b", "c", "own_pages", "d", "e", "used", "free", "top")
    ]


def _figures() -> _Figures:
    library = ctypes.CDLL(None)
    if not hasattr(library, "mallinfo2"):
        pytest.skip("another C library")
    library.mallinfo2.restype = _Figures
    return library.mallinfo2()


def test_large_blocks_leave_no_holes_between_small_ones() -> None:
    keep_memory_whole()
    before, kept = _figures(), list[bytes]()
    for _ in range(4):  # it would learn from the first round to put them between the small ones
        large = [bytearray(400_000) for _ in range(50) if kept.append(bytes(3_000)) is None]
        assert _figures().own_pages - before.own_pages > 15 * MB
        del large
    after = _figures()
    assert after.free - before.free < 5 * MB
    assert len(kept) == 200


def test_the_cache_of_git_objects_is_small() -> None:
    assert pygit2.settings.cached_memory[1] <= 8 * MB
