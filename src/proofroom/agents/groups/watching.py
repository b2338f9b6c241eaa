"""A conversation of several as it goes on: what is said, who takes part, and words while an agent says them.

Whoever speaks in this process wakes those who watch; what another process wrote is found by looking again.
"""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import orjson

from proofroom.agents.groups.types import GroupMessage, GroupTalk
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, RunId

LOOK_S, BUSY_S = 2.0, 0.4
"""How often it is looked again without being woken: in quiet, and while an agent answers."""

Watch = Callable[[RunId], AsyncIterator[bytes]]
"""Follows a run's events as batches of lines."""
_TEXT = b'"type":"text"'


@dataclass(frozen=True, slots=True)
class Shown:
    """The conversation as it is now."""

    group: GroupTalk
    messages: list[GroupMessage]


@dataclass(frozen=True, slots=True)
class SpokenPart:
    """Words of an agent that is still speaking."""

    run_id: RunId
    event: dict[str, Any]


News = Shown | SpokenPart


class Bells:
    """Wakes those who watch a conversation."""

    def __init__(self) -> None:
        self._waiting: defaultdict[ConversationId, set[asyncio.Event]] = defaultdict(set)

    def ring(self, conversation_id: ConversationId) -> None:
        """Wake everybody who watches it."""
        for one in self._waiting.get(conversation_id, ()):
            one.set()

    def attach(self, conversation_id: ConversationId) -> asyncio.Event:
        """Return what is set when something was said."""
        bell = asyncio.Event()
        self._waiting[conversation_id].add(bell)
        return bell

    def detach(self, conversation_id: ConversationId, bell: asyncio.Event) -> None:
        """Wake it no more."""
        self._waiting[conversation_id].discard(bell)
        if not self._waiting[conversation_id]:
            del self._waiting[conversation_id]


async def heard(run_id: RunId, watch: Watch, news: "asyncio.Queue[News | None]", bell: asyncio.Event) -> None:
    """Pass on what an agent says, word by word; then let the conversation be looked at again."""
    async for batch in watch(run_id):
        for line in batch.splitlines():
            if _TEXT in line:
                event: dict[str, Any] = orjson.loads(line)
                # A tool's answer may hold the same words: a record's type has fields of type text.
                if event["type"] == "text":
                    await news.put(SpokenPart(run_id, event))
    bell.set()


async def rung(bell: asyncio.Event, is_busy: bool) -> None:
    """Wait until somebody speaks, or it is time to look again."""
    with suppress(TimeoutError):
        async with asyncio.timeout(BUSY_S if is_busy else LOOK_S):
            await bell.wait()
    bell.clear()
