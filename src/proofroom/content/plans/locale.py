"""Languages: copying content from one to another, and adding one to the project."""

from proofroom.content.format import paths
from proofroom.content.format.config import render_config, with_locale
from proofroom.content.format.ids import is_locale
from proofroom.content.format.meta import touch
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json, Model
from proofroom.content.plans.draft import Draft
from proofroom.content.plans.types import FilePlan, Stamp
from proofroom.kernel.errors import Conflict, InvalidInput, NotFound
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say


def plan_copy_locale(
    project: Project, model_id: str, source: str, target: str, stamp: Stamp, *, overwrite: bool = False
) -> FilePlan:
    """Plan to copy a model's content from one locale to another.

    Agents may copy into an empty locale only and take the metadata along; with `overwrite` (the official MCP
    rule) the target is replaced and its entries become drafts.
    """
    model = project.model(model_id)
    draft = Draft(project)
    draft.check_locale(source)
    draft.check_locale(target)
    if not model.i18n:
        raise InvalidInput(say("content.no_languages_copy", model=model_id))
    if source == target:
        raise InvalidInput(say("content.same_locale"))
    if model.kind == "document":
        count = _copy_documents(draft, model, source, target, stamp, overwrite=overwrite)
    else:
        count = _copy_file(draft, model, source, target, stamp, overwrite=overwrite)
    draft.results.append({"copied": count, "from": source, "to": target})
    return draft.plan(
        Affected(models=[model_id], locales=[target]), model=model, locale=target, touched=[target]
    )


def plan_add_locale(project: Project, locale: str) -> FilePlan:
    """Plan to support one more locale; only config.json changes."""
    draft = Draft(project)
    if not is_locale(locale):
        raise InvalidInput(say("content.not_a_locale", locale=locale), suggestion=say("content.locale_form"))
    if locale in draft.config.locales:
        raise Conflict(say("content.locale_there", locale=locale))
    draft.write(paths.CONFIG, render_config(with_locale(draft.config, locale)))
    draft.results.append({"locales": [*draft.config.locales, locale]})
    return draft.plan(Affected(locales=[locale], snapshot_changed=True), locale=locale, touched=[locale])


def _copy_file(draft: Draft, model: Model, source: str, target: str, stamp: Stamp, *, overwrite: bool) -> int:
    content = _content(draft, model, source)
    if content is None:
        raise NotFound(say("content.no_content", model=model.id, locale=source))
    if not overwrite and _content(draft, model, target):
        raise _already_there(model, target)
    draft.write_record(paths.content_path(model, target), content)
    meta_path = draft.project.meta_path(model, target)
    records = draft.project.meta_file(model, source)
    if not overwrite:
        if records is not None:
            draft.write_record(meta_path, records)
    elif model.kind == "collection":
        draft.write_record(meta_path, {entry_id: _fresh(stamp) for entry_id in content})
    else:
        draft.write_record(meta_path, _fresh(stamp))
    return len(content) if model.kind == "collection" else 1


def _content(draft: Draft, model: Model, locale: str) -> Json | None:
    if model.kind == "collection":
        file = draft.project.collection(model, locale)
        content = {**file.entries, **file.others} if file else None
    else:
        content = draft.project.record(model, locale)
    draft.check_readable(paths.content_path(model, locale), content)
    return content


def _copy_documents(
    draft: Draft, model: Model, source: str, target: str, stamp: Stamp, *, overwrite: bool
) -> int:
    documents = draft.project.documents(model)
    slugs = [slug for slug, files in documents.items() if source in files]
    if not slugs:
        raise NotFound(say("content.no_documents", model=model.id, locale=source))
    if not overwrite and any(target in files for files in documents.values()):
        raise _already_there(model, target)
    for slug in slugs:
        raw = draft.project.read(documents[slug][source]) or b""
        draft.write(paths.document_path(model, slug, target), raw)
        record = None if overwrite else draft.project.meta_file(model, source, slug)
        draft.write_record(draft.project.meta_path(model, target, slug), record or _fresh(stamp))
    return len(slugs)


def _fresh(stamp: Stamp) -> Json:
    return touch(None, source=stamp.source, by=stamp.by, at=stamp.at, status=stamp.status)


def _already_there(model: Model, target: str) -> Conflict:
    return Conflict(say("content.locale_has_content", model=model.id, locale=target))
