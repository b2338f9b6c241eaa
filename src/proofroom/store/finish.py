"""What is done to its end even if nobody waits for it any more."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def finish(work: Coroutine[Any, Any, T]) -> T:
    """Do something to its end; who is cancelled meanwhile hears of it afterwards.

    They do not go on before: what they would find is half done, and the loop might end before it is whole.
    """
    task, cut = asyncio.ensure_future(work), None
    while not task.done():
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError as error:
            cut = error
    if cut is None:
        return task.result()
    if not task.cancelled():
        task.exception()  # nobody else asks for it
    raise cut
