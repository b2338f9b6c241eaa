"""The metadata record beside an entry: reading, touching, and whether the public may see the entry."""

from datetime import UTC, datetime
from typing import Any, cast

from proofroom.content.format.types import Json, Meta

_KEYS = (
    *("status", "source", "updated_by", "updated_at", "approved_by", "version", "publish_at", "expire_at"),
)


def meta_from(data: Any) -> Meta:
    """Return the record an object holds; what is malformed reads as absent."""
    raw = cast("Json", data) if isinstance(data, dict) else {}
    texts = {key: value for key in _KEYS if isinstance(value := raw.get(key), str)}
    return Meta(**texts, raw=raw)


def touch(
    before: Json | None,
    *,
    source: str,
    by: str,
    at: datetime,
    status: str | None = None,
    schedule: Json | None = None,
) -> Json:
    """Return the record after an ordinary save.

    The status stays as it was, or is `draft` at first, unless one is forced. `schedule` may carry
    `publish_at` and `expire_at`; None takes the date away.
    """
    kept = dict(before or {})
    record = {**kept, "source": source, "updated_by": by, "updated_at": timestamp(at)}
    record["status"] = status or kept.get("status") or "draft"
    for key in ("publish_at", "expire_at"):
        if schedule is not None and key in schedule:
            record[key] = schedule[key]
    return {key: value for key, value in record.items() if value is not None}


def with_status(before: Json | None, status: str, *, by: str, at: datetime) -> Json:
    """Return the record after a status change, which leaves the source alone."""
    return {**(before or {}), "status": status, "updated_by": by, "updated_at": timestamp(at)}


def is_public(meta: Meta, at: datetime) -> bool:
    """Tell whether an entry may be delivered at a moment: published, begun and not expired."""
    if meta.status not in (None, "published"):
        return False
    begins, ends = parse_timestamp(meta.publish_at), parse_timestamp(meta.expire_at)
    return (begins is None or begins <= at) and (ends is None or ends > at)


def timestamp(at: datetime) -> str:
    """Return the moment as metadata spells it: UTC, milliseconds, `Z`."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond // 1000:03d}Z"


def parse_timestamp(text: str | None) -> datetime | None:
    """Return the moment a text names, or None when it names none."""
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=UTC)
