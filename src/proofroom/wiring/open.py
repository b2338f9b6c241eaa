"""Opening a studio: the data folder, the database, every room, then the work that was left."""

from contextlib import AsyncExitStack
from dataclasses import fields

from proofroom.durable import Engine
from proofroom.kernel.clock import Clock, SystemClock
from proofroom.kernel.settings import Settings
from proofroom.media.draw import draw_tools
from proofroom.net import Transport
from proofroom.providers.types import Driver
from proofroom.runtime.search import search_tools
from proofroom.store import hold, open_database
from proofroom.store.migrate import migrate
from proofroom.tools.mcp import mcp_source, mcp_tools
from proofroom.wiring.housekeeping import housekeeping
from proofroom.wiring.observability import Observability, open_observability
from proofroom.wiring.offline import offline_driver
from proofroom.wiring.operator import make_operator_token
from proofroom.wiring.outbound import Outbound, build_outbound, find_images, find_search
from proofroom.wiring.rooms import Rooms, build_rooms
from proofroom.wiring.studio import Studio


async def open_studio(
    settings: Settings,
    *,
    clock: Clock | None = None,
    drivers: dict[str, Driver] | None = None,
    is_embedded: bool = False,
) -> Studio:
    """Open the data folder, bring the database up to date, and start working.

    An embedded studio lives for one command: it does what it is asked and takes no work from queues.
    """
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        lock = stack.enter_context(hold(settings, clock))
        database = open_database(settings)
        stack.push_async_callback(database.close)
        await migrate(settings, database)
        transport = await stack.enter_async_context(Transport.open(settings.allow_private_hosts))
        engine = Engine(settings, database, clock)
        built_in = drivers or {"offline": offline_driver()}
        outbound = build_outbound(settings, clock, database, transport, built_in)
        stack.push_async_callback(outbound.models.close)
        rooms = build_rooms(
            settings, clock, database, engine, transport, outbound.connections, outbound.models.find
        )
        _add_outbound(settings, rooms, outbound)
        workspace = await rooms.access.ensure_workspace()
        await rooms.agents.backfill(workspace.id)
        observability = await open_observability(settings, clock, database, engine, rooms.access, stack)
        await engine.launch(serve_queues=not is_embedded)
        stack.push_async_callback(engine.close)
        if not is_embedded:
            await stack.enter_async_context(housekeeping(rooms, observability.retention))
        await _take_up(rooms)
        return Studio(
            **{each.name: getattr(rooms, each.name) for each in fields(Rooms)},
            **{each.name: getattr(outbound, each.name) for each in fields(Outbound)},
            **{each.name: getattr(observability, each.name) for each in fields(Observability)},
            settings=settings,
            clock=clock,
            lock=lock,
            database=database,
            engine=engine,
            transport=transport,
            workspace_id=workspace.id,
            operator_token=make_operator_token(settings),
            closing=stack.pop_all(),
        )


def _add_outbound(settings: Settings, rooms: Rooms, outbound: Outbound) -> None:
    """Give agents and the inbox what reaches outside."""
    rooms.registry.add(search_tools(find_search(settings, outbound)))
    rooms.registry.add(mcp_tools(outbound.mcp))
    rooms.inbox.add(mcp_source(outbound.mcp, outbound.connections))
    rooms.registry.add(draw_tools(rooms.media, find_images(outbound)))


async def _take_up(rooms: Rooms) -> None:
    """Take up what a stop of the studio left: held money, runs that are ready, messages typed ahead."""
    await rooms.budgets.release_ended()
    await rooms.waiting.tidy()
    await rooms.chat.tidy()
