"""What records bring to the house."""

from typing import TYPE_CHECKING

from proofroom.access import Principal
from proofroom.entities.briefs import COMPOSER, FLOW, Briefs
from proofroom.entities.checks import Checks
from proofroom.entities.compose import brief_flow
from proofroom.entities.definitions import EntityTypes
from proofroom.entities.documents import Documents
from proofroom.entities.imports import Imports
from proofroom.entities.merging import Merges
from proofroom.entities.publications import Publications
from proofroom.entities.records import Entities
from proofroom.entities.responses import Responses
from proofroom.entities.sections import entity_types_section, open_record_section
from proofroom.entities.tasks import Tasks
from proofroom.entities.types import Query
from proofroom.entities.undo import EntitiesUndo
from proofroom.entities.views import Views
from proofroom.entities.waiting_tasks import task_source
from proofroom.house import Destination, FindDestinations, House, Room, SystemAgent
from proofroom.kernel.ids import ProjectId
from proofroom.kernel.strings import prompts
from proofroom.kernel.tool import ToolSpec

if TYPE_CHECKING:
    from proofroom.providers.offline import Playbook

WRITER = SystemAgent(
    slug=COMPOSER,
    name="Composer",
    description="Writes briefs about records, field by field, every claim with its sources.",
    icon="file-text",
    prompt=prompts()["agent.composer"],
    scope="workspace",
    tool_groups=("briefs",),
)


def room(house: House) -> Room:
    """Return records with their types, relations, documents, tasks and views."""
    floor = (house.database, house.clock, house.access.audit)
    types, entities, documents = EntityTypes(*floor), Entities(*floor), Documents(*floor)
    tasks, views, responses = Tasks(*floor), Views(*floor), Responses(*floor, entities)
    briefs = Briefs(*floor, house.engine, entities, documents, tasks)
    publications = Publications(*floor, house.connections, house.transport)

    def tools() -> list[ToolSpec]:
        from proofroom.entities.tools.admin import TypeTools, ViewTools, response_tools
        from proofroom.entities.tools.analysis import AnalysisTools
        from proofroom.entities.tools.brief import brief_tools
        from proofroom.entities.tools.documents import document_tools
        from proofroom.entities.tools.entity import EntityTools
        from proofroom.entities.tools.publishing import publishing_tools
        from proofroom.entities.tools.tasks import task_tools
        from proofroom.entities.tools.web import web_tools

        return [
            *EntityTools(types, entities, documents, responses).specs(),
            *document_tools(documents),
            *task_tools(tasks, house.access),
            *TypeTools(types).specs(),
            *ViewTools(views).specs(),
            *response_tools(responses),
            *brief_tools(briefs),
            *AnalysisTools(entities, documents, responses, tasks).specs(),
            *publishing_tools(publications),
            *web_tools(house.transport),
        ]

    return Room(
        name="entities",
        offers=[
            types,
            entities,
            documents,
            tasks,
            views,
            responses,
            briefs,
            publications,
            Checks(house.database),
            Merges(house.database, house.clock, house.access.audit, entities),
            Imports(house.database, types, entities),
        ],
        tools=tools,
        playbook=_playbook,
        system_agents=[WRITER],
        flows={FLOW: brief_flow(briefs)},
        sections=[entity_types_section(types), open_record_section(types, entities)],
        search=[_find_entities(types, entities)],
        inbox=[task_source(tasks)],
        undo=EntitiesUndo(house.database, entities, documents, types),
    )


def _find_entities(types: EntityTypes, entities: Entities) -> FindDestinations:
    async def find(
        principal: Principal, _project_id: ProjectId | None, query: str, limit: int
    ) -> list[Destination]:
        if not principal.can("entities.team.read"):
            return []
        kinds = {one.id: one for one in await types.list(principal.workspace_id)}
        if not kinds:
            return []
        page = await entities.find(principal.workspace_id, Query(query, limit=limit))
        return [
            Destination(
                "entities",
                "entity",
                one.id,
                one.title,
                f"/records?type={kinds[one.type_id].slug}&record={one.id}",
                kinds[one.type_id].definition.name,
            )
            for one in page.entities
        ]

    return find


def _playbook() -> "Playbook":
    from proofroom.entities.playbook import entities_playbook

    return entities_playbook()
