"""Saving a model: new, or changed without losing the content it already has."""

from collections.abc import Collection, Iterator
from typing import cast

from proofroom.content.format import paths
from proofroom.content.format.entry import without_nulls
from proofroom.content.format.model import model_from, render_model
from proofroom.content.format.project import Project
from proofroom.content.format.types import Json, Model
from proofroom.content.plans.draft import Draft
from proofroom.content.plans.types import FilePlan, Mode
from proofroom.content.validation.model import check_model
from proofroom.content.validation.title_field import infer_title_field
from proofroom.content.validation.types import Report
from proofroom.kernel.errors import Conflict, InvalidInput
from proofroom.kernel.events import Affected
from proofroom.kernel.strings import say


def plan_save_model(
    project: Project,
    definition: Json,
    *,
    mode: Mode = "merge",
    remove_fields: Collection[str] = (),
    allow_breaking: bool = False,
) -> FilePlan:
    """Plan to create or change a model.

    Merging keeps fields and keys that are not named; replacing writes the definition as given. A change that
    existing content cannot follow needs `allow_breaking`; one that only moves files moves the content along.
    The plan's report holds the definition's issues.
    """
    model_id = definition.get("id")
    if not isinstance(model_id, str) or not model_id:
        raise InvalidInput(say("content.model_id"), suggestion=say("content.small_letters"))
    draft = Draft(project)
    before = project.models.get(model_id)
    raw = _merged(before, definition, remove_fields) if mode == "merge" else without_nulls(definition)
    if mode == "merge":
        _complete(draft, raw)
    after = model_from(raw)
    issues = check_model(raw, draft.config, project.models)
    draft.write(project.model_files.get(model_id, paths.model_path(model_id)), render_model(raw))
    if before is not None and not any(issue.severity == "error" for issue in issues):
        if not allow_breaking:
            _guard_content(project, before, after)
        _move_content(draft, before, after)
    draft.results.append({"action": "created" if before is None else "updated", "id": model_id})
    return draft.plan(
        Affected(models=[model_id], snapshot_changed=True),
        report=Report(tuple(issues), models_checked=1),
        model=after,
    )


def _merged(before: Model | None, definition: Json, remove_fields: Collection[str]) -> Json:
    raw = {**(before.raw if before else {}), **definition}
    old = before.raw.get("fields") if before else None
    new = definition.get("fields")
    if isinstance(old, dict) or isinstance(new, dict):
        fields = {**cast("Json", old or {})}
        for name, field in cast("Json", new or {}).items():
            known = fields.get(name)
            fields[name] = (
                {**known, **field} if isinstance(known, dict) and isinstance(field, dict) else field
            )
        raw["fields"] = {name: field for name, field in fields.items() if name not in remove_fields}
    return without_nulls(raw)


def _complete(draft: Draft, raw: Json) -> None:
    """Fill what an agent may leave out."""
    raw.setdefault("i18n", True)
    if not raw.get("title_field"):
        title = infer_title_field(model_from(raw))
        if title is not None:
            raw["title_field"] = title
            draft.advisories.append(say("advice.title_chosen", title=title))


def _guard_content(project: Project, before: Model, after: Model) -> None:
    changes = list(_breaking_changes(before, after))
    if not changes:
        return
    count = sum(1 for locale in project.locales(before) for _ in project.entries(before, locale))
    if count:
        raise Conflict(
            say("content.breaking", model=before.id, count=count, changes="; ".join(changes)),
            changes=changes,
            entries=count,
        )


def _breaking_changes(before: Model, after: Model) -> Iterator[str]:
    if before.kind != after.kind:
        yield f"kind {before.kind} becomes {after.kind}"
    if before.i18n != after.i18n:
        yield f"i18n {str(before.i18n).lower()} becomes {str(after.i18n).lower()}"
    for name, field in before.fields.items():
        now = after.fields.get(name)
        if now is None:
            yield f'field "{name}" is removed'
        elif now.type != field.type:
            yield f'field "{name}" changes from {field.type} to {now.type}'


def _move_content(draft: Draft, before: Model, after: Model) -> None:
    """Move files along when the model's folder or way of naming languages changes."""
    if before.kind != after.kind:
        return
    moved = 0
    for old, new in _moves(draft.project, before, after):
        raw = draft.project.read(old)
        if raw is None or old == new:
            continue
        if draft.project.read(new) is not None:
            raise Conflict(say("content.must_move", old=old, new=new))
        draft.delete(old)
        draft.write(new, raw)
        moved += 1
    if moved:
        draft.advisories.append(say("advice.files_move", count=moved))
    if before.i18n and not after.i18n:
        draft.advisories.append(say("advice.unused_languages"))


def _moves(project: Project, before: Model, after: Model) -> Iterator[tuple[str, str]]:
    locales = project.locales(before) if after.i18n else (project.ready_config.default_locale,)
    for locale in locales:
        if before.kind == "document":
            for slug in project.documents(before):
                yield paths.document_path(before, slug, locale), paths.document_path(after, slug, locale)
        else:
            yield paths.content_path(before, locale), paths.content_path(after, locale)
