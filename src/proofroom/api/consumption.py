"""The audit of AI usage under its older name: sums by user, scope, model and day since a moment."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter

from proofroom.access import Principal
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Out
from proofroom.api.usage import DEFAULT_DAYS, read_labels
from proofroom.kernel.calendar import read_moment, zone_named
from proofroom.kernel.errors import InvalidInput
from proofroom.telemetry.usage import Seen, Sum

router = APIRouter(prefix="/ai", tags=["ai"])
ALSO_UNDER = "/admin/api"


class AuditRow(Out):
    """What some calls used. `promptTokens` leaves out what the two cache counts hold."""

    prompt_tokens: int
    completion_tokens: int
    cost_usd: float
    chat_count: int
    cache_read_tokens: int
    cache_creation_tokens: int


class AuditByUser(AuditRow):
    """What one person used; null for programs and schedules."""

    user_id: str | None
    label: str


class AuditByScope(AuditRow):
    """What one part of the studio used."""

    scope: str


class AuditByModel(AuditRow):
    """What one model used: the one that answered, not the one a conversation has now."""

    provider_id: str
    model_id: str


class AuditByDay(AuditRow):
    """What one day used, in the viewer's time zone."""

    day: str


class AiAudit(Out):
    """Usage since a moment."""

    since: str
    totals: AuditRow
    by_user: list[AuditByUser]
    by_scope: list[AuditByScope]
    by_model: list[AuditByModel]
    by_day: list[AuditByDay]


@router.get("/audit")
async def read_audit(
    studio: StudioDep,
    since: str | None = None,
    tz: str = "UTC",
    principal: Principal = requires("ai.audit.read"),
) -> AiAudit:
    """Return the usage of everybody since a moment (30 days ago if left out); an unknown zone means UTC."""
    zone, now = _zone(tz), studio.clock.now()
    start = read_moment(since, zone, "since") if since else now - timedelta(days=DEFAULT_DAYS)
    seen = Seen(principal.workspace_id, start, now + timedelta(seconds=1))
    found, chats = await studio.usage.report(seen, zone), await studio.usage.chats(seen, zone)
    labels = await read_labels(studio, principal, [each.key for each in found.groups["person"]])
    return AiAudit(
        since=start.isoformat(),
        totals=AuditRow(**_figures(found.totals, chats[""])),
        by_user=[
            AuditByUser(
                user_id=each.key or None,
                label=labels.of("person", each.key),
                **_figures(each, chats["person"]),
            )
            for each in found.groups["person"]
        ],
        by_scope=[
            AuditByScope(scope=each.key, **_figures(each, chats["scope"])) for each in found.groups["scope"]
        ],
        by_model=[_model(each, chats["model"]) for each in found.groups["model"]],
        by_day=[AuditByDay(day=each.key, **_figures(each, chats["day"])) for each in found.days],
    )


def _zone(name: str) -> ZoneInfo:
    try:
        return zone_named(name)
    except InvalidInput:
        return ZoneInfo("UTC")


def _model(each: Sum, chats: dict[str, int]) -> AuditByModel:
    provider, _, model = each.key.partition("/")
    return AuditByModel(provider_id=provider, model_id=model, **_figures(each, chats))


def _figures(each: Sum, chats: dict[str, int]) -> dict[str, Any]:
    return {
        "prompt_tokens": each.input_tokens,
        "completion_tokens": each.output_tokens,
        "cost_usd": each.cost_micros / 1_000_000,
        "chat_count": chats.get(each.key, 0),
        "cache_read_tokens": each.cache_read_tokens,
        "cache_creation_tokens": each.cache_write_tokens,
    }
