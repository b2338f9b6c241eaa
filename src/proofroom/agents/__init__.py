"""Agents as records: who they are, which tools and limits they have, which version a run is pinned to.

It produces the profiles the runtime works with. It must not know how a turn runs.
"""

from proofroom.agents.system import SYSTEM_AGENTS, system_agent

__all__ = ["SYSTEM_AGENTS", "system_agent"]
