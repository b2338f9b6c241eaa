"""What content brings to the house."""

from functools import partial
from typing import TYPE_CHECKING

from proofroom.content.brain import Brain
from proofroom.content.contents import Contents
from proofroom.content.destinations import about_content, excerpt_of_entry, find_entries
from proofroom.content.forms import Submissions, submission_source
from proofroom.content.intent import MEANINGS
from proofroom.content.origins import REMOTE, Origins, marked_reads
from proofroom.content.preview_links import PreviewLinks
from proofroom.content.projects import Projects
from proofroom.content.sections import content_sections
from proofroom.content.tools import Workbench
from proofroom.content.tools.seen import judge_saves
from proofroom.content.uses import find_uses
from proofroom.house import House, LookAtCall, LoopPorts, PreviewOfCall, Room, SystemAgent, late_look
from proofroom.kernel.strings import prompts, say
from proofroom.kernel.tool import ToolSpec
from proofroom.net.address import parse_pairs
from proofroom.net.host import check_host
from proofroom.repository.end_turn import EndTurn
from proofroom.repository.pushes import Pushes
from proofroom.repository.remote_clock import RemoteClock
from proofroom.repository.remotes import Remotes
from proofroom.repository.undo import BranchUndo
from proofroom.runtime.addressed import Addressed
from proofroom.runtime.types import Limits

if TYPE_CHECKING:
    from proofroom.providers.offline import Playbook

EDITOR = SystemAgent(
    slug="editor",
    name="Editor",
    description="Works on the content of a project: models, entries, translations, status.",
    icon="pencil",
    prompt=prompts()["agent.editor"],
    scope="content",
    tool_groups=("content", "media", "mcp"),
    suggestions=(
        say("content.suggest.valid"),
        say("content.suggest.turkish"),
        say("content.suggest.branches"),
    ),
    # Short turns on content, small results: it looks things up again rather than remembering them.
    limits=Limits(max_rounds=5, result_cap=2_000),
)


def room(house: House) -> Room:
    """Return content: projects in Git, their tools, reviews and forms."""
    settings, clock, access, proposals = house.settings, house.clock, house.access, house.proposals
    repositories = house.repositories
    contents = Contents(repositories)
    brain = Brain(contents)
    # Remotes are kept away from the house's own network.
    guard = partial(check_host, allowed=parse_pairs(settings.allow_private_hosts))
    origins = Origins(house.database, clock, access.audit)
    brought = partial(origins.take_in, origin=REMOTE)
    remotes = Remotes(repositories, house.connections, clock, guard, access.audit, brought)
    pushes = Pushes(repositories, proposals, access.audit, clock)
    projects = Projects(contents, brain, access, clock, remotes, origins)
    links = PreviewLinks(house.database, clock, access)
    submissions = Submissions(house.database, clock, brain, access.rates, access.audit)
    proposals.on_accepted(origins.accept)
    bench = Workbench(contents, brain, proposals, projects.report_failure, origins)

    def tools() -> list[ToolSpec]:
        from proofroom.content.contentrain import contentrain_tools
        from proofroom.content.forms.tools import form_tools
        from proofroom.content.tools import content_tools
        from proofroom.content.tools.fixes import fix_tools

        forms, official = form_tools(bench, submissions), contentrain_tools(bench, remotes)
        return marked_reads([*content_tools(bench), *fix_tools(bench), *forms, *official], origins)

    def previews() -> LookAtCall:
        from proofroom.content.preview import ContentPreviews

        return ContentPreviews(bench, submissions).of_call

    return Room(
        name="content",
        offers=(contents, brain, remotes, pushes, projects, submissions, origins, links),
        loop=LoopPorts(
            find_project=projects.state,
            end_turn=EndTurn(
                repositories, proposals, projects.report_failure, origins.waits_on, judge_saves(contents)
            ),
        ),
        tools=tools,
        sections=content_sections(repositories, brain),
        shown_outside=origins.pinned,
        system_agents=[EDITOR],
        playbook=_playbook,
        meanings={"content": MEANINGS},
        addressed=[Addressed("content", about_content(brain))],
        inbox=[submission_source(submissions)],
        previews=[PreviewOfCall("content.read", late_look(previews))],
        uses=[find_uses(repositories, brain)],
        clock=[RemoteClock(remotes, access, clock, settings.remote_fetch_minutes)],
        search=[find_entries(brain)],
        excerpt=excerpt_of_entry(brain, origins),
        undo=BranchUndo(repositories),
    )


def _playbook() -> "Playbook":
    from proofroom.content.playbook import content_playbook

    return content_playbook()
