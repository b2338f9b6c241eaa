"""Does a file's name fit a field's `accept` list? By ending only; the media store looks at the bytes."""

from proofroom.content.validation.types import Finding
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import trim

_TYPES = {
    **{"jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png", "gif": "image/gif"},
    **{"webp": "image/webp", "avif": "image/avif", "svg": "image/svg+xml", "ico": "image/x-icon"},
    **{"mp4": "video/mp4", "webm": "video/webm", "mov": "video/quicktime", "pdf": "application/pdf"},
    **{"zip": "application/zip", "json": "application/json", "csv": "text/csv", "txt": "text/plain"},
}


def check_accept(value: str, accept: str) -> Finding | None:
    """Return a warning when the ending of a path or address is not on the list."""
    name = value.split("?")[0].split("#")[0]
    dot = name.rfind(".")
    ending = name[dot + 1 :].lower()
    wanted = [item for part in accept.split(",") if (item := trim(part).lower())]
    if dot < 0 or not ending or not wanted or any(_fits(ending, item) for item in wanted):
        return None
    if ending not in _TYPES and not any(item.startswith(".") for item in wanted):
        return None
    return Finding(
        "warning",
        "entry.accept",
        say("finding.entry.accept", ending=ending, accept=accept),
    )


def _fits(ending: str, item: str) -> bool:
    if item.startswith("."):
        return f".{ending}" == item
    kind = _TYPES.get(ending)
    if kind is None:
        return False
    return kind.startswith(item[:-1]) if item.endswith("/*") else kind == item
