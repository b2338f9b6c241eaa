"""Model A, else B: which errors let the next model of an agent take over, and which one that is."""

import logging

from proofroom.durable import StepContext
from proofroom.kernel import events
from proofroom.kernel.errors import (
    InvalidStatus,
    KeyMismatch,
    NotFound,
    OutsideFailed,
    ProofroomError,
    ProviderFailed,
)
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.scope import Scope
from proofroom.providers.call import Tap
from proofroom.providers.types import OpenModel
from proofroom.runtime.facts import Ports, Turn
from proofroom.runtime.types import FindModel

log = logging.getLogger(__name__)

_NOT_THERE = (NotFound, InvalidStatus, KeyMismatch)
"""Errors of a model that cannot even be opened: its connection is gone, switched off or unreadable."""


def may_switch(error: Exception, tap: Tap) -> bool:
    """Tell whether another model may answer instead: nothing was said yet, and the provider is at fault.

    A refusal is an answer: another model is not asked to say what this one would not.
    """
    return isinstance(error, ProviderFailed | OutsideFailed) and not tap.said and not tap.thought


async def open_first(
    find_model: FindModel,
    workspace_id: WorkspaceId,
    scope: Scope,
    wanted: str | None,
    others: tuple[str, ...],
) -> tuple[OpenModel, ProofroomError | None]:
    """Open the wanted model, else the first other that can be opened, with what kept the wanted one."""
    try:
        return await find_model(workspace_id, scope, wanted), None
    except _NOT_THERE as error:
        for label in others:
            if (found := await _try_open(find_model, workspace_id, scope, label)) is not None:
                return found, error
        raise


async def switch_model(step: StepContext, ports: Ports, turn: Turn, error: ProofroomError) -> bool:
    """Let the next model of the agent take over and say so; False if there is none left."""
    turn.tried.add(turn.model.label)
    for label in turn.agent.fallback_models:
        if label in turn.tried:
            continue
        turn.tried.add(label)
        found = await _try_open(ports.find_model, step.run.workspace_id, turn.input.scope, label)
        if found is None or (found.label != label and found.label in turn.tried):
            continue
        step.emit(events.ModelSwitched(before=turn.model.label, after=found.label, reason=error.message))
        turn.tried.add(found.label)
        turn.model = found
        return True
    return False


async def take_up(ports: Ports, turn: Turn, workspace_id: WorkspaceId, label: str) -> None:
    """Go on with the model that answered a step that was finished before a restart."""
    if label != turn.model.label:
        turn.tried |= {turn.model.label, label}
        turn.model = await ports.find_model(workspace_id, turn.input.scope, label)


async def _try_open(
    find_model: FindModel, workspace_id: WorkspaceId, scope: Scope, label: str
) -> OpenModel | None:
    try:
        return await find_model(workspace_id, scope, label)
    except _NOT_THERE as error:
        log.info("the fallback %s cannot be used: %s", label, error)
        return None
