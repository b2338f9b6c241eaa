"""Agents as configurations: what an agent would change about one is decided by a person, field by field."""

from typing import Any

from proofroom.access import Principal
from proofroom.agents.roster import Roster
from proofroom.agents.types import AgentRecord
from proofroom.kernel.ids import WorkspaceId
from proofroom.reviews import Proposal
from proofroom.reviews.configurations import Definition
from proofroom.tools import Registry

KIND = "agent"


class AgentConfigurations:
    """`ConfigurationKind` of agents."""

    name = KIND
    room = "agents"
    reads = "agents.team.read"
    decides = "agents.team.update"

    def __init__(self, roster: Roster, registry: Registry) -> None:
        self._roster, self._registry = roster, registry

    async def read(self, workspace_id: WorkspaceId, config_id: str, version: int | None) -> Definition:
        """Return an agent at a version, or as it is now."""
        agent = await self._roster.get(workspace_id, config_id)
        record, number = agent.record, agent.version
        if version is not None and version != number:
            found = await self._roster.version(workspace_id, config_id, version)
            record, number = found.record, found.version
        value = record.model_dump(mode="json", by_alias=True)
        return Definition(agent.record.name, number, value)

    async def write(self, by: Principal, proposal: Proposal, value: dict[str, Any], expected: int) -> int:
        """Make a new version, in the name of whoever decided."""
        assert proposal.config_id is not None
        changes = AgentRecord.model_validate(value).model_dump()
        changed = await self._roster.change(
            by,
            proposal.config_id,
            changes,
            expected=expected,
            note=proposal.title,
            source="tool",
            run_id=proposal.run_id,
        )
        return changed.version

    def risk_of(self, path: tuple[str, ...], old: Any, new: Any) -> str:
        """Return the key of what a change lets the agent do that it could not do before."""
        if _added_tools(path, old, new):
            return "agents.risk.tools"
        if path[:2] == ("config", "limits") and _is_more(old, new):
            return "agents.risk.limits"
        if path[:2] == ("config", "heartbeat") and new and not old:
            return "agents.risk.clock"
        if path[0] in ("roleId", "connectionId", "externalAgentId"):
            return "agents.risk.role"
        return "agents.risk.enabled" if path == ("enabled",) and new else ""

    def check(self, by: Principal, path: tuple[str, ...], old: Any, new: Any) -> None:
        """Refuse to give an agent tools whose permission the person who decides does not have."""
        names = _added_tools(path, old, new)
        for spec in self._registry:
            is_given = spec.group in names if path[-1] == "toolGroups" else spec.name in names
            if is_given and spec.permission is not None:
                by.require(spec.permission)


def _added_tools(path: tuple[str, ...], old: Any, new: Any) -> set[str]:
    """Return the tools or groups that an agent would have and has not, also those forbidden no more."""
    names = path[1] if len(path) == 2 and path[0] == "config" else ""
    if names in ("toolGroups", "customTools"):
        return set[str](new or ()) - set[str](old or ())
    return set[str](old or ()) - set[str](new or ()) if names == "deniedTools" else set[str]()


def _is_more(old: Any, new: Any) -> bool:
    """Tell whether a limit allows more; None stands for no limit."""
    if isinstance(new, bool) or old is None:
        return False
    return new is None or new > old
