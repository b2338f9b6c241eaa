"""What the studio forgets: count it first, then let it go."""

from datetime import datetime

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import In, Out
from proofroom.wiring import Studio

router = APIRouter(prefix="/retention", tags=["health"])


class KindInfo(Out):
    """One kind of thing: how long it is kept, and what was removed of it or would be.

    `days` and `before` are null where it is kept for good. `error` says why it could not be swept.
    """

    kind: str
    meaning: str
    setting: str
    days: int | None
    before: datetime | None
    removed: dict[str, int]
    error: str | None


class RetentionInfo(Out):
    """What a sweep removed, or would remove in a dry run."""

    is_dry_run: bool
    kinds: list[KindInfo]


class RetentionRequest(In):
    """Whether to remove anything."""

    dry_run: bool = False


@router.get("")
async def look_at_retention(
    studio: StudioDep, principal: Principal = requires("studio.manage")
) -> RetentionInfo:
    """Return what would be removed now, in all workspaces; nothing is."""
    return await _sweep(studio, is_dry_run=True)


@router.post("")
async def apply_retention(
    body: RetentionRequest, studio: StudioDep, principal: Principal = requires("studio.manage")
) -> RetentionInfo:
    """Remove what is older than the settings say, in all workspaces. The studio does the same every hour."""
    swept = await _sweep(studio, is_dry_run=body.dry_run)
    if not body.dry_run:
        removed = {each.kind: each.removed for each in swept.kinds}
        await studio.access.audit.record_outside(
            principal,
            "retention.sweep",
            ("studio", "retention"),
            before=removed,
            after=dict.fromkeys(removed, 0),
            data=removed,
        )
    return swept


async def _sweep(studio: Studio, *, is_dry_run: bool) -> RetentionInfo:
    swept = await studio.retention.sweep(is_dry_run=is_dry_run)
    return RetentionInfo(
        is_dry_run=is_dry_run,
        kinds=[
            KindInfo.of(
                each,
                kind=each.rule.name,
                meaning=each.rule.meaning,
                setting=f"PROOFROOM_{each.rule.setting.upper()}",
            )
            for each in swept
        ],
    )
