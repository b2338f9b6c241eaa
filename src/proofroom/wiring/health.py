"""Trying stored connections for the doctor while no studio runs."""

from proofroom.access import Access
from proofroom.connections.health import check_connections
from proofroom.kernel.check import Check
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import KeyMismatch
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.net import Transport
from proofroom.store import Keyring, load_keyring, open_database
from proofroom.store.migrate import current_revision, head
from proofroom.store.secrets import key_file
from proofroom.wiring.outbound import build_outbound


async def check_stored_connections(settings: Settings, clock: Clock) -> list[Check]:
    """Make a real request over every connection of every workspace. It changes nothing."""
    if not settings.is_postgres and not settings.sqlite_path.exists():
        return []
    database = open_database(settings)
    try:
        if not await database.answers() or await current_revision(database) != head():
            return []  # other checks say what is wrong
        quiet = settings.model_copy(update={"refresh_prices": False})
        async with Transport.open(settings.allow_private_hosts) as transport:
            outbound = build_outbound(
                quiet, clock, database, transport, {}, load_keys=lambda: _keys(settings)
            )
            found: list[Check] = []
            for workspace in await Access(database, clock, settings).workspaces.list_all():
                found.extend(await check_connections(outbound.connections, workspace.id))
            return found
    finally:
        await database.close()


def _keys(settings: Settings) -> Keyring:
    """Return the keys that are there; loading them as usual would make a key where there is none."""
    if settings.secret_key is None and not key_file(settings).exists():
        raise KeyMismatch(say("secrets.key_missing"))
    return load_keyring(settings)
