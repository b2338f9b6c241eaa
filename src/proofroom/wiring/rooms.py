"""The rooms of a studio, built in the order in which they depend on each other."""

from dataclasses import dataclass
from functools import partial

from proofroom.access import Access, Principal
from proofroom.agents import Roster
from proofroom.agents.context import AgentContext
from proofroom.agents.context_sections import context_sections
from proofroom.agents.context_tools import context_tools
from proofroom.agents.feedback import Feedback
from proofroom.agents.schedules import AgentSchedules
from proofroom.agents.sections import colleagues
from proofroom.connections import Connections
from proofroom.content.brain import Brain
from proofroom.content.contentrain import contentrain_tools
from proofroom.content.contents import Contents
from proofroom.content.forms import Submissions, form_tools, submission_source
from proofroom.content.preview import ContentPreviews
from proofroom.content.sections import content_sections
from proofroom.content.sync import Guard, Remotes
from proofroom.content.tools import Workbench, content_tools
from proofroom.content.tools.fixes import fix_tools
from proofroom.durable import Engine
from proofroom.kernel.clock import Clock
from proofroom.kernel.ids import PersonId, WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.kernel.tokenizer import Vocabularies
from proofroom.kernel.tool import ToolSpec
from proofroom.media import Library
from proofroom.media.contentrain import contentrain_media_tools
from proofroom.media.preview import MediaPreviews
from proofroom.media.tools import media_tools
from proofroom.net import Transport
from proofroom.net.address import parse_pairs
from proofroom.net.host import check_host
from proofroom.repository import Repositories
from proofroom.repository.end_turn import EndTurn
from proofroom.repository.reviewable import KIND, BranchReviewable
from proofroom.reviews import (
    Approvals,
    Budgets,
    Inbox,
    Links,
    Proposals,
    Stops,
    approval_source,
    proposal_source,
    stop_source,
)
from proofroom.reviews.links.give import FindGiver
from proofroom.runtime import Chat, Ports
from proofroom.runtime.direct import Direct
from proofroom.runtime.rerun import Reruns
from proofroom.runtime.types import FindModel
from proofroom.runtime.waiting import Waiting
from proofroom.store import Database
from proofroom.telemetry.budgets import let_go
from proofroom.telemetry.usage import Usage
from proofroom.telemetry.usage.tools import usage_tools
from proofroom.tools import Bridge, Registry
from proofroom.wiring.media import build_library
from proofroom.wiring.ports import build_ports, build_registry, check_input
from proofroom.wiring.preview import Previews
from proofroom.wiring.projects import Projects


@dataclass(slots=True, kw_only=True)
class Rooms:
    """What doors reach: one attribute per room."""

    access: Access
    agents: Roster
    schedules: AgentSchedules
    registry: Registry
    approvals: Approvals
    proposals: Proposals
    inbox: Inbox
    links: Links
    previews: Previews
    repositories: Repositories
    contents: Contents
    brain: Brain
    media: Library
    submissions: Submissions
    remotes: Remotes
    projects: Projects
    chat: Chat
    waiting: Waiting
    reruns: Reruns
    feedback: Feedback
    context: AgentContext
    bridge: Bridge
    direct: Direct
    usage: Usage
    budgets: Budgets
    stops: Stops


def _tools_of_content(bench: Workbench, submissions: Submissions, remotes: Remotes) -> list[ToolSpec]:
    return [
        *content_tools(bench),
        *fix_tools(bench),
        *form_tools(bench, submissions),
        *contentrain_tools(bench, remotes),
    ]


def _guard(settings: Settings) -> Guard:
    """Return the check that keeps remotes away from the house's own network."""
    return partial(check_host, allowed=parse_pairs(settings.allow_private_hosts))


def _find_giver(access: Access) -> FindGiver:
    async def find(workspace_id: WorkspaceId, person_id: PersonId | None) -> Principal:
        if person_id is None:
            return await access.operator(workspace_id)
        return await access.principal_for_run(workspace_id, person_id)

    return find


