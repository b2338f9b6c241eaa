"""Importing the studio's code at once, without looking for rubbish in it."""

import gc
from collections.abc import Generator
from contextlib import contextmanager


@contextmanager
def loading() -> Generator[None]:
    """Let the collector rest while much is imported, and leave out afterwards what has been imported.

    All of it stays to the end. Looking for rubbish there would be a fifth of a command's start, and a pause
    in the studio's work at each full collection. Inside another `loading` that one goes on.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
