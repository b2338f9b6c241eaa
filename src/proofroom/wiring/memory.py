"""Memory that many threads leave in pieces: few arenas from the start, and what is free goes back.

The C library keeps an arena for every few threads, and none of them gives back what it once had: twenty
writers made the studio grow for as long as they wrote. It also learns to put large blocks between the small
ones, where they leave holes that stay: after a thousand saves 98 of 240 MB were such holes. Large blocks have
pages of their own here, and go back as soon as they are free. Other C libraries are left as they are.
"""

import ctypes
import gc
import logging
from typing import Any, Final

log = logging.getLogger(__name__)

_M_TRIM_THRESHOLD: Final = -1
_M_MMAP_THRESHOLD: Final = -3
_M_ARENA_MAX: Final = -8
ARENAS: Final = 2
LARGE: Final = 128 * 1024
"""Bytes from which a block has pages of its own."""
KEPT_FREE: Final = 1024 * 1024
"""Bytes that may stay free at the end of an arena."""
LOOKED_THROUGH: Final = 5_000
"""New objects after which Python looks for rubbish among them. With its own 700 that took a quarter of a list
of thousands of entries, none of which is rubbish; a turn is a little cheaper, too.
"""


def keep_memory_whole() -> None:
    """Let all threads share few arenas without holes. Those that exist stay: do it before there are threads.

    Naming the sizes also keeps the library from learning larger ones.
    """
    gc.set_threshold(LOOKED_THROUGH, 10, 2)  # all of it as often as ever, or rubbish piles up by megabytes
    library = _library()
    if library is not None:
        library.mallopt(_M_ARENA_MAX, ARENAS)
        library.mallopt(_M_MMAP_THRESHOLD, LARGE)
        library.mallopt(_M_TRIM_THRESHOLD, KEPT_FREE)


def give_memory_back() -> None:
    """Return what is free to the machine; it takes some milliseconds and stops nobody else."""
    library = _library()
    if library is not None:
        library.malloc_trim(0)


def _library() -> Any:
    try:
        found = ctypes.CDLL(None)
        return found if hasattr(found, "mallopt") and hasattr(found, "malloc_trim") else None
    except OSError:
        return None
