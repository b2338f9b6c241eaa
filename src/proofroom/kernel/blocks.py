"""What a message is made of, whichever provider wrote it.

History is a list of messages; a message is a role and a list of blocks. Adapters translate blocks to and
from a provider's wire format. `opaque` is reasoning state that only its own provider and model family
understand; it is kept verbatim and replayed to nobody else.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, Literal

import msgspec
import orjson

from proofroom.kernel.tokens import estimate

Role = Literal["user", "assistant", "tool"]


class Block(msgspec.Struct, tag_field="kind", rename="camel", frozen=True, omit_defaults=True):
    """One piece of a message."""


class TextBlock(Block, tag="text", frozen=True):
    """Plain or Markdown text. `opaque` is what its provider wants back with it (a signature, citations)."""

    text: str
    opaque: dict[str, Any] | None = None


class ThinkingBlock(Block, tag="thinking", frozen=True):
    """A model's reasoning: readable text, and the provider's own sealed form of it."""

    text: str = ""
    opaque: dict[str, Any] | None = None
    provider: str = ""
    model: str = ""


class ImageBlock(Block, tag="image", frozen=True):
    """An image, by its bytes in base64."""

    mime_type: str
    data: str


class ToolCallBlock(Block, tag="toolCall", frozen=True):
    """A model's wish to use a tool. `provider_id` is the id on that provider's wire."""

    tool_call_id: str
    tool_name: str
    input: dict[str, Any]
    provider_id: str = ""
    invalid_json: str | None = None
    opaque: dict[str, Any] | None = None


class ToolResultBlock(Block, tag="toolResult", frozen=True):
    """What a tool answered: the text a model reads, and images if it can see."""

    tool_call_id: str
    tool_name: str
    ok: bool
    content: str
    images: list[ImageBlock] = msgspec.field(default_factory=list[ImageBlock])


AnyBlock = TextBlock | ThinkingBlock | ImageBlock | ToolCallBlock | ToolResultBlock


LEFT_OUT = "[Earlier "
"""How a block begins that stands for messages left out before it: nobody has said it."""


class Message(msgspec.Struct, rename="camel", frozen=True, dict=True):
    """One turn of one side: a person (`user`), a model (`assistant`) or tools (`tool`).

    Every round of every turn looks through all messages of a conversation: what they hold is found once.
    """

    role: Role
    blocks: list[AnyBlock]
    recap: str = ""
    """What should be remembered of it when it is not shown any more. It is not sent."""

    @property
    def text(self) -> str:
        """Return the readable text, without thinking and tools."""
        return "".join(block.text for block in self.blocks if isinstance(block, TextBlock))

    @cached_property
    def calls(self) -> tuple[ToolCallBlock, ...]:
        """Return the calls of tools in it."""
        return tuple(block for block in self.blocks if isinstance(block, ToolCallBlock))

    @cached_property
    def results(self) -> tuple[ToolResultBlock, ...]:
        """Return what tools answered in it."""
        return tuple(block for block in self.blocks if isinstance(block, ToolResultBlock))

    @cached_property
    def called(self) -> frozenset[str]:
        """Return the names of the tools that are called in it."""
        return frozenset(block.tool_name for block in self.calls)

    @cached_property
    def answered(self) -> frozenset[str]:
        """Return the names of the tools whose answers are in it."""
        return frozenset(block.tool_name for block in self.results)

    @cached_property
    def tokens(self) -> int:
        """Return what its texts are likely to cost a model, by estimate."""
        return sum(_tokens_of(block) for block in self.blocks)

    @property
    def texts(self) -> Iterator[str | bytes]:
        """Yield everything in it that a model reads as text: what is said, calls, answers."""
        for block in self.blocks:
            if isinstance(block, ToolResultBlock):
                yield block.content
            elif isinstance(block, ToolCallBlock):
                yield orjson.dumps(block.input)
            elif not isinstance(block, ImageBlock):
                yield block.text

    @cached_property
    def size(self) -> int:
        """Return how many bytes its texts have."""
        return sum(len(text.encode() if isinstance(text, str) else text) for text in self.texts)

    @cached_property
    def images(self) -> int:
        """Return how many images it has, those of tools' answers included."""
        shown = sum(isinstance(block, ImageBlock) for block in self.blocks)
        return shown + sum(len(block.images) for block in self.results)


def _tokens_of(block: AnyBlock) -> int:
    match block:
        case TextBlock() | ThinkingBlock():
            return estimate(block.text)
        case ToolCallBlock():
            return estimate(block.tool_name) + estimate(orjson.dumps(block.input).decode())
        case ToolResultBlock():
            return estimate(block.content)
        case ImageBlock():
            return 0


def user(text: str) -> Message:
    """Return a person's message with one text block."""
    return Message(role="user", blocks=[TextBlock(text)])


decode_blocks = msgspec.json.Decoder(list[AnyBlock]).decode
