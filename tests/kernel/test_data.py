"""Dataclasses that are quick to define behave like the standard library's."""

import copy
import dataclasses
import pickle
from inspect import signature
from typing import Any, ClassVar

import pytest
from pydantic import TypeAdapter

from proofroom.kernel.data import dataclass as ours

theirs = dataclasses.dataclass


@ours(frozen=True, slots=True)
class Point:
    """A thing that stays as it is, and travels."""

    x: int
    y: int = 2
    tags: list[str] = dataclasses.field(default_factory=list, compare=False, repr=False)


@ours(slots=True, kw_only=True)
class Named:
    """A thing that can be changed."""

    name: str
    seen: int = dataclasses.field(default=0, init=False)
    known: ClassVar[int] = 3

    def __post_init__(self) -> None:
        self.seen += 1


def _frozen(make: Any) -> Any:
    @make(frozen=True, slots=True)
    class Thing:
        x: int
        y: int = 2
        more: dict[str, int] = dataclasses.field(default_factory=dict, hash=False)
        hidden: str = dataclasses.field(default="", repr=False, compare=False, kw_only=True)

    return Thing


def test_it_answers_like_a_dataclass_of_the_standard_library() -> None:
    mine, other = _frozen(ours), _frozen(theirs)
    for arguments, named in [((1,), {}), ((1, 3, {"a": 1}), {"hidden": "h"})]:
        a, b = mine(*arguments, **named), other(*arguments, **named)
        assert repr(a).rpartition(".")[2] == repr(b).rpartition(".")[2]
        assert dataclasses.asdict(a) == dataclasses.asdict(b)
        assert hash(a) == hash(b)
        assert a == mine(*arguments, **named) != mine(9)
        assert a != b
        assert dataclasses.replace(a, x=7) == mine(7, *arguments[1:], **named)
    for wrong in [{}, {"x": 1, "z": 2}]:
        with pytest.raises(TypeError, match=r"Thing\.__init__"):
            mine(**wrong)
    assert mine.__match_args__ == other.__match_args__
    assert mine(1).more is not mine(1).more
    told = [(each.name, each.kind, each.annotation) for each in signature(mine).parameters.values()]
    assert told == [(each.name, each.kind, each.annotation) for each in signature(other).parameters.values()]


def test_a_frozen_one_cannot_be_changed_and_travels_whole() -> None:
    point = Point(1, tags=["a"])
    for change in (lambda: setattr(point, "x", 2), lambda: delattr(point, "x")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    for moved in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert moved == point
        assert moved.tags == ["a"]
    assert TypeAdapter(Point).validate_python({"x": "4"}) == Point(4)


def test_one_that_can_be_changed_has_no_hash_and_runs_what_follows_its_start() -> None:
    named = Named(name="a")
    named.name = "b"
    assert (named.name, named.seen, Named.known) == ("b", 1, 3)
    assert Named.__hash__ is None
    with pytest.raises(TypeError, match="positional"):
        Named("a")  # pyright: ignore[reportCallIssue] - the point of it


def test_what_inherits_is_made_by_the_standard_library() -> None:
    @ours(frozen=True, slots=True)
    class Three(Point):
        z: int = 3

    assert Three(1, 2, [], 4) == Three(1, z=4)
    assert Three(1) != Point(1)
    assert list(signature(Three).parameters) == ["x", "y", "tags", "z"]
    with pytest.raises(dataclasses.FrozenInstanceError):
        Three(1).z = 5  # pyright: ignore[reportAttributeAccessIssue] - the point of it
