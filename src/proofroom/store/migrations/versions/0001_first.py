"""first."""

from proofroom.store.making import make_table

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Bring the schema to this revision."""
    make_table(
        "agents",
        "id id, workspace_id id, slug text(80), is_system bool, version int, record json, created_at time, "
        "updated_at time, deleted_at time?",
        unique=("workspace_id slug",),
    )
    make_table(
        "ai_model_pricing",
        "pricing_key text(200), model_id text(200), name text(200), input_micros_per_mtok big?, "
        "output_micros_per_mtok big?, cache_read_micros_per_mtok big?, cache_write_micros_per_mtok big?, "
        "context_window int?, max_output int?, vision bool?, tools bool?, thinking bool?, refreshed_at time",
        key="pricing_key",
    )
    make_table(
        "approval_rules",
        "id id, workspace_id id, tool_name text(64), agent text(80)?, conversation_id id?, effect text(5), "
        "created_by id?, expires_at time?, created_at time",
        index=("workspace_id tool_name",),
    )
    make_table(
        "approvals",
        "id id, workspace_id id, project_id id?, run_id id, step text(80), tool_call_id text(80), "
        "tool_name text(64), permission text(80)?, input json, input_sha256 text(64), reason text, "
        "agent text(80), agent_version int, person_id id?, needs_second_person bool, status text(10), "
        "edited_input json?, decision_reason text = '', decided_by id?, decided_at time?, executed_at time?, "
        "expires_at time, created_at time",
        unique=("run_id tool_call_id",),
        index=("workspace_id status created_at",),
    )
    make_table(
        "assets",
        "id id, workspace_id id, project_id id, filename text(200), path text(250), content_type text(60), "
        "format text(10), size big, width int?, height int?, blurhash text(60)?, alt text?, "
        "focal_point json?, tags json, variants json, preset text(20), source text(10), "
        "uploaded_by text(200), content_hash text(64), words text, created_at time, updated_at time, "
        "deleted_at time?",
        unique=("project_id content_hash", "project_id path"),
        index=("workspace_id project_id id",),
    )
    make_table(
        "audit_log",
        "id id, workspace_id id, at time, actor_kind text(20), actor_id id?, actor_name text(200), "
        "action text(80), target_kind text(40), target_id text(200), target_name text(200), project_id id?, "
        "run_id id?, before_digest text(64)?, after_digest text(64)?, data json, address text(64), "
        "batch int?",
        index=("workspace_id at id", "workspace_id batch", "workspace_id target_kind target_id"),
    )
    make_table(
        "audit_seals",
        "workspace_id id, number int, sealed_at time, count int, entries json?, entries_digest text(64), "
        "previous text(64), hash text(64), signature text(64), key_id text(16), trimmed_at time?",
        key="workspace_id number",
    )
    make_table(
        "budget_stops",
        "id id, workspace_id id, budget_id id, period_key text(40), scope_kind text(10), scope_id text(80), "
        "period text(6), run_id id, step text(200), project_id id?, person_id id?, agent text(80), "
        "what text(200), reason text, needed_micros big?, left_micros big, limit_micros big, "
        "status text(10), decided_by id?, decided_at time?, created_at time",
        unique=("run_id step",),
        index=("budget_id status", "workspace_id status created_at"),
    )
    make_table(
        "budgets",
        "id id, workspace_id id, scope_kind text(10), scope_id text(80), period text(6), limit_micros big, "
        "mode text(4), warn_percent int, allows_unpriced bool, created_by id?, created_at time, "
        "updated_at time",
        unique=("workspace_id scope_kind scope_id period",),
    )
    make_table(
        "connections",
        "id id, workspace_id id, kind text(20), provider text(40), name text(80), url text, "
        "credentials text?, credentials_version int, config json, status text(10), last_error text?, "
        "last_tested_at time?, last_used_at time?, created_by id?, created_at time, updated_at time",
        unique=("workspace_id kind name",),
    )
    make_table(
        "conversations",
        "id id, workspace_id id, project_id id?, person_id id?, api_key_id id?, scope text(20), "
        "agent text(80), model text(200)?, title text(200), next_turn int, active_run_id id?, "
        "context_tokens int = 0, created_at time, updated_at time, deleted_at time?",
        index=("workspace_id person_id updated_at",),
    )
    make_table(
        "executors",
        "id text(128), host text(255), pid int, born text(64), version text(32), seen_at time, "
        "closed_at time?",
    )
    make_table(
        "feedback",
        "id id, workspace_id id, project_id id?, person_id id, kind text(10), subject_id text(80), "
        "run_id id?, conversation_id id?, agent text(128), agent_version int, rating text(4), comment text, "
        "created_at time, updated_at time",
        unique=("workspace_id person_id kind subject_id",),
        index=("workspace_id agent created_at", "workspace_id run_id"),
    )
    make_table(
        "people",
        "id id, email text(320), name text(200), password_hash text?, is_disabled bool, created_at time, "
        "updated_at time",
        unique=("email",),
    )
    make_table(
        "proposal_views",
        "project_id id, branch text(250), workspace_id id, view json",
        key="project_id branch",
    )
    make_table(
        "proposals",
        "id id, workspace_id id, project_id id, kind text(20), branch text(250), state text(12), "
        "title text(200), agent text(80), conversation_id id?, run_id id?, person_id id?, hunks int, "
        "carried_to text(250)?, commit text(40)?, decided_by id?, decided_at time?, created_at time, "
        "updated_at time",
        unique=("project_id branch",),
        index=("workspace_id state updated_at",),
    )
    make_table(
        "rate_windows",
        "subject text(120), window_s int, bucket big, hits int, hits_before int",
        key="subject window_s",
    )
    make_table(
        "review_links",
        "id id, workspace_id id, project_id id?, subject_kind text(10), subject_id id, token_hash text(64), "
        "note text(200), given_by id?, created_at time, expires_at time, revoked_at time?, opened_at time?",
        unique=("token_hash",),
        index=("workspace_id subject_id",),
    )
    make_table(
        "runs",
        "id id, workspace_id id, workflow text(64), agent text(128), agent_version int, source text(32), "
        "project_id id?, conversation_id id?, person_id id?, parent_id id?, parent_step text(200)?, "
        "root_id id, forked_from id?, title text, status text(16), input text, result text?, error text?, "
        "created_at time, started_at time?, ended_at time?, trimmed_at time?, exported_at time?, "
        "last_number big, reserved_number big, step_count int, workflow_id text(200), holder text(128)?, "
        "epoch int, recoveries int, stop_requested_at time?, queue text(64)?, partition text(200)?, "
        "dedupe text(200)?",
        index=(
            "parent_id",
            "status ended_at",
            "workspace_id conversation_id id",
            "workspace_id id",
            "workspace_id root_id",
            "workspace_id status id",
        ),
    )
    make_table(
        "setup_links",
        "id id, token_hash text(64), created_at time, expires_at time, used_at time?",
        unique=("token_hash",),
    )
    make_table(
        "submissions",
        "id id, workspace_id id, project_id id, model_id text(80), locale text(10), data json, "
        "status text(10), source_ip text(64), user_agent text(300), referrer text(500), entry_id text(40)?, "
        "decided_by text(200)?, decided_at time?, claim text(120)?, created_at time",
        index=("workspace_id project_id model_id status id", "workspace_id status id"),
    )
    make_table(
        "usage_records",
        "id id, workspace_id id, project_id id?, conversation_id id?, run_id id?, step text(80), "
        "attempt int, call_number int, agent text(80), person_id id?, api_key_id id?, source text(20), "
        "scope text(20), kind text(10), provider text(40), model text(200), connection_id id?, "
        "status text(12), input_tokens int, cache_read_tokens int, cache_write_tokens int, "
        "output_tokens int, reasoning_tokens int, cleared_tool_uses int, cleared_input_tokens int, "
        "is_estimate bool = false, cost_micros big?, cost_source text(10), duration_ms int, created_at time",
        unique=("run_id step attempt call_number",),
        index=("workspace_id conversation_id", "workspace_id created_at"),
    )
    make_table(
        "workspaces",
        "id id, slug text(80), name text(200), created_at time, updated_at time",
        unique=("slug",),
    )
    make_table(
        "agent_versions",
        "id id, workspace_id id, agent_id id -> agents cascade, version int, record json, sha256 text(64), "
        "source text(10), rolled_back_to int?, note text, person_id id?, run_id id?, created_at time",
        unique=("agent_id version",),
    )
    make_table(
        "ai_defaults",
        "workspace_id id, scope text(20), connection_id id -> connections, model_id text(200), "
        "is_automatic bool, updated_by id?, updated_at time",
        key="workspace_id scope",
        index=("connection_id",),
    )
    make_table(
        "asset_files",
        "asset_id id -> assets cascade, path text(250), workspace_id id, project_id id, digest text(64), "
        "size big, content_type text(60)",
        key="asset_id path",
        unique=("project_id path",),
        index=("digest", "workspace_id"),
    )
    make_table(
        "budget_holds",
        "run_id id, step text(200), budget_id id -> budgets cascade, period_key text(40), workspace_id id, "
        "amount_micros big, created_at time",
        key="run_id step budget_id",
        index=("budget_id",),
    )
    make_table(
        "budget_periods",
        "budget_id id -> budgets cascade, period_key text(40), workspace_id id, spent_micros big, "
        "reserved_micros big, extra_micros big, noticed_percent int",
        key="budget_id period_key",
    )
    make_table(
        "events",
        "run_id id -> runs cascade, n big, workspace_id id, step text(200), type text(32), body text",
        key="run_id n",
    )
    make_table(
        "hunk_decisions",
        "proposal_id id -> proposals cascade, hunk_id text(64), workspace_id id, decision text(10), "
        "choice json?, person_id id?, decided_at time",
        key="proposal_id hunk_id",
    )
    make_table(
        "invites",
        "id id, workspace_id id -> workspaces cascade, email text(320), role text(20), project_roles json, "
        "token_hash text(64), invited_by id? -> people set null, created_at time, expires_at time, "
        "accepted_at time?, revoked_at time?",
        unique=("token_hash",),
        index=("workspace_id email",),
    )
    make_table(
        "mcp_tool_pins",
        "connection_id id -> connections cascade, tool_name text(200), workspace_id id, accepted json?, "
        "accepted_sha256 text(64)?, seen json?, seen_sha256 text(64)?, policy text(5), seen_at time, "
        "decided_by id?, decided_at time?",
        key="connection_id tool_name",
        index=("workspace_id",),
    )
    make_table(
        "messages",
        "id id, workspace_id id, conversation_id id -> conversations cascade, turn int, position int, "
        "run_id id?, role text(10), state text(10), blocks json, meta json, tokens int = 0, created_at time",
        unique=("conversation_id turn position",),
    )
    make_table(
        "projects",
        "id id, workspace_id id -> workspaces cascade, slug text(80), name text(200), status text(20), "
        "status_reason text, settings json, created_at time, updated_at time",
        unique=("workspace_id slug",),
    )
    make_table(
        "review_comments",
        "id id, workspace_id id, proposal_id id -> proposals cascade, hunk_id text(64)?, person_id id?, "
        "author text(80), text text, created_at time",
        index=("proposal_id created_at",),
    )
    make_table(
        "roles",
        "id id, workspace_id id -> workspaces cascade, key text(80), name text(200), description text, "
        "is_builtin bool, created_at time, updated_at time",
        unique=("workspace_id key",),
    )
    make_table(
        "sessions",
        "id id, token_hash text(64), person_id id -> people cascade, workspace_id id -> workspaces cascade, "
        "address text(64), device text(400), created_at time, seen_at time, expires_at time",
        unique=("token_hash",),
        index=("person_id",),
    )
    make_table(
        "steps",
        "run_id id -> runs cascade, key text(200), workspace_id id, number int, kind text(16), "
        "name text(200), status text(16), attempt int, workflow_id text(200), input text?, result text?, "
        "error text?, started_at time, ended_at time?",
        key="run_id key",
    )
    make_table(
        "workspace_settings",
        "workspace_id id -> workspaces cascade, scope text(80), key text(80), value json, version int, "
        "updated_by id? -> people set null, updated_at time",
        key="workspace_id scope key",
    )
    make_table(
        "api_keys",
        "id id, workspace_id id -> workspaces cascade, project_id id? -> projects cascade, name text(200), "
        "role text(20), prefix text(16), key_hash text(64), limits json, requests_per_minute int?, "
        "created_by id? -> people set null, created_at time, expires_at time?, revoked_at time?, "
        "used_at time?",
        unique=("key_hash",),
        index=("workspace_id",),
    )
    make_table(
        "project_members",
        "project_id id -> projects cascade, person_id id -> people cascade, "
        "workspace_id id -> workspaces cascade, role text(20), limits json = {}, created_at time",
        key="project_id person_id",
        index=("workspace_id person_id",),
    )
    make_table(
        "role_permissions",
        "role_id id -> roles cascade, permission text(80), workspace_id id -> workspaces cascade",
        key="role_id permission",
    )
    make_table(
        "workspace_members",
        "workspace_id id -> workspaces cascade, person_id id -> people cascade, role text(20), "
        "role_id id? -> roles set null, created_at time",
        key="workspace_id person_id",
        index=("person_id",),
    )
