"""What a number with a unit, or a sum of such, is worth: how much of each unit."""

import re

Sum = tuple[tuple[str, float], ...]
"""Unit → amount, in the order of units; nothing is an empty sum."""
_TOKEN = re.compile(
    r"\s*(?:([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z%]*)|(calc\(|\(|\)|[*/]|[+-]))", re.I
)
_Amounts = dict[str, float]


def sum_of(text: str) -> Sum | None:
    """Return what an expression is worth; None if it is none."""
    tokens = _tokens(text)
    if not tokens:
        return None
    rest = list(reversed(tokens))
    found = _added(rest)
    if found is None or rest:
        return None
    return tuple(sorted((unit, round(amount, 6)) for unit, amount in found.items() if abs(amount) > 1e-9))


def _tokens(text: str) -> list[str | tuple[float, str]]:
    tokens, at = list[str | tuple[float, str]](), 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            return [] if text[at:].strip() else tokens
        if found.group(1):
            tokens.append((float(found.group(1)), found.group(2).lower()))
        else:
            tokens.append("(" if found.group(3).endswith("(") else found.group(3))
        at = found.end()
    return tokens


def _added(rest: list[str | tuple[float, str]]) -> _Amounts | None:
    total = _multiplied(rest)
    while total is not None and rest and rest[-1] in ("+", "-"):
        sign = 1 if rest.pop() == "+" else -1
        if (term := _multiplied(rest)) is None:
            return None
        for unit, amount in term.items():
            total[unit] = total.get(unit, 0) + sign * amount
    return total


def _multiplied(rest: list[str | tuple[float, str]]) -> _Amounts | None:
    total = _single(rest)
    while total is not None and rest and rest[-1] in ("*", "/"):
        is_product = rest.pop() == "*"
        factor = _single(rest)
        if factor is None:
            return None
        if is_product and factor.keys() - {""} and not total.keys() - {""}:
            total, factor = factor, total
        if factor.keys() - {""} or (not is_product and not factor.get("")):
            return None
        by = factor.get("", 0)
        total = {unit: amount * by if is_product else amount / by for unit, amount in total.items()}
    return total


def _single(rest: list[str | tuple[float, str]]) -> _Amounts | None:
    if not rest:
        return None
    part = rest.pop()
    if isinstance(part, tuple):
        return {part[1]: part[0]}
    if part != "(":
        return None
    inner = _added(rest)
    if inner is None or not rest or rest.pop() != ")":
        return None
    return inner
