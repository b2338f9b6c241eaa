"""Metadata beside the content: records without an entry, entries without a record, impossible schedules."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from proofroom.content.format import paths
from proofroom.content.format.meta import parse_timestamp
from proofroom.content.format.project import Project
from proofroom.content.format.types import Config, Json, Model
from proofroom.content.validation.run import Run
from proofroom.content.validation.text_rules import is_moment
from proofroom.content.validation.types import EntryPlace, Finding
from proofroom.kernel.strings import say

_NAMES_SHOWN = 5


def check_records(run: Run, model: Model, place: EntryPlace, known: Mapping[str, Json]) -> None:
    """Compare a collection's metadata with its entries."""
    records = run.project.meta_file(model, place.locale) or {}
    for entry_id, record in records.items():
        here = place._replace(entry=entry_id)
        for finding in schedule_findings(record):
            run.say(here, finding)
        if entry_id not in known:
            message = say("finding.meta.orphan", entry=entry_id)
            run.say(here, Finding("warning", "meta.orphan", message), is_fixable=True)
    for entry_id in known:
        if entry_id not in records:
            finding = Finding("warning", "meta.missing", say("finding.meta.missing", entry=entry_id))
            run.say(place._replace(entry=entry_id), finding, is_fixable=True)
    _check_drift(run, place, records)


def check_record(run: Run, model: Model, place: EntryPlace) -> None:
    """Check the one record of a singleton or dictionary; the official validator leaves the latter's alone."""
    record = run.project.meta_file(model, place.locale)
    for finding in schedule_findings(record):
        is_ours = model.kind == "dictionary"
        run.say(place, Finding("warning", "dict.meta_schedule", finding.message) if is_ours else finding)


def check_document_record(run: Run, model: Model, place: EntryPlace) -> None:
    """Check a document's record, which the official validator leaves alone."""
    record = run.project.meta_file(model, place.locale, place.slug)
    if record is None:
        message = say("finding.doc.meta_missing", slug=place.slug)
        run.say(place, Finding("warning", "doc.meta_missing", message), is_fixable=True)
    for finding in schedule_findings(record):
        run.say(place, Finding("warning", "doc.meta_schedule", finding.message))


def schedule_findings(record: Any, *, is_given: bool = False) -> Iterator[Finding]:
    """Return what is impossible about a record's `publish_at` and `expire_at`.

    What stands in a file may be any date that the official tools take. One that is given now has to be one
    that delivery reads too: an entry that was to wait would be out at once.
    """
    is_date = _is_readable if is_given else is_moment
    if not isinstance(record, dict):
        return
    moments: dict[str, Any] = {}
    for key in ("publish_at", "expire_at"):
        value = cast("Json", record).get(key)
        if value is None:
            continue
        if isinstance(value, str) and is_date(value):
            moments[key] = value
        else:
            message = say("finding.meta.date", name=key, value=value)
            yield Finding("error", "meta.schedule", message)
    if len(moments) == 2:
        begins, ends = parse_timestamp(moments["publish_at"]), parse_timestamp(moments["expire_at"])
        if begins and ends and ends <= begins:
            message = say("finding.meta.order", expire=moments["expire_at"], publish=moments["publish_at"])
            yield Finding("error", "meta.schedule", message)


def stray_records(project: Project, model: Model) -> dict[str, list[str]]:
    """Return metadata files a model without languages should not have, by the file that should be there."""
    if model.i18n:
        return {}
    default = (project.config or Config()).default_locale
    strays: dict[str, list[str]] = {}
    depth = 2 if model.kind == "document" else 1
    prefix = f"{paths.META}/{model.id}/"
    for path in project.list(f"{paths.META}/{model.id}"):
        parts = path[len(prefix) :].split("/")
        if len(parts) == depth and parts[-1].endswith(".json") and parts[-1] != f"{default}.json":
            strays.setdefault(prefix + "/".join([*parts[:-1], f"{default}.json"]), []).append(path)
    return strays


def check_layout(run: Run, model: Model) -> None:
    """Report metadata in languages that the model does not have."""
    for right, strays in stray_records(run.project, model).items():
        names = ", ".join(path.rpartition("/")[2] for path in sorted(strays))
        message = say("finding.meta.layout", model=model.id, right=right.rpartition("/")[2], names=names)
        place = EntryPlace(model.id, run.config.default_locale, path=right)
        is_fixable = is_repairable(run.project, right, strays)
        run.say(place, Finding("warning", "meta.layout", message), is_fixable=is_fixable)


def is_repairable(project: Project, right: str, strays: list[str]) -> bool:
    """Tell whether one can know which record counts: the right one, or the only stray."""
    return project.read(right) is not None or len(strays) == 1


def _check_drift(run: Run, place: EntryPlace, records: Json) -> None:
    by_status: dict[Any, list[str]] = {}
    for entry_id, record in records.items():
        if isinstance(record, dict):
            by_status.setdefault(cast("Json", record).get("status"), []).append(entry_id)
    drafts, published = by_status.get("draft", []), by_status.get("published", [])
    if drafts and published:
        shown = ", ".join(drafts[:_NAMES_SHOWN]) + (", …" if len(drafts) > _NAMES_SHOWN else "")
        message = say("finding.status.drift", drafts=len(drafts), published=len(published), names=shown)
        run.say(place, Finding("notice", "status.drift", message))


def _is_readable(text: str) -> bool:
    return parse_timestamp(text) is not None
