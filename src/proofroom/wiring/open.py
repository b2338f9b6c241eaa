"""Opening a studio: the data folder, the database, the floors, every room, then the work that was left."""

import socket
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import fields
from functools import cache, partial
from typing import Literal

from proofroom.house import House, Plug
from proofroom.kernel.clock import Clock, SystemClock
from proofroom.kernel.settings import Settings
from proofroom.net import Transport
from proofroom.providers.types import Driver
from proofroom.runtime import Ports
from proofroom.runtime.direct import Direct
from proofroom.runtime.own_flows import own_flows
from proofroom.store import StudioLock, hold, open_database
from proofroom.store.archive import clear_partial
from proofroom.store.backup import FOLDER
from proofroom.store.lock import hold_free
from proofroom.store.migrate import migrate
from proofroom.store.private import make_private
from proofroom.tools import permissions_within
from proofroom.wiring.floors import build_house
from proofroom.wiring.housekeeping import housekeeping
from proofroom.wiring.memory import keep_memory_whole
from proofroom.wiring.observability import Observability, open_observability
from proofroom.wiring.offline import LateOffline
from proofroom.wiring.operator import new_operator_token, put_operator_token
from proofroom.wiring.ports import build_ports
from proofroom.wiring.preview import Previews
from proofroom.wiring.rooms import plugs, prepare_workspace, take_in
from proofroom.wiring.studio import Studio

Part = Literal["studio", "worker", "command"]
"""What a process is there for. A worker works what is due and serves nobody; a command does what it is asked,
and takes no work from queues.
"""


async def open_studio(
    settings: Settings,
    *,
    clock: Clock | None = None,
    drivers: dict[str, Driver] | None = None,
    beside_offline: dict[str, Driver] | None = None,
    more_rooms: Sequence[Plug] = (),
    part: Part = "studio",
) -> Studio:
    """Open the data folder, bring the database up to date, and start working.

    `drivers` stand in for the offline model, `beside_offline` come on top of it.
    """
    clock = clock or SystemClock()
    keep_memory_whole()
    async with AsyncExitStack() as stack:
        lock = stack.enter_context(_hold(settings, clock, part))
        settings = settings.model_copy(update={"executor_id": lock.studio.executor_id})
        clear_partial(settings.data / FOLDER)
        database = open_database(settings)
        stack.push_async_callback(database.close)
        await migrate(settings, database)
        transport = await stack.enter_async_context(Transport.open(settings.allow_private_hosts))
        built_in = drivers or dict[str, Driver]()
        house = build_house(settings, clock, database, transport, built_in)
        stack.push_async_callback(house.models.close)
        stack.push_async_callback(house.mcp.close)
        ports = build_ports(house, take_in(house, [*plugs(), *more_rooms]))
        if not drivers:
            built_in |= {"offline": LateOffline(house.rooms)} | (beside_offline or {})
        workspace = await house.access.ensure_workspace()
        house.access.principals.home = workspace.id
        house.access.principals.left_by = cache(partial(permissions_within, house.registry))
        for each in await house.access.workspaces.list_all():
            await prepare_workspace(house.rooms, each.id)
        _open_flows(house, ports)
        observability = await open_observability(house, stack)
        await house.engine.launch(serve_queues=part != "command")
        stack.push_async_callback(house.engine.close)
        if part != "command":
            await stack.enter_async_context(housekeeping(house, observability.retention))
        await _take_up(house)
        make_private(settings)  # the databases were made on the way, if this is the first start
        return Studio(
            **{each.name: getattr(house, each.name) for each in fields(House)},
            **{each.name: getattr(observability, each.name) for each in fields(Observability)},
            lock=lock,
            direct=Direct(ports, house.engine, clock),
            previews=Previews(house, ports.find_authority),
            workspace_id=workspace.id,
            operator_token=_operator_token(settings, stack, part),
            closing=stack.pop_all(),
        )


def _hold(settings: Settings, clock: Clock, part: Part) -> StudioLock:
    """Take the data folder under the name of this process; a worker that nobody named finds one."""
    if part == "worker" and "executor_id" not in settings.model_fields_set:
        return hold_free(settings, clock, f"{socket.gethostname()}-worker")
    return hold(settings, clock, is_passing=part == "command")


def _operator_token(settings: Settings, stack: AsyncExitStack, part: Part) -> str:
    """Return the operator's token; it is in a file only where others are to find the studio by it."""
    token = new_operator_token()
    if part == "studio":
        stack.enter_context(put_operator_token(settings, token))
    return token


def _open_flows(house: House, ports: Ports) -> None:
    """Add the loop's own flows to those of the rooms, and say what all of them reach."""
    house.engine.hooks.endings.append(house.chat.free)
    for name, flow in own_flows(house.chat).items():
        house.flows.add(name, flow)
    house.flows.open(ports)


async def _take_up(house: House) -> None:
    """Take up what a stop of the studio left: held money, runs that are ready, messages typed ahead."""
    await house.budgets.release_ended()
    await house.waiting.tidy()
    await house.chat.tidy()
