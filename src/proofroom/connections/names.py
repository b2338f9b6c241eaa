"""Names of connections. The name of a model begins with its connection's, up to the first slash."""

from collections.abc import Container

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

LONGEST = 80


def clean_name(name: str) -> str:
    """Return a name without outer spaces, or refuse one that cannot begin the name of a model."""
    kept = " ".join(name.split())
    if not kept or len(kept) > LONGEST or "/" in kept or not kept.isprintable():
        raise InvalidInput(say("connections.name_form", most=LONGEST), field="displayLabel")
    return kept


def free_name(wanted: str, taken: Container[str]) -> str:
    """Return the wanted name, with a number behind it if others have it."""
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name
