"""Proposals with people's decisions, approvals of tool calls, and the rules people made about them."""

import sqlalchemy as sa

from proofroom.store.columns import table

approvals = table(
    "approvals",
    """
    id id, workspace_id id, project_id id?, run_id id, step text(80), tool_call_id text(80),
    tool_name text(64), permission text(80)?, input json, input_sha256 text(64), reason sentence,
    agent text(80), agent_version int, person_id id?, needs_second_person bool, status text(10),
    edited_input json?, decision_reason text = '', decided_by id?, decided_at time?, executed_at time?,
    expires_at time, created_at time
    """,
    unique=("run_id tool_call_id",),
    index=("workspace_id status created_at",),
)

approval_rules = table(
    "approval_rules",
    """
    id id, workspace_id id, tool_name text(64), agent text(80)?, conversation_id id?, effect text(5),
    created_by id?, expires_at time?, created_at time
    """,
    index=("workspace_id tool_name",),
    is_remembered=True,
)

proposals = table(
    "proposals",
    """
    id id, workspace_id id,
    -- Changes are on a branch of a project, or they are about a configuration: exactly one of the two.
    project_id id?, kind text(20), branch text(250)?, config_kind text(20)?, config_id text(80)?,
    base_version int?, state text(12), title text(200), agent text(80), conversation_id id?, run_id id?,
    person_id id?, hunks int, subject text(200) = '', subjects int = 0, carried_to text(250)?,
    commit text(40)?, decided_by id?, decided_at time?, created_at time, updated_at time,
    merged_onto text(40)?, undoes_id id?, undoes_run id?
    """,
    sa.CheckConstraint(
        "(project_id IS NOT NULL AND branch IS NOT NULL AND config_id IS NULL)"
        " OR (branch IS NULL AND config_kind IS NOT NULL AND config_id IS NOT NULL"
        " AND base_version IS NOT NULL)",
        name="place",
    ),
    unique=("project_id branch",),
    index=("workspace_id state updated_at",),
)

sa.Index(
    "uq_proposals_open_config",
    proposals.c.workspace_id,
    proposals.c.config_kind,
    proposals.c.config_id,
    proposals.c.run_id,
    unique=True,
    sqlite_where=proposals.c.state.in_(("open", "conflicts")),
    postgresql_where=proposals.c.state.in_(("open", "conflicts")),
)
"""A run has at most one proposal that waits about a configuration."""

proposal_drafts = table(
    "proposal_drafts",
    """
    proposal_id id -> proposals cascade, workspace_id id, draft json
    """,
    key="proposal_id",
)
"""The configuration that a proposal would make; what is on a branch needs none."""

proposal_turns = table(
    "proposal_turns",
    """
    proposal_id id -> proposals cascade, run_id id, workspace_id id, hunks json, created_at time
    """,
    key="proposal_id run_id",
    index=("workspace_id run_id",),
)
"""Which changes of a proposal each turn has made: several turns go on in one proposal."""

proposal_views = table(
    "proposal_views",
    """
    proposal_id id, workspace_id id, view json
    """,
    key="proposal_id",
)
"""What a proposal held when it was decided: its branch is gone then, and people still want to look."""

hunk_decisions = table(
    "hunk_decisions",
    """
    proposal_id id -> proposals cascade, hunk_id text(64), workspace_id id, decision text(10),
    choice json?, person_id id?, decided_at time
    """,
    key="proposal_id hunk_id",
)

review_comments = table(
    "review_comments",
    """
    id id, workspace_id id, proposal_id id -> proposals cascade, hunk_id text(64)?, person_id id?,
    author text(80), text text, created_at time
    """,
    index=("proposal_id created_at",),
)

review_links = table(
    "review_links",
    """
    id id, workspace_id id, project_id id?, subject_kind text(10), subject_id id, token_hash text(64),
    note text(200), given_by id?, created_at time, expires_at time, revoked_at time?, opened_at time?
    """,
    unique=("token_hash",),
    index=("workspace_id subject_id",),
)
"""Links by which somebody without an account sees and decides one thing. Of the token only a digest."""
