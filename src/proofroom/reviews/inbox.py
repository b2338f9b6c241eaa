"""The inbox: everything that waits for a person, from whichever room it comes."""

from collections.abc import Awaitable, Callable
from typing import Any

import orjson

from proofroom.access import Principal
from proofroom.reviews.approvals import Approvals
from proofroom.reviews.types import Approval, InboxItem

DETAIL = 120
"""Characters of an input that a line of the inbox shows."""

Source = Callable[[Principal], Awaitable[list[InboxItem]]]
"""Returns what one room has waiting for this principal, and what was decided lately."""


class Inbox:
    """Collects what waits, newest first."""

    def __init__(self) -> None:
        self._sources: list[Source] = []

    def add(self, source: Source) -> None:
        """Take in a room's source."""
        self._sources.append(source)

    async def items(self, principal: Principal) -> list[InboxItem]:
        """Return every item the principal may see: waiting ones first, newest first among each."""
        found: list[InboxItem] = []
        for source in self._sources:
            found.extend(await source(principal))
        found.sort(key=lambda item: item.created_at, reverse=True)
        return sorted(found, key=lambda item: not item.is_waiting)


def approval_source(approvals: Approvals) -> Source:
    """Return the inbox source for tool calls."""

    async def items(principal: Principal) -> list[InboxItem]:
        return [_item(approval) for approval in await approvals.find(principal)]

    return items


def _item(approval: Approval) -> InboxItem:
    return InboxItem(
        kind="approval",
        id=approval.id,
        title=f"{approval.agent} wants to use {called_name(approval)}",
        state="nobody" if approval.had_nobody else approval.status,
        is_waiting=approval.status == "pending",
        is_high_risk=approval.needs_second_person,
        project_id=approval.project_id,
        run_id=approval.run_id,
        asked_by=approval.agent,
        for_person_id=approval.person_id,
        created_at=approval.created_at,
        decided_at=approval.decided_at,
        expires_at=approval.expires_at,
        about=called_name(approval),
        detail=_brief(approval.input),
        slug=approval.slug,
    )


def _brief(given: dict[str, Any]) -> str:
    """Return the values of a call in one line: what calls of a tool differ by."""
    spelt = (value if isinstance(value, str) else orjson.dumps(value).decode() for value in given.values())
    return ", ".join(spelt)[:DETAIL]


def called_name(approval: Approval) -> str:
    """Return the tool a call is for: a gateway names in its input whose tool of which server it uses."""
    server, tool = (approval.input.get(name) for name in ("serverName", "toolName"))
    if isinstance(server, str) and isinstance(tool, str) and server and tool:
        return f"{tool} ({server})"
    return approval.tool_name
