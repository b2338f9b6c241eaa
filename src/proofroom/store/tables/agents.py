"""Agents and every version of their configuration."""

from proofroom.store.columns import table

agents = table(
    "agents",
    """
    id id, workspace_id id, slug text(80), is_system bool, version int, record json, created_at time,
    updated_at time, deleted_at time?
    """,
    unique=("workspace_id slug",),
    is_remembered=True,
)

agent_versions = table(
    "agent_versions",
    """
    id id, workspace_id id, agent_id id -> agents cascade, version int, record json, sha256 text(64),
    source text(10), rolled_back_to int?, note text, person_id id?, run_id id?, created_at time,
    -- Empty for a candidate, which is tried but not used.
    live_at time?
    """,
    unique=("agent_id version",),
)

feedback = table(
    "feedback",
    """
    id id, workspace_id id, project_id id?,
    -- Nobody where the studio or an agent has noticed it by itself.
    person_id id?,
    -- What it is about, by its id: a message, a tool call, a run, an answer for a field, or what was noticed.
    kind text(12), subject_id text(80), run_id id?, conversation_id id?, agent text(128),
    agent_version int, rating text(4), comment text,
    -- What came of it: open, reviewed (a memory was made), applied (a replay passed), dismissed.
    status text(10) = open, entity_id id?, context json = {}, is_outside bool = false, created_at time,
    updated_at time
    """,
    unique=("workspace_id person_id kind subject_id",),
    index=("workspace_id agent created_at", "workspace_id run_id"),
    is_remembered=True,
)
"""A person's word on what an agent did: one per person and subject."""

actions = table(
    "actions",
    """
    id id, workspace_id id, slug text(120), agent text(128), schedule text(120), zone text(64),
    status text(10), next_run_at time?, last_run_at time?, created_at time, updated_at time
    """,
    unique=("workspace_id slug",),
    index=("status next_run_at",),
)
"""What agents do by the clock: a heartbeat per agent. What it tells the agent stands in its record."""

heartbeat_runs = table(
    "heartbeat_runs",
    """
    id id, workspace_id id, action_id id -> actions cascade, agent text(128), run_id id?,
    scheduled_for time, trigger text(8), status text(10), skip_reason text(12), missed int, claimed int,
    output text, error text, started_at time, ended_at time?
    """,
    # The lock of a tick: of several processes that see it due, one writes the row.
    unique=("action_id scheduled_for",),
    index=("workspace_id agent id",),
)

memories = table(
    "memories",
    """
    id id, workspace_id id, agent text(128)?, kind text(12), content text, sha256 text(64),
    status text(12), superseded_by id?, feedback_id id?, trust text(10), created_by text(200), run_id id?,
    expires_at time?, last_used_at time?, use_count int, created_at time
    """,
    index=("workspace_id status created_at", "workspace_id run_id"),
    is_remembered=True,
)
"""What agents have learnt: who said it, whether it still holds, and in how many runs it was read."""

skills = table(
    "skills",
    """
    id id, workspace_id id, slug text(80), name text(120), description text(500), body text,
    is_enabled bool, version int, updated_by text(200), updated_at time
    """,
    unique=("workspace_id slug",),
    is_remembered=True,
)

group_members = table(
    "group_members",
    """
    conversation_id id -> conversations cascade, workspace_id id, kind text(6), member text(128),
    position int, is_owner bool, seen_turn int, created_at time
    """,
    key="conversation_id kind member",
    index=("workspace_id member",),
)
"""Who takes part in a conversation of several: people by id, agents by slug."""
