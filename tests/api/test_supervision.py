"""Whose rights a run has: the person's who stands behind it, or its agent's role when nobody does."""

from collections.abc import AsyncGenerator

import aiohttp
import pytest

from proofroom.content.contents import NewProject
from proofroom.content.projects import Projects
from proofroom.kernel.ids import ConversationId, PersonId, ProjectId
from proofroom.kernel.settings import Settings
from proofroom.runtime import Asker
from tests.api.conftest import PASSWORD, Browser, serve
from tests.api.test_conversation import model
from tests.scripted import ScriptedDriver, ScriptedReply


class Desk:
    """A project, its owner, and an editor whose role can be changed."""

    def __init__(self, owner: Browser, project_id: ProjectId, driver: ScriptedDriver) -> None:
        self.owner, self.project_id, self.driver = owner, project_id, driver

    async def tools(self, person_id: PersonId | None) -> set[str]:
        """Return the tools that the model is shown in a turn for a person, or for nobody."""
        studio = self.owner.studio
        asker = Asker(studio.workspace_id, person_id)
        opened = await studio.chat.open(asker, scope="content", agent="editor", project_id=self.project_id)
        posted = await studio.chat.post(asker, ConversationId(opened.id), "hello")
        run = await studio.engine.wait(posted.run_id, studio.workspace_id)
        assert run.status == "completed", run.error
        return {tool.name for tool in self.driver.requests[-1].tools}


@pytest.fixture
async def desk(sqlite_settings: Settings) -> AsyncGenerator[Desk]:
    driver = ScriptedDriver(ScriptedReply("Yes."), window=200_000)  # in a small one tools are left out
    async with serve(sqlite_settings, {"scripted": driver}) as owner:
        await owner.set_up()
        studio = owner.studio
        new = NewProject(("en",), ("blog",), [model("notes")])
        project = await studio.get(Projects).create(await studio.operator(), "Fieldnotes", None, new)
        yield Desk(owner, project.id, driver)


async def test_a_run_for_nobody_has_its_agents_role_and_a_persons_run_has_theirs(desk: Desk) -> None:
    owner, nobody = (await desk.owner.studio.operator()).person_id, None
    for role, writes in (("viewer", False), ("editor", True), ("viewer", False)):
        status, told = await desk.owner.call("PUT", "/api/agents/editor", {"roleId": role})
        assert status == 200, told
        alone = await desk.tools(nobody)
        assert ("save_content" in alone) == writes, role
        assert "get_content" in alone
        assert "save_model" not in alone, "that is for those who run the workspace"
        assert {"save_content", "save_model"} <= await desk.tools(owner), (
            "whatever its role, it works for them"
        )


async def test_an_agents_role_gives_a_person_nothing(desk: Desk) -> None:
    await desk.owner.call("PUT", "/api/agents/editor", {"roleId": "editor"})
    _, sent = await desk.owner.call("POST", "/api/invites", {"email": "vera@example.com", "role": "member"})
    body = {"token": sent["path"].partition("token=")[2], "name": "Vera", "password": PASSWORD}
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as http:
        vera = Browser(http, desk.owner.url, desk.owner.studio)
        _, session = await vera.call("POST", "/api/invite", body)
    shown = await desk.tools(PersonId(session["person"]["id"]))
    assert "save_content" not in shown
