"""Everything below the rooms, built in the order in which it depends on each other."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from proofroom.access import Access, Principal
from proofroom.durable import Engine
from proofroom.house import House
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import PersonId, WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.kernel.tool import ToolContext
from proofroom.net import Transport
from proofroom.providers.types import Driver
from proofroom.repository import Repositories
from proofroom.repository.reviewable import KIND, BranchReviewable
from proofroom.reviews import (
    Approval,
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
from proofroom.reviews.approvals import CheckInput
from proofroom.reviews.links.give import FindGiver
from proofroom.reviews.undo import Undo
from proofroom.runtime import Chat
from proofroom.runtime.baseline.help import search_help
from proofroom.runtime.baseline.search import search_tools
from proofroom.runtime.baseline.tools import baseline_tools
from proofroom.runtime.delegation.delegate import delegate_tool
from proofroom.runtime.flow.flows import Flows
from proofroom.runtime.rerun import Reruns
from proofroom.runtime.waiting import Waiting
from proofroom.store import Database
from proofroom.telemetry.budgets import let_go
from proofroom.telemetry.usage import Usage
from proofroom.telemetry.usage.tools import usage_tools
from proofroom.tools import Bridge, Registry
from proofroom.tools.mcp import mcp_source, mcp_tools
from proofroom.wiring.outbound import Outbound, build_outbound, find_search


def build_house(
    settings: Settings, clock: Clock, database: Database, transport: Transport, drivers: Mapping[str, Driver]
) -> House:
    """Build the floors, with no room on them yet."""
    engine = Engine(settings, database, clock)
    outbound = build_outbound(settings, clock, database, transport, drivers)
    access, usage = Access(database, clock, settings), Usage(database)
    registry = _build_registry(settings, access, usage, outbound)
    approvals = Approvals(database, clock, _check_input(registry))
    budgets = Budgets(database, clock, access.audit)
    stops, proposals = Stops(database, clock, budgets), Proposals(database, clock)
    repositories = Repositories(settings.data / "repos")
    proposals.add_kind(KIND, BranchReviewable(repositories, clock))
    waiting = Waiting(engine)
    waiting.add(approvals, stops)
    chat, flows = Chat(database, engine, clock), Flows(engine, waiting)
    engine.hooks.cut_off.append(let_go)
    inbox = Inbox()
    for source in (
        approval_source(approvals),
        proposal_source(proposals),
        stop_source(stops),
        mcp_source(outbound.mcp, outbound.connections),
    ):
        inbox.add(source)
    return House(
        settings=settings,
        clock=clock,
        database=database,
        engine=engine,
        transport=transport,
        access=access,
        usage=usage,
        connections=outbound.connections,
        defaults=outbound.defaults,
        openers=outbound.openers,
        models=outbound.models,
        mcp=outbound.mcp,
        approvals=approvals,
        proposals=proposals,
        undo=Undo(engine, proposals, clock),
        inbox=inbox,
        links=Links(database, clock, access.audit, proposals, approvals, _find_giver(access)),
        budgets=budgets,
        stops=stops,
        repositories=repositories,
        registry=registry,
        bridge=Bridge(),
        chat=chat,
        waiting=waiting,
        flows=flows,
        reruns=Reruns(database, engine, clock, flows),
    )


def _build_registry(settings: Settings, access: Access, usage: Usage, outbound: Outbound) -> Registry:
    """Collect the tools of the lower floors."""

    async def list_projects(context: ToolContext) -> list[dict[str, Any]]:
        found = await access.projects.list(await access.caller(context))
        return [{"slug": p.slug, "name": p.name, "status": p.status} for p in found]

    registry = Registry()
    registry.add([*baseline_tools(list_projects, search_help), delegate_tool(), *usage_tools(usage)])
    registry.add([*search_tools(find_search(settings, outbound)), *mcp_tools(outbound.mcp)])
    return registry


def _check_input(registry: Registry) -> CheckInput:
    """Return the check of an approver's edit against the tool's own schema."""

    def check(approval: Approval, edited: dict[str, Any]) -> dict[str, Any]:
        if approval.is_gate:  # no tool is called: values may change, names may not
            if set(edited) != set(approval.input):
                raise InvalidInput(say("reviews.gate_values", known=", ".join(approval.input)))
            return edited
        try:
            registry.get(approval.tool_name).input_model.model_validate(edited)
        except ValidationError as error:
            raise InvalidInput(
                say("reviews.edited_input", tool=approval.tool_name, problem=error.errors()[0]["msg"])
            ) from None
        return edited

    return check


def _find_giver(access: Access) -> FindGiver:
    async def find(workspace_id: WorkspaceId, person_id: PersonId | None) -> Principal:
        if person_id is None:
            return await access.principals.for_operator(workspace_id)
        return await access.principal_for_run(workspace_id, person_id)

    return find
