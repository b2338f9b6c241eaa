"""Where people open what a tool call changed, read from what the call was given and what it answered.

A report of work that was handed on names its things as links; what no shape here fits has none.
"""

from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import quote

import msgspec

MOST = 50
"""Links of one report."""


class Link(msgspec.Struct, frozen=True):
    """Something that can be opened: its name and its place in the studio."""

    title: str
    path: str


def links_of(tool: str, given: Any, answered: Any) -> list[Link]:
    """Return what a call that succeeded wrote or made, in the order it tells; what it deleted is gone."""
    if "delete" in tool.lower():
        return []
    found = [*_entries(_dict(given), _dict(answered)), *_things(answered)]
    return list(dict.fromkeys(found))[:MOST]


def _entries(given: dict[str, Any], answered: dict[str, Any]) -> Iterator[Link]:
    model = answered.get("model") or given.get("model")
    if not isinstance(model, str) or not model:
        return
    locale = answered.get("locale") or given.get("locale")
    for one in _named(answered, given):
        path = f"/content?model={quote(model)}&entry={quote(one)}"
        yield Link(f"{model}/{one}", f"{path}&locale={quote(locale)}" if isinstance(locale, str) else path)


def _named(answered: dict[str, Any], given: dict[str, Any]) -> list[str]:
    """Return the entries a call names: those it saved, else those it was told."""
    saved = [_dict(one) for one in _list(answered.get("results"))]
    named = [one.get("id") or one.get("slug") for one in saved] or _list(given.get("entryIds"))
    return [one for one in named if isinstance(one, str) and one]


def _things(answered: Any) -> Iterator[Link]:
    """Return records, articles and assets anywhere in an answer."""
    for one in _list(answered):
        yield from _things(one)
    data = _dict(answered)
    link = _thing(data)
    if link is not None:
        yield link
        return
    for value in data.values():
        if isinstance(value, (dict, list)):
            yield from _things(value)


def _thing(data: dict[str, Any]) -> Link | None:
    one, title = data.get("id"), str(data.get("title") or data.get("filename") or "")
    if isinstance(one, str) and isinstance(kind := data.get("typeSlug"), str) and kind:
        return Link(title or one, f"/records?type={quote(kind)}&record={quote(one)}")
    if isinstance(article := data.get("artifactId"), str):
        return Link(title or article, f"/articles?article={quote(article)}")
    asset = data.get("assetId") or (one if data.get("filename") else None)
    if isinstance(asset, str):
        return Link(title or asset, f"/media?asset={quote(asset)}")
    return None


def _list(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else []


def _dict(value: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
