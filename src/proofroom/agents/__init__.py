"""Agents as records: who they are, which tools and limits they have, which version a run is pinned to.

It produces the profiles the runtime works with. It must not know how a turn runs.
"""

from proofroom.agents.roster import Roster
from proofroom.agents.types import Agent, AgentConfig, AgentRecord, AgentVersion

__all__ = ["Agent", "AgentConfig", "AgentRecord", "AgentVersion", "Roster"]
