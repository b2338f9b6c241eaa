"""All patterns of the house, and texts that look for the slow way through each of them.

A loop whose rounds can be read in two ways is tried in all of them together once the text after it does not
fit: each round more doubles what that costs. Such loops are found by going round them, a few rounds more each
time.
"""

import ast
import importlib
import pkgutil
import random
import re
from collections.abc import Iterator
from pathlib import Path
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import proofroom

Items = list[tuple[Any, Any]]
_LOOPS = (sre.MAX_REPEAT, sre.MIN_REPEAT)
_CHARACTERS = "a1 \n-\"'.,:/\\<>()[]{}=*_#@éşI\t%&;!|~`+?$^"
MOST_ROUNDS = 26
SAME = 6
"""Rounds of a loop, the longest ones, that are gone through again and again."""
_ENDS = ("\x01", " x")


def patterns() -> dict[tuple[str, int], str]:
    """Return every pattern that a module keeps or writes out, with where it is."""
    found: dict[tuple[str, int], str] = {}
    for module in pkgutil.walk_packages(proofroom.__path__, "proofroom."):
        loaded = importlib.import_module(module.name)
        for name, value in vars(loaded).items():
            for one in _inside(value, 4):
                found.setdefault((one.pattern, one.flags), f"{module.name}.{name}")
    for file in Path(proofroom.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Call) and _is_re(node.func) and node.args:
                text = node.args[0]
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found.setdefault((text.value, 0), f"{file.name}:{node.lineno}")
    return found


def _is_re(called: ast.expr) -> bool:
    return (
        isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id == "re"
    )


def _inside(value: Any, depth: int) -> Iterator[re.Pattern[str]]:
    """Yield the patterns in what a module keeps: tables, lists, and what its own classes hold."""
    if isinstance(value, re.Pattern):
        if isinstance(value.pattern, str):
            yield value
    elif depth and isinstance(value, (list, tuple, set, frozenset)):
        for one in value:
            yield from _inside(one, depth - 1)
    elif depth and isinstance(value, dict):
        for one in value.values():
            yield from _inside(one, depth - 1)
    elif depth and type(value).__module__.startswith("proofroom"):
        names = [name for kind in type(value).__mro__ for name in getattr(kind, "__slots__", ())]
        for name in [*names, *getattr(value, "__dict__", {})]:
            yield from _inside(getattr(value, name, None), depth - 1)


def rounds_of(pattern: str, flags: int, chance: random.Random) -> Iterator[tuple[str, list[str]]]:
    """Yield for each loop whose rounds may be read in several ways what leads to it, and rounds of it."""
    for before, body in _loops(list(parser.parse(pattern, flags)), []):
        if not _is_plain(body):
            rounds = [_text(body, chance) for _ in range(MOST_ROUNDS)]
            yield _text(before, chance), [one for one in rounds if one]
            for one in sorted(set(rounds), key=len)[-SAME:]:
                yield "", [one] * MOST_ROUNDS


def texts(lead: str, rounds: list[str], number: int) -> Iterator[str]:
    """Yield texts that go round a loop so many times and then do not end as the pattern does."""
    if len(rounds) >= number:
        yield from (lead + "".join(rounds[:number]) + end for end in _ENDS)


def _is_plain(body: Items) -> bool:
    """Tell whether a round is one character: no text can be shared out among its rounds in two ways."""
    return all(op in (sre.IN, sre.LITERAL, sre.NOT_LITERAL, sre.ANY) for op, _ in body) and len(body) == 1


def _loops(items: Items, before: Items) -> Iterator[tuple[Items, Items]]:
    for at, (op, value) in enumerate(items):
        lead = before + items[:at]
        for body in _bodies(op, value):
            if op in _LOOPS and value[1] > 10:
                yield lead, body
            yield from _loops(body, lead)


def _bodies(op: Any, value: Any) -> list[Items]:
    if op in (*_LOOPS, sre.POSSESSIVE_REPEAT):
        return [list(value[2])]
    if op is sre.BRANCH:
        return [list(one) for one in value[1]]
    if op is sre.SUBPATTERN:
        return [list(value[3])]
    if op is sre.ATOMIC_GROUP:
        return [list(value)]
    return [list(value[1])] if op in (sre.ASSERT, sre.ASSERT_NOT) else []


def _text(items: Items, chance: random.Random) -> str:
    """Return a text that fits."""
    said = ""
    for op, value in items:
        if op is sre.LITERAL:
            said += chr(value)
        elif op is sre.IN:
            said += _character(value, chance)
        elif op in (sre.NOT_LITERAL, sre.ANY):
            said += chance.choice("a1 ")
        elif op is sre.BRANCH:
            said += _text(list(chance.choice(value[1])), chance)
        elif op in (*_LOOPS, sre.POSSESSIVE_REPEAT):
            least, most, body = value
            said += "".join(
                _text(list(body), chance) for _ in range(max(least, min(most, chance.choice((0, 1, 2)))))
            )
        elif op in (sre.SUBPATTERN, sre.ATOMIC_GROUP):
            said += _text(_bodies(op, value)[0], chance)
    return said


def _character(choices: Items, chance: random.Random) -> str:
    fitting = [one for one in _CHARACTERS if any(_fits(each, one) for each in choices)]
    if choices[0][0] is sre.NEGATE:
        fitting = [one for one in _CHARACTERS if not any(_fits(each, one) for each in choices[1:])]
    if not fitting:
        op, value = choices[-1]
        return chr(value if op is sre.LITERAL else value[0] if op is sre.RANGE else 120)
    return chance.choice(fitting)


def _fits(choice: tuple[Any, Any], character: str) -> bool:
    op, value = choice
    if op is sre.LITERAL:
        return bool(ord(character) == value)
    if op is sre.RANGE:
        return bool(value[0] <= ord(character) <= value[1])
    if op is not sre.CATEGORY:
        return False
    name = str(value)
    is_one = (
        character.isdigit()
        if "DIGIT" in name
        else character.isspace()
        if "SPACE" in name
        else character.isalnum() or character == "_"
    )
    return is_one != ("NOT" in name)
