"""What is forgotten of the lower floors, and how; rooms bring rules of their own."""

from datetime import UTC, datetime
from pathlib import Path

from proofroom.access import Access
from proofroom.durable import Engine
from proofroom.house import House, RetentionRule, Sweep
from proofroom.store.sweep import sweeping
from proofroom.wiring.retention import repo
from proofroom.wiring.retention.sweep import Retention


def build_retention(house: House) -> Retention:
    """Return everything that is forgotten, by the settings."""
    database = house.database
    rules = [
        RetentionRule(
            "runs",
            "Steps and events of runs that ended; the runs themselves stay",
            "run_retention_days",
            _runs(house.engine),
        ),
        RetentionRule(
            "budgets",
            "What budgets counted for runs, days and months that are over",
            "run_retention_days",
            sweeping(database, repo.budget_counts),
        ),
        RetentionRule(
            "conversations",
            "Conversations that people deleted, with their messages",
            "conversation_retention_days",
            sweeping(database, repo.deleted_conversations),
        ),
        RetentionRule(
            "usage",
            "Lines of the usage ledger; sums over that time are gone with them",
            "usage_retention_days",
            sweeping(database, repo.usage),
        ),
        RetentionRule(
            "audit",
            "Sealed entries of the audit log; their seals stay",
            "audit_retention_days",
            _audit(house.access),
        ),
        RetentionRule(
            "branches",
            "Rejected branches, with what only they needed; until then they can be brought back",
            "branch_retention_days",
            house.repositories.forget_rejected,
        ),
        *(rule for room in house.rooms for rule in room.retention),
        RetentionRule(
            "logs", "Log files of earlier days", "log_retention_days", _logs(house.settings.log_file)
        ),
    ]
    return Retention(house.settings, house.clock, rules)


def _runs(engine: Engine) -> Sweep:
    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        found = await engine.apply_retention(before, dry_run=is_dry_run)
        return {"runs": found.runs, "steps": found.steps, "events": found.events}

    return go


def _audit(access: Access) -> Sweep:
    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        total = 0
        for workspace in await access.workspaces.list_all():
            studio = access.principals.for_studio(workspace.id)
            total += await access.seals.trim(studio, before, is_dry_run=is_dry_run)
        return {"entries": total}

    return go


def _logs(file: Path | None) -> Sweep:
    async def go(before: datetime, is_dry_run: bool) -> dict[str, int]:
        if file is None:
            return {"files": 0}
        old = [each for each in file.parent.glob(f"{file.name}.*") if _changed_at(each) < before]
        if not is_dry_run:
            for each in old:
                each.unlink(missing_ok=True)
        return {"files": len(old)}

    return go


def _changed_at(file: Path) -> datetime:
    return datetime.fromtimestamp(file.stat().st_mtime, UTC)
