"""Documents: front matter, body, translations, and whether a document survives being written."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, cast

from proofroom.content.format.contentrain_reader import read_as_contentrain
from proofroom.content.format.entry import without_nulls
from proofroom.content.format.front_matter import render_front_matter
from proofroom.content.format.markdown import read_block
from proofroom.content.format.paths import document_path
from proofroom.content.format.types import Document, Json, Model
from proofroom.content.validation.entry import UniqueIndex
from proofroom.content.validation.metadata import check_document_record
from proofroom.content.validation.run import Run
from proofroom.content.validation.secrets import has_secret
from proofroom.content.validation.types import EntryPlace, Finding
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import number_text, scalar_text


@cache
def _body_secret() -> Finding:
    return Finding("error", "secret.body", say("finding.secret.body"))


def check_documents(run: Run, model: Model) -> None:
    """Check every document in every locale, and that translations are there."""
    fronts: dict[str, dict[str, Json]] = {}
    for slug, files in run.project.documents(model).items():
        for locale in run.project.locales(model):
            place = EntryPlace(model.id, locale, slug=slug, path=document_path(model, slug, locale))
            document = run.project.document(model, slug, locale) if locale in files else None
            if document is not None:
                check_document(run, model, place, document)
                fronts.setdefault(locale, {})[slug] = document.front
            elif model.i18n and model.strategy != "none":
                message = say("finding.doc.translation_missing", slug=slug, locale=locale)
                run.say(place, Finding("warning", "doc.translation_missing", message), is_fixable=True)
    for locale, by_slug in fronts.items():
        check_unique_fronts(run, model, locale, by_slug, by_slug)


def check_document(run: Run, model: Model, place: EntryPlace, document: Document) -> None:
    """Check one document's front matter, body and record."""
    if has_secret(document.body):
        run.say(place, _body_secret(), "body")
    body = model.fields.get("body")
    if body is not None and body.required and not document.body:
        run.say(place, Finding("warning", "doc.body_missing", say("finding.doc.body_missing")), "body")
    run.check_data(model, place, document.front)
    slug = document.front.get("slug")
    if slug is not None and slug != place.slug:
        message = say("finding.doc.slug_mismatch", inside=slug, slug=place.slug)
        run.say(place, Finding("warning", "doc.slug_mismatch", message), "slug")
    check_document_record(run, model, place)


def written_findings(model: Model, front: Json) -> list[tuple[str, Finding]]:
    """Return the front-matter values that would not come back as they are once written."""
    found: list[tuple[str, Finding]] = []
    for name, value in front.items():
        if name == "body" or value is None:
            continue
        if _has_line_break(value):
            message = say("finding.doc.multiline", name=name)
            found.append((name, Finding("error", "doc.multiline", message)))
            continue
        back = _read_back(model, name, value)
        if _same(back, value):
            continue
        if _same(_texts(back), _texts(value)):
            message = say("finding.doc.retyped", name=name)
            found.append((name, Finding("warning", "doc.retyped", message)))
        else:
            message = say("finding.doc.lossy", name=name)
            found.append((name, Finding("error", "doc.lossy", message)))
    return found


def misread_keys(model: Model, text: str) -> list[str]:
    """Return the front-matter keys that official tools would read differently from what is meant."""
    official, _ = read_as_contentrain(text)
    block = text.removeprefix("---\n").partition("\n---\n")[0]
    meant = read_block(block, model.fields)
    return [name for name, value in meant.items() if not _same(official.get(name), value)]


def check_unique_fronts(
    run: Run, model: Model, locale: str, fronts: Mapping[str, Json], chosen: Collection[str]
) -> None:
    """Compare the unique fields of some documents with those of all others in their language."""
    index = UniqueIndex(run.entry_check(model).unique_paths, fronts, chosen)
    for slug in chosen:
        place = EntryPlace(model.id, locale, slug=slug, path=document_path(model, slug, locale))
        run.report(place, index.check(slug, fronts[slug]))


def _read_back(model: Model, name: str, value: Any) -> Any:
    return read_block("\n".join(render_front_matter({name: value})), model.fields).get(name)


def _has_line_break(value: Any) -> bool:
    match value:
        case str():
            return "\n" in value or "\r" in value
        case list():
            return any(_has_line_break(item) for item in cast("list[Any]", value))
        case dict():
            members = cast("Json", value)
            return any(_has_line_break(key) or _has_line_break(item) for key, item in members.items())
        case _:
            return False


def _same(left: Any, right: Any) -> bool:
    """Compare as files do: members that are null do not exist, 1 and 1.0 are the same number."""
    return _plain(without_nulls(left)) == _plain(without_nulls(right))


def _texts(value: Any) -> Any:
    """Return the value with every scalar as its text."""
    match value:
        case list():
            return [_texts(item) for item in cast("list[Any]", value)]
        case dict():
            return {key: _texts(item) for key, item in cast("Json", value).items()}
        case None:
            return None
        case _:
            return scalar_text(value)


def _plain(value: Any) -> Any:
    match value:
        case bool() | None:
            return value
        case int() | float():
            return ("number", number_text(value))
        case list():
            return [_plain(item) for item in cast("list[Any]", value)]
        case dict():
            return {key: _plain(item) for key, item in cast("Json", value).items()}
        case _:
            return value
