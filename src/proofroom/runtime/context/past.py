"""What was said in conversations before, kept in memory: a turn reads what is new.

Turns before one that has begun stay as they are. Only where somebody takes an earlier one up again do they
change, and the database counts that; it is asked together with what is new.
"""

from collections import OrderedDict
from dataclasses import field

from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import ConversationId, WorkspaceId
from proofroom.runtime.context.history import Answer, answers_in, as_messages
from proofroom.runtime.context.thread import Thread
from proofroom.runtime.hot import repo
from proofroom.runtime.types import StoredMessage
from proofroom.store import Connection
from proofroom.store.prepared import Later

MOST = 2_000_000
"""What is kept of all conversations together, in tokens: at most some 8 MB of text, or 8,000 messages."""
EACH = 250
"""What a message takes beside its text, as tokens of text."""
IMAGE_LETTERS = 4
"""Letters of an image that count as a token: it takes its place in memory."""
NOTHING = (-1, -1)
Place = tuple[WorkspaceId, ConversationId]


@dataclass(slots=True)
class Past:
    """The turns of a conversation up to one, and how often turns had been taken up again until then."""

    through: int = 0
    reopened: int = 0
    messages: list[StoredMessage] = field(default_factory=list[StoredMessage])
    size: int = 0
    shown: Thread = field(default_factory=Thread)
    """The messages as a model sees them."""
    answers: dict[Answer, None] = field(default_factory=dict[Answer, None])
    """The kinds of answers of tools among them, in the order of their first."""
    is_of_several: bool = False

    @classmethod
    def of(cls, messages: list[StoredMessage]) -> "Past":
        """Return what these messages make, which are kept nowhere."""
        made = cls()
        made.add(messages)
        return made

    def add(self, new: list[StoredMessage]) -> None:
        """Add whole turns."""
        self.messages += new
        self.size += sum(map(_size, new))
        self.shown = as_messages(new, self.shown)
        self.answers |= dict.fromkeys(answers_in(new))
        self.is_of_several = self.is_of_several or any("speaker" in one.meta for one in new)

    def with_request(self, request: list[StoredMessage]) -> "Past":
        """Return the same with what is asked now."""
        made = Past(self.through, self.reopened, [*self.messages], 0, self.shown.copy(), dict(self.answers))
        made.is_of_several = self.is_of_several
        made.add(request)
        return made


@dataclass(frozen=True, slots=True)
class Asked:
    """What the database was asked for, as of what was known then."""

    since: tuple[int, int]
    answer: Later


class Pasts:
    """The pasts of the conversations that were at work last."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Place, Past] = OrderedDict()
        self._size = 0

    async def read(
        self, connection: Connection, workspace_id: WorkspaceId, conversation_id: ConversationId, turn: int
    ) -> Past:
        """Return the messages of earlier turns with a turn's request, in order."""
        place = workspace_id, conversation_id
        known = self._take_for(place, turn)
        since = _since(known)
        new, reopened = await repo.messages_before(connection, workspace_id, conversation_id, turn, since)
        return self._join(place, turn, known, new, reopened)

    async def ask(
        self, connection: Connection, workspace_id: WorkspaceId, conversation_id: ConversationId, turn: int
    ) -> "Asked":
        """Ask for what `read` would read; `find` makes it of the answer."""
        place = workspace_id, conversation_id
        known = self._take_for(place, turn)
        if known is not None:
            self._keep(place, known)
        since = _since(known)
        return Asked(since, await repo.ask_before(connection, workspace_id, conversation_id, turn, since))

    def find(
        self, workspace_id: WorkspaceId, conversation_id: ConversationId, turn: int, asked: "Asked | None"
    ) -> Past | None:
        """Return what was asked for; None where that is not all which is new by now."""
        if asked is None or not asked.answer.rows:
            return None
        place = workspace_id, conversation_id
        known = self._take_for(place, turn)
        if asked.since != _since(known):
            if known is not None:
                self._keep(place, known)
            return None
        return self._join(place, turn, known, *repo.read_before(asked.answer.rows))

    def _take_for(self, place: Place, turn: int) -> Past | None:
        known = self._take(place)
        # A turn that is taken up again sees less.
        return None if known is not None and known.through >= turn else known

    def _join(
        self, place: Place, turn: int, known: Past | None, new: list[StoredMessage], reopened: int
    ) -> Past:
        if known is None or reopened != known.reopened:
            known = Past(reopened=reopened)
        known.add([one for one in new if one.turn < turn])
        known.through = turn - 1
        if known.messages:
            self._keep(place, known)
        return known.with_request([one for one in new if one.turn >= turn])

    def _take(self, place: Place) -> Past | None:
        found = self._kept.pop(place, None)
        if found is not None:
            self._size -= found.size
        return found

    def _keep(self, place: Place, past: Past) -> None:
        self._take(place)  # of two who read at once
        self._kept[place] = past
        self._size += past.size
        while self._size > self._most and self._kept:
            _, gone = self._kept.popitem(last=False)
            self._size -= gone.size


def _since(known: Past | None) -> tuple[int, int]:
    return (known.through, known.reopened) if known else NOTHING


def _size(message: StoredMessage) -> int:
    images = [image for block in message.blocks for image in getattr(block, "images", ())]
    return EACH + message.tokens + sum(len(image.data) for image in images) // IMAGE_LETTERS
