"""What is said to a conversation: who lets it in, and where it went."""

from collections.abc import Awaitable, Callable

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, TooLarge
from proofroom.kernel.ids import MessageId, RunId
from proofroom.kernel.strings import say
from proofroom.runtime.types import Conversation
from proofroom.store import Connection

MAX_MESSAGE = 200_000
Admitted = Callable[[], Awaitable[object]]
"""Refuses a message once what was asked for that is answered: called before the transaction ends."""
Admit = Callable[[Connection, Conversation, int], Awaitable[Admitted]]
"""Refuses a message, or lets it into a conversation; is told how the remembered tables stand."""


@dataclass(frozen=True, slots=True)
class Posted:
    """Where a message went: its run, and whether it runs now or waits."""

    conversation: Conversation
    message_id: MessageId
    run_id: RunId
    is_queued: bool


async def anybody() -> None:
    """Refuse nobody."""


def check_message(text: str) -> None:
    """Refuse an empty message and one that is too long."""
    if not text.strip():
        raise InvalidInput(say("chat.empty"))
    if len(text) > MAX_MESSAGE:
        raise TooLarge(say("chat.long", length=len(text), most=MAX_MESSAGE))
