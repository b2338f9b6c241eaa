"""Matching a pattern in time that grows with the text only, whatever the pattern.

A pattern like `(a+)+$` can keep a backtracking engine busy for years with thirty characters, and patterns
come from repositories we did not write. All ways through the pattern are followed at once instead. There is
no way back, so patterns with references or look-around cannot be followed.
"""

from collections.abc import Callable

from proofroom.content.validation.pattern_types import Choice, Edge, Group, Node, Repeat, Sequence, Unit

_SIZE_LIMIT = 5_000
_TEXT_LIMIT = 100_000
_WORK_LIMIT = 100_000
"""Steps that may be looked at for one text: some tens of milliseconds."""
_WORD = frozenset(map(ord, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"))


class TooComplex(Exception):
    """The pattern cannot be followed this way."""


class LinearPattern:
    """A pattern as a small machine: units to take, places to check, and forks."""

    def __init__(self, node: Node) -> None:
        self._units: dict[int, tuple[tuple[int, int], ...]] = {}
        self._edges: dict[int, str] = {}
        self._forks: dict[int, tuple[int, int]] = {}
        self._jumps: dict[int, int] = {}
        self._size = 0
        self._emit(node)
        self._final = self._size

    def search(self, text: str) -> bool | None:
        """Tell whether the pattern matches anywhere in the text; None if following it would take too long.

        Where the same ways lie open before the same character, the step is taken from memory.
        """
        if len(text) > _TEXT_LIMIT:
            return None
        codes = [*map(ord, text), -1]
        known: dict[tuple[frozenset[int], int], dict[int, frozenset[int] | None]] = {}
        looks_back = "word" in self._edges.values() or "inner" in self._edges.values()
        current, spent, before = frozenset({0}), 0, -1
        for at, code in enumerate(codes):
            steps = known.setdefault((current, before), {})
            if code not in steps:
                reached = self._reach(set(current), codes, at)
                spent += len(reached)
                if spent > _WORK_LIMIT:
                    return None
                steps[code] = self._after(reached, code)
            following = steps[code]
            if following is None:
                return True
            current, before = following, int(looks_back and code in _WORD)
        return False

    def _after(self, reached: set[int], code: int) -> frozenset[int] | None:
        """Return the steps after one more unit; None once the pattern is matched."""
        if self._final in reached:
            return None
        return frozenset({0, *(step + 1 for step in reached if self._takes(step, code))})

    def _takes(self, step: int, code: int) -> bool:
        return any(low <= code <= high for low, high in self._units.get(step, ()))

    def _reach(self, steps: set[int], codes: list[int], at: int) -> set[int]:
        """Return every step that can be reached without taking a unit."""
        seen: set[int] = set()
        waiting = list(steps)
        while waiting:
            step = waiting.pop()
            if step in seen:
                continue
            seen.add(step)
            if step in self._forks:
                waiting += self._forks[step]
            elif step in self._jumps:
                waiting.append(self._jumps[step])
            elif step in self._edges and _is_edge(self._edges[step], codes, at):
                waiting.append(step + 1)
        return seen

    def _next(self) -> int:
        self._size += 1
        if self._size > _SIZE_LIMIT:
            raise TooComplex
        return self._size - 1

    def _emit(self, node: Node) -> None:
        match node:
            case Unit(ranges):
                self._units[self._next()] = ranges
            case Edge(kind):
                self._edges[self._next()] = kind
            case Sequence(items):
                for item in items:
                    self._emit(item)
            case Group(inner, _):
                self._emit(inner)
            case Choice(options):
                self._emit_choice(options)
            case Repeat(inner, low, high, _):
                self._emit_repeat(inner, low, high)
            case _:
                raise TooComplex

    def _emit_choice(self, options: tuple[Node, ...]) -> None:
        ends: list[int] = []
        for option in options[:-1]:
            fork = self._next()
            self._emit(option)
            ends.append(self._next())
            self._forks[fork] = (fork + 1, self._size)
        self._emit(options[-1])
        for end in ends:
            self._jumps[end] = self._size

    def _emit_repeat(self, inner: Node, low: int, high: int | None) -> None:
        for _ in range(low):
            self._emit(inner)
        if high is None:
            fork = self._next()
            self._emit(inner)
            self._jumps[self._next()] = fork
            self._forks[fork] = (fork + 1, self._size)
            return
        forks: list[int] = []
        for _ in range(high - low):
            forks.append(self._next())
            self._emit(inner)
        for fork in forks:
            self._forks[fork] = (fork + 1, self._size)


def _is_word(codes: list[int], at: int) -> bool:
    return 0 <= at < len(codes) and codes[at] in _WORD


def _is_edge(kind: str, codes: list[int], at: int) -> bool:
    checks: dict[str, Callable[[], bool]] = {
        "start": lambda: at == 0,
        "end": lambda: codes[at] < 0,
        "word": lambda: _is_word(codes, at - 1) != _is_word(codes, at),
        "inner": lambda: _is_word(codes, at - 1) == _is_word(codes, at),
    }
    return checks[kind]()
