"""Numbers that a request names are as large as a database keeps them, on both databases."""

from typing import Any

from tests.api.conftest import Browser
from tests.api.described import api_document
from tests.api.test_content import ok

CUT = {"limit", "offset"}
"""What is only counted with, and cut to what there is."""


def test_every_number_in_an_address_has_an_end() -> None:
    endless: list[str] = []
    for path, operations in api_document()["paths"].items():
        for method, operation in operations.items():
            for one in operation.get("parameters", []):
                schema: dict[str, Any] = one["schema"]
                is_number = "integer" in (
                    schema.get("type"),
                    *(each.get("type") for each in schema.get("anyOf", [])),
                )
                if is_number and one["name"] not in CUT and "maximum" not in str(schema).lower():
                    endless.append(f"{method} {path} {one['name']}")
    assert endless == []


async def test_versions_beyond_any_are_refused_in_words(owner: Browser) -> None:
    many = 9_999_999_999_999_999_999
    status, said = await owner.call("GET", f"/api/agents/editor/diff?before={many}&after=1")
    assert (status, said["error"]["code"]) == (400, "invalid_input")


async def test_a_style_belongs_to_a_project_that_is_there(owner: Browser) -> None:
    for project in ("x" * 300, "0" * 36):
        style = {"projectId": project, "avoid": {"utilise": "use"}}
        status, _ = await owner.call("PUT", "/api/article-settings/style", style)
        assert status in (400, 404)
    assert (await ok(owner, "GET", "/api/article-settings"))["models"] == {}
