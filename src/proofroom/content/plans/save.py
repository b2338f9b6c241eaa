"""Saving entries of any kind."""

from collections.abc import Callable, Sequence
from typing import Any, cast

from proofroom.content.format import paths
from proofroom.content.format.entry import merge_fields, without_nulls
from proofroom.content.format.ids import is_entry_id, new_entry_id
from proofroom.content.format.meta import touch
from proofroom.content.format.project import Project
from proofroom.content.format.types import KINDS, Json, Model
from proofroom.content.plans.draft import Draft
from proofroom.content.plans.same import changes_nothing
from proofroom.content.plans.save_dictionary import save_texts
from proofroom.content.plans.save_document import save_document
from proofroom.content.plans.types import EntrySave, FilePlan, Mode, Stamp
from proofroom.content.validation.document import check_document, check_unique_fronts
from proofroom.content.validation.entry import texts_at
from proofroom.content.validation.json_kinds import check_entries, check_texts
from proofroom.content.validation.metadata import schedule_findings
from proofroom.content.validation.run import Run
from proofroom.content.validation.types import EntryPlace, Issue, Report
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import order_keys


def plan_save(
    project: Project,
    model_id: str,
    saves: Sequence[EntrySave],
    stamp: Stamp,
    *,
    mode: Mode = "merge",
    new_id: Callable[[], str] = new_entry_id,
) -> FilePlan:
    """Plan to create or change entries of one model, in one or several locales.

    The plan's report covers the saved entries as they will be; call `checked()` before writing.
    """
    model = project.model(model_id)
    draft = Draft(project)
    if not saves:
        raise InvalidInput(say("content.nothing_to_save"))
    if model.kind not in KINDS:
        raise InvalidStatus(say("content.unknown_kind", model=model_id, kind=model.kind))
    saved: list[tuple[str, str]] = []
    early: list[Issue] = []
    for save in saves:
        locale = draft.check_locale(save.locale)
        if not isinstance(save.data, dict):  # pyright: ignore[reportUnnecessaryIsInstance] - from a tool call
            raise InvalidInput(say("content.entry_object"))
        match model.kind:
            case "collection":
                key = _save_entry(draft, model, save, locale, stamp, mode, new_id)
            case "document":
                key, issues = save_document(draft, model, save, locale, stamp, mode)
                early += issues
            case "dictionary":
                key = ""
                save_texts(draft, model, save, locale, stamp)
            case _:
                key = ""
                _save_singleton(draft, model, save, locale, stamp, mode)
        saved.append((key, locale))
    locales = list(dict.fromkeys(locale for _, locale in saved))
    return draft.plan(
        Affected(models=[model.id], locales=locales),
        report=_check_saved(draft, model, saves, saved).with_issues(early),
        model=model,
        locale=locales[0],
        touched=[key or locale for key, locale in saved],
    )


def _save_entry(
    draft: Draft,
    model: Model,
    save: EntrySave,
    locale: str,
    stamp: Stamp,
    mode: Mode,
    new_id: Callable[[], str],
) -> str:
    entry_id = save.id if save.id is not None else new_id()
    if not is_entry_id(entry_id):
        raise InvalidInput(say("content.entry_id", entry=entry_id))
    path = paths.content_path(model, locale)
    file = draft.project.collection(model, locale)
    before = draft.current_entry(path, file, entry_id)
    data = _changed(before, save.data, model, mode)
    meta_path = draft.project.meta_path(model, locale)
    records = draft.project.records(model, locale)
    record = draft.current_entry(meta_path, records, entry_id)
    if changes_nothing(before, data, record, save, stamp):
        draft.results.append({"action": "unchanged", "id": entry_id, "locale": locale})
        return entry_id
    draft.change_entries(path, file, {entry_id: data})
    draft.change_entries(meta_path, records, {entry_id: _touched(record, save, stamp)})
    action = "created" if before is None else "updated"
    draft.results.append({"action": action, "id": entry_id, "locale": locale})
    return entry_id


def _save_singleton(
    draft: Draft, model: Model, save: EntrySave, locale: str, stamp: Stamp, mode: Mode
) -> None:
    path = paths.content_path(model, locale)
    before = draft.current_record(path)
    draft.check_readable(path, before)
    data, record = _changed(before, save.data, model, mode), draft.project.meta_file(model, locale)
    if changes_nothing(before, data, record, save, stamp):
        draft.results.append({"action": "unchanged", "locale": locale})
        return
    draft.write_record(path, data)
    draft.write_record(draft.project.meta_path(model, locale), _touched(record, save, stamp))
    draft.results.append({"action": "created" if before is None else "updated", "locale": locale})


def _changed(before: Json | None, data: Json, model: Model, mode: Mode) -> Json:
    if mode == "replace" or before is None:
        return without_nulls(data)
    return merge_fields(before, data, model.fields)


def _touched(record: Any, save: EntrySave, stamp: Stamp) -> Json:
    before = cast("Json", record) if isinstance(record, dict) else None
    return touch(
        before, source=stamp.source, by=stamp.by, at=stamp.at, status=stamp.status, schedule=save.schedule
    )


def _check_saved(
    draft: Draft, model: Model, saves: Sequence[EntrySave], saved: Sequence[tuple[str, str]]
) -> Report:
    """Check the saved entries as they will be, among all the others."""
    run = Run(draft.result_project(), is_bulk=False)
    keys: dict[str, list[str]] = {}
    for key, locale in saved:
        keys.setdefault(locale, []).append(key)
    for locale, chosen in keys.items():
        _check_locale(run, model, locale, list(dict.fromkeys(chosen)))
    for save, (key, locale) in zip(saves, saved, strict=True):
        name = "slug" if model.kind == "document" else "entry"
        place = EntryPlace(model.id, locale)._replace(**{name: key or None})
        for finding in schedule_findings(save.schedule, is_given=True):
            run.say(place, finding)
    return Report(tuple(run.issues), 1, run.entries_checked)


def _check_locale(run: Run, model: Model, locale: str, chosen: list[str]) -> None:
    project = run.project
    place = EntryPlace(model.id, locale, path=paths.content_path(model, locale))
    if model.kind == "collection":
        file = project.collection(model, locale)
        check_entries(run, model, place, file.entries if file else {}, chosen)
    elif model.kind == "document":
        for slug in chosen:
            document = project.document(model, slug, locale)
            if document is not None:
                here = EntryPlace(model.id, locale, slug=slug, path=paths.document_path(model, slug, locale))
                check_document(run, model, here, document)
        _check_unique(run, model, locale, chosen)
    elif model.kind == "dictionary":
        run.entries_checked += 1
        check_texts(run, place, project.record(model, locale) or {})
    else:
        run.check_data(model, place, project.record(model, locale) or {})


def _check_unique(run: Run, model: Model, locale: str, chosen: list[str]) -> None:
    """Compare the saved documents with those that have a unique value of theirs; the others are not read."""
    fields = run.entry_check(model).unique_paths
    found = {slug: document for slug in chosen if (document := run.project.document(model, slug, locale))}
    taken = {text for document in found.values() for text in texts_at(document.front, fields)} - {None}
    if not taken:
        return
    everyone = run.project.document_fronts(model, locale, "unique", lambda front: texts_at(front, fields))
    rivals = {slug for slug, texts in everyone if not taken.isdisjoint(texts)}
    others = {slug: run.project.document(model, slug, locale) for slug in order_keys(rivals | found.keys())}
    fronts = {slug: document.front for slug, document in others.items() if document is not None}
    check_unique_fronts(run, model, locale, fronts, list(found))
