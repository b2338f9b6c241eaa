"""How an answer ends: no turn ends in silence, and what cut an answer short is told."""

from collections import Counter
from dataclasses import replace

from proofroom.durable import StepContext
from proofroom.kernel import events
from proofroom.kernel.blocks import AnyBlock, Message, TextBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.errors import ProviderFailed
from proofroom.kernel.strings import say
from proofroom.providers.types import Reply


def checked(reply: Reply, model: str, history: list[Message]) -> Reply:
    """Refuse an answer in which nothing is said or asked for, unless tools have done something by then."""
    is_refusal = reply.stop == "refused"
    if is_refusal or _says_something(reply.blocks) or _results(history):
        return reply
    raise ProviderFailed(say("providers.nothing_said", model=model))


def with_words(step: StepContext, reply: Reply, history: list[Message], *, is_closing: bool) -> Reply:
    """Return the answer as it is kept: in the closing round without calls, and never without a word."""
    _notify(step, reply, is_closing=is_closing)
    blocks = reply.blocks
    if is_closing:
        blocks = [block for block in blocks if not isinstance(block, ToolCallBlock)]
    if not _says_something(blocks) and reply.stop != "refused":
        text = str(say("loop.used_up" if is_closing else "loop.nothing_to_add", did=_did(history)))
        step.text(len(blocks), text)
        blocks = [*blocks, TextBlock(text)]
    return replace(reply, blocks=blocks)


def _notify(step: StepContext, reply: Reply, *, is_closing: bool) -> None:
    if is_closing:
        step.emit(_notice("round_limit", "notice.round_limit"))
    if reply.stop == "length":
        step.emit(_notice("output_truncated", "notice.output_truncated"))
    if reply.stop == "refused":
        step.emit(_notice("refused", "notice.refused"))


def _notice(code: str, key: str) -> events.Notice:
    return events.Notice(code=code, message=say(key), suggestion=say(f"{key}.next"))


def _says_something(blocks: list[AnyBlock]) -> bool:
    return any(
        isinstance(block, ToolCallBlock) or (isinstance(block, TextBlock) and block.text.strip())
        for block in blocks
    )


def _results(history: list[Message]) -> list[ToolResultBlock]:
    """Return what tools answered since the person spoke last."""
    found: list[ToolResultBlock] = []
    for message in reversed(history):
        if message.role == "user":
            break
        found += [block for block in message.blocks if isinstance(block, ToolResultBlock)]
    return found


def _did(history: list[Message]) -> str:
    used = Counter(block.tool_name for block in reversed(_results(history)) if block.ok)
    return ", ".join(f"{name} ×{count}" for name, count in used.items()) or "–"
