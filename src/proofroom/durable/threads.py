"""The threads of the event loop, on which work is done that would hold it up."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

THREADS = 32


def give_threads() -> None:
    """Give the running loop threads of its own."""
    asyncio.get_running_loop().set_default_executor(end_in_words(ThreadPoolExecutor(THREADS)))


def end_in_words(pool: ThreadPoolExecutor) -> ThreadPoolExecutor:
    """Let what runs out on a thread be an error: as it is, nobody who waits for it would ever hear."""
    submit: Any = pool.submit
    pool.submit = partial(submit, _run)
    return pool


def _run(function: Callable[..., Any], *given: Any, **named: Any) -> Any:
    try:
        return function(*given, **named)
    except StopIteration as error:
        raise RuntimeError("something was asked for more than there was") from error
