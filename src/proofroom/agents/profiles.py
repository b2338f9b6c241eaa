"""How far each kind of agent goes in a turn, as data. A record may change its own; these are beginnings."""

from proofroom.agents.types import AgentLimits

LOOP_PROFILES: dict[str, AgentLimits] = {
    # Short turns on content, small results: it looks things up again rather than remembering them.
    "editor": AgentLimits(max_rounds=5, result_cap=2_000),
    # Builds a page in many small calls; what it read of a page is old as soon as it changed it.
    "designer": AgentLimits(max_rounds=40, result_cap=32_000, elide_heavy=True),
    # Answers and hands on.
    "assistant": AgentLimits(max_rounds=5, result_cap=32_000),
    # Works in sessions: ten turns back, and nothing from before half an hour of silence.
    "writer": AgentLimits(max_rounds=5, result_cap=32_000, history_turns=10, session_minutes=30),
}
