"""The writer's tools through a real MCP client: listed with their schemas, used, refused with their facts."""

import json
from typing import Any

from tests.api.conftest import Browser
from tests.api.test_mcp import Caller, connect, make_key

CORE = {
    "conductDeepResearch",
    "generateContentSkeleton",
    "writeFullContent",
    "identifyImageNeeds",
    "applyHumanityCheck",
    "checkContentHumanity",
}
NOTES = (
    "# Bees\n\nThe city counted 240 registered hives on public roofs in 2021. Roof gardens with lavender and "
    "thyme feed a colony from April to September. Keepers meet every month in the old town hall."
)


async def use(caller: Caller, tool: str, **arguments: Any) -> tuple[bool, dict[str, Any]]:
    result = await caller.client.call_tool(tool, arguments)
    return not result.is_error, json.loads(result.content[0].text)  # type: ignore[union-attr]


async def test_a_client_researches_and_plans_an_article_and_leaves_the_writing_to_a_person(
    owner: Browser,
) -> None:
    _, project = await owner.call("POST", "/api/projects", {"name": "Bees"})
    body = {"title": "Bees on public roofs", "projectId": project["id"]}
    _, made = await owner.call("POST", "/api/articles", body)
    await owner.call("POST", f"/api/articles/{made['id']}/texts", {"name": "Notes", "text": NOTES})
    key = await make_key(owner, "admin")
    async with connect(f"{owner.url}/mcp/{project['slug']}/workspace", key) as caller:
        listed = {tool.name: tool.input_schema for tool in (await caller.client.list_tools()).tools}
        assert set(listed) >= CORE
        assert listed["conductDeepResearch"]["required"] == ["artifactId"]
        assert listed["conductDeepResearch"]["properties"]["minRequired"]["default"] == 5

        is_fine, told = await use(caller, "generateContentSkeleton", artifactId=made["id"])
        assert (is_fine, told["category"], told["code"]) == (False, "INVALID_STATUS", "invalid_status")
        assert told["context"]["currentStatus"] == "draft"
        assert "research" in told["context"]["expectedStatus"]
        for wrong, category in (
            ({}, "VALIDATION_ERROR"),
            ({"artifactId": "nowhere"}, "INVALID_ARTIFACT_ID"),
            ({"artifactId": made["id"], "minRequired": 50}, "VALIDATION_ERROR"),
        ):
            is_fine, told = await use(caller, "conductDeepResearch", **wrong)
            assert (is_fine, told["category"], told["ok"]) == (False, category, False), told
            assert told["error"]

        is_fine, told = await use(caller, "conductDeepResearch", artifactId=made["id"], minRequired=1)
        assert is_fine, told
        assert set(told) >= {"sourceCount", "keyInsights", "sourcesBreakdown", "uniqueSourcesCount"}
        is_fine, told = await use(caller, "generateContentSkeleton", artifactId=made["id"])
        assert (is_fine, told["skeleton"].startswith("# Bees")) == (True, True), told
        is_fine, told = await use(caller, "writeFullContent", artifactId=made["id"])
        assert (is_fine, told["status"]) == (True, "waiting"), told
    decision = {"decision": "denied", "reason": "Not yet."}
    assert (await owner.call("POST", f"/api/actions/{told['approvalId']}/tool-approval", decision))[0] == 200
    _, run = await owner.call("GET", f"/api/runs/{told['runId']}")
    assert run["run"]["status"] != "completed"
    _, article = await owner.call("GET", f"/api/articles/{made['id']}")
    assert (article["status"], article["report"]) == ("skeleton", None)
