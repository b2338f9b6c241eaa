"""What the loop needs from rooms above and beside it."""

from typing import Any

from pydantic import ValidationError

from proofroom.access import Access
from proofroom.agents import Roster
from proofroom.durable import Engine
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import InvalidInput, NotFound
from proofroom.kernel.ids import ConversationId, ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.reviews import Approval, Approvals, may_decide
from proofroom.reviews.approvals import CheckInput
from proofroom.runtime import (
    AgentProfile,
    Authority,
    Ports,
    PromptBuilder,
    Section,
)
from proofroom.runtime.delegate import delegate_tool
from proofroom.runtime.facts import EndTurnPort, FindCounter
from proofroom.runtime.guard import Rule
from proofroom.runtime.help import search_help
from proofroom.runtime.sections import platform_sections
from proofroom.runtime.tools import baseline_tools
from proofroom.runtime.types import Asker, FindAuthority, FindModel, FindProject
from proofroom.store import Database
from proofroom.tools import Bridge, Registry


def build_ports(
    database: Database,
    clock: Clock,
    registry: Registry,
    access: Access,
    agents: Roster,
    approvals: Approvals,
    find_model: FindModel,
    find_project: FindProject,
    engine: Engine,
    end_turn: EndTurnPort,
    sections: list[Section],
    count_exactly: FindCounter,
) -> Ports:
    """Fill the loop's ports; `sections` are what rooms add to the prompt."""
    prompts = PromptBuilder()
    prompts.add(*platform_sections(), *sections)

    async def find_rules(
        workspace_id: WorkspaceId, conversation_id: ConversationId | None
    ) -> tuple[Rule, ...]:
        return tuple(
            Rule(rule.tool_name, rule.effect, rule.agent)
            for rule in await approvals.rules(workspace_id)
            if rule.conversation_id in (None, conversation_id)
        )

    async def is_backed(approval: Approval) -> bool:
        if approval.decided_by is None:  # the operator's word, or a guest's: they have nothing to lose
            return True
        try:
            approver = await access.principals.for_person(approval.workspace_id, approval.decided_by)
        except NotFound:
            return False
        return may_decide(approver, approval)

    async def has_approver(approval: Approval) -> bool:
        return await access.principals.anybody(
            approval.workspace_id, lambda principal: may_decide(principal, approval)
        )

    return Ports(
        database=database,
        clock=clock,
        registry=registry,
        prompts=prompts,
        find_agent=agents.profile,
        find_authority=_find_authority(access),
        find_model=find_model,
        find_project=find_project,
        find_rules=find_rules,
        find_target=agents.target,
        engine=engine,
        bridge=Bridge(),
        has_approver=has_approver,
        is_backed=is_backed,
        end_turn=end_turn,
        count_exactly=count_exactly,
    )


def build_registry(access: Access) -> Registry:
    """Collect every room's tools."""

    async def list_projects(workspace_id: WorkspaceId) -> list[dict[str, Any]]:
        found = await access.projects_of(workspace_id)
        return [{"slug": p.slug, "name": p.name, "status": p.status} for p in found]

    registry = Registry()
    registry.add([*baseline_tools(list_projects, search_help), delegate_tool()])
    return registry


def check_input(registry: Registry) -> CheckInput:
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


def _find_authority(access: Access) -> FindAuthority:
    async def find_authority(asker: Asker, project_id: ProjectId | None, agent: AgentProfile) -> Authority:
        principal = await access.principal_for_run(
            asker.workspace_id, asker.person_id, asker.api_key_id, agent.role
        )
        limits = principal.limits_in(project_id)
        return Authority(
            permissions=principal.permissions_in(project_id),
            person_id=principal.person_id,
            name=principal.name,
            email=principal.email,
            workspace_role=principal.workspace_role or "member",
            project_role=principal.project_role(project_id) if project_id else None,
            only_tools=limits.tools,
            only_models=limits.models,
            only_locales=limits.locales,
        )

    return find_authority
