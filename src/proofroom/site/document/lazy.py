"""Pages whose nodes are read when somebody first looks at them: most calls look at one page of many."""

from collections.abc import Callable
from typing import Any

from proofroom.site.document.types import Node, Page

ReadNodes = Callable[[], tuple[str, dict[str, Node]]]


class LazyPage(Page):
    """A page that knows how to read its nodes."""

    __slots__ = ("_nodes", "_read")

    def __init__(self, *args: Any, read: ReadNodes | None = None, **members: Any) -> None:
        super().__init__(*args, **members)  # which sets the nodes: a copy of a page has been read
        self._read = read
        if read is not None:
            self._nodes: dict[str, Node] | None = None

    @property
    def is_read(self) -> bool:
        """Tell whether anybody has looked at the nodes, and so may have changed them."""
        return self._nodes is not None

    @property
    def nodes(self) -> dict[str, Node]:
        """The nodes by id."""
        if self._nodes is None:
            assert self._read is not None
            self.root_id, self._nodes = self._read()
        return self._nodes

    @nodes.setter
    def nodes(self, value: dict[str, Node]) -> None:  # pyright: ignore[reportIncompatibleVariableOverride]
        self._nodes = value
