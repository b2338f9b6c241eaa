"""Every tool of the studio, by name. Chat, MCP, the API catalogue and approvals read this one list."""

import re
from collections.abc import Iterable, Iterator

from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolSpec

_LEGAL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")  # the narrowest rule of all providers


class Registry:
    """The tools that rooms have offered."""

    def __init__(self) -> None:
        self._specs: dict[str, ToolSpec] = {}
        self._aliases: dict[str, str] = {}
        self._in_order: list[ToolSpec] = []

    def add(self, specs: Iterable[ToolSpec]) -> None:
        """Take in a room's tools; a name can be taken once."""
        for spec in specs:
            if not _LEGAL_NAME.fullmatch(spec.name):
                raise ValueError(f"tool name {spec.name!r} is not legal for every provider")
            if spec.name in self._specs:
                raise ValueError(f"tool {spec.name!r} is offered twice")
            self._specs[spec.name] = spec
            self._aliases |= dict.fromkeys(spec.aliases, spec.name)
        self._in_order = sorted(self._specs.values(), key=lambda spec: spec.name)

    def get(self, name: str) -> ToolSpec:
        """Return a tool by name."""
        spec = self._specs.get(self._aliases.get(name, name))
        if spec is None:
            raise NotFound(say("tools.none_called", name=name), suggestion=say("tools.listed"))
        return spec

    def __contains__(self, name: str) -> bool:
        return self._aliases.get(name, name) in self._specs

    def __iter__(self) -> Iterator[ToolSpec]:
        return iter(self._in_order)

    def groups(self) -> dict[str, list[ToolSpec]]:
        """Return the tools by group, both in order of name."""
        found: dict[str, list[ToolSpec]] = {}
        for spec in self:
            found.setdefault(spec.group, []).append(spec)
        return dict(sorted(found.items()))
