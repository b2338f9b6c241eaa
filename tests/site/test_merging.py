"""Several people on one page: different nodes and rules go together; the same one is a conflict."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from proofroom.content.contents import Contents, NewProject
from proofroom.kernel.ids import ProjectId, new_id
from proofroom.repository import Job, Repositories
from proofroom.repository.git.commit import Identity, Provenance
from proofroom.site.document.types import Site
from proofroom.site.format import SiteFormat
from proofroom.site.sites import Sites
from proofroom.site.tools.open_site import OpenSite
from tests.conformance.site.calling import run_tool

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


class Room:
    """A project with a site of two paragraphs."""

    def __init__(self, folder: Path) -> None:
        self.repositories = Repositories(folder)
        self.contents = Contents(self.repositories)
        self.repositories.add_format(SiteFormat())
        self.sites = Sites(self.repositories)
        self.project_id = ProjectId(new_id())

    def job(self, who: str) -> Job:
        provenance = Provenance(run=who, agent="designer", step="001")
        return Job(self.project_id, Identity(who, "a@example.com"), NOON, f"chat/{who}", provenance)

    async def begin(self) -> None:
        await self.contents.create(self.job("start"), NewProject(workflow="auto-merge"))
        branch = await self.write("first", html("<p class='a'>One</p><p>Two</p><style>.a{color:red}</style>"))
        assert (await self.repositories.merge(self.job("first"), branch)).status == "merged"

    async def write(self, who: str, work: Callable[[OpenSite], None]) -> str:
        numbers = iter(range(1_000))

        def edit(site: Site) -> None:
            work(OpenSite(site, lambda: f"{who}-{next(numbers)}", 0))

        return (await self.sites.edit(self.job(who), edit, who)).branch

    async def merge(self, who: str, branch: str) -> str:
        return (await self.repositories.merge(self.job(who), branch)).status

    async def site(self) -> Site:
        return await self.sites.read(self.project_id)


def call(tool: str, **given: object) -> Callable[[OpenSite], None]:
    def work(desk: OpenSite) -> None:
        answer = run_tool(desk, tool, given)
        assert answer["ok"], answer

    return work


def html(text: str, index: int | None = None) -> Callable[[OpenSite], None]:
    def work(desk: OpenSite) -> None:
        place = {} if index is None else {"index": index}
        root = desk.document().root_id
        assert run_tool(desk, "insertHtml", {"parentId": root, "html": text, **place})["ok"]

    return work


@pytest.fixture
async def room(tmp_path: Path) -> Room:
    made = Room(tmp_path)
    await made.begin()
    return made


async def test_two_people_and_an_agent_on_one_page_all_keep_their_work(room: Room) -> None:
    branches = {
        "ada": await room.write("ada", call("updateNodeProps", nodeId="first-0", patch={"text": "Uno"})),
        "bob": await room.write("bob", call("updateNodeProps", nodeId="first-1", patch={"text": "Due"})),
        "agent": await room.write("agent", html("<h2>Top</h2>", 0)),
        "eve": await room.write("eve", call("applyCss", css=".a{margin:0}.b{top:0}")),
        "cem": await room.write("cem", html("<p>End</p>")),
    }
    for who, branch in branches.items():
        assert await room.merge(who, branch) == "merged", who
    site = await room.site()
    page = site.pages[0]
    texts = [page.nodes[child].props["text"] for child in page.nodes[page.root_id].children]
    assert texts == ["Top", "Uno", "Due", "End"]
    (rule,) = [rule for rule in site.rules.values() if rule.name == "a"]
    assert (rule.styles["color"], rule.styles["marginTop"]) == ("red", "0")


async def test_the_same_property_of_the_same_node_is_a_conflict_with_both_sides(room: Room) -> None:
    ours = await room.write("ada", call("updateNodeProps", nodeId="first-0", patch={"text": "Uno"}))
    theirs = await room.write("bob", call("updateNodeProps", nodeId="first-0", patch={"text": "Bir"}))
    assert await room.merge("ada", ours) == "merged"
    assert await room.merge("bob", theirs) == "conflicts"
    review = await room.repositories.review(room.project_id, theirs)
    (conflict,) = [hunk.conflict for hunk in review.conflicts]
    assert conflict is not None
    assert {conflict.ours, conflict.theirs} == {"Uno", "Bir"}
    assert conflict.field == ("props", "text")


async def test_a_new_section_is_shown_node_by_node_each_with_what_it_needs(room: Room) -> None:
    branch = await room.write("ada", html("<section><h2>New</h2></section>"))
    review = await room.repositories.review(room.project_id, branch)
    shown = await room.repositories.show(room.project_id, review)
    titles = {hunk.title for hunk in shown.hunks}
    assert "Home · New" in titles
    inner = next(hunk for hunk in review.hunks if hunk.op == "add" and hunk.key == "ada-1")
    outer = next(hunk for hunk in review.hunks if hunk.op == "add" and hunk.key == "ada-0")
    assert inner.requires == (outer.id,)
