"""What official answers have in common: paths as a client knows them, and what is said of issues."""

from collections.abc import Iterable, Sequence

from proofroom.content.format.paths import FOLDER, META, content_folder, content_path, document_path
from proofroom.content.format.types import Json, Model
from proofroom.content.plans.types import FilePlan
from proofroom.content.validation.types import Issue

_ALIASES = {"astro": "~", "next": "@", "nuxt": "~"}
"""How a stack's build tool writes the project's folder in an import."""


def example_file(model: Model, locale: str) -> str:
    """Return where content of a model lies; a document's slug is left open."""
    if model.kind == "document":
        return document_path(model, "{slug}", locale)
    return content_path(model, locale)


def import_snippet(model: Model, locale: str, stack: str) -> Json:
    """Return how code imports the content of a model, in general and for the project's stack."""
    path = example_file(model, locale)
    snippet = {"generic": f"import data from '{path}'"}
    if stack in _ALIASES:
        snippet[stack] = f"import data from '{_ALIASES[stack]}/{path}'"
    return snippet


def issue_lines(issues: Iterable[Issue]) -> list[str]:
    """Return issues as official answers list them beside a success: a line each."""
    lines = ((issue.field or issue.locale, str(issue.message)) for issue in issues)
    return [f"{place}: {message}" if place else message for place, message in lines]


def entry_names(results: Sequence[Json]) -> list[str]:
    """Return what `context.json` calls saved entries: an id, a slug, or a locale where there is neither."""
    named = (result.get("id") or result.get("slug") or result.get("locale") for result in results)
    return [str(name) for name in named if name]


def removed_entries(model: Model, plan: FilePlan, ids: Sequence[str], locale: str | None = None) -> list[str]:
    """Return what went, below the content folder; records of a file that stays are told behind a `#`."""
    if model.kind == "document":
        return [_below(f"{content_folder(model)}/{slug}") for slug in ids]
    if model.kind == "collection":
        touched = sorted(path for path in (*plan.writes, *plan.deletes) if _is_content(path))
        return [f"{_below(path)}#{entry}" for entry in ids for path in touched]
    if model.kind == "dictionary" and ids:
        return [f"{model.id}/{locale or '*'}:{key}" for key in ids]
    return [_below(path) for path in plan.deletes if _is_content(path)]


def removed_model(model: Model, plan: FilePlan) -> list[str]:
    """Return what went with a model: its definition, and the folders of its content and metadata."""
    content, meta = content_folder(model), f"{META}/{model.id}"
    told = {content: model.content_path or _below(f"{content}/"), meta: _below(f"{meta}/")}
    gone = (
        name for folder, name in told.items() if any(path.startswith(f"{folder}/") for path in plan.deletes)
    )
    return [f"models/{model.id}.json", *gone]


def _is_content(path: str) -> bool:
    return not path.startswith(f"{META}/")


def _below(path: str) -> str:
    return path.removeprefix(f"{FOLDER}/")
