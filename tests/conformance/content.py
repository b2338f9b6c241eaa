"""The content suite: our answers against those recorded from the official tools."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, cast

from proofroom.content.format.ids import is_entry_id, is_slug
from proofroom.content.format.markdown import render_document
from proofroom.content.format.model import MODEL_ORDER, field_from
from proofroom.content.format.types import Json
from proofroom.content.validation.secrets import has_secret
from proofroom.content.validation.value import check_value
from proofroom.repository.json.text import render_json
from proofroom.repository.merge.conflicts import conflict_id

_SHOWN = 200


class SuiteResult(NamedTuple):
    """How many cases passed, of how many, and what went wrong with the others."""

    passed: int
    total: int
    failures: list[str]


def run_content_suite(vectors: Path) -> SuiteResult:
    """Check every line of a vectors file: an operation with its input, and the official answer.

    Texts must agree byte for byte, findings in their severities and order, ids and secrets in the verdict.
    """
    failures: list[str] = []
    total = 0
    # Not splitlines(): the vectors hold U+2028, which is no line break in JSON lines.
    for number, line in enumerate(vectors.read_text().split("\n"), 1):
        if line.strip():
            total += 1
            case = json.loads(line)
            problem = _check(case["in"], case["out"])
            if problem is not None:
                failures.append(f"line {number} ({case['in'].get('op')}): {problem}")
    return SuiteResult(total - len(failures), total, failures)


def _check(given: Json, expected: Any) -> str | None:
    operation = _OPERATIONS.get(str(given.get("op")))
    if operation is None:
        return "unknown operation"
    try:
        ours, theirs = operation(given, expected)
    except Exception as error:  # one broken case must not hide the others
        return f"{type(error).__name__}: {error}"
    return None if ours == theirs else f"expected {_shown(theirs)}, got {_shown(ours)}"


def _canonical(given: Json, expected: Any) -> tuple[Any, Any]:
    order = given.get("order")
    named = cast("list[str]", order) if isinstance(order, list) else MODEL_ORDER
    return render_json(given["data"], named if order else ()), str(expected).encode(errors="surrogatepass")


def _markdown(given: Json, expected: Any) -> tuple[Any, Any]:
    return render_document(given["data"], given["body"]), expected


def _field(given: Json, expected: Any) -> tuple[Any, Any]:
    found = check_value(given.get("value"), field_from(given["def"]))
    return [finding.severity for finding in found], [finding["severity"] for finding in expected]


def _entry_id(given: Json, expected: Any) -> tuple[Any, Any]:
    return is_entry_id(given["value"]), expected is None


def _slug(given: Json, expected: Any) -> tuple[Any, Any]:
    return is_slug(given["value"]), expected is None


def _secret(given: Json, expected: Any) -> tuple[Any, Any]:
    value = given["value"]
    return isinstance(value, str) and has_secret(value), bool(expected)


def _conflict(given: Json, expected: Any) -> tuple[Any, Any]:
    return conflict_id(given["data"]), expected


_OPERATIONS: dict[str, Callable[[Json, Any], tuple[Any, Any]]] = {
    "canonical": _canonical,
    "md_ser": _markdown,
    "field": _field,
    "id": _entry_id,
    "slug": _slug,
    "secret": _secret,
    "conflict": _conflict,
}


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
