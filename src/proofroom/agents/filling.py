"""Field population: an agent fills in fields of a record, each with what says so, in the order they depend.

Which agent does it: the one that was named, else the one of the record's type, else the workspace's default
agent, else the first that may. Each candidate must be switched on and may write answers and records.
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Any, Literal

from proofroom.access import Access, Principal
from proofroom.agents.repo import filled_before, filling_in
from proofroom.agents.roster import FindDefault, Roster
from proofroom.agents.types import Agent
from proofroom.durable import Engine, NewRun, Run, StepContext
from proofroom.entities import Entities, Entity, EntityTypes, Responses, TypeDef
from proofroom.entities.schema import layers_of
from proofroom.entities.types import FieldDef
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, InvalidStatus
from proofroom.kernel.ids import RunId, WorkspaceId, new_id
from proofroom.kernel.strings import say
from proofroom.runtime.flow.agent import run_agent
from proofroom.runtime.flow.flow import Closed, Flow
from proofroom.runtime.flow.flows import NewFlow
from proofroom.store import Connection, Database

FLOW = "fill"
TASK = 'Fill in the field "{key}" of the record "{entity}".'
NEEDS = ("responses.team.create", "entities.team.update")
SIDE_BY_SIDE = 3
Rule = Literal["named", "type", "workspace", "first"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The agent that fills in fields, and by which rule it is the one."""

    agent: Agent
    rule: Rule


@dataclass(frozen=True, slots=True)
class Tried:
    """A field that an agent looked for, and found nothing it could cite."""

    field_key: str
    agent: str
    run_id: RunId
    at: datetime


class Filling:
    """Fills in fields of records in all workspaces."""

    def __init__(
        self,
        database: Database,
        access: Access,
        engine: Engine,
        roster: Roster,
        find_default: FindDefault,
        rooms: "Rooms",
    ) -> None:
        self._database = database
        self._access, self._engine, self._roster = access, engine, roster
        self._find_default, self._rooms = find_default, rooms

    async def choose(self, workspace_id: WorkspaceId, named: str | None, of_type: str | None) -> Chosen:
        """Return the agent for a record: a candidate that may not is passed over, a named one is refused."""
        agents = {one.record.slug: one for one in await self._roster.all(workspace_id)}
        wished: list[tuple[Rule, str | None]] = [
            ("named", named),
            ("type", of_type),
            ("workspace", await self._find_default(workspace_id)),
        ]
        for rule, slug in wished:
            agent = agents.get(slug or "")
            if agent is not None and await self._may(agent):
                return Chosen(agent, rule)
            if rule == "named" and slug:
                raise InvalidStatus(say("agents.may_not_fill", name=slug))
        for agent in sorted(agents.values(), key=lambda one: (one.created_at, one.id)):
            if await self._may(agent):
                return Chosen(agent, "first")
        raise InvalidStatus(say("agents.nobody_fills"))

    async def begin(
        self, principal: Principal, entity_id: str, keys: Sequence[str] = (), agent: str | None = None
    ) -> tuple[RunId, Chosen, list[str]]:
        """Start the run that fills in some fields, or all that are empty.

        One that fills in the same fields of the record already is returned instead of a second.
        """
        entity = await self._rooms.entities.get(principal.workspace_id, entity_id)
        kind = await self._rooms.types.get(principal.workspace_id, entity.type_id)
        wanted = _wanted(kind.definition, entity, keys)
        chosen = await self.choose(principal.workspace_id, agent, kind.definition.default_agent_slug)
        run_id = RunId(new_id())
        given: dict[str, Any] = {"entityId": entity.id, "fields": wanted, "rule": chosen.rule}
        run = NewRun(
            id=run_id,
            workspace_id=principal.workspace_id,
            workflow=FLOW,
            agent=chosen.agent.record.slug,
            agent_version=chosen.agent.version,
            source="extraction",
            person_id=principal.person_id,
            title=entity.title,
            input=given | {"apiKeyId": principal.api_key_id},
        )
        if (same := await self._start(run)) is not None:
            return same[0], chosen, list(same[1]["fields"])
        await self._access.audit.record_outside(
            principal,
            "entity.fill",
            ("entity", entity.id, entity.title),
            run_id=run_id,
            after={"fields": wanted, "agent": chosen.agent.record.slug, "rule": chosen.rule},
        )
        return run_id, chosen, wanted

    async def _start(self, run: NewRun) -> tuple[RunId, dict[str, Any]] | None:
        """Start a run, unless one does the same already; return that one, with what it was given."""
        same: list[tuple[RunId, dict[str, Any]]] = []

        async def make(connection: Connection) -> NewRun | None:
            entity_id = str(run.input["entityId"])
            for run_id, given in await filling_in(connection, run.workspace_id, entity_id, FLOW):
                if set(run.input["fields"]) <= set(given["fields"]):
                    same.append((run_id, given))
            return None if same else run

        await self._engine.start_with(run.id, make)
        return same[0] if same else None

    async def layers(self, run: Run) -> list[list[FieldDef]]:
        """Return the fields of a run in the layers of what they depend on."""
        entity = await self._rooms.entities.get(run.workspace_id, str(run.input["entityId"]))
        kind = await self._rooms.types.get(run.workspace_id, entity.type_id)
        wanted = set[str](run.input["fields"])
        found = [[one for one in layer if one.key in wanted] for layer in layers_of(kind.definition.fields)]
        return [layer for layer in found if layer]

    async def answered(self, run: Run, key: str) -> dict[str, Any] | None:
        """Return what was answered for a field in a run, or in those it started."""
        found = await self._rooms.responses.of_entity(run.workspace_id, str(run.input["entityId"]))
        mine = next((one for one in found if one.field_key == key and one.created_at >= run.created_at), None)
        return mine.told() if mine else None

    async def tried(self, workspace_id: WorkspaceId, entity_id: str) -> list[Tried]:
        """Return the fields of a record that the last agent who looked for them left as they were."""
        entity = await self._rooms.entities.get(workspace_id, entity_id)
        async with self._database.reading() as connection:
            ended = await filled_before(connection, workspace_id, entity.id, FLOW)
        last: dict[str, Tried | None] = {}
        for one in ended:
            for key, answer in one["result"].get("answers", {}).items():
                found = None if answer else Tried(key, one["agent"], RunId(one["id"]), one["ended_at"])
                last.setdefault(key, found)
        return [one for one in last.values() if one is not None]

    async def _may(self, agent: Agent) -> bool:
        config = agent.record.config
        has_tools = "entity" in config.tool_groups or "submitResponse" in config.custom_tools
        if not agent.record.enabled or agent.record.connection_id is not None or not has_tools:
            return False
        role = agent.record.role_id
        principal = await self._access.principal_for_run(agent.workspace_id, None, None, role)
        return all(principal.can(one) for one in NEEDS)


