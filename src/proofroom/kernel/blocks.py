"""What a message is made of, whichever provider wrote it.

History is a list of messages; a message is a role and a list of blocks. Adapters translate blocks to and
from a provider's wire format. `opaque` is reasoning state that only its own provider and model family
understand; it is kept verbatim and replayed to nobody else.
"""

from typing import Any, Literal

import msgspec

from proofroom.kernel.strings import plain

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


class Message(msgspec.Struct, rename="camel", frozen=True):
    """One turn of one side: a person (`user`), a model (`assistant`) or tools (`tool`)."""

    role: Role
    blocks: list[AnyBlock]
    recap: str = ""
    """What should be remembered of it when it is not shown any more. It is not sent."""

    @property
    def text(self) -> str:
        """Return the readable text, without thinking and tools."""
        return "".join(block.text for block in self.blocks if isinstance(block, TextBlock))


def user(text: str) -> Message:
    """Return a person's message with one text block."""
    return Message(role="user", blocks=[TextBlock(text)])


encode_blocks = msgspec.json.Encoder(enc_hook=plain).encode
decode_blocks = msgspec.json.Decoder(list[AnyBlock]).decode
