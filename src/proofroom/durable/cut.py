"""When the database is lost in the middle of a run: as after a kill, the run goes on from what is stored.

What was being said to the database may have reached it or not. So nothing of this execution counts any more,
whatever the body made of the error; once the database answers, the run is taken up again like a cut-off one.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from proofroom.store.database import Database

P = ParamSpec("P")
T = TypeVar("T")
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.2, 5.0


class CutOff(BaseException):
    """This execution must not go on: the database was lost on its way.

    Like a cancellation it is nobody's business on the way out: `except Exception` lets it pass.
    """


class Cuttable(Protocol):
    """Something that knows whether the database was lost on its way, and whether that matters still."""

    is_cut: bool
    has_ended: bool


C = TypeVar("C", bound=Cuttable)


def unless_cut(
    method: Callable[Concatenate[C, P], Awaitable[T]],
) -> Callable[Concatenate[C, P], Awaitable[T]]:
    """Let nothing pass as an outcome once the database was lost on the way."""

    @wraps(method)
    async def guarded(self: C, *args: P.args, **named: P.kwargs) -> T:
        try:
            outcome = await method(self, *args, **named)
        except BaseException as error:
            if self.is_cut and not self.has_ended:
                raise CutOff from error
            raise
        if self.is_cut and not self.has_ended:
            raise CutOff
        return outcome

    return guarded


async def until_it_answers(database: Database, is_closing: Callable[[], bool]) -> bool:
    """Wait until the database answers again; False if the studio closes meanwhile."""
    pause_s = FIRST_PAUSE_S
    while not is_closing():
        await asyncio.sleep(pause_s)
        if await database.answers():
            return True
        pause_s = min(LONGEST_PAUSE_S, pause_s * 2)
    return False
