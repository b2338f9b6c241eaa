"""Every tool of the studio, by name. Chat, MCP, the API catalogue and approvals read this one list."""

import re
from collections.abc import Callable, Iterable, Iterator

from proofroom.kernel.errors import NotFound
from proofroom.kernel.loading import loading
from proofroom.kernel.models import models_later
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolSpec

_LEGAL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")  # the narrowest rule of all providers


OfferedTools = Iterable[ToolSpec] | Callable[[], Iterable[ToolSpec]]
"""Tools, or what makes them: their modules and the models of their input are much to import at a start."""


class Registry:
    """The tools that rooms have offered."""

    def __init__(self) -> None:
        self._taken: dict[str, ToolSpec] = {}
        self._aliases: dict[str, str] = {}
        self._in_order: list[ToolSpec] = []
        self._offered: list[Callable[[], Iterable[ToolSpec]]] = []

    def add(self, offered: OfferedTools) -> None:
        """Take in a room's tools; what makes them is called with the first look. A name is taken once."""
        if callable(offered):
            self._offered.append(offered)
        else:
            self._take_in(offered)

    def get(self, name: str) -> ToolSpec:
        """Return a tool by name."""
        spec = self._specs.get(self._aliases.get(name, name))
        if spec is None:
            raise NotFound(say("tools.none_called", name=name), suggestion=say("tools.listed"))
        return spec

    def __contains__(self, name: str) -> bool:
        known = self._specs
        return self._aliases.get(name, name) in known

    def __iter__(self) -> Iterator[ToolSpec]:
        _ = self._specs
        return iter(self._in_order)

    @property
    def _specs(self) -> dict[str, ToolSpec]:
        if self._offered:
            offered, self._offered = self._offered, []
            with loading(), models_later():
                for make in offered:
                    self._take_in(make())
        return self._taken

    def _take_in(self, specs: Iterable[ToolSpec]) -> None:
        for spec in specs:
            if not _LEGAL_NAME.fullmatch(spec.name):
                raise ValueError(f"tool name {spec.name!r} is not legal for every provider")
            if spec.name in self._taken:
                raise ValueError(f"tool {spec.name!r} is offered twice")
            self._taken[spec.name] = spec
            self._aliases |= dict.fromkeys(spec.aliases, spec.name)
        self._in_order = sorted(self._taken.values(), key=lambda spec: spec.name)

    def groups(self) -> dict[str, list[ToolSpec]]:
        """Return the tools by group, both in order of name."""
        found: dict[str, list[ToolSpec]] = {}
        for spec in self:
            found.setdefault(spec.group, []).append(spec)
        return dict(sorted(found.items()))
