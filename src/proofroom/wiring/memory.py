"""Memory that many threads leave in pieces: few arenas from the start, and what is free goes back.

The C library keeps an arena for every few threads, and none of them gives back what it once had: twenty
writers made the studio grow for as long as they wrote. Other C libraries are left as they are.
"""

import ctypes
import logging
from typing import Any, Final

log = logging.getLogger(__name__)

_M_ARENA_MAX: Final = -8
ARENAS: Final = 2


def keep_few_arenas() -> None:
    """Let all threads share few arenas. Those that exist stay, so do it before there are threads."""
    library = _library()
    if library is not None:
        library.mallopt(_M_ARENA_MAX, ARENAS)


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
