"""What was said in conversations before, kept in memory: a turn reads what is new.

Turns before one that has begun stay as they are. Only where somebody takes an earlier one up again do they
change, and the database counts that; it is asked together with what is new.
"""

from collections import OrderedDict

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, WorkspaceId
from proofroom.runtime.hot import repo
from proofroom.runtime.types import StoredMessage
from proofroom.store import Connection

MOST = 500_000
"""What is kept of all conversations together, in tokens; about 2 MB of text."""
IMAGE_LETTERS = 4
"""Letters of an image that count as a token: it takes its place in memory."""
NOTHING = (-1, -1)
Place = tuple[WorkspaceId, ConversationId]


@dataclass(frozen=True, slots=True)
class Past:
    """The turns of a conversation up to one, and how often turns had been taken up again until then."""

    through: int
    reopened: int
    messages: list[StoredMessage]
    size: int


class Pasts:
    """The pasts of the conversations that were at work last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Place, Past] = OrderedDict()
        self._size = 0

    async def read(
        self, connection: Connection, workspace_id: WorkspaceId, conversation_id: ConversationId, turn: int
    ) -> list[StoredMessage]:
        """Return the messages of earlier turns and a turn's request, in order."""
        place = workspace_id, conversation_id
        known = self._take(place)
        if known is not None and known.through >= turn:  # a turn that is taken up again sees less
            known = None
        since = (known.through, known.reopened) if known else NOTHING
        new, reopened = await repo.messages_before(connection, workspace_id, conversation_id, turn, since)
        if known is None or reopened != known.reopened:
            known = Past(0, reopened, [], 0)
        earlier = [one for one in new if one.turn < turn]
        size = known.size + sum(map(_size, earlier))
        self._keep(place, Past(turn - 1, reopened, [*known.messages, *earlier], size))
        return [*known.messages, *new]

    def _take(self, place: Place) -> Past | None:
        found = self._kept.pop(place, None)
        if found is not None:
            self._size -= found.size
        return found

    def _keep(self, place: Place, past: Past) -> None:
        self._kept[place] = past
        self._size += past.size
        while self._size > self._most and self._kept:
            _, gone = self._kept.popitem(last=False)
            self._size -= gone.size


def _size(message: StoredMessage) -> int:
    images = [image for block in message.blocks for image in getattr(block, "images", ())]
    return message.tokens + sum(len(image.data) for image in images) // IMAGE_LETTERS
