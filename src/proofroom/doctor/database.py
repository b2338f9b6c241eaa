"""Checks of the database: does it answer, is its schema ours, is the key the right one, do clocks agree."""

from proofroom.doctor.machine import clock_finding
from proofroom.kernel.check import Check
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import ProofroomError
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import joined, say
from proofroom.store import Database, load_keyring
from proofroom.store.migrate import current_revision, head
from proofroom.store.probe import count_secrets, database_time
from proofroom.store.processes import find_live
from proofroom.store.secrets import key_file


async def check_reachable(database: Database) -> Check:
    """Ask the database anything."""
    kind = "PostgreSQL" if database.is_postgres else "SQLite"
    try:
        await database_time(database)
    except Exception as error:  # any driver's error means the same here
        return Check(
            "database",
            say("doctor.database"),
            "failed",
            say("doctor.database.silent", kind=kind, reason=type(error).__name__),
            say("doctor.database.server") if database.is_postgres else say("doctor.database.restore"),
        )
    return Check("database", say("doctor.database"), "ok", say("doctor.database.answers", kind=kind))


async def check_schema(database: Database) -> Check:
    """Compare the database's schema with the one this release wants."""
    found = await current_revision(database)
    if found == head():
        return Check("schema", say("doctor.schema"), "ok", say("doctor.schema.fits"))
    return Check(
        "schema",
        say("doctor.schema"),
        "warning",
        say("doctor.schema.other", found=found, wanted=head())
        if found
        else say("doctor.schema.none", wanted=head()),
        say("doctor.schema.start"),
    )


async def check_key(database: Database, settings: Settings) -> Check:
    """Look whether every stored secret can be opened with the keys at hand."""
    has_key = settings.secret_key is not None or key_file(settings).exists()
    try:
        keyring = load_keyring(settings) if has_key else None  # loading makes a key file where there is none
        total, closed = await count_secrets(database, keyring)
    except ProofroomError as error:
        return Check("key", say("doctor.key"), "failed", error.message, error.suggestion)
    if closed:
        return Check(
            "key",
            say("doctor.key"),
            "failed",
            say("doctor.key.closed", closed=closed, total=total),
            say("doctor.key.restore"),
        )
    return Check("key", say("doctor.key"), "ok", say("doctor.key.opens", total=total))


async def check_processes(database: Database, clock: Clock) -> Check:
    """List the processes that share the work."""
    live = await find_live(database, clock)
    listed = [say("doctor.processes.one", name=each.id, process=each.pid, host=each.host) for each in live]
    told = say("doctor.processes.work", listed=joined(", ", listed)) if live else say("doctor.processes.none")
    return Check("processes", say("doctor.processes"), "ok", told)


async def check_database_clock(database: Database, clock: Clock) -> Check:
    """Compare our clock with the database server's."""
    skew_s = (await database_time(database) - clock.now()).total_seconds()
    return clock_finding("database_clock", say("doctor.database_clock"), skew_s, "database")
