"""A project without a content structure, and the offline model: it is set up on request, or offered."""

import pytest

from tests.api.conftest import Browser


async def _said(owner: Browser, project: str, conversation: dict[str, str], message: str) -> str:
    body = {"message": message, "projectId": project, "merge": True, **conversation}
    events = await owner.lines("POST", "/api/ai/chat/content", body)
    assert events[-1]["type"] == "done", events[-1]
    conversation["conversationId"] = next(one["conversationId"] for one in events if "conversationId" in one)
    return "".join(str(one.get("text", "")) for one in events if one["type"] == "text")


async def _empty(owner: Browser, name: str) -> str:
    _, project = await owner.call("POST", "/api/projects", {"name": name})
    return str(project["id"])


@pytest.mark.parametrize(
    ("message", "locales"),
    [("Set this project up in English and Turkish", ["en", "tr"]), ("Projeyi kur", ["tr"])],
)
async def test_a_project_is_set_up_on_request(owner: Browser, message: str, locales: list[str]) -> None:
    project = await _empty(owner, message)
    assert locales[0] in await _said(owner, project, {}, message)
    _, status = await owner.call("GET", f"/api/projects/{project}/content/status")
    assert status["phase"] == "active"
    assert status["locales"] == locales


async def test_an_order_that_needs_a_structure_offers_one_and_a_yes_makes_it(owner: Browser) -> None:
    project, talk = await _empty(owner, "Offered"), dict[str, str]()
    order = "Make a model called posts with a title, a date and a text"
    assert "Shall I set it up" in await _said(owner, project, talk, order)
    assert "is set up" in await _said(owner, project, talk, "yes")
    assert "posts" in await _said(owner, project, talk, order)
    _, models = await owner.call("GET", f"/api/projects/{project}/content/models")
    assert [one["id"] for one in models["models"]] == ["posts"]
