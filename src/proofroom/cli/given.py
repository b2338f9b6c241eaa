"""Values of arguments that are taken as they are given.

Typer asks pydantic about every value, also about one that was not given; importing that takes longer than
most commands. What is a text already, or nothing, needs nobody's opinion.
"""

from collections.abc import Callable
from typing import Any

from typer.core import TyperArgument, TyperOption

_AS_THEY_ARE = (str, bool, int, float)


class _Plain:
    """Takes a value of the right type, and leaves everything else to Typer."""

    def __init__(self, ask_typer: Callable[[Any], Any]) -> None:
        self._ask_typer = ask_typer

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value for the command's function."""
        if value is None or type(value) is param.type_descriptor.annotation:
            return value
        return self._ask_typer(param).coerce(value, param=param, ctx=ctx)


def take_plainly() -> None:
    """Let every argument that wants one plain value take it without Typer's help."""
    for kind in (TyperArgument, TyperOption):
        _let_take(kind)


def _let_take(kind: Any) -> None:
    ask_typer = kind.get_runtime_param
    plain = _Plain(ask_typer)

    def find(param: Any) -> Any:
        return plain if _is_plain(param) else ask_typer(param)

    kind.get_runtime_param = find


def _is_plain(param: Any) -> bool:
    wanted = param.type_descriptor
    is_one = not param.multiple and param.nargs == 1 and wanted.annotation in _AS_THEY_ARE
    return is_one and wanted.parameter_info.parser is None and not wanted.is_choice
