import msgspec
import pytest

from proofroom.kernel.blocks import (
    ImageBlock,
    Message,
    TextBlock,
    ThinkingBlock,
    ToolCallBlock,
    ToolResultBlock,
    decode_blocks,
    user,
)
from proofroom.kernel.strings import plain

encode_blocks = msgspec.json.Encoder(enc_hook=plain).encode
BLOCKS = [
    TextBlock("Merhaba, 世界"),
    ThinkingBlock("hm", opaque={"signature": "c2ln"}, provider="anthropic", model="m-1"),
    ImageBlock("image/png", "aGk="),
    ToolCallBlock("c1", "save", {"title": "A"}, provider_id="toolu_1"),
    ToolCallBlock("c2", "save", {}, invalid_json='{"a":'),
    ToolResultBlock("c1", "save", True, "saved", [ImageBlock("image/png", "aGk=")]),
]


def test_blocks_survive_storage():
    assert decode_blocks(encode_blocks(BLOCKS)) == BLOCKS


def test_blocks_are_told_apart_by_kind():
    assert encode_blocks([TextBlock("a")]) == b'[{"kind":"text","text":"a"}]'
    with pytest.raises(ValueError, match="kind"):
        decode_blocks(b'[{"kind":"video"}]')


def test_opaque_reasoning_is_kept_verbatim():
    sealed = {"encrypted": "AA==", "nested": [{"a": None}, 1.5]}
    (block,) = decode_blocks(encode_blocks([ThinkingBlock(opaque=sealed)]))
    assert isinstance(block, ThinkingBlock)
    assert block.opaque == sealed


def test_the_text_of_a_message_leaves_out_thinking_and_tools():
    message = Message("assistant", [ThinkingBlock("hm"), TextBlock("One "), BLOCKS[3], TextBlock("two")])
    assert message.text == "One two"


def test_a_persons_message_is_one_text_block():
    assert user("hi") == Message("user", [TextBlock("hi")])


def test_blocks_cannot_be_changed():
    with pytest.raises(AttributeError):
        TextBlock("a").text = "b"  # type: ignore[misc]
