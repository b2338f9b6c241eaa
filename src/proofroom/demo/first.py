"""The first start: make the demo project once, then let the editor propose something."""

from collections.abc import Sequence
from typing import Any, Final

from proofroom.access import Project
from proofroom.demo.articles import write_articles
from proofroom.demo.build import DESK, build_project
from proofroom.demo.furnish import furnish
from proofroom.demo.magazine import NAME
from proofroom.demo.mark import read_mark, write_mark
from proofroom.demo.records import begin_brief, build_records, make_cases
from proofroom.demo.site import build_site
from proofroom.demo.team import build_team, learn
from proofroom.kernel.ids import ConversationId, ProjectId
from proofroom.kernel.scope import Scope
from proofroom.reviews import Proposal
from proofroom.runtime.types import Asker
from proofroom.site import Sites
from proofroom.site.publish import Publisher
from proofroom.wiring import Studio

AGENT: Final = "editor"
MODEL: Final = "offline"
DESIGNER: Final = "designer"
PAGE_REQUESTS: Final = (
    "A calmer cover, apply this CSS: .lead-title { font-size: clamp(50px, 5.625vw, 72px); line-height: 1; "
    "margin-block: 12px 20px }"
    " .cta { padding: 8px 18px } @media (max-width: 719px) { .lead-title { font-size: 46px } }",
    'Change the text "Seen from the pavement" to "Seen on foot"',
)
"""What the designer is asked, looking at the page about the magazine: rules of all pages, words of one."""
PAGE_SHOWN: Final = {"currentDocument": {"type": "page", "id": "about"}}
SETTING: Final = "demo"
"""The key in a project's settings by which the demo project is known."""
MARK_FEATURED: Final = "Mark every article by Jonas Weber as featured"
REQUESTS: Final = (
    'In "A bench for every hill", replace "four hundred and twelve pauses" with '
    '"412 pauses in nine mornings"',
    'In "A bench for every hill", replace "a seat every hundred metres or so" with '
    '"a seat every 50 to 100 metres"',
    MARK_FEATURED,
    'Set the Turkish description of the topic Walking to "Yürüyerek bir yere varmak ve yolda gördükleriniz."',
)
"""What the editor is asked at first, so that each kind of change can be seen at once: words in a text, a
change over several entries, and one of the planted faults mended."""


async def find_demo(studio: Studio) -> Project | None:
    """Return the demo project of the studio's workspace."""
    for project in await studio.access.projects.list_all(studio.workspace_id):
        if project.settings.get(SETTING):
            return project
    return None


async def make_demo(studio: Studio) -> Project:
    """Make the demo project and its first proposal, once per workspace; goes on where a crash left it."""
    project = await find_demo(studio)
    if project is None:
        operator = await studio.access.principals.for_operator(studio.workspace_id)
        project = await studio.access.projects.create(operator, NAME, settings={SETTING: True})
    await build_project(studio.contents, project.id, studio.clock.now())
    await furnish(studio, project)
    if await build_site(studio.get(Sites), project, studio.clock):
        await studio.get(Publisher).publish(project, DESK.name)
    await build_records(studio)
    await build_team(studio)
    mark = read_mark(studio)
    if not mark.get("done", False):
        write_mark(studio, {"project": project.id, "done": False})
        if await find_proposal(studio, project.id) is None:
            await _ask(studio, project.id, "site", DESIGNER, PAGE_REQUESTS, PAGE_SHOWN)
        await begin_brief(studio)
        await write_articles(studio, project, await asking(studio))
        # Last of what waits, so that the inbox opens with it: deciding about changes is the first to try.
        await make_cases(studio, await propose(studio, project.id))
        await learn(studio, await asking(studio))
        write_mark(studio, {"project": project.id, "done": True})
    return project


async def propose(studio: Studio, project_id: ProjectId) -> ConversationId:
    """Ask the editor for the first changes; they wait as one proposal."""
    return await _ask(studio, project_id, "content", AGENT, REQUESTS)


async def _ask(
    studio: Studio,
    project_id: ProjectId,
    scope: Scope,
    agent: str,
    requests: Sequence[str],
    screen: dict[str, Any] | None = None,
) -> ConversationId:
    """Ask an agent one thing after the other; what it changes waits as one proposal."""
    conversation = await studio.chat.open(
        await asking(studio), scope=scope, agent=agent, project_id=project_id, model=MODEL
    )
    for text in requests:
        # The owner may sign up meanwhile: the conversation is theirs from then on.
        posted = await studio.chat.post(await asking(studio), conversation.id, text, screen=screen)
        await studio.engine.wait(posted.run_id, studio.workspace_id)
    return conversation.id


async def asking(studio: Studio) -> Asker:
    """Return who asks for the demo: the owner, or the studio itself before there is one."""
    person_id = (await studio.operator()).person_id
    if person_id is not None:
        await studio.chat.adopt(studio.workspace_id, person_id)
    return Asker(studio.workspace_id, person_id)


async def find_proposal(studio: Studio, project_id: ProjectId) -> Proposal | None:
    """Return the proposal that waits in a project, the newest first."""
    operator = await studio.operator()
    found = await studio.proposals.find(operator, project_id)
    return next((proposal for proposal in found if proposal.is_open), None)
