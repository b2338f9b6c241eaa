"""What the loop needs from rooms above and beside it."""

from proofroom.access import Access
from proofroom.house import House, LoopPorts
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConversationId, ProjectId, WorkspaceId
from proofroom.kernel.tokenizer import Vocabularies
from proofroom.reviews import Approval, Approvals, may_decide
from proofroom.runtime import AgentProfile, Authority, Ports, PromptBuilder
from proofroom.runtime.facts import FindRules, HasApprover, IsBacked
from proofroom.runtime.guard import Rule
from proofroom.runtime.prompts.limits import FindLimits, SetLimits, limits_section
from proofroom.runtime.prompts.sections import platform_sections
from proofroom.runtime.types import Asker, FindAuthority
from proofroom.telemetry.budgets import Spender


def build_ports(house: House, loop: LoopPorts) -> Ports:
    """Fill the loop's ports; `loop` is what rooms have of it."""
    prompts = PromptBuilder()
    address = (house.settings.public_url or "").rstrip("/")
    own = platform_sections(address)
    own.append(limits_section(_find_limits(house)))
    prompts.add(*own, *(section for room in house.rooms for section in room.sections))
    assert loop.find_agent is not None
    assert loop.find_target is not None
    assert loop.find_project is not None
    return Ports(
        database=house.database,
        pasts=house.chat.pasts,
        clock=house.clock,
        registry=house.registry,
        prompts=prompts,
        find_agent=loop.find_agent,
        find_authority=_find_authority(house.access),
        find_model=house.models.find,
        find_project=loop.find_project,
        find_rules=_find_rules(house.approvals),
        find_target=loop.find_target,
        engine=house.engine,
        bridge=house.bridge,
        has_approver=_has_approver(house.access),
        is_backed=_is_backed(house.access),
        note_context=house.chat.note_context,
        address=address,
        end_turn=loop.end_turn,
        find_shown_outside=tuple(room.shown_outside for room in house.rooms if room.shown_outside),
        count_exactly=Vocabularies(house.settings.vocabularies).counter,
    )


def _find_limits(house: House) -> FindLimits:
    async def find(spender: Spender) -> SetLimits:
        return SetLimits(
            budgets=await house.budgets.holding_for(spender),
            key_requests_per_minute=house.settings.key_requests_per_minute,
        )

    return find


def _find_rules(approvals: Approvals) -> FindRules:
    async def find(workspace_id: WorkspaceId, conversation_id: ConversationId | None) -> tuple[Rule, ...]:
        return tuple(
            Rule(rule.tool_name, rule.effect, rule.agent)
            for rule in await approvals.rules(workspace_id)
            if rule.conversation_id in (None, conversation_id)
        )

    return find


def _is_backed(access: Access) -> IsBacked:
    async def is_backed(approval: Approval) -> bool:
        if approval.decided_by is None:  # the operator's word, or a guest's: they have nothing to lose
            return True
        try:
            approver = await access.principals.for_person(approval.workspace_id, approval.decided_by)
        except NotFound:
            return False
        return may_decide(approver, approval)

    return is_backed


def _has_approver(access: Access) -> HasApprover:
    async def has_approver(approval: Approval) -> bool:
        return await access.principals.anybody(
            approval.workspace_id, lambda principal: may_decide(principal, approval)
        )

    return has_approver


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
            only_project=principal.only_project,
            api_key_id=asker.api_key_id,
        )

    return find_authority