def _build_waiting(
    database: Database, clock: Clock, access: Access, engine: Engine, approvals: Approvals
) -> tuple[Budgets, Stops, Waiting]:
    """Build what lets runs wait for money and people, and wakes them."""
    budgets = Budgets(database, clock, access.audit)
    stops = Stops(database, clock, budgets)
    waiting = Waiting(engine, approvals, stops)
    approvals.on_decided(waiting.wake)
    stops.on_decided(waiting.wake)
    engine.hooks.cut_off.append(let_go)
    return budgets, stops, waiting


def _build_proposals(database: Database, clock: Clock, repositories: Repositories) -> Proposals:
    """Build proposals, with what they can be about."""
    proposals = Proposals(database, clock)
    proposals.add_kind(KIND, BranchReviewable(repositories, clock))
    return proposals


def _build_inbox(approvals: Approvals, proposals: Proposals, stops: Stops, submissions: Submissions) -> Inbox:
    inbox = Inbox()
    inbox.add(approval_source(approvals))
    inbox.add(proposal_source(proposals))
    inbox.add(stop_source(stops))
    inbox.add(submission_source(submissions))
    return inbox


def build_rooms(
    settings: Settings,
    clock: Clock,
    database: Database,
    engine: Engine,
    transport: Transport,
    connections: Connections,
    find_model: FindModel,
) -> tuple[Rooms, Ports]:
    """Build every room, and what the loop needs of them."""
    access = Access(database, clock, settings)
    agents = Roster(database, clock)
    repositories = Repositories(settings.data / "repos")
    contents = Contents(repositories)
    registry = build_registry(access)
    approvals = Approvals(database, clock, check_input(registry))
    budgets, stops, waiting = _build_waiting(database, clock, access, engine, approvals)
    proposals, brain = _build_proposals(database, clock, repositories), Brain(contents)
    remotes = Remotes(repositories, connections, clock, _guard(settings), access.audit)
    projects = Projects(contents, brain, access, clock, remotes)
    bench = Workbench(contents, brain, proposals, projects.report_failure)
    submissions = Submissions(database, clock, brain, access.rates, access.audit)
    registry.add(_tools_of_content(bench, submissions, remotes))
    usage = Usage(database)
    library = build_library(settings, database, transport, repositories, brain, access.audit)
    context = AgentContext(access, clock)
    registry.add([*media_tools(library), *contentrain_media_tools(library)])
    registry.add([*usage_tools(usage), *context_tools(context, access)])
    ports = build_ports(
        *(database, clock, registry, access, agents, approvals, find_model, projects.state, engine),
        end_turn=EndTurn(repositories, proposals, projects.report_failure),
        sections=[*context_sections(context), *content_sections(repositories, brain), colleagues(agents)],
        count_exactly=Vocabularies(settings.vocabularies).counter,
    )
    return Rooms(
        access=access,
        agents=agents,
        schedules=AgentSchedules(engine, agents, access.audit),
        registry=registry,
        approvals=approvals,
        proposals=proposals,
        inbox=_build_inbox(approvals, proposals, stops, submissions),
        links=Links(database, clock, access.audit, proposals, approvals, _find_giver(access)),
        previews=Previews(ContentPreviews(bench, submissions), MediaPreviews(library), access, engine.runs),
        repositories=repositories,
        contents=contents,
        brain=brain,
        media=library,
        submissions=submissions,
        remotes=remotes,
        projects=projects,
        chat=Chat(database, engine, clock),
        waiting=waiting,
        reruns=Reruns(database, engine, clock),
        feedback=Feedback(database, clock),
        context=context,
        bridge=ports.bridge,
        direct=Direct(ports, engine, clock),
        usage=usage,
        budgets=budgets,
        stops=stops,
    ), ports
