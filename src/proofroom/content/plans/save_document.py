"""Saving a document: front matter merged, body kept or set, nothing written that would not come back."""

from typing import Any

from proofroom.content.format import paths
from proofroom.content.format.entry import merge_fields
from proofroom.content.format.front_matter import render_front_matter
from proofroom.content.format.front_patch import patch_block
from proofroom.content.format.ids import is_slug
from proofroom.content.format.markdown import (
    TOML_RULER,
    compose_document,
    own_front_matter,
    read_block,
    read_document,
    render_document,
)
from proofroom.content.format.meta import touch
from proofroom.content.format.toml_front import patch_toml, read_toml, render_toml
from proofroom.content.format.types import Document, Json, Model
from proofroom.content.plans.draft import Draft
from proofroom.content.plans.same import changes_nothing
from proofroom.content.plans.types import EntrySave, Mode, Stamp
from proofroom.content.validation.document import misread_keys, written_findings
from proofroom.content.validation.types import EntryPlace, Finding, Issue
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.strings import say


def save_document(
    draft: Draft, model: Model, save: EntrySave, locale: str, stamp: Stamp, mode: Mode
) -> tuple[str, list[Issue]]:
    """Plan one document; return its slug and what cannot be written as it is."""
    data = {key: value for key, value in save.data.items() if key != "body"}
    slug = _slug(save, data)
    path = paths.document_path(model, slug, locale)
    before = draft.current_document(path, model)
    if before is not None and before.ruler == TOML_RULER and before.block is None:
        raise InvalidStatus(say("content.toml_unreadable", path=path))
    body = _body(save)
    front = _merged(before, data, model, slug, mode)
    place = EntryPlace(model.id, locale, slug=slug, path=path)
    text, issues = _write(model, place, before, front, body)
    meta_path = draft.project.meta_path(model, locale, slug)
    record = draft.project.meta_file(model, locale, slug)
    if changes_nothing(draft.project.read(path), text.encode(), record, save, stamp):
        draft.results.append({"action": "unchanged", "slug": slug, "locale": locale})
        return slug, issues
    draft.write(path, text.encode())
    _advise(draft, before, slug, locale, body)
    draft.write_record(
        meta_path,
        touch(
            record, source=stamp.source, by=stamp.by, at=stamp.at, status=stamp.status, schedule=save.schedule
        ),
    )
    action = "created" if before is None else "updated"
    draft.results.append({"action": action, "slug": slug, "locale": locale})
    return slug, issues


def _slug(save: EntrySave, data: Json) -> str:
    named: Any = save.id if save.id is not None else data.get("slug")
    if not isinstance(named, str) or not named:
        raise InvalidInput(say("content.slug_missing"))
    slug = named.lower()
    if not is_slug(slug):
        raise InvalidInput(
            say("content.slug_form", slug=named),
            suggestion=say("content.small_letters"),
        )
    inside = data.get("slug")
    if inside is not None and inside != slug and not (isinstance(inside, str) and inside.lower() == slug):
        raise InvalidInput(say("content.slug_differs", inside=inside, slug=slug))
    return slug


def _body(save: EntrySave) -> str | None:
    body: Any = save.body if save.body is not None else save.data.get("body")
    if body is not None and not isinstance(body, str):
        raise InvalidInput(say("content.body_text"))
    return body


def _merged(before: Document | None, data: Json, model: Model, slug: str, mode: Mode) -> Json:
    front = dict(before.front) if before else {}
    if mode == "merge":
        front = merge_fields(front, data, model.fields)
    else:
        front.update(data)
    front["slug"] = slug
    return {key: value for key, value in front.items() if value is not None}


def _write(
    model: Model, place: EntryPlace, before: Document | None, front: Json, body: str | None
) -> tuple[str, list[Issue]]:
    text_body = body if body is not None else (before.body if before else "")
    kept = before.front if before else {}
    changed = {key: value for key, value in front.items() if key not in kept or kept[key] != value}
    block = _patched(model, before, front)
    own = own_front_matter(body or "", model.fields)
    if before is not None and before.ruler == TOML_RULER:
        return _write_toml(before, block, front, own or ({}, text_body)), []
    if before is not None and block is not None and own is None:
        text = compose_document(block, text_body)
        if not changed:
            return text, []
    else:
        changed = front
        text = _compose(model, front, text_body)
    issues = [place.issue(finding, name) for name, finding in written_findings(model, changed)]
    misread = [] if issues else misread_keys(model, text)
    if misread:
        message = say("finding.doc.official_misread", fields=", ".join(misread))
        issues.append(place.issue(Finding("notice", "doc.official_misread", message)))
    return text, issues


def _patched(model: Model, before: Document | None, front: Json) -> str | None:
    """Return the old front matter with only the changed keys written anew, if it then says what is meant."""
    if before is None or before.block is None:
        return None
    if before.front == front:
        return before.block
    if before.ruler == TOML_RULER:
        block = patch_toml(before.block, before.front, front)
        return block if block is not None and read_toml(block, model.fields) == front else None
    block = patch_block(before.block, before.front, front)
    if block is None:
        return None
    read = {key: value for key, value in read_block(block, model.fields).items() if value is not None}
    return block if read == front else None


def _write_toml(before: Document, block: str | None, front: Json, given: tuple[Json, str]) -> str:
    """Return a document whose front matter is TOML and stays TOML; `given` is what the body opens with."""
    added, body = given
    added = {key: value for key, value in added.items() if key not in front}
    if block is None or added:
        patched = patch_toml(before.block or "", before.front, {**front, **added})
        block = patched if patched is not None else render_toml({**front, **added})
    return compose_document(block, body, before.ruler)


def _compose(model: Model, front: Json, body: str) -> str:
    block = "\n".join(render_front_matter(front))
    own = own_front_matter(body, model.fields)
    if own is None:
        return compose_document(block, body)
    added, rest = own
    wanted = {**{key: value for key, value in added.items() if key not in front}, **front}
    merged = render_document(front, body)
    if read_document(merged.encode(), model.fields).front == wanted:
        return merged
    # The official way of merging the two blocks would lose something: merge the values instead.
    return compose_document("\n".join(render_front_matter({**front, **wanted})), rest)


def _advise(draft: Draft, before: Document | None, slug: str, locale: str, body: str | None) -> None:
    if before is not None and before.body and body == "":
        draft.advisories.append(say("advice.body_cleared", slug=slug, locale=locale, count=len(before.body)))
