"""The filter language: conditions on fields as JSON, read once, fitted to rows in memory or compiled to SQL.

`{"status": "draft"}` is a condition, `{"rank": {"gte": 2, "lt": 10}}` are two, and all must hold. `$and` and
`$or` take lists of such objects, `$not` takes one. A list `[{"field": …, "op": …, "value": …}]` says the same
as an object. `docs/reference/where.md` is the reference. What is read here comes from strangers and models:
size and depth are bounded, and a mistake is told with what would be right.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from operator import ge, gt, le, lt
from typing import Any, Generic, Protocol, Self, TypeVar, cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say
from proofroom.search.words import fold

MAX_CONDITIONS = 60
MAX_DEPTH = 6
MAX_LISTED = 500
MAX_TEXT = 2_000
MAX_PATH = 200
_LARGEST = 1e300
_JOINS = ("$and", "$or")

_JSON = frozenset({str, int, float, bool, type(None), dict, list})
"""Classes of values that are compared as they are."""

T = TypeVar("T")
R = TypeVar("R")
Test = Callable[[Any, Any], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """What one field must be."""

    path: str
    operator: str
    value: Any


@dataclass(frozen=True, slots=True)
class Joined:
    """Several parts of which all must hold, or any."""

    parts: tuple["Node", ...]
    is_any: bool = False

    def also(self, other: "Joined") -> "Joined":
        """Return this and another, both of which must hold."""
        return Joined((*((self,) if self.is_any else self.parts), other))


@dataclass(frozen=True, slots=True)
class Negated:
    """A part that must not hold."""

    part: "Node"


Node = Condition | Joined | Negated


class WhereTarget(Protocol[T]):
    """What conditions are compiled for: how one is written there, and how they are put together."""

    def condition(self, condition: Condition) -> T:
        """Return one condition."""
        ...

    def join(self, parts: list[T], *, is_any: bool) -> T:
        """Return parts of which all must hold, or any."""
        ...

    def negate(self, part: T) -> T:
        """Return the opposite of a part."""
        ...


@dataclass(frozen=True, slots=True)
class Where:
    """Conditions that were read."""

    root: Joined

    @classmethod
    def parse(cls, given: Any) -> Self:
        """Read conditions, or say what is wrong with them."""
        reader = _Reader()
        return cls(Joined(tuple(reader.all_of(given, 1))))

    @property
    def is_empty(self) -> bool:
        """Tell whether everything fits."""
        return not self.root.parts

    @property
    def paths(self) -> list[str]:
        """Return the fields that are asked about, each once."""
        return list(dict.fromkeys(_paths(self.root)))

    def fitting(self, reader: Callable[[str], Callable[[R], Any]]) -> Callable[[R], bool]:
        """Return what tells whether a row fits.

        `reader` returns, for a path, what gives its value in a row: None where there is none. Both are asked
        once, however many rows there are.
        """
        return self.compile(_InMemory(reader))

    def compile(self, target: WhereTarget[T]) -> T:
        """Return the conditions in the words of a back end."""
        return _compiled(self.root, target)


class _Reader:
    """Reads conditions and counts them, so that nobody can ask for more work than a few."""

    def __init__(self) -> None:
        self._left = MAX_CONDITIONS

    def all_of(self, given: Any, depth: int) -> list[Node]:
        if depth > MAX_DEPTH:
            raise InvalidInput(say("search.where_deep", most=MAX_DEPTH))
        if isinstance(given, list):
            return [self._listed(one) for one in cast("list[Any]", given)]
        if not isinstance(given, Mapping):
            raise InvalidInput(say("api.where_object"))
        found: list[Node] = []
        for name, wanted in cast("Mapping[Any, Any]", given).items():
            found += self._named(str(name), wanted, depth)
        return found

    def _named(self, name: str, wanted: Any, depth: int) -> list[Node]:
        if name in _JOINS:
            if not isinstance(wanted, list) or not wanted:
                raise InvalidInput(say("search.where_join", name=name))
            parts = [Joined(tuple(self.all_of(one, depth + 1))) for one in cast("list[Any]", wanted)]
            return [Joined(tuple(parts), is_any=name == "$or")]
        if name == "$not":
            return [Negated(Joined(tuple(self.all_of(wanted, depth + 1))))]
        if not isinstance(wanted, Mapping):
            return [self._condition(name, "eq", wanted)]
        found: list[Condition] = [
            self._condition(name, str(one), value) for one, value in cast("Any", wanted).items()
        ]
        bounds = {one: bound for each in found if each.operator == RANGE for one, bound in each.value.items()}
        others: list[Node] = [one for one in found if one.operator != RANGE]
        return [*others, Condition(name, RANGE, bounds)] if bounds else others

    def _listed(self, given: Any) -> Node:
        match given:
            case {"field": str(path), "op": str(operator), **rest}:
                return self._condition(path, "ne" if operator == "neq" else operator, rest.get("value"))
            case _:
                raise InvalidInput(say("search.where_listed"))

    def _condition(self, path: str, operator: str, value: Any) -> Condition:
        self._left -= 1
        if self._left < 0:
            raise InvalidInput(say("search.where_many", most=MAX_CONDITIONS))
        if not path or len(path) > MAX_PATH or "\0" in path:
            raise InvalidInput(say("search.where_path", most=MAX_PATH))
        if operator not in OPERATORS:
            raise InvalidInput(
                say("content.no_operator", operator=operator[:40], field=path),
                suggestion=say("next.one_of_listed", known=", ".join(OPERATORS)),
            )
        _check_value(path, operator, value)
        if operator in COMPARING:
            return Condition(path, RANGE, {operator: value})
        return Condition(path, operator, value)


def _check_value(path: str, operator: str, value: Any) -> None:
    if operator == "in":
        if not isinstance(value, list) or len(cast("list[Any]", value)) > MAX_LISTED:
            raise InvalidInput(say("search.where_list", field=path, most=MAX_LISTED))
        for one in cast("list[Any]", value):
            _check_scalar(path, one)
    elif operator in COMPARING and (isinstance(value, bool) or not isinstance(value, int | float | str)):
        raise InvalidInput(say("search.where_compare", field=path, operator=operator))
    else:
        _check_scalar(path, value)


def _check_scalar(path: str, value: Any) -> None:
    if isinstance(value, str) and (len(value) > MAX_TEXT or "\0" in value):
        raise InvalidInput(say("search.where_text", field=path, most=MAX_TEXT))
    # Written so that "not a number" is refused as well.
    if isinstance(value, int | float) and not -_LARGEST < value < _LARGEST:
        raise InvalidInput(say("search.where_number", field=path))


# --- in memory


def plain(value: Any) -> Any:
    """Return a value as it is compared: moments as text in UTC, tuples as lists."""
    if value.__class__ in _JSON:
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, date):
        return value.isoformat()
    return list(cast("tuple[Any, ...]", value)) if isinstance(value, tuple) else value


def ref_of(value: Any) -> str:
    """Return what a relation points at; nothing for any other object."""
    ref = cast("dict[str, Any]", value).get("ref") if isinstance(value, dict) else None
    return ref if isinstance(ref, str) else ""


def order_key(value: Any) -> tuple[int, Any]:
    """Return what a value is ordered by, a list's first item; values of different kinds never meet."""
    value = plain(value)
    if isinstance(value, list):
        there = [one for one in cast("list[Any]", value) if one is not None]
        return order_key(there[0]) if there else (0, 0)
    if isinstance(value, bool):
        return 1, value
    if isinstance(value, int | float):
        return 2, value
    if isinstance(value, str):
        return 3, fold(value)
    return (0, 0) if value is None else (4, fold(ref_of(value)))


