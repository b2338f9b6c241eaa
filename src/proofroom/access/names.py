"""Names, slugs and email addresses as people type them, and as they are kept."""

import re
import unicodedata

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+")
# Letters that Unicode does not take apart into a letter and a mark.
_LETTERS = str.maketrans({"ı": "i", "ß": "ss", "æ": "ae", "ø": "o", "đ": "d", "ł": "l", "œ": "oe", "þ": "th"})
MAX_NAME = 200
MAX_SLUG = 64


def clean_name(name: str, field: str = "name") -> str:
    """Return a name without outer spaces and control characters, or refuse an empty or endless one."""
    kept = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not kept:
        raise InvalidInput(say("access.name_missing"), field=field)
    if len(kept) > MAX_NAME:
        raise InvalidInput(say("access.name_long", most=MAX_NAME), field=field)
    return kept


def clean_email(email: str) -> str:
    """Return an email address as it is kept: no outer spaces, lower case."""
    kept = unicodedata.normalize("NFKC", email).strip().lower()
    if not _EMAIL.fullmatch(kept) or len(kept) > 320:
        raise InvalidInput(say("access.not_an_email"), field="email")
    return kept


def slugify(name: str) -> str:
    """Return the slug of a name: lower-case letters, digits, single dashes; `untitled` if none are left."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_LETTERS))
    kept = _NOT_SLUG.sub("-", "".join(c for c in plain if not unicodedata.combining(c)))
    return kept.strip("-")[:MAX_SLUG].strip("-") or "untitled"


def clean_slug(slug: str) -> str:
    """Return a slug somebody chose, or refuse it."""
    if not _SLUG.fullmatch(slug) or len(slug) > MAX_SLUG:
        raise InvalidInput(
            say("access.slug_form", example=slugify(slug)),
            field="slug",
        )
    return slug