def _wanted(kind: TypeDef, entity: Entity, keys: Sequence[str]) -> list[str]:
    """Return the fields that are to be filled in: those named, or all that are empty."""
    for key in keys:
        if kind.field(key) is None:
            raise InvalidInput(say("entities.no_field", field=key, type=kind.name))
    wanted = list(keys) or [one.key for one in kind.fields if entity.fields.get(one.key) in (None, "", [])]
    if not wanted:
        raise InvalidStatus(say("agents.nothing_empty", name=entity.title))
    return wanted


@dataclass(frozen=True, slots=True)
class Rooms:
    """What filling in reads of records."""

    types: EntityTypes
    entities: Entities
    responses: Responses


def fill_flow(filling: Filling) -> NewFlow:
    """Return the flow: layers one after another, fields of a layer side by side."""

    async def body(flow: Flow) -> Closed:
        layers = await filling.layers(flow.run)
        flow.expect(2 * sum(len(layer) for layer in layers))
        for number, layer in enumerate(layers, 1):
            branches: dict[str, Callable[[Flow], Awaitable[None]]] = {
                one.key: partial(_fill, filling=filling, key=one.key) for one in layer
            }
            await flow.together(f"{number:02}", branches, limit=SIDE_BY_SIDE)
        told = {one.key: await filling.answered(flow.run, one.key) for layer in layers for one in layer}
        return Closed({"entityId": flow.run.input["entityId"], "answers": told})

    return NewFlow(body, permission="responses.team.create")


async def _fill(flow: Flow, *, filling: Filling, key: str) -> None:
    run = flow.run
    task = TASK.format(key=key, entity=run.input["entityId"])
    report = await run_agent(flow, "fill", run.agent, task, title=f"{run.title}: {key}")

    async def keep(_step: StepContext) -> object:
        return {"field": key, "answer": await filling.answered(run, key), "said": report.text[:2_000]}

    await flow.step("keep", key, keep)
