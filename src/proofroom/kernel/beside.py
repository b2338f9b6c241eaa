"""What was made of an object, remembered for as long as it is the same object."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
M = TypeVar("M")


class Beside(Generic[T, M]):
    """A function that looks at each object once, for objects that nobody changes and that come again."""

    def __init__(self, make: Callable[[T], M], most: int) -> None:
        self._make, self._most = make, most
        # With the object itself: as long as it is known here, no other takes its place in memory.
        self._known: OrderedDict[int, tuple[T, M]] = OrderedDict()

    def __call__(self, one: T) -> M:
        """Return what is made of an object."""
        found = self._known.get(id(one))
        if found is None:
            found = self._known[id(one)] = one, self._make(one)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        return found[1]
