"""Fitting a request into a model's window. Pure: sizes and messages in, messages and a report out.

Every part of a request has a priority. The parts are served in that order, each with what it needs or with
what is left; whoever gets less than it needs is cut. So research goes first, whole sources at a time, the
least relevant one first; then history, the oldest turns first, which leave a marker and a recap of what was
asked and done in them; the screen is cut last. The prompt, the tools and the person's message are never cut.
An agent may have caps: once something must be cut, history and research are no larger than these.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping
from dataclasses import field
from enum import IntEnum

from proofroom.kernel.blocks import (
    LEFT_OUT,
    Message,
    TextBlock,
)
from proofroom.kernel.data import dataclass
from proofroom.runtime.context.found import Research, find_research, without_sources
from proofroom.runtime.context.history_cap import Caps, cap_history, shorten_message
from proofroom.runtime.context.recap import Standing, recap
from proofroom.runtime.context.thread import thread_of
from proofroom.runtime.context.weights import Count, Measure, measuring

RESPONSE_RESERVE = 4_000
"""Tokens kept free for the answer where the window is large; a fifth of a small window."""

_ROUNDED = 3
"""What the weights of parts may be more than that of the whole: each of them is rounded by itself."""

CUT = "\n[Truncated to fit token budget]"


class _Sizes:
    """What messages weigh: a long history is cut by looking at many spans of it."""

    def __init__(self, messages: list[Message], measure: Measure) -> None:
        self.measure, self.messages = measure, thread_of(messages)
        self._span = measure.spans_of(self.messages)

    def now(self, messages: list[Message]) -> "_Sizes":
        """Return the sizes of these messages."""
        return self if messages is self.messages else _Sizes(messages, self.measure)

    def span(self, begin: int = 0, end: int | None = None) -> int:
        """Return what the messages from one place to another weigh; without an end, to the last."""
        return self._span(begin, len(self.messages) if end is None else end)


class Priority(IntEnum):
    """Who is served first."""

    CRITICAL = 1
    REQUIRED = 2
    SCREEN = 3
    HISTORY = 4
    RESEARCH = 5


@dataclass(frozen=True, slots=True)
class Request:
    """What should be sent: the messages, and the sizes of what stands around them."""

    messages: list[Message]
    system: int
    tools: int
    screen: str
    request_at: int
    """Where the message of this turn's person stands; everything before it is history."""
    research: frozenset[str] = frozenset()
    """Tools whose results are sources found outside."""
    standing: tuple[Standing, ...] = ()
    """What became of the conversation's proposals, for the recap of what is left out."""
    caps: Caps = field(default_factory=Caps)


@dataclass(frozen=True, slots=True)
class Report:
    """How a window is filled, in estimated tokens, and what was left out to fit."""

    breakdown: dict[str, int]
    remaining: int
    cut: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def total(self) -> int:
        """Return the size of the whole request."""
        return sum(self.breakdown.values())


@dataclass(frozen=True, slots=True)
class Fitted:
    """What is sent instead."""

    messages: list[Message]
    screen: str
    report: Report


