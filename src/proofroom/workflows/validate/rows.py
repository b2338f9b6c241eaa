"""The manifest in a form that every rule can read without fear: wrong types read as absent."""

from collections.abc import Iterator
from dataclasses import field
from typing import Any, cast

from proofroom.kernel.data import dataclass

MANIFEST = "workflow_template.json"


@dataclass(frozen=True, slots=True)
class Row:
    """One template of the manifest and its place there."""

    fields: dict[str, Any]
    place: str

    def at(self, name: str) -> str:
        """Return the path of a field, for findings."""
        return f"{MANIFEST}#{self.place}.{name}"

    def text(self, name: str) -> str:
        """Return a text, empty when absent."""
        value = self.fields.get(name)
        return value if isinstance(value, str) else ""

    def flag(self, name: str) -> bool:
        """Tell whether a field is true."""
        return self.fields.get(name) is True

    def texts(self, name: str) -> Iterator[tuple[str, str]]:
        """Return the texts of a list, each with its path."""
        for number, value in enumerate(as_list(self.fields.get(name))):
            if isinstance(value, str):
                yield f"{self.at(name)}[{number}]", value

    @property
    def id(self) -> str:
        """Return the id, empty when absent."""
        return self.text("id")

    @property
    def label(self) -> str:
        """Return what a person would call it."""
        return self.text("name") or self.id or self.place


@dataclass(frozen=True, slots=True)
class Manifest:
    """The workflow and the templates it is made of."""

    workflow: Row = field(default_factory=lambda: Row({}, "workflow_template"))
    agents: list[Row] = field(default_factory=list[Row])
    tools: list[Row] = field(default_factory=list[Row])
    mcps: list[Row] = field(default_factory=list[Row])
    tasks: list[Row] = field(default_factory=list[Row])

    def rows(self) -> Iterator[Row]:
        """Return every row but the workflow."""
        for group in (self.agents, self.tools, self.mcps, self.tasks):
            yield from group


def as_list(value: Any) -> list[Any]:
    """Return a list, empty when it is none."""
    return cast(list[Any], value) if isinstance(value, list) else []


def as_object(value: Any) -> dict[str, Any] | None:
    """Return a JSON object, None when it is none."""
    return cast(dict[str, Any], value) if isinstance(value, dict) else None
