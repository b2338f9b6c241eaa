"""What stays of messages that the model is not shown any more: what was asked, done, decided and answered.

No model is asked. A message that changes something carries a line about it from the moment it is kept; what
became of the conversation's proposals is looked up. Where room is short, answers go first, then questions,
then what was done, the oldest of each first.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from proofroom.kernel.blocks import AnyBlock, Message, Role, ToolCallBlock
from proofroom.kernel.data import dataclass
from proofroom.kernel.events import Affected
from proofroom.kernel.tool import ToolOutput, ToolSpec

Count = Callable[[str], int]

RECAP_TOKENS = 1_000
"""A recap is a help to remember, not a second history."""
LINE = 200
LINES = 60
NAMES = 6

Kind = Literal["answered", "asked", "done", "not done"]
_GOES_FIRST = tuple(f"- {kind}:" for kind in ("answered", "asked", "not done", "done"))
_STANDING = {
    "open": "waits for review",
    "conflicts": "waits for review, and does not fit the newest content",
    "merged": "was merged",
    "rejected": "was rejected",
}


@dataclass(frozen=True, slots=True)
class Standing:
    """A proposal of the conversation and what has become of it."""

    title: str
    branch: str
    state: str

    @property
    def line(self) -> str:
        """Return it as a line."""
        return f"- “{_short(self.title, 80)}” on {self.branch} {_STANDING.get(self.state, self.state)}"


def of_result(spec: ToolSpec | None, output: ToolOutput, *, is_approved: bool) -> str:
    """Return the line about a tool call; empty for one that only looked."""
    if spec is None or spec.effect == "read":
        return ""
    if not output.ok:
        return _line("not done", f"{spec.name}: {(output.error or {}).get('message') or output.summary}")
    by = " (a person approved it)" if is_approved else ""
    changed = "; ".join(_changed(output.affected))
    return _line("done", f"{spec.name}{by}: {output.summary or 'done'}{f' [{changed}]' if changed else ''}")


def of_message(role: Role, blocks: Sequence[AnyBlock], kept: str) -> str:
    """Return the lines about a message; `kept` is what was noted when it was stored."""
    if role == "tool":
        return kept
    text = Message(role, list(blocks)).text.strip()
    if not text or any(isinstance(block, ToolCallBlock) for block in blocks):
        return ""
    return _line("asked" if role == "user" else "answered", text)


def recap(gone: Sequence[Message], standing: Sequence[Standing], room: int, count: Count) -> str:
    """Return what should be remembered of messages, as far as there is room for it."""
    lines = _newest(gone)
    room = min(room, RECAP_TOKENS)
    known = [each.line for each in standing[:NAMES]]
    leaving = [at for start in _GOES_FIRST for at, line in enumerate(lines) if line.startswith(start)]

    def without(many: int) -> str:
        left = set(leaving[:many])
        return _text([line for at, line in enumerate(lines) if at not in left], known)

    least = bisect_left(range(len(leaving) + 1), True, key=lambda many: count(without(many)) <= room)
    return without(least) if least <= len(leaving) else ""


def _newest(gone: Sequence[Message]) -> list[str]:
    """Return the last lines about messages, looking at no more of them than it takes."""
    found: list[str] = []
    for message in reversed(gone):
        if message.recap:
            found[:0] = [line for line in message.recap.splitlines() if line]
            if len(found) >= LINES:
                break
    return found[-LINES:]


def _text(lines: list[str], standing: list[str]) -> str:
    parts = ["What happened in them, the oldest first:", *lines] if lines else []
    if standing:
        parts += ["Proposals of this conversation, as they are now:", *standing]
    return "".join(f"{part}\n" for part in parts)


def _changed(affected: Affected) -> Iterable[str]:
    for name, found in (
        ("models", affected.models),
        ("locales", affected.locales),
        ("resources", affected.resources),
    ):
        if found:
            more = ", …" if len(found) > NAMES else ""
            yield f"{name} {', '.join(found[:NAMES])}{more}"
    if affected.branch:
        yield f"branch {affected.branch}"


def _line(kind: Kind, text: str) -> str:
    return f"- {kind}: {_short(text, LINE)}"


def _short(text: str, most: int) -> str:
    """Return a text as one line of bounded length."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else f"{flat[: most - 1]}…"