class _InMemory(Generic[R]):
    """Conditions as functions of a row."""

    def __init__(self, reader: Callable[[str], Callable[[R], Any]]) -> None:
        self._reader = reader

    def condition(self, condition: Condition) -> Callable[[R], bool]:
        read, test, wanted = self._reader(condition.path), _TESTS[condition.operator], condition.value
        return lambda row: test(plain(read(row)), wanted)

    def join(self, parts: list[Callable[[R], bool]], *, is_any: bool) -> Callable[[R], bool]:
        if len(parts) == 1:
            return parts[0]
        decide = any if is_any else all
        return lambda row: decide(part(row) for part in parts)

    def negate(self, part: Callable[[R], bool]) -> Callable[[R], bool]:
        return lambda row: not part(row)


def _compiled(node: Node, target: WhereTarget[T]) -> T:
    match node:
        case Condition():
            return target.condition(node)
        case Negated(part):
            return target.negate(_compiled(part, target))
        case Joined(parts, is_any):
            return target.join([_compiled(part, target) for part in parts], is_any=is_any)


def _paths(node: Node) -> list[str]:
    match node:
        case Condition(path):
            return [path]
        case Negated(part):
            return _paths(part)
        case Joined(parts):
            return [path for part in parts for path in _paths(part)]


def _equals(value: Any, wanted: Any) -> bool:
    if isinstance(value, str):
        return value == wanted
    if wanted is None:
        return value is None or value == []
    if isinstance(value, list) and not isinstance(wanted, list):
        return any(_equals(item, wanted) for item in cast("list[Any]", value))
    if isinstance(value, dict) and isinstance(wanted, str):
        return wanted != "" and ref_of(value) == wanted
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def _is_one_of(value: Any, wanted: Any) -> bool:
    return any(_equals(value, one) for one in cast("Sequence[Any]", wanted))


def _contains(value: Any, wanted: Any) -> bool:
    if isinstance(value, list):
        return any(_contains(item, wanted) for item in cast("list[Any]", value))
    return isinstance(value, str) and fold(str(wanted)) in fold(value)


def _is_within(value: Any, wanted: Any) -> bool:
    """Tell whether a value, or one item of a list, is within all bounds."""
    if isinstance(value, list):
        return any(_is_within(item, wanted) for item in cast("list[Any]", value))
    return all(_compares(one, value, bound) for one, bound in wanted.items())


def _compares(operator: str, value: Any, wanted: Any) -> bool:
    is_number = all(isinstance(one, int | float) and not isinstance(one, bool) for one in (value, wanted))
    is_text = isinstance(value, str) and isinstance(wanted, str)
    return (is_number or is_text) and COMPARING[operator](value, wanted)


RANGE = "range"
"""What the comparing operators of one field become: a list fits if one of its items is within all of them."""
COMPARING: dict[str, Test] = {"gt": gt, "gte": ge, "lt": lt, "lte": le}
_TESTS: dict[str, Test] = {
    "eq": _equals,
    "ne": lambda value, wanted: not _equals(value, wanted),
    RANGE: _is_within,
    "in": _is_one_of,
    "contains": _contains,
    "exists": lambda value, wanted: (value not in (None, "", [])) is bool(wanted),
}
OPERATORS = ("eq", "ne", *COMPARING, "in", "contains", "exists")
