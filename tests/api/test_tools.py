"""The list of tools from which an agent's are chosen."""

from tests.api.conftest import Browser


async def test_tools_are_listed_by_group_with_what_they_do(owner: Browser):
    status, tools = await owner.call("GET", "/api/tools")
    assert status == 200
    groups = [tool["group"] for tool in tools]
    assert groups == sorted(groups)
    assert {"baseline", "content"} <= set(groups)
    by_name = {tool["name"]: tool for tool in tools}
    assert by_name["listProjects"]["isBaseline"]
    assert by_name["save_content"]["effect"] == "write"
    assert all(tool["description"] for tool in tools)
