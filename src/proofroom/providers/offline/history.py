"""A conversation as plans see it: what the person said in each turn, what was made of it, what was told."""

from collections.abc import Sequence
from dataclasses import field

from proofroom.kernel.blocks import LEFT_OUT, Message, TextBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.data import dataclass
from proofroom.providers.offline.plan import Call, Made, Result
from proofroom.safety import unwrap


@dataclass(slots=True)
class Turn:
    """One message of the person, the rounds of calls that followed it, and what was said to it."""

    asked: str
    rounds: list[list[Made]] = field(default_factory=list[list[Made]])
    told: str = ""

    @property
    def made(self) -> list[Made]:
        """The calls that went well."""
        return [one for each in self.rounds for one in each if one.result.ok]


def read_history(messages: Sequence[Message]) -> list[Turn]:
    """Return the turns of a conversation, oldest first; the last one is under way."""
    turns: list[Turn] = []
    calls: dict[str, Call] = {}
    for message in messages:
        if message.role == "user":
            turns.append(Turn(_asked(message)))
        elif not turns:
            continue
        elif message.role == "assistant" and (own := _calls(message)):
            calls |= own
            turns[-1].rounds.append([])
        elif message.role == "assistant":
            turns[-1].told = message.text
        elif turns[-1].rounds:
            for block in message.blocks:
                if isinstance(block, ToolResultBlock):
                    call = calls.get(block.tool_call_id) or Call(block.tool_name)
                    turns[-1].rounds[-1].append(Made(call, Result(block.ok, unwrap(block.content))))
    return turns


def _asked(message: Message) -> str:
    """Return what a person said, without what stands for messages that are not shown."""
    texts = (block.text for block in message.blocks if isinstance(block, TextBlock))
    return "".join(text for text in texts if not text.startswith(LEFT_OUT))


def _calls(message: Message) -> dict[str, Call]:
    return {
        block.tool_call_id: Call(block.tool_name, block.input)
        for block in message.blocks
        if isinstance(block, ToolCallBlock)
    }
