"""Deleting entries, keys, documents and whole models."""

from collections.abc import Sequence
from itertools import islice

from proofroom.content.format import paths
from proofroom.content.format.project import Project
from proofroom.content.format.types import Model
from proofroom.content.plans.draft import Draft
from proofroom.content.plans.types import FilePlan
from proofroom.content.validation.references import inbound_references, referencing_fields
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say

_SHOWN = 10


def plan_delete(
    project: Project,
    model_id: str,
    entry_ids: Sequence[str] = (),
    locale: str | None = None,
    *,
    is_guarded: bool = True,
) -> FilePlan:
    """Plan to delete entries by id, documents by slug, or keys of a dictionary.

    Without a locale they go from all of them. Without ids, a singleton's or dictionary's file of that locale
    goes. Guarded, entries that others point at stay; a translation may go, for references fall back to the
    default locale.
    """
    model = project.model(model_id)
    draft = Draft(project)
    if locale is not None:
        draft.check_locale(locale)
        if not model.i18n:
            raise InvalidInput(say("content.no_languages_delete", model=model_id))
    is_last = locale in (None, draft.config.default_locale)
    if is_guarded and is_last and model.kind in ("collection", "document"):
        _guard_entries(project, model, entry_ids)
    locales = [locale] if locale is not None else list(project.locales(model))
    match model.kind:
        case "collection":
            _delete_entries(draft, model, entry_ids, locales)
        case "document":
            _delete_documents(draft, model, entry_ids, locales, is_whole=locale is None)
        case "dictionary" if entry_ids:
            _delete_keys(draft, model, entry_ids, locales)
        case _:
            _delete_files(draft, model, locale, locales)
    return draft.plan(
        Affected(models=[model.id], locales=locales),
        model=model,
        locale=locale,
        touched=entry_ids or locales,
    )


def plan_delete_model(project: Project, model_id: str, *, guard: str = "entries") -> FilePlan:
    """Plan to delete a model with its content and metadata.

    `guard` says what keeps it: `fields` of other models that may point at it (the official MCP rule), or
    `entries` that do point at it.
    """
    model = project.model(model_id)
    draft = Draft(project)
    if guard == "fields":
        _guard_fields(project, model)
    else:
        _guard_entries(project, model, None)
    draft.delete(project.model_files.get(model_id, paths.model_path(model_id)))
    for folder in (paths.content_folder(model), f"{paths.META}/{model.id}"):
        for path in list(project.list(folder)):
            if path.endswith((".json", ".md")) and path.removeprefix(folder).count("/") <= 3:
                draft.delete(path)
    draft.results += [{"removed": path} for path in draft.deletes]
    return draft.plan(
        Affected(models=[model_id], locales=list(project.locales(model)), snapshot_changed=True),
        model=model,
        touched=[],
    )


def _guard_entries(project: Project, model: Model, entry_ids: Sequence[str] | None) -> None:
    wanted = None if entry_ids is None else frozenset(entry_ids)
    found = [
        one
        for one in inbound_references(project, model.id, wanted)
        if one.model != model.id or (wanted is not None and one.entry not in wanted)
    ]
    if found:
        named = ", ".join(f"{one.model}/{one.entry or one.locale} ({one.field})" for one in found[:_SHOWN])
        raise Conflict(
            say("content.referenced", entries=named),
            referencedBy=[one.as_dict() for one in islice(found, _SHOWN)],
        )


def _guard_fields(project: Project, model: Model) -> None:
    found = referencing_fields(project, model.id)
    if found:
        named = ", ".join(f"{one.model}.{one.field}" for one in found[:_SHOWN])
        raise Conflict(
            say("content.model_referenced", model=model.id, fields=named),
            code="REFERENCED_MODEL",
            referenced_by=[one.as_dict() for one in found],
        )


def _delete_entries(draft: Draft, model: Model, entry_ids: Sequence[str], locales: list[str]) -> None:
    _need(entry_ids, say("content.name_entries"))
    found: set[str] = set()
    for locale in locales:
        path = paths.content_path(model, locale)
        file = draft.project.collection(model, locale)
        here = [entry_id for entry_id in entry_ids if file and entry_id in file.entries]
        if here:
            found.update(here)
            draft.change_entries(path, file, dict.fromkeys(here))
            draft.results += [{"deleted": f"{path}#{entry_id}"} for entry_id in here]
        _delete_records(draft, model, entry_ids, locale)
    _need_found(entry_ids, found, "entry")


def _delete_records(draft: Draft, model: Model, entry_ids: Sequence[str], locale: str) -> None:
    records = draft.project.records(model, locale)
    known = [entry_id for entry_id in entry_ids if records and entry_id in records.entries]
    if not known or records is None:
        return
    path = draft.project.meta_path(model, locale)
    if len(known) == len(records.entries) and not records.others:
        draft.delete(path)
    else:
        draft.change_entries(path, records, dict.fromkeys(known))


def _delete_documents(
    draft: Draft, model: Model, slugs: Sequence[str], locales: list[str], *, is_whole: bool
) -> None:
    _need(slugs, say("content.name_documents"))
    found: set[str] = set()
    for slug in slugs:
        for locale in locales:
            path = paths.document_path(model, slug, locale)
            if draft.project.read(path) is not None:
                found.add(slug)
                draft.delete(path)
                draft.results.append({"deleted": path})
            draft.delete(draft.project.meta_path(model, locale, slug))
        if is_whole and model.i18n and model.strategy == "file":
            for path in list(draft.project.list(f"{paths.content_folder(model)}/{slug}")):
                draft.delete(path)
    _need_found(slugs, found, "document")


def _delete_keys(draft: Draft, model: Model, keys: Sequence[str], locales: list[str]) -> None:
    found: set[str] = set()
    for locale in locales:
        path = paths.content_path(model, locale)
        texts = draft.project.record(model, locale)
        draft.check_readable(path, texts)
        here = [key for key in keys if texts and key in texts]
        if here and texts is not None:
            found.update(here)
            draft.write_record(path, {key: text for key, text in texts.items() if key not in here})
            draft.results += [{"deleted": f"{path}#{key}"} for key in here]
    _need_found(keys, found, "key")


def _delete_files(draft: Draft, model: Model, locale: str | None, locales: list[str]) -> None:
    if model.i18n and locale is None:
        raise InvalidInput(say("content.which_locale", model=model.id))
    for name in locales:
        path = paths.content_path(model, name)
        if draft.project.read(path) is None:
            raise NotFound(say("content.no_content", model=model.id, locale=name))
        draft.delete(path)
        draft.delete(draft.project.meta_path(model, name))
        draft.results.append({"deleted": path})


def _need(ids: Sequence[str], message: str) -> None:
    if not ids:
        raise InvalidInput(message)


def _need_found(wanted: Sequence[str], found: set[str], what: str) -> None:
    missing = [name for name in wanted if name not in found]
    if missing:
        raise NotFound(say(f"content.missing.{what}", missing=", ".join(missing[:_SHOWN])))
