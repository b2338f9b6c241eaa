"""What articles bring to the house."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from proofroom.access import Access, Principal
from proofroom.articles import sending as sending_flow
from proofroom.articles import waiting_links
from proofroom.articles.giving import Giving
from proofroom.articles.intent import BEGINS, MEANINGS, TABLE
from proofroom.articles.interview import Interviews
from proofroom.articles.lifecycle import Articles
from proofroom.articles.origin import mark_among, outside_of
from proofroom.articles.outside import find_house_rules, find_images, find_pieces, find_searches, find_texts
from proofroom.articles.pipeline import WORKFLOW, ArticleFlow
from proofroom.articles.sending import Sending
from proofroom.articles.sessions import Sessions
from proofroom.articles.settings import ArticleSettings
from proofroom.articles.topics import TopicBoard
from proofroom.articles.undo import ArticleUndo
from proofroom.articles.visibility import Visibility, seen_by
from proofroom.articles.waiting_inbox import inbox_source
from proofroom.articles.work import WorkPorts
from proofroom.content.brain import Brain
from proofroom.house import Destination, FindDestinations, FindExcerpt, House, Room, SystemAgent
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import prompts, say
from proofroom.kernel.tool import ToolSpec
from proofroom.media import Library
from proofroom.runtime import PromptFacts
from proofroom.runtime.addressed import PLAIN, Addressed
from proofroom.runtime.facts import FindShownOutside
from proofroom.runtime.flow.flows import NewFlow
from proofroom.runtime.intent import classify
from proofroom.runtime.types import Limits

if TYPE_CHECKING:
    from proofroom.providers.offline import Playbook


LIMITS = Limits(
    max_rounds=5,
    result_cap=32_000,
    # It works in sessions: ten turns back, and nothing from before half an hour of silence.
    history_turns=10,
    session_minutes=30,
    # What stays of them, and of what was found, once a request is larger than the model's window.
    history_tokens=6_000,
    research_tokens=180_000,
)


def room(house: House) -> Room:
    """Return articles."""
    articles = Articles(house.database, house.clock, house.access)
    settings = ArticleSettings(house.database, house.clock, house.access.audit)
    ports = WorkPorts(
        articles,
        house.get(Library),
        house.transport,
        find_searches(house),
        find_images(house, settings),
        find_texts(house),
        find_house_rules(house, settings),
        settings.models,
    )
    flow = ArticleFlow(ports, house.engine)
    interviews = Interviews(articles)
    giving = Giving(articles, house.access.audit)
    sending = Sending(articles, house.database, house.get(Brain), house.repositories, house.engine)
    board = TopicBoard(house.database, house.clock, house.access.audit, articles)
    sessions = Sessions(house.database, house.clock)

    def tools() -> list[ToolSpec]:
        from proofroom.articles.artifact_tools import artifact_tools
        from proofroom.articles.context_tools import context_tools
        from proofroom.articles.more_tools import more_tools
        from proofroom.articles.picture_tools import picture_tools
        from proofroom.articles.tools import CoreTools, core_tools
        from proofroom.articles.topics.tools import topic_tools

        core = CoreTools(articles, house.engine, flow)
        return [
            *core_tools(core),
            *more_tools(core, interviews),
            *picture_tools(core),
            *context_tools(articles),
            *artifact_tools(articles),
            *topic_tools(articles, ports.find_searches, find_pieces(house)),
        ]

    return Room(
        name="articles",
        offers=[articles, flow, giving, sending, board, settings, interviews, sessions],
        tools=tools,
        system_agents=[_writer()],
        playbook=_playbook,
        meanings={"articles": MEANINGS},
        addressed=[Addressed("articles", _how_sure)],
        flows={
            WORKFLOW: flow.flow,
            sending_flow.WORKFLOW: NewFlow(sending.run, permission="articles.own.publish"),
        },
        inbox=[inbox_source(articles)],
        links={waiting_links.KIND: waiting_links.find_link_right(articles)},
        undo=ArticleUndo(articles),
        waits=[flow],
        search=[_find_articles(articles)],
        excerpt=_excerpt_of_article(articles, house.access),
        shown_outside=_shown_outside(articles),
    )


async def _how_sure(_principal: Principal, _project_id: ProjectId | None, message: str) -> float:
    return PLAIN if classify(message, TABLE).name in BEGINS else 0.0


def _writer() -> SystemAgent:
    return SystemAgent(
        slug="writer",
        name="Writer",
        description="Takes a topic to a cited article: research, plan, text, check, pictures.",
        icon="feather",
        prompt=prompts()["agent.writer"],
        scope="articles",
        tool_groups=("articles", "web"),
        suggestions=(
            say("articles.suggest.topics"),
            say("articles.suggest.research"),
            say("articles.suggest.state"),
        ),
        limits=LIMITS,
    )


def _find_articles(articles: Articles) -> FindDestinations:
    async def find(
        principal: Principal, project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        if not principal.can_somewhere("articles.own.read"):
            return []
        found = await articles.find(Visibility.of(principal), query=query, project_id=project_id, limit=limit)
        return [
            Destination("articles", "article", one.id, one.title, f"/articles?article={one.id}", one.status)
            for one in found
        ]

    return find


def _excerpt_of_article(articles: Articles, access: Access) -> FindExcerpt:
    async def tell(facts: PromptFacts, _kind: str, article_id: str) -> str | None:
        rights = facts.authority
        if "articles.own.read" not in rights.permissions:
            return None
        who = (facts.workspace_id, rights.person_id, rights.api_key_id)
        seen = await seen_by(access, *who, rights.permissions)
        try:
            found = await articles.get(seen, article_id)
        except (NotFound, InvalidInput):
            return ""
        if mark_among([found]):
            return None
        # What research found was written by strangers, and so was what is made of it; its name was not.
        return "" if outside_of(found) else f"{found.brief} {found.content}"

    return tell


def _shown_outside(articles: Articles) -> FindShownOutside:
    async def find(workspace_id: WorkspaceId, _project: ProjectId | None, screen: Mapping[str, Any]) -> str:
        chosen: Any = screen.get("selection")
        shown = cast("dict[str, Any]", chosen) if isinstance(chosen, dict) else dict[str, Any]()
        article_id: Any = shown.get("artifactId") or screen.get("artifactId")
        if not isinstance(article_id, str):
            return ""
        try:
            found = await articles.get(Visibility(workspace_id), article_id)
        except (NotFound, InvalidInput):
            return ""
        return mark_among([found])

    return find


def _playbook() -> "Playbook":
    from proofroom.articles.playbook import writer_playbook

    return writer_playbook()
