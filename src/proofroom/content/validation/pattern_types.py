"""The pieces of an ECMAScript pattern once it is read."""

from proofroom.kernel.data import dataclass

Ranges = tuple[tuple[int, int], ...]
"""Code units from-to, both included."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One code unit out of some ranges."""

    ranges: Ranges


@dataclass(frozen=True, slots=True)
class Sequence:
    """Pieces one after the other."""

    items: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several pieces, the first that fits."""

    options: "tuple[Node, ...]"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A piece several times; `high` is None without an upper limit."""

    node: "Node"
    low: int
    high: int | None
    lazy: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """A piece that is remembered under a number."""

    node: "Node"
    number: int


@dataclass(frozen=True, slots=True)
class Edge:
    """A place rather than a unit: `start`, `end`, `word` boundary or `inner` (no boundary)."""

    kind: str


@dataclass(frozen=True, slots=True)
class Look:
    """A piece that must, or must not, stand before or after this place."""

    node: "Node"
    is_ahead: bool
    is_negative: bool


@dataclass(frozen=True, slots=True)
class Back:
    """What a group matched, once more."""

    number: int


Node = Unit | Sequence | Choice | Repeat | Group | Edge | Look | Back
EMPTY = Sequence(())