def response_reserve(window: int, max_output: int | None) -> int:
    """Return how much of a window stays free for the answer."""
    reserve = min(RESPONSE_RESERVE, window // 5)
    return reserve if max_output is None else min(reserve, max_output)


def allocate(needs: Mapping[Priority, int], available: int) -> dict[Priority, int]:
    """Give every priority what it needs or what is left; the first two get all they need in any case."""
    given: dict[Priority, int] = {}
    for priority in sorted(needs):
        share = needs[priority]
        if priority > Priority.REQUIRED:
            share = max(0, min(share, available))
        given[priority] = share
        available -= share
    return given


def fit(request: Request, window: int, reserve: int, count: Count) -> Fitted:
    """Return the request cut down to a window, and what was cut."""
    sizes = _Sizes(request.messages, measuring(count))
    asked = sizes.span(request.request_at, request.request_at + 1) if request.messages else 0
    found = find_research(request.messages, request.research, count)
    research = sum(source.tokens for source in found)
    needs = {
        Priority.CRITICAL: request.system + request.tools,
        Priority.REQUIRED: asked,
        Priority.SCREEN: count(request.screen),
        Priority.HISTORY: sizes.span() - asked - research,
        Priority.RESEARCH: research,
    }
    if allocate(needs, window - reserve) == needs:
        return Fitted(request.messages, request.screen, _report(request, needs, window - reserve, {}))
    return _cut(request, needs, window - reserve, count, sizes, found)


def _cut(
    request: Request,
    needs: dict[Priority, int],
    available: int,
    count: Count,
    sizes: _Sizes,
    found: list[Research],
) -> Fitted:
    cut: dict[str, int] = {}
    messages, begin = _capped(request, found, sizes.measure)
    sizes = sizes.now(messages)
    gone = sizes.span(0, begin)
    staying = [each for each in found if each.place[0] >= begin]
    research = sum(each.tokens for each in staying)
    recap_room = request.caps.recap if begin else 0
    history = sizes.span() - gone - needs[Priority.REQUIRED] - research + recap_room
    given = allocate(needs | {Priority.HISTORY: history, Priority.RESEARCH: research}, available)
    room = max(available - given[Priority.CRITICAL] - given[Priority.SCREEN], given[Priority.REQUIRED])
    most = given[Priority.RESEARCH]
    allowed = most if request.caps.research is None else min(most, request.caps.research)
    messages, lost = _trim_research(messages, staying, allowed, room + gone - recap_room, sizes)
    if lost:
        cut["researchSources"] = lost
    sizes = sizes.now(messages)
    messages, dropped, sent = _trim_history(messages, request, room, begin, count, sizes)
    if dropped:
        cut["historyMessages"] = dropped
    at = request.request_at - dropped
    messages, shortened, sent = _shorten_results(messages, at, room, sent, sizes.measure)
    if shortened:
        cut["results"] = shortened
    screen = cut_lines(request.screen, given[Priority.SCREEN], count)
    if screen != request.screen:
        cut["screenCharacters"] = len(request.screen) - len(screen)
    found = find_research(messages, request.research, count) if found else []
    left = {
        **needs,
        Priority.SCREEN: count(screen),
        Priority.RESEARCH: sum(each.tokens for each in found),
    }
    left[Priority.HISTORY] = max(0, sent - left[Priority.REQUIRED] - left[Priority.RESEARCH])
    return Fitted(messages, screen, _report(request, left, available, cut))


def _report(request: Request, sizes: dict[Priority, int], available: int, cut: dict[str, int]) -> Report:
    breakdown = {
        "systemPrompt": request.system,
        "toolDefinitions": request.tools,
        "userMessage": sizes[Priority.REQUIRED],
        "screenContext": sizes[Priority.SCREEN],
        "conversationHistory": sizes[Priority.HISTORY],
        "researchData": sizes[Priority.RESEARCH],
    }
    return Report(breakdown, available - sum(breakdown.values()), cut)


# --- cutting


def _capped(request: Request, found: list[Research], measure: Measure) -> tuple[list[Message], int]:
    """Return the messages and where those begin that an agent's cap on history leaves."""
    sources = Counter[int]()
    for each in found:
        sources[each.place[0]] += each.tokens

    def weigh(at: int, message: Message) -> int:
        return measure(message) - sources[at]

    return cap_history(request.messages, request.request_at, request.caps, weigh, request.research)


def _trim_research(
    messages: list[Message], found: list[Research], allowed: int, room: int, sizes: _Sizes
) -> tuple[list[Message], int]:
    """Leave out whole sources, the least relevant first, until the rest fits with the notes about it."""
    total, kept = sum(source.tokens for source in found), messages
    order = sorted(found, key=lambda each: (each.relevance, each.place))
    for gone in range(len(order) + 1):
        if total <= allowed:
            kept = without_sources(messages, order[:gone]) if gone else messages
            if sizes.now(kept).span() <= room:
                return kept, gone
        if gone < len(order):
            total -= order[gone].tokens
    return kept, len(order)


def _trim_history(
    messages: list[Message], request: Request, room: int, begin: int, count: Count, sizes: _Sizes
) -> tuple[list[Message], int, int]:
    """Leave out the oldest turns until the rest fits with a recap of them.

    What stands before `begin` goes in any case. Return what is left, how many went, and what is left weighs.
    """
    request_at = request.request_at
    whole = sizes.span()
    starts = [at for at in sizes.messages.requests if at <= request_at]
    if (whole <= room and not begin) or len(starts) < 2:
        return messages, 0, whole
    first = bisect_left(
        starts, True, 1, key=lambda at: at >= begin and (sizes.span(at) <= room or at == request_at)
    )
    for start in starts[first:]:
        kept = sizes.span(start)
        if kept <= room or start == request_at:
            marker = f"{LEFT_OUT}{start} messages truncated to fit token budget]\n"
            left = room - kept - count(marker) - _ROUNDED
            if kept <= room and left < 0 and start == request_at:
                return messages[start:], start, kept  # not even the marker has room beside the request
            if begin:  # the recap is a part of the history that is capped
                left = min(left, request.caps.recap - count(marker))
            told = recap(messages[:start], request.standing, left, count)
            # One more old turn is worth less than knowing what was done in all of them.
            is_mute = not told and any(message.recap for message in messages[:start])
            if start != request_at and (left < 0 or is_mute):
                continue
            oldest = messages[start]
            marked = Message(oldest.role, [TextBlock(marker + told), *oldest.blocks], oldest.recap)
            sent = sizes.measure(marked) + sizes.span(start + 1)
            return [marked, *messages[start + 1 :]], start, sent
    return messages, 0, whole


def _shorten_results(
    messages: list[Message], request_at: int, room: int, total: int, measure: Measure
) -> tuple[list[Message], int, int]:
    """Shorten results of this turn, the oldest first, until the rest fits; the newest ones stay whole.

    Return the messages, how many were shortened, and what they weigh in all.
    """
    if total <= room:
        return messages, 0, total
    kept, shortened = list(messages), 0
    last = max((index for index, each in enumerate(messages) if each.role == "tool"), default=-1)
    for index in range(request_at + 1, len(messages)):
        if total <= room or index == last or messages[index].role != "tool":
            continue
        before = kept[index]
        kept[index] = shorten_message(before)
        if kept[index] != before:
            total += measure(kept[index]) - measure(before)
            shortened += 1
    return kept, shortened, total


def is_essential(field: str) -> bool:
    """Tell whether a field of the screen says which thing is shown, or how it stands."""
    return field.lower().endswith(("id", "status"))


def cut_lines(text: str, allowed: int, count: Count) -> str:
    """Return a list cut by whole lines, the last one first; within a line only if none is left whole."""
    lines = text.split("\n")
    for kept in range(len(lines), 1, -1):
        shown = "\n".join(lines[:kept]) + ("" if kept == len(lines) else CUT)
        if count(shown) <= allowed:
            return shown
    return cut_text(text, allowed, count)


def cut_text(text: str, allowed: int, count: Count) -> str:
    """Return the beginning of a text that fits, with a marker line; nothing if not even that fits."""
    if count(text) <= allowed:
        return text
    marker = CUT
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if count(text[:middle] + marker) <= allowed:
            low = middle
        else:
            high = middle - 1
    return text[:low] + marker if low else ""
