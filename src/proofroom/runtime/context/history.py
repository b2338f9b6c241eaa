"""What the model is shown of a conversation: earlier turns, made whole, and heavy results left out."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import groupby
from operator import attrgetter, is_

import msgspec

from proofroom.kernel.blocks import LEFT_OUT, AnyBlock, Message, TextBlock, ToolCallBlock, ToolResultBlock
from proofroom.kernel.nouns import count
from proofroom.kernel.patterns import late_pattern
from proofroom.kernel.tokens import estimate
from proofroom.runtime.context.recap import RECAP_TOKENS, Standing, of_message, recap
from proofroom.runtime.context.thread import Thread, thread_of
from proofroom.runtime.types import StoredMessage
from proofroom.safety import is_wrapped

_ADDRESSES = late_pattern(r"(?:^|(?<=[.!?;\n])\s*)(?:@[\w-]+[,:]?\s*(?:\b(?:and|ve)\s+(?=@))?)+")
"""Names that a sentence begins with."""
_NAME = late_pattern(r"@([\w-]+)")
_NAMES = late_pattern(r"^(?:\s*@[\w-]+[,:]?(?:\s+(?:and|ve)\b)?)+\s*")
Answer = tuple[str, bool, bool]
"""A tool that answered, whether well, and whether its text is marked as a stranger's."""
NOT_COMPLETED = "This call did not complete: the turn was interrupted. Call it again if it is still needed."


def as_messages(stored: Iterable[StoredMessage], before: Thread | None = None) -> Thread:
    """Return the conversation as a model sees it: adjacent messages of one role joined, calls answered.

    Where turns `before` are known already, those that are stored are added to them.
    """
    joined = Thread() if before is None else before
    for _, turn in groupby(stored, attrgetter("turn")):
        shown = _shown(tuple(turn))
        if joined and shown and joined[-1].role == shown[0].role:  # the turn before was not answered
            shown = [_joined(joined[-1], shown[0]), *shown[1:]]
            joined = Thread(joined[:-1])
        for message in shown:
            joined.append(message)
    return joined


class _Turns:
    """How turns are shown: every turn shows what was said before, and the same messages look the same."""

    def __init__(self, most: int) -> None:
        self._most = most
        # By its first message, with the messages themselves: while they are here, no others take their place.
        self._known: OrderedDict[int, tuple[tuple[StoredMessage, ...], list[Message]]] = OrderedDict()

    def __call__(self, turn: tuple[StoredMessage, ...]) -> list[Message]:
        found = self._known.get(id(turn[0]))
        if found is not None and len(found[0]) == len(turn) and all(map(is_, found[0], turn)):
            return found[1]
        shown = _show(turn)
        self._known[id(turn[0])] = turn, shown
        if len(self._known) > self._most:
            self._known.popitem(last=False)
        return shown


_shown = _Turns(2_048)


def _show(turn: tuple[StoredMessage, ...]) -> list[Message]:
    joined: list[Message] = []
    for item in turn:
        if not item.blocks:
            continue
        recap = of_message(item.role, item.blocks, str(item.meta.get("recap") or ""))
        message = Message(item.role, list(item.blocks), recap)
        if joined and joined[-1].role == item.role:
            joined[-1] = _joined(joined[-1], message)
        else:
            joined.append(message)
    return heal(joined)


def _joined(before: Message, message: Message) -> Message:
    recap = "\n".join(part for part in (before.recap, message.recap) if part)
    return Message(message.role, [*before.blocks, *message.blocks], recap)


def name_speakers(stored: list[StoredMessage], agent: str) -> list[StoredMessage]:
    """Return a conversation of several with who said what: all but what the agent is asked now, and its own.

    What nobody asked an agent stands as something earlier, so that it is not taken for a request.
    """
    asked = {one.turn: str(one.meta.get("agent") or "") for one in stored if one.role == "user"}
    last = max((at for at, one in enumerate(stored) if one.role == "user"), default=-1)
    named: list[StoredMessage] = []
    for at, one in enumerate(stored):
        if one.role == "user" and at != last:
            name = one.meta.get("name")
            mark = f"{LEFT_OUT}words of {name}] " if not asked.get(one.turn) else f"{name}: "
            named.append(_prefixed(one, mark))
        elif one.role == "assistant" and asked.get(one.turn) not in ("", None, agent):
            named.append(_prefixed(one, f"{asked[one.turn]}: "))
        elif at == last:
            named.append(_own_request(one, agent))
        else:
            named.append(one)
    return named


def _own_request(message: StoredMessage, agent: str) -> StoredMessage:
    """Return a request without the names it begins with, and without what others are asked in it."""
    blocks = [
        TextBlock(own_part(block.text, agent)) if isinstance(block, TextBlock) else block
        for block in message.blocks
    ]
    return replace(message, blocks=blocks)


def own_part(text: str, agent: str) -> str:
    """Return what a message to several asks of one: “@analyst count. @editor write.” asks two things.

    What stands before the first name is for all; a name within a sentence is only spoken of.
    """
    places = [*_ADDRESSES.finditer(text)]
    ends = [*(one.start() for one in places), len(text)][1:]
    parts = [
        (_NAME.findall(one[0].casefold()), text[one.end() : end].strip())
        for one, end in zip(places, ends, strict=True)
    ]
    own = [part for names, part in parts if agent in names]
    if len(parts) > 1 and own and all(part for _, part in parts):
        return " ".join([text[: places[0].start()].strip(), *own]).strip()
    return _NAMES.sub("", text) or text


