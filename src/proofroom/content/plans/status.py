"""Publishing, unpublishing and archiving entries."""

from collections.abc import Collection, Sequence

from proofroom.content.format.meta import with_status
from proofroom.content.format.project import Project
from proofroom.content.format.types import STATUSES, Json, Model
from proofroom.content.plans.draft import Draft
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.content.validation.metadata import schedule_findings
from proofroom.content.validation.types import EntryPlace, Issue, Report
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say

AGENT_STATUSES = ("published", "draft", "archived")


def plan_status(
    project: Project,
    model_id: str,
    entry_ids: Sequence[str],
    status: str,
    stamp: Stamp,
    locale: str | None = None,
    *,
    allowed: Collection[str] = STATUSES,
    schedule: Json | None = None,
) -> FilePlan:
    """Plan a status for entries or documents; a singleton or dictionary needs no ids.

    Entries that have the status already are reported and left alone. Without a locale, all of them change.
    `schedule` may set `publish_at` and `expire_at` along the way.
    """
    if status not in allowed:
        raise InvalidInput(
            say("content.status", status=status), suggestion=say("next.one_of", known=", ".join(allowed))
        )
    model = project.model(model_id)
    draft = Draft(project)
    if locale is not None:
        draft.check_locale(locale)
    locales = [locale] if locale is not None and model.i18n else list(project.locales(model))
    ids = list(dict.fromkeys(entry_ids)) if model.kind in ("collection", "document") else [""]
    if not ids:
        raise InvalidInput(say("content.status_entries"))
    found: set[str] = set()
    for place in locales:
        for entry_id in ids:
            if project.entry(model, entry_id, place) is not None:
                found.add(entry_id)
                _change(draft, model, entry_id, place, status, stamp, schedule)
    missing = [entry_id or model.id for entry_id in ids if entry_id not in found]
    if missing:
        raise NotFound(say("content.no_entries", missing=", ".join(missing[:10])))
    issues = _schedule_issues(model, ids, locales, schedule)
    return draft.plan(
        Affected(models=[model_id], locales=locales),
        report=Report(tuple(issues)),
        model=model,
        locale=locale,
        touched=[entry_id or place for entry_id in ids for place in locales],
    )


def _change(
    draft: Draft, model: Model, entry_id: str, locale: str, status: str, stamp: Stamp, schedule: Json | None
) -> None:
    meta = draft.project.meta(model, entry_id, locale)
    before = meta.raw if meta else None
    old = meta.status if meta else None
    result: Json = {"entryId": entry_id, "locale": locale, "from": old, "to": status}
    if old == status and not schedule:
        draft.results.append({**result, "unchanged": True})
        return
    draft.results.append(result)
    record = with_status(before or {"source": stamp.source}, status, by=stamp.by, at=stamp.at)
    record.update(schedule or {})
    record = {key: value for key, value in record.items() if value is not None}
    slug = entry_id if model.kind == "document" else None
    path = draft.project.meta_path(model, locale, slug)
    if model.kind == "collection":
        draft.change_entries(path, draft.project.records(model, locale), {entry_id: record})
    else:
        draft.write_record(path, record)


def _schedule_issues(model: Model, ids: list[str], locales: list[str], schedule: Json | None) -> list[Issue]:
    place = EntryPlace(model.id, locales[0], entry=ids[0] or None)
    return [place.issue(finding) for finding in schedule_findings(schedule, is_given=True)]
