"""Dataclasses that are quick to define.

The standard library writes and compiles six functions for a frozen dataclass when its class statement runs,
0.8 ms each time, and the house has some six hundred of them: a fourth of a studio's start went there. Here a
class gets its `__init__` with its first object, and comparing, hashing and showing need no code of their own.
Whatever is out of the ordinary (inheriting from a dataclass, methods of its own in place of these) is left to
the standard library. What comes out is a dataclass like any other: `fields`, `replace` and `asdict` know it.
"""

import dataclasses
from collections.abc import Callable
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, kw_only=False):
        """Make a dataclass of a class, as `dataclasses.dataclass` does."""

        def make(cls):
            if _OWN & vars(cls).keys() or dataclasses.is_dataclass(cls):
                return dataclasses.dataclass(cls, frozen=frozen, slots=slots, kw_only=kw_only)
            made = dataclasses.dataclass(cls, init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
            _finish(made, is_frozen=frozen, has_slots=slots)
            return made

        return make if cls is None else make(cls)


_OWN = {"__init__", "__eq__", "__hash__", "__setattr__", "__delattr__", "__getstate__", "__setstate__"}
_GIVEN = object()
"""Stands for an argument that was not given, where a default has to be made for each object."""


def _finish(made: Any, *, is_frozen: bool, has_slots: bool) -> None:
    """Give a class the methods of a dataclass, and say in its parameters that it has them."""
    told = made.__dataclass_params__
    told.init = told.repr = told.eq = True
    told.frozen = is_frozen
    compared = [each.name for each in dataclasses.fields(made) if each.compare]
    value = _reader(compared)
    made.__init__ = _first_init(made, is_frozen=is_frozen, has_slots=has_slots)
    made.__signature__ = _Signature(made, is_frozen=is_frozen, has_slots=has_slots)
    made.__eq__ = _equality(value)
    made.__hash__ = None
    if "__repr__" not in vars(made):
        made.__repr__ = _show([each.name for each in dataclasses.fields(made) if each.repr])
    if is_frozen:
        hashed = [each.name for each in dataclasses.fields(made) if _is_hashed(each)]
        made.__hash__ = _hashing(value if hashed == compared else _reader(hashed))
        made.__setattr__, made.__delattr__ = _refusals(made)
        if has_slots:
            made.__getstate__, made.__setstate__ = _get_state, _set_state


def _is_hashed(each: "dataclasses.Field[Any]") -> bool:
    return each.compare if each.hash is None else each.hash


def _reader(names: list[str]) -> Callable[[Any], Any]:
    """Return what reads these attributes as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda held: tuple(getattr(held, name) for name in names)


def _first_init(made: Any, *, is_frozen: bool, has_slots: bool) -> Callable[..., None]:
    """Return an `__init__` that writes the real one when it is first called, and steps aside."""

    def __init__(self: Any, *args: Any, **named: Any) -> None:  # noqa: N807 - it stands in the place of one
        real = _write_init(made, is_frozen=is_frozen, has_slots=has_slots)
        made.__init__ = real
        real(self, *args, **named)

    __init__.__qualname__ = f"{made.__qualname__}.__init__"
    return __init__


class _Signature:
    """Tells whoever asks how a class is called, which its first `__init__` does not say."""

    def __init__(self, made: Any, *, is_frozen: bool, has_slots: bool) -> None:
        self._made = made
        self._write = partial(_write_init, made, is_frozen=is_frozen, has_slots=has_slots)

    def __get__(self, instance: Any, owner: Any) -> Any:
        """Return the signature; a class that inherits says its own."""
        if owner is not self._made:
            raise AttributeError("__signature__")
        from inspect import Signature, signature  # imported here: hardly anybody asks

        asked = signature(self._write())
        return Signature([*asked.parameters.values()][1:], return_annotation=None)


def _write_init(made: Any, *, is_frozen: bool, has_slots: bool) -> Callable[..., None]:
    """Write the `__init__` of a class from its fields."""
    known: dict[str, Any] = {"_given": _GIVEN, "_set": object.__setattr__}
    free: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for each in dataclasses.fields(made):
        name, value = each.name, each.name
        if each.default_factory is not dataclasses.MISSING:
            known[f"_make_{name}"] = each.default_factory
            value = f"_make_{name}() if {name} is _given else {name}" if each.init else f"_make_{name}()"
            default = "=_given"
        elif each.default is not dataclasses.MISSING:
            known[f"_default_{name}"] = each.default
            value = name if each.init else f"_default_{name}"
            default = f"=_default_{name}"
        else:
            default = ""
        if each.init:
            (named if each.kw_only else free).append(f"{name}{default}")
        elif not default or (default != "=_given" and not has_slots):
            continue  # nobody gives it, and the class holds its default
        lines.append(f" _set(self, {name!r}, {value})" if is_frozen else f" self.{name} = {value}")
    if hasattr(made, "__post_init__"):
        lines.append(" self.__post_init__()")
    taken = ", ".join(["self", *free, *(["*", *named] if named else [])])
    exec("\n".join([f"def __init__({taken}):", *(lines or [" pass"])]), known)  # noqa: S102 - of our own names
    real = known["__init__"]
    real.__qualname__ = f"{made.__qualname__}.__init__"
    real.__module__ = made.__module__
    real.__annotations__ = {each.name: each.type for each in dataclasses.fields(made) if each.init}
    return real


def _equality(value: Callable[[Any], Any]) -> Callable[[Any, object], bool]:
    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return value(self) == value(other)

    return __eq__


def _hashing(value: Callable[[Any], Any]) -> Callable[[Any], int]:
    return lambda self: hash(value(self))


def _show(names: list[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: N807
        held = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({held})"

    return __repr__


def _refusals(made: Any) -> tuple[Callable[..., None], Callable[..., None]]:
    """Return what keeps objects of a class as they are."""
    names = frozenset(each.name for each in dataclasses.fields(made))

    def __setattr__(self: Any, name: str, value: Any) -> None:  # noqa: N807
        if type(self) is made or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        object.__setattr__(self, name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        if type(self) is made or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        object.__delattr__(self, name)

    return __setattr__, __delattr__


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in dataclasses.fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for each, value in zip(dataclasses.fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
