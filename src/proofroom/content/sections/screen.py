"""What the person looks at and what they most likely want. Pure: the screen in, text out."""

from typing import Any, cast

import orjson

from proofroom.content.intent import content_intent

DATA_SHOWN = 200
ITEMS_SHOWN = 20


def screen_text(screen: dict[str, Any]) -> str:
    """Return the model, locale, entry and panel on screen, and what is pinned."""
    lines = [
        f"- {label}: {value}"
        for label, key in (
            ("Model", "activeModelId"),
            ("Locale", "activeLocale"),
            ("Entry", "activeEntryId"),
            ("Branch", "activeBranch"),
        )
        if (value := _word(screen.get(key)))
    ]
    panel = _word(screen.get("panelState"))
    if panel in ("branch", "vocabulary"):
        lines.append(f"- Open panel: {panel}")
    pinned = screen.get("contextItems")
    items = cast("list[Any]", pinned)[:ITEMS_SHOWN] if isinstance(pinned, list) else []
    shown = [_item(cast("dict[str, Any]", item)) for item in items if isinstance(item, dict)]
    if shown:
        lines += ["", "### Pinned", *shown]
    return "## What the person is looking at\n" + "\n".join(lines) if lines else ""


def intent_text(message: str, screen: dict[str, Any]) -> str:
    """Return the likely intent with its defaults; nothing when the request seems to be out of scope."""
    intent = content_intent(message, screen)
    if intent.name == "out_of_scope":
        return ""
    lines = [f"## Inferred intent: {intent.name} ({intent.level} confidence)"]
    for label, key in (("model", "activeModelId"), ("locale", "activeLocale"), ("entry", "activeEntryId")):
        if value := _word(screen.get(key)):
            lines.append(f"Default {label}: {value}")
    if len(lines) > 1:
        lines.append("Use these defaults without asking, unless the message names something else.")
    return "\n".join(lines)


def _item(item: dict[str, Any]) -> str:
    model = _word(item.get("modelName")) or _word(item.get("modelId"))
    data = item.get("data")
    match item.get("type"):
        case "model":
            return f"- Model: {model}"
        case "entry":
            return f'- Entry "{_word(item.get("entryId"))}" from {model}{_data(data)}'
        case "field":
            where = f'entry "{_word(item.get("entryId"))}" of {model}' if item.get("entryId") else model
            return f'- Field "{_word(item.get("fieldId"))}" of {where}{_data(data)}'
        case "asset":
            return f"- Asset: {_asset(item, data)}"
        case _:
            return f"- {_word(item.get('type')) or 'item'}{_data(data)}"


def _asset(item: dict[str, Any], data: Any) -> str:
    """Return an asset as `hero.webp (webp, 1920x1080) -> path: media/original/abc.webp`."""
    known = cast("dict[str, Any]", data) if isinstance(data, dict) else {}
    if not known.get("path"):
        return f"{_word(item.get('assetId'))}{_data(data)}"
    size = f"{known['width']}x{known['height']}" if known.get("width") and known.get("height") else ""
    about = ", ".join(part for part in (_word(known.get("format")), size) if part)
    name = _word(known.get("filename")) or _word(item.get("assetId"))
    return f"{name}{f' ({about})' if about else ''} -> path: {_word(known['path'])}"


def _data(data: Any) -> str:
    if data in (None, "", {}, []):
        return ""
    text = data if isinstance(data, str) else orjson.dumps(data).decode()
    cut = text if len(text) <= DATA_SHOWN else text[: DATA_SHOWN - 1] + "…"
    return ": " + " ".join(cut.split())


def _word(value: Any) -> str:
    return " ".join(value.split())[:DATA_SHOWN] if isinstance(value, str) else ""
