"""The parts of the studio that have an agent and a default model of their own."""

from typing import Literal

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

Scope = Literal["content", "site", "articles", "workspace", "workflows"]
SCOPES: tuple[Scope, ...] = ("content", "site", "articles", "workspace", "workflows")

_ALIASES: dict[str, Scope] = {"data": "workspace"}


def read_scope(name: str) -> Scope:
    """Return the scope that a name on the wire means, or refuse it with a clear word."""
    found = _ALIASES.get(name, name)
    for scope in SCOPES:
        if scope == found:
            return scope
    if name == "plugin":
        raise InvalidInput(say("kernel.plugins"))
    raise InvalidInput(
        say("kernel.no_scope", scope=name), suggestion=say("next.one_of_listed", known=", ".join(SCOPES))
    )
