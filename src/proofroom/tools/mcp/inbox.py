"""What the gateway has waiting for a person: tools that are new or have changed."""

from proofroom.access import Principal
from proofroom.connections import Connections
from proofroom.reviews import InboxItem
from proofroom.reviews.inbox import Source
from proofroom.tools.mcp.gateway import APPROVE, Gateway
from proofroom.tools.mcp.pins import signs_of
from proofroom.tools.mcp.types import Pin

KIND = "mcp"


def mcp_source(gateway: Gateway, connections: Connections) -> Source:
    """Return the inbox source for tools of MCP servers, one line per server."""

    async def items(principal: Principal) -> list[InboxItem]:
        if not principal.can(APPROVE):
            return []
        found: list[InboxItem] = []
        for connection in await connections.list(principal.workspace_id, "mcp"):
            pins = await gateway.pins(principal.workspace_id, connection.id)
            waiting = [pin for pin in pins if pin.is_waiting]
            if waiting and connection.status != "inactive":
                found.append(_item(connection.id, connection.name, waiting))
        return found

    return items


def _item(connection_id: str, name: str, waiting: list[Pin]) -> InboxItem:
    changed = sum(pin.state == "changed" for pin in waiting)
    new = len(waiting) - changed
    what = " and ".join(f"{count} {word}" for count, word in ((new, "new"), (changed, "changed")) if count)
    return InboxItem(
        kind=KIND,
        id=connection_id,
        title=f"{name} offers {what} {'tool' if len(waiting) == 1 else 'tools'}",
        state="changed" if changed else "new",
        is_waiting=True,
        is_high_risk=bool(changed) or any(pin.seen and signs_of(pin.seen) for pin in waiting),
        project_id=None,
        run_id=None,
        asked_by=name,
        for_person_id=None,
        created_at=max(pin.seen_at for pin in waiting),
        about=name,
        count=len(waiting),
    )
