"""Trying every connection of every workspace for the doctor, with a studio or without one."""

from proofroom.access import Access
from proofroom.connections import Connections
from proofroom.connections.health import check_connections
from proofroom.kernel.check import Check
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import KeyMismatch
from proofroom.kernel.settings import Settings
from proofroom.net import Transport
from proofroom.store import Keyring, load_keyring, open_database
from proofroom.store.migrate import current_revision, head
from proofroom.store.secrets import key_file
from proofroom.wiring.reach import build_reach


async def check_all_connections(access: Access, connections: Connections) -> list[Check]:
    """Make a real request over every connection that is on."""
    found: list[Check] = []
    for workspace in await access.workspaces.list_all():
        found.extend(await check_connections(connections, workspace.id))
    return found


async def check_stored_connections(settings: Settings, clock: Clock) -> list[Check]:
    """Do the same while no studio runs, from what is stored. It changes nothing."""
    if not settings.is_postgres and not settings.sqlite_path.exists():
        return []
    database = open_database(settings)
    try:
        if not await database.answers() or await current_revision(database) != head():
            return []  # other checks say what is wrong
        quiet = settings.model_copy(update={"refresh_prices": False})
        async with Transport.open(settings.allow_private_hosts) as transport:
            reach = build_reach(quiet, clock, database, transport, {}, load_keys=lambda: _keys(settings))
            return await check_all_connections(Access(database, clock, settings), reach.connections)
    finally:
        await database.close()


def _keys(settings: Settings) -> Keyring:
    """Return the keys that are there; loading them as usual would make a key where there is none."""
    if settings.secret_key is None and not key_file(settings).exists():
        raise KeyMismatch("The key that sealed this secret is not here.")
    return load_keyring(settings)
