"""Names that may stand in a file or a path: entry ids, slugs, locales, model ids, field names."""

import hashlib
import re
import secrets

_ENTRY_ID = re.compile(r"[a-zA-Z0-9][a-zA-Z0-9_-]{0,39}\Z")
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_LOCALE = re.compile(r"[a-z]{2}(?:-[A-Z]{2})?\Z")
_FIELD_NAME = re.compile(r"[a-z][a-z0-9_]*\Z")


def new_entry_id() -> str:
    """Return a fresh entry id: twelve lowercase hexadecimal characters."""
    return secrets.token_hex(6)


def derived_entry_id(*parts: str) -> str:
    """Return the same entry id for the same parts, for steps that may be repeated."""
    return hashlib.sha256("\x1f".join(parts).encode()).hexdigest()[:12]


def is_entry_id(text: str) -> bool:
    """Tell whether the text can be an entry's id."""
    return _ENTRY_ID.match(text) is not None


def is_slug(text: str) -> bool:
    """Tell whether the text can be a slug or a model's id."""
    return _SLUG.match(text) is not None


def is_locale(text: str) -> bool:
    """Tell whether the text can be a locale."""
    return _LOCALE.match(text) is not None


def is_field_name(text: str) -> bool:
    """Tell whether the text can name a field."""
    return _FIELD_NAME.match(text) is not None
