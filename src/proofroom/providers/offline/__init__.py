"""The built-in offline model: a deterministic planner behind the same interface as any provider.

It turns an instruction into real tool calls and answers from their results. It never pretends to be a
language model. The engine is here; what it can do in a room is that room's `playbook.toml`, with plans in
code for what a table cannot say.
"""

from proofroom.providers.offline.engine import OfflineDriver
from proofroom.providers.offline.manners import read_manner
from proofroom.providers.offline.plan import Answer, Ask, Call, Made, Plan, Playbook, Request, Result, Skill
from proofroom.providers.offline.table import read_playbook

__all__ = [
    "Answer",
    "Ask",
    "Call",
    "Made",
    "OfflineDriver",
    "Plan",
    "Playbook",
    "Request",
    "Result",
    "Skill",
    "read_manner",
    "read_playbook",
]
