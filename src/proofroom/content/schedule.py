"""What the public will begin or cease to see by itself, and when."""

from datetime import datetime

from proofroom.content.brain.view import View
from proofroom.content.format.meta import parse_timestamp
from proofroom.kernel.data import dataclass


@dataclass(frozen=True, slots=True)
class Appointment:
    """An entry with a date to come: it appears at `publish_at`, it goes at `expire_at`."""

    model: str
    entry_id: str
    locale: str
    label: str
    status: str
    publish_at: datetime | None
    expire_at: datetime | None


def appointments(view: View, at: datetime) -> list[Appointment]:
    """Return the entries that have a date after a moment, the next one first; dates gone by are left out."""
    found: list[Appointment] = []
    for model in view.project.models.values():
        for locale in view.project.locales(model):
            for row in view.rows(model.id, locale):
                meta = view.meta(row)
                if meta is None or not (meta.publish_at or meta.expire_at):
                    continue
                begins = _to_come(meta.publish_at, at)
                ends = _to_come(meta.expire_at, at)
                if begins or ends:
                    status = meta.status or "draft"
                    found.append(Appointment(model.id, row.id, locale, row.label, status, begins, ends))
    return sorted(found, key=_rank)


def _to_come(text: str | None, at: datetime) -> datetime | None:
    moment = parse_timestamp(text)
    return moment if moment is not None and moment > at else None


def _rank(one: Appointment) -> tuple[datetime, str, str, str]:
    first = min(moment for moment in (one.publish_at, one.expire_at) if moment is not None)
    return first, one.model, one.entry_id, one.locale
