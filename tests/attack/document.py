"""Requests made from the OpenAPI document: what fits it, what nearly does, and what nobody expects."""

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

Schema = dict[str, Any]

ODD_TEXTS = (
    "",
    " ",
    "a",
    "x" * 300,
    "ş€𝄞",
    "../../etc/passwd",
    "'; DROP TABLE runs; --",
    "<script>alert(1)</script>",
    "%00",
    "\u202e",
    "\ud83d",
    "a\nb\tc",
    "0",
    "true",
    "-1",
    "9" * 40,
    "1e999",
    "2026-13-45T99:99:99Z",
    "0001-01-01T00:00:00+14:00",
    "__proto__",
    "${jndi:x}",
    "a/b",
    "C:\\x",
    "*",
    "{}",
    "NaN",
    "http://[",
    "https://a:b@127.0.0.1:99999/?#",
    "javascript:alert(1)",
)
ODD_VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    2**31,
    2**63,
    -(2**63) - 1,
    10**400,
    1e308,
    0.1,
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"a": {"b": {"c": []}}},
    ["x"] * 200,
)
DEEPEST = 5
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Sent:
    """One request as it is sent."""

    method: str
    route: str
    path: str
    body: bytes | None
    headers: dict[str, str]


class Document:
    """Makes requests of an OpenAPI document; the same seed makes the same ones."""

    def __init__(self, document: Schema, names: dict[str, str], seed: int) -> None:
        self._document, self._names, self._random = document, names, random.Random(seed)

    def requests(self, skip: frozenset[str], cases: int) -> Iterator[Sent]:
        """Give some requests for every operation."""
        for route, operations in self._document["paths"].items():
            for method, operation in operations.items():
                if f"{method.upper()} {route}" not in skip:
                    for number in range(cases):
                        yield self._request(method.upper(), route, operation, is_plain=number == 0)

    def _request(self, method: str, route: str, operation: Schema, *, is_plain: bool) -> Sent:
        path, query = route, list[str]()
        headers: dict[str, str] = {}
        for given in operation.get("parameters", []):
            found = self._resolve(given)
            value = self._parameter(found, is_plain)
            if found["in"] == "path":
                path = path.replace(f"{{{found['name']}}}", quote(value, safe="", errors="replace") or "-")
            elif found["in"] == "query" and (
                found.get("required") or snake(found["name"]) in self._names or self._random.random() < 0.6
            ):
                query.append(f"{quote(found['name'])}={quote(value, safe='', errors='replace')}")
        body = None
        content = operation.get("requestBody", {}).get("content", {})
        if "application/json" in content:
            headers["Content-Type"] = "application/json"
            body = self._body(content["application/json"].get("schema", {}), is_plain)
        elif FORM in content and content[FORM].get("schema"):
            headers["Content-Type"] = FORM
            fields = self._value(content[FORM]["schema"], is_plain=is_plain)
            body = urlencode(fields if isinstance(fields, dict) else {}, errors="replace").encode()
        elif content:
            headers["Content-Type"] = self._random.choice(["application/json", *content])
            body = self._random.choice([b"", b"x", b"--x\r\n\r\n", b"{}"])
        return Sent(method, route, path + ("?" + "&".join(query) if query else ""), body, headers)

    def _parameter(self, found: Schema, is_plain: bool) -> str:
        if self._names_one(found["name"], found.get("schema", {})) and (
            is_plain or self._random.random() < 0.7
        ):
            return self._names[snake(found["name"])]
        if not is_plain and self._random.random() < 0.6:
            return self._random.choice(ODD_TEXTS)
        value = self._value(found.get("schema", {}), is_plain=True)
        return value if isinstance(value, str) else json.dumps(value)

    def _body(self, schema: Schema, is_plain: bool) -> bytes:
        if not is_plain and self._random.random() < 0.1:
            return self._random.choice(
                [b"", b"{", b"null", b"[]", b'"x"', b"[" * 5_000, b"\xff\xfe", b"1" * 9_000, b'{"a":NaN}']
            )
        return json.dumps(self._value(schema, is_plain=is_plain), allow_nan=True).encode()

    def _value(self, schema: Schema, *, is_plain: bool, depth: int = 0) -> Any:
        schema = self._resolve(schema)
        if not is_plain and self._random.random() < 0.12:
            return self._random.choice((*ODD_VALUES, *ODD_TEXTS))
        for key in ("anyOf", "oneOf", "allOf"):
            if key in schema:
                chosen = schema[key][0] if is_plain else self._random.choice(schema[key])
                return self._value(chosen, is_plain=is_plain, depth=depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._random.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object" or "properties" in schema:
            return self._object(schema, is_plain, depth)
        if kind == "array":
            count = schema.get("minItems", 0) or (0 if depth > DEEPEST else self._random.randint(0, 2))
            return [
                self._value(schema.get("items", {}), is_plain=is_plain, depth=depth + 1) for _ in range(count)
            ]
        return self._plain(kind, schema, is_plain)

    def _object(self, schema: Schema, is_plain: bool, depth: int) -> Schema:
        needed = set(schema.get("required", []))
        made = {
            name: self._value(one, is_plain=is_plain, depth=depth + 1)
            for name, one in schema.get("properties", {}).items()
            if name in needed or (depth < DEEPEST and self._random.random() < (0.2 if is_plain else 0.6))
        }
        known = [name for name, one in schema.get("properties", {}).items() if self._names_one(name, one)]
        made |= {name: self._names[snake(name)] for name in known if is_plain or self._random.random() < 0.7}
        if not is_plain and made and self._random.random() < 0.2:
            made.pop(self._random.choice(list(made)))
        if schema.get("additionalProperties") and not is_plain and self._random.random() < 0.5:
            made[self._random.choice(["title", "x", *ODD_TEXTS])] = self._random.choice(ODD_VALUES)
        return made

    def _names_one(self, name: str, schema: Schema) -> bool:
        """Tell whether something is known by this name, and may stand where the document says."""
        either = [self._resolve(one).get("enum") for one in schema.get("anyOf", [schema])]
        words = next((words for words in either if words), None)
        value = self._names.get(snake(name))
        return value is not None and (words is None or value in words)

    def _plain(self, kind: Any, schema: Schema, is_plain: bool) -> Any:
        if kind == "integer":
            low = int(schema.get("minimum", 1))
            return low if is_plain else self._random.choice([low, low - 1, 2**63, 0, 7])
        if kind == "number":
            return 1.5
        if kind == "boolean":
            return self._random.random() < 0.5
        if kind == "null":
            return None
        if kind == "string":
            text = self._names.get(str(schema.get("title", "")).replace(" ", "").lower(), "hush")
            if schema.get("format") == "date-time":
                text = "2026-11-16T12:00:00Z"
            text = text.ljust(int(schema.get("minLength", 0)), "x")
            return text if is_plain else self._random.choice([text, *ODD_TEXTS])
        return self._random.choice([None, "x", 1, {}, []])

    def _resolve(self, schema: Schema) -> Schema:
        while "$ref" in schema:
            found: Any = self._document
            for part in schema["$ref"].removeprefix("#/").split("/"):
                found = found[part]
            schema = found
        return schema


def snake(name: str) -> str:
    """Return a field's name as routes write it."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