def _prefixed(message: StoredMessage, mark: str) -> StoredMessage:
    blocks, is_marked = list[AnyBlock](), False
    for block in message.blocks:
        if isinstance(block, TextBlock) and not is_marked:
            blocks.append(TextBlock(f"{mark}{block.text}"))
            is_marked = True
        else:
            blocks.append(block)
    return replace(message, blocks=blocks)


def heal(messages: list[Message]) -> list[Message]:
    """Give every tool call exactly one result, directly after it."""
    healed: list[Message] = []
    for index, message in enumerate(messages):
        if message.role == "tool":
            continue
        healed.append(message)
        if message.calls:
            following = messages[index + 1] if index + 1 < len(messages) else None
            healed.append(
                _answers(message.calls, following if following and following.role == "tool" else None)
            )
    return healed


def _answers(calls: tuple[ToolCallBlock, ...], message: Message | None) -> Message:
    if message is not None and len(calls) == len(message.results) == len(message.blocks):
        pairs = zip(calls, message.results, strict=True)
        if all(call.tool_call_id == result.tool_call_id for call, result in pairs):
            return message
    given = {block.tool_call_id: block for block in (message.results if message else ())}
    blocks: list[AnyBlock] = []
    for call in calls:
        found = given.get(call.tool_call_id)
        blocks.append(found or ToolResultBlock(call.tool_call_id, call.tool_name, False, NOT_COMPLETED))
    return Message("tool", blocks, message.recap if message else "")


def answers_in(messages: Iterable[StoredMessage]) -> Iterator[Answer]:
    """Yield the answers of tools: whose they are, whether good, whether marked as a stranger's."""
    for message in messages:
        if message.role == "tool":
            for block in message.blocks:
                if isinstance(block, ToolResultBlock):
                    yield block.tool_name, block.ok, is_wrapped(block.content)


def outside_text_in(answers: Iterable[Answer], tools: frozenset[str]) -> str:
    """Return the first tool whose text from outside a conversation holds, by its marks or its name."""
    # A service's own words stand between marks also where it has failed.
    return next((name for name, ok, is_foreign in answers if is_foreign or (ok and name in tools)), "")


def elide_heavy(messages: list[Message], heavy: frozenset[str]) -> Thread:
    """Keep only the newest message's results of each heavy tool; older ones become a breadcrumb.

    A result with images is heavy, whichever tool it came from.
    """
    thread, seen, changes = thread_of(messages), set[str](), dict[int, Message]()
    for at in sorted({*thread.answered_by(heavy), *thread.pictured}, reverse=True):
        message = thread[at]
        if not seen.isdisjoint(message.answered):
            blocks = [_elided(block, seen, heavy) for block in message.blocks]
            changes[at] = msgspec.structs.replace(message, blocks=blocks)
        seen |= _heavy_in(message, heavy)
    return thread.changed(changes)


def _heavy_in(message: Message, heavy: frozenset[str]) -> set[str]:
    """Return the heavy tools with results in a message."""
    return {block.tool_name for block in message.results if block.tool_name in heavy or block.images}


def _elided(block: AnyBlock, superseded: set[str], heavy: frozenset[str]) -> AnyBlock:
    if not isinstance(block, ToolResultBlock) or not block.ok or block.tool_name not in superseded:
        return block
    if block.tool_name not in heavy and not block.images:
        return block
    name = block.tool_name
    note = f"Earlier {name} output removed; a newer one follows. Call {name} again if needed."
    return ToolResultBlock(block.tool_call_id, block.tool_name, True, note)


def without_images(messages: list[Message]) -> Thread:
    """Replace images by a note, for models that cannot see."""
    thread = thread_of(messages)
    return thread.changed(
        {
            at: msgspec.structs.replace(thread[at], blocks=list(map(_seen_as_text, thread[at].blocks)))
            for at in thread.pictured
        }
    )


def _seen_as_text(block: AnyBlock) -> AnyBlock:
    if isinstance(block, ToolResultBlock) and block.images:
        text = f"{block.content}\n{not_shown(len(block.images))}"
        return ToolResultBlock(block.tool_call_id, block.tool_name, block.ok, text)
    return block


def not_shown(images: int) -> str:
    """Return what a model that cannot see is told in place of images, so that it does not miss them."""
    return f"[{images} image(s) left out: this model cannot see.]"


def this_session(stored: list[StoredMessage], minutes: int | None) -> list[StoredMessage]:
    """Keep what came after the last long silence, where an agent's profile begins anew after one."""
    if minutes is None:
        return stored
    start = 0
    for at in range(1, len(stored)):
        silence = stored[at].created_at - stored[at - 1].created_at
        if stored[at].role == "user" and silence > timedelta(minutes=minutes):
            start = at
    return stored[start:]


def last_turns(stored: list[StoredMessage], turns: int | None) -> list[StoredMessage]:
    """Keep the newest turns only, where an agent's profile limits them."""
    if turns is None:
        return stored
    numbers = sorted({message.turn for message in stored})[-turns:]
    return [message for message in stored if message.turn in numbers]


def shown_turns(stored: list[StoredMessage], turns: int | None, standing: Sequence[Standing]) -> Thread:
    """Return the newest turns as a model sees them; the first one begins with what came before."""
    recent = last_turns(stored, turns)
    shown, gone = as_messages(recent), as_messages(stored[: len(stored) - len(recent)])
    if not gone or not shown:
        return shown
    told = recap(gone, standing, RECAP_TOKENS, estimate)
    note = f"{LEFT_OUT}{count(len(gone), 'message')} left out: the newest {turns} turns are shown]\n{told}"
    kept = "\n".join([*(message.recap for message in gone if message.recap), shown[0].recap])
    return Thread([Message(shown[0].role, [TextBlock(note), *shown[0].blocks], kept), *shown[1:]])
