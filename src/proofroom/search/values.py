"""Values of a row as a database keeps them for filters: one line per value, a list's items each."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from proofroom.kernel.data import dataclass
from proofroom.search.where import plain, ref_of
from proofroom.search.words import fold

NOTHING, TRUTH, NUMBER, TEXT, OBJECT = range(5)
"""The kinds of values; also the order in which they are sorted."""
COMPARED = 200
"""Signs of a text that are compared; one more is kept, so that a text that was cut equals no condition."""
FOLDED = 500
"""Signs of a text that `contains` looks into."""
_ORDERED = 100
_ITEMS = 200


@dataclass(frozen=True, slots=True)
class KeptValue:
    """One value as it is kept."""

    item: int
    kind: int
    amount: float = 0.0
    text: str = ""
    ordered: str = ""
    folded: str = ""


def value_at(values: Mapping[str, Any], path: str) -> Any:
    """Return the value at a path: a name, or names with dots between them."""
    if path in values:
        return values[path]
    first, _, rest = path.partition(".")
    inner = values.get(first)
    return value_at(cast("Mapping[str, Any]", inner), rest) if rest and isinstance(inner, Mapping) else None


def kept_values(value: Any) -> Iterator[KeptValue]:
    """Return a value as lines; nothing is a line too, so that rows can be sorted by what they lack."""
    value = plain(value)
    items = cast("list[Any]", value) if isinstance(value, list) else [value]
    there = [one for one in items if one is not None][:_ITEMS]
    if not there:
        yield KeptValue(0, NOTHING)
    for item, one in enumerate(there):
        yield _kept(item, plain(one))


def _kept(item: int, value: Any) -> KeptValue:
    if isinstance(value, bool):
        return KeptValue(item, TRUTH, float(value))
    if isinstance(value, int | float):
        return KeptValue(item, NUMBER, float(value))
    if isinstance(value, str):
        clean = value.replace("\0", "")
        folded = fold(clean[:FOLDED])
        return KeptValue(item, TEXT, 0.0, clean[: COMPARED + 1], folded[:_ORDERED], folded)
    text = ref_of(value).replace("\0", "")[:COMPARED]
    return KeptValue(item, OBJECT, 0.0, text, fold(text)[:_ORDERED])
