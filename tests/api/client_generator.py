"""A small generator of Python clients, strict where generators are: what it cannot name it refuses.

Every operation becomes a function, every schema a class; two things of one name, a reference to nothing, an
operation without an id or a credential that no scheme explains is an error, as it is for other generators.
"""

import json
import keyword
import re
from typing import Any

Json = dict[str, Any]
_METHODS = ("get", "post", "put", "delete", "patch")
_HEAD = '''"""Generated from the OpenAPI document."""
import json
import urllib.parse
import urllib.request
from typing import Any, NotRequired, TypedDict


class Client:
    def __init__(self, url: str, key: str = "") -> None:
        self._url = url
        self.headers = {"Content-Type": "application/json"}
        if key:
            self.headers["Authorization"] = "Bearer " + key
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def _open(self, method, path, query, body):
        asked = {name: value for name, value in query.items() if value is not None}
        address = self._url + path + ("?" + urllib.parse.urlencode(asked) if asked else "")
        data = None if body is None else json.dumps(body).encode()
        asking = urllib.request.Request(address, data, self.headers, method=method)
        return self._opener.open(asking)
'''


class CannotGenerate(Exception):
    """The document says something twice, or not at all."""


def generate(document: Json) -> str:
    """Return the module of a client."""
    scheme = document["components"]["securitySchemes"]["apiKey"]
    if (scheme["type"], scheme["scheme"]) != ("http", "bearer") or not document["servers"]:
        raise CannotGenerate("how to sign in")
    schemas: Json = document["components"]["schemas"]
    names = {_class(name) for name in schemas}
    if len(names) != len(schemas):
        raise CannotGenerate("two schemas of one name")
    _check_references(document, schemas)
    made: dict[str, str] = {}
    for path, item in document["paths"].items():
        for method in _METHODS:
            if method in item:
                name, text = _operation(path, method, item[method])
                if name in made:
                    raise CannotGenerate(f"two operations called {name}")
                made[name] = text
    classes = "\n\n".join(_shape(name, schema) for name, schema in schemas.items())
    return "\n".join([_HEAD, *made.values(), classes])


def _operation(path: str, method: str, told: Json) -> tuple[str, str]:
    name = _function(told["operationId"])
    given = told.get("parameters", [])
    places = re.findall(r"{(\w+)}", path)
    if {one["name"] for one in given if one["in"] == "path"} != set(places):
        raise CannotGenerate(f"{path} does not say what goes into it")
    query = [one["name"] for one in given if one["in"] == "query"]
    words = [_function(one) for one in (*places, *query)]
    if len(set(words)) != len(words):
        raise CannotGenerate(f"{name} takes two things of one name")
    required = {one["name"] for one in given if one.get("required")}
    optional = [f"{_function(one)}=None" for one in query if one not in required]
    needed = [_function(one) for one in (*places, *(one for one in query if one in required))]
    filled = "".join(
        f".replace('{{{one}}}', urllib.parse.quote(str({_function(one)}), safe=''))" for one in places
    )
    asked = ", ".join(f"{one!r}: {_function(one)}" for one in query)
    kinds = {kind for answer in told["responses"].values() for kind in answer.get("content", {})}
    ending = "yield from (json.loads(line) for line in answer if line.strip())"
    if "application/x-ndjson" not in kinds:
        ending = "raw = answer.read()\n            return json.loads(raw) if raw else None"
    takes = ", ".join(["self", *needed, *optional, *(["body=None"] if "requestBody" in told else [])])
    return name, (
        f"    def {name}({takes}):\n"
        f"        path = {path!r}{filled}\n"
        f"        with self._open({method.upper()!r}, path, {{{asked}}}, "
        f"{'body' if 'requestBody' in told else None}) as answer:\n"
        f"            {ending}\n"
    )


def _shape(name: str, schema: Json) -> str:
    members = schema.get("properties", {})
    fields = ", ".join(
        f"{json.dumps(key)}: {'Any' if key in schema.get('required', ()) else 'NotRequired[Any]'}"
        for key in members
    )
    return f"{_class(name)} = TypedDict({_class(name)!r}, {{{fields}}})"


def _check_references(node: Any, schemas: Json) -> None:
    if isinstance(node, dict):
        target = node.get("$ref")
        if isinstance(target, str) and target.removeprefix("#/components/schemas/") not in schemas:
            raise CannotGenerate(f"{target} is nothing")
        for inner in node.values():
            _check_references(inner, schemas)
    elif isinstance(node, list):
        for inner in node:
            _check_references(inner, schemas)


def _class(name: str) -> str:
    words = [word for word in re.split(r"[^A-Za-z0-9]+", name) if word]
    return "".join(word[0].upper() + word[1:] for word in words)


def _function(name: str) -> str:
    plain = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", re.sub(r"\W+", "_", name)).lower().strip("_")
    plain = re.sub(r"_+", "_", plain)
    return f"{plain}_" if keyword.iskeyword(plain) or plain == "self" else plain
