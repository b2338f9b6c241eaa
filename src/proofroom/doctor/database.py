"""Checks of the database: does it answer, is its schema ours, is the key the right one, do clocks agree."""

from proofroom.doctor.machine import clock_finding
from proofroom.kernel.check import Check
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.settings import Settings
from proofroom.store import Database, load_keyring
from proofroom.store.migrate import current_revision, head
from proofroom.store.probe import count_secrets, database_time
from proofroom.store.secrets import key_file


async def check_reachable(database: Database) -> Check:
    """Ask the database anything."""
    kind = "PostgreSQL" if database.is_postgres else "SQLite"
    try:
        await database_time(database)
    except Exception as error:  # any driver's error means the same here
        return Check(
            "database",
            "Database",
            "failed",
            f"{kind} does not answer: {type(error).__name__}.",
            "Check PROOFROOM_DATABASE_URL and that the server runs."
            if database.is_postgres
            else "Restore the data folder from a backup with `proofroom restore`.",
        )
    return Check("database", "Database", "ok", f"{kind} answers.")


async def check_schema(database: Database) -> Check:
    """Compare the database's schema with the one this release wants."""
    found = await current_revision(database)
    if found == head():
        return Check("schema", "Schema", "ok", "The schema is this release's.")
    return Check(
        "schema",
        "Schema",
        "warning",
        f"The schema is {found or 'not there yet'}, this release wants {head()}.",
        "Start the studio: it takes a backup and migrates.",
    )


async def check_key(database: Database, settings: Settings) -> Check:
    """Look whether every stored secret can be opened with the keys at hand."""
    has_key = settings.secret_key is not None or key_file(settings).exists()
    try:
        keyring = load_keyring(settings) if has_key else None  # loading makes a key file where there is none
        total, closed = await count_secrets(database, keyring)
    except ProofroomError as error:
        return Check("key", "Secret key", "failed", error.message, error.suggestion)
    if closed:
        return Check(
            "key",
            "Secret key",
            "failed",
            f"{closed} of {total} stored secrets were sealed with a key that is not here.",
            "Put the old key file back, or set PROOFROOM_OLD_SECRET_KEYS; else enter the secrets again.",
        )
    return Check("key", "Secret key", "ok", f"All {total} stored secrets can be opened.")


async def check_database_clock(database: Database, clock: Clock) -> Check:
    """Compare our clock with the database server's."""
    skew_s = (await database_time(database) - clock.now()).total_seconds()
    return clock_finding("database_clock", "Database clock", skew_s, "the database's")
