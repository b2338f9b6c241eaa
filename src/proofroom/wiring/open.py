"""Opening a studio: the data folder, the database, every room, then the work that was left."""

from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack

from proofroom.access import Access
from proofroom.agents import Roster
from proofroom.durable import Engine, RunHandle
from proofroom.kernel.clock import Clock, SystemClock
from proofroom.kernel.settings import Settings
from proofroom.net import Transport
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import Driver
from proofroom.reviews import Approvals, Inbox, approval_source
from proofroom.runtime import WORKFLOW, Chat, Ports, run_turn
from proofroom.runtime.playbook import baseline_playbook
from proofroom.store import hold, open_database
from proofroom.store.migrate import migrate
from proofroom.wiring.operator import make_operator_token
from proofroom.wiring.ports import build_ports, build_registry, check_input, find_model_in, open_models
from proofroom.wiring.studio import Studio


async def open_studio(
    settings: Settings, *, clock: Clock | None = None, drivers: dict[str, Driver] | None = None
) -> Studio:
    """Open the data folder, bring the database up to date, and start working."""
    clock = clock or SystemClock()
    async with AsyncExitStack() as stack:
        lock = stack.enter_context(hold(settings, clock))
        database = open_database(settings)
        stack.push_async_callback(database.close)
        await migrate(settings, database)
        transport = await stack.enter_async_context(Transport.open(settings.allow_private_hosts))
        access = Access(database, clock, settings)
        workspace = await access.ensure_workspace()
        agents = Roster(database, clock)
        await agents.backfill(workspace.id)
        engine = Engine(settings, database, clock)
        registry = build_registry(access)
        models = await open_models(drivers or {"offline": OfflineDriver([baseline_playbook()])})
        approvals = Approvals(database, clock, check_input(registry))
        approvals.on_decided(engine.resume)
        inbox = Inbox()
        inbox.add(approval_source(approvals))
        ports = build_ports(database, clock, registry, access, agents, approvals, find_model_in(models))
        chat = Chat(database, engine, clock)
        engine.workflow(WORKFLOW, _turn_workflow(ports, chat))
        await engine.launch()
        stack.push_async_callback(engine.close)
        await chat.tidy()
        return Studio(
            settings=settings,
            clock=clock,
            lock=lock,
            database=database,
            engine=engine,
            access=access,
            transport=transport,
            registry=registry,
            chat=chat,
            agents=agents,
            approvals=approvals,
            inbox=inbox,
            models=models,
            workspace_id=workspace.id,
            operator_token=make_operator_token(settings),
            closing=stack.pop_all(),
        )


def _turn_workflow(ports: Ports, chat: Chat) -> Callable[[RunHandle], Awaitable[None]]:
    async def turn(handle: RunHandle) -> None:
        has_ended = await run_turn(handle, ports)
        if has_ended and handle.run.conversation_id is not None:
            await chat.after_turn(handle.run.workspace_id, handle.run.conversation_id, handle.run.id)

    return turn
