"""All checks, in the order in which one would mend what they find."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from proofroom.doctor import database, kept, machine
from proofroom.kernel.check import Check
from proofroom.kernel.clock import Clock
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store import open_database

Probe = Callable[[], Awaitable[list[Check]]]
"""Looks at something a running studio knows, such as its connections."""


async def examine(settings: Settings, clock: Clock, probes: Sequence[Probe] = ()) -> list[Check]:
    """Return a finding for every check; one that cannot be made is a finding too."""
    local = await asyncio.to_thread(_look_at_machine, settings, clock)
    stored = await _look_at_database(settings, clock)
    probed = [check for found in await asyncio.gather(*(probe() for probe in probes)) for check in found]
    return [*local, *stored, *probed]


def _look_at_machine(settings: Settings, clock: Clock) -> list[Check]:
    documents = machine.check_documents(settings)
    return [
        machine.check_python(),
        machine.check_git(),
        machine.check_git_identity(),
        machine.check_data_folder(settings),
        machine.check_privacy(settings),
        machine.check_free_space(settings),
        machine.check_port(settings),
        machine.check_clock(settings, clock),
        machine.check_web_app(),
        *([documents] if documents else []),
    ]


async def _look_at_database(settings: Settings, clock: Clock) -> list[Check]:
    if not settings.is_postgres and not settings.sqlite_path.exists():
        detail = say("doctor.database.none")
        return [Check("database", say("doctor.database"), "ok", detail)]
    opened = open_database(settings)
    try:
        reached = await database.check_reachable(opened)
        if reached.state == "failed":
            return [reached]
        return [
            reached,
            await database.check_schema(opened),
            await database.check_key(opened, settings),
            await database.check_database_clock(opened, clock),
            *([await database.check_processes(opened, clock)] if settings.is_postgres else []),
            *await kept.check_kept(settings, opened),
        ]
    finally:
        await opened.close()
