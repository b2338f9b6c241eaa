"""The names by which agents call servers: the same every time, whatever people called the connections."""

import re
import unicodedata
from collections.abc import Iterable

LONGEST = 40
_UNFIT = re.compile(r"[^a-z0-9]+")


def slug_of(name: str) -> str:
    """Return a name in small letters, digits and dashes; `server` where nothing is left of it."""
    plain = unicodedata.normalize("NFKD", name.replace("ı", "i")).encode("ascii", "ignore").decode().lower()
    return _UNFIT.sub("-", plain).strip("-")[:LONGEST].strip("-") or "server"


def server_names(names: Iterable[str]) -> list[str]:
    """Return a name for each, in order: `slack`, `slack-2`, … A number is never one that another has."""
    slugs = [slug_of(name) for name in names]
    taken: set[str] = set()
    given: list[str] = []
    for slug in slugs:
        name, number = slug, 1
        while name in taken or (number > 1 and name in slugs):
            number += 1
            name = f"{slug[: LONGEST - len(str(number)) - 1]}-{number}"
        taken.add(name)
        given.append(name)
    return given
