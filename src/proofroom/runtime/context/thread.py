"""The messages of a conversation with a register of what they hold, kept as they are added.

Every round of every turn asks the same of all messages that may be sent: what they weigh, where people speak,
which tools were called and answered. The register tells, so that a round looks at what is new only.
"""

from array import array
from collections.abc import Iterable, Mapping

from proofroom.kernel.blocks import Message, TextBlock


class Thread(list[Message]):
    """Messages in order. They are added at the end; whoever changes others makes a new thread."""

    __slots__ = ("answers", "called", "images", "linked", "pictured", "requests", "tokens")

    def __init__(self, messages: Iterable[Message] = ()) -> None:
        super().__init__()
        self.tokens, self.images = array("q", [0]), array("q", [0])
        """What the messages before each place cost by estimate, and the images in them."""
        self.requests: list[int] = []
        """Where people speak."""
        self.answers: dict[str, list[int]] = {}
        """Where each tool answers."""
        self.pictured: list[int] = []
        """Where tools answer with images."""
        self.linked: list[int] = []
        """Where somebody but the model may name a web address."""
        self.called = set[str]()
        """The tools that were called."""
        for message in messages:
            self.append(message)

    def append(self, message: Message, /) -> None:
        """Add a message."""
        at = len(self)
        super().append(message)
        self.tokens.append(self.tokens[-1] + message.tokens)
        self.images.append(self.images[-1] + message.images)
        if message.role == "user":
            self.requests.append(at)
        elif message.role == "tool":
            for name in message.answered:
                self.answers.setdefault(name, []).append(at)
            if message.images:
                self.pictured.append(at)
        else:
            self.called |= message.called
        if _names_address(message):
            self.linked.append(at)

    def copy(self) -> "Thread":
        """Return the same messages, to add others to them."""
        made = Thread()
        list[Message].extend(made, self)
        made.tokens, made.images = self.tokens[:], self.images[:]
        made.requests, made.pictured, made.linked = self.requests[:], self.pictured[:], self.linked[:]
        made.answers = {name: places[:] for name, places in self.answers.items()}
        made.called = set(self.called)
        return made

    def changed(self, changes: Mapping[int, Message]) -> "Thread":
        """Return the messages with others in some places; each is of the same role and by the same tools."""
        if not changes:
            return self
        made = self.copy()
        more = less = 0
        for at in range(min(changes), len(made)):
            if (message := changes.get(at)) is not None:
                more += message.tokens - self[at].tokens
                less += self[at].images - message.images
                made[at] = message
            made.tokens[at + 1] += more
            made.images[at + 1] -= less
        return made

    def answered_by(self, tools: Iterable[str]) -> list[int]:
        """Return where one of these tools answers, in order."""
        return sorted({at for name in tools for at in self.answers.get(name, ())})


def thread_of(messages: list[Message]) -> Thread:
    """Return messages as a thread, which they may be already."""
    return messages if isinstance(messages, Thread) else Thread(messages)


def _names_address(message: Message) -> bool:
    if message.role == "user":
        return any("://" in block.text for block in message.blocks if isinstance(block, TextBlock))
    return any("://" in block.content for block in message.results)
