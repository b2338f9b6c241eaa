"""What is pinned, with its data: a browser names an entry, and the prompt shows what it says now."""

from collections.abc import Sequence
from typing import Any, cast

from proofroom.content.format.project import Project
from proofroom.content.format.types import Config, Json, Model


def with_data(
    screen: dict[str, Any], project: Project | None, models: Sequence[Model], locales: frozenset[str] | None
) -> dict[str, Any]:
    """Fill in the data of pinned entries and fields that came without, where they may be read."""
    items = screen.get("contextItems")
    if project is None or not isinstance(items, list):
        return screen
    known = {model.id: model for model in models}
    default = (project.config or Config()).default_locale
    locale = str(screen.get("activeLocale") or default)
    if locales is not None and locale not in locales:
        return screen
    filled = [_filled(item, project, known, locale, default) for item in cast("list[Any]", items)]
    return screen | {"contextItems": filled}


def _filled(item: Any, project: Project, models: dict[str, Model], locale: str, default: str) -> Any:
    if not isinstance(item, dict):
        return item
    given = cast("Json", item)
    model = models.get(str(given.get("modelId")))
    if given.get("data") is not None or given.get("type") not in ("entry", "field") or model is None:
        return given
    place = locale if model.i18n else default
    found = project.entry(model, str(given.get("entryId") or ""), place)
    if found is None:
        return given
    data: Any = found.data
    if given["type"] == "field":
        data = found.data.get(str(given.get("fieldId")))
    return given | {"modelName": given.get("modelName") or model.name, "data": data}
