"""One value against its field: required, type, look, accepted endings, bounds, pattern, options."""

from collections.abc import Callable
from functools import cache
from typing import Any, cast

from proofroom.content.format.types import MEDIA_TYPES, NUMBER_TYPES, STRING_TYPES, Field
from proofroom.content.validation.accept import check_accept
from proofroom.content.validation.ecma_regex import compile_pattern
from proofroom.content.validation.text_rules import text_rule
from proofroom.content.validation.types import Finding
from proofroom.kernel.strings import say
from proofroom.repository.json.ecma import number_text, scalar_text, type_name, utf16_length

_NONE: tuple[Finding, ...] = ()


@cache
def _required() -> Finding:
    return Finding("error", "entry.required", say("finding.entry.required"))


class ValueCheck:
    """The checks of one field, made ready once and applied to many values."""

    __slots__ = (
        "_bounds",
        "_expects",
        "_field",
        "_look",
        "_options",
        "_pattern",
        "_source",
        "takes_any_text",
    )

    def __init__(self, field: Field) -> None:
        self._field = field
        self._expects = _type_test(field.type)
        self._look = text_rule(field.type)
        self._bounds = field.min is not None or field.max is not None
        self._source = field.pattern
        self._pattern = compile_pattern(field.pattern) if field.pattern else None
        self._options = frozenset(map(str, field.options or ())) if _has_options(field) else None
        has_rule = (
            field.type in MEDIA_TYPES
            or self._look
            or self._bounds
            or self._source
            or field.accept
            or self._options is not None
        )
        self.takes_any_text = self._expects is _is_text and not has_rule

    def check(self, value: Any) -> tuple[Finding, ...] | list[Finding]:
        """Return what is wrong with a value, in the official order."""
        if value is None or value == "":
            if self._field.required:
                return (_required(),)
            if value is None:
                return _NONE
        if self._expects is not None and not self._expects(value):
            return (_mismatch(self._field.type, value),)
        found: list[Finding] = []
        if type(value) is str:
            self._check_text(value, found)
        else:
            if self._field.type in ("integer", "percent"):
                _check_number(self._field.type, value, found)
            if self._bounds:
                self._check_bounds(value, found)
        return found

    def _check_text(self, text: str, found: list[Finding]) -> None:
        field = self._field
        if self._look is not None and (finding := self._look(text)):
            found.append(finding)
        if (
            field.accept
            and field.type in MEDIA_TYPES
            and text
            and (finding := check_accept(text, field.accept))
        ):
            found.append(finding)
        if self._bounds:
            self._check_bounds(text, found)
        if self._source is not None:
            self._check_pattern(text, found)
        if self._options is not None and text not in self._options:
            allowed = ", ".join(scalar_text(option) for option in field.options or ())
            message = say("finding.entry.option", value=text, allowed=allowed)
            found.append(Finding("error", "entry.option", message))

    def _check_pattern(self, text: str, found: list[Finding]) -> None:
        if self._pattern is None:
            message = say("finding.entry.pattern_invalid", pattern=self._source)
            found.append(Finding("warning", "entry.pattern_invalid", message))
        elif self._pattern.matches(text) is False:
            message = say("finding.entry.pattern", value=text, pattern=self._source)
            found.append(Finding("error", "entry.pattern", message))

    def _check_bounds(self, value: Any, found: list[Finding]) -> None:
        match value:
            case str():
                size, what = utf16_length(value), "text"
            case list():
                size, what = len(cast("list[Any]", value)), "list"
            case int() | float() if not isinstance(value, bool):
                size, what = value, "number"
            case _:
                return
        low, high = self._field.min, self._field.max
        if low is not None and size < low:
            message = say(f"finding.below.{what}", size=number_text(size), least=number_text(low))
            found.append(Finding("error", "entry.min", message))
        elif high is not None and size > high:
            message = say(f"finding.above.{what}", size=number_text(size), most=number_text(high))
            found.append(Finding("error", "entry.max", message))


def check_value(value: Any, field: Field) -> list[Finding]:
    """Return what is wrong with one value."""
    return list(ValueCheck(field).check(value))


def _has_options(field: Field) -> bool:
    return field.type == "select" and field.options is not None


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_number(value: Any) -> bool:
    return type(value) is int or type(value) is float


def _is_boolean(value: Any) -> bool:
    return type(value) is bool


def _is_list(value: Any) -> bool:
    return type(value) is list


def _is_object(value: Any) -> bool:
    return type(value) is dict


def _type_test(kind: str) -> Callable[[Any], bool] | None:
    if kind in STRING_TYPES or kind == "relation":
        return _is_text
    if kind in NUMBER_TYPES:
        return _is_number
    tests = {"boolean": _is_boolean, "array": _is_list, "relations": _is_list, "object": _is_object}
    return tests.get(kind)


def _mismatch(kind: str, value: Any) -> Finding:
    return Finding("error", "entry.type", say("finding.entry.type", expected=kind, found=type_name(value)))


def _check_number(kind: str, value: Any, found: list[Finding]) -> None:
    if kind == "integer" and not float(value).is_integer():
        found.append(
            Finding("error", "entry.integer", say("finding.entry.integer", value=number_text(value)))
        )
    if kind == "percent" and not 0 <= value <= 100:
        found.append(
            Finding("error", "entry.percent", say("finding.entry.percent", value=number_text(value)))
        )
