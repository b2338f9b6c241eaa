"""Sums of the ledger on both databases: groups, days of 23 and 25 hours, and nothing of other workspaces."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from proofroom.kernel.calendar import midnight, month_of, read_moment, zone_named
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ConversationId, PersonId, RunId, WorkspaceId, new_id
from proofroom.store import Database
from proofroom.telemetry.usage import Seen, Usage
from tests.telemetry.rows import WORKSPACE, line, write

pytestmark = pytest.mark.both_databases

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
ADA, BEN = PersonId(new_id()), PersonId(new_id())


def around(moment: datetime, **more: object) -> Seen:
    return Seen(WORKSPACE, moment - timedelta(days=3), moment + timedelta(days=3), **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Pacific/Auckland", "2026-09-27", 23),
        ("Pacific/Auckland", "2026-04-05", 25),
        ("America/Los_Angeles", "2026-03-08", 23),
        ("America/Los_Angeles", "2026-11-01", 25),
    ],
)
async def test_a_call_every_half_hour_fills_a_day_of_its_true_length(
    database: Database, zone: str, day: str, hours: int
) -> None:
    place = ZoneInfo(zone)
    begin = read_moment(day, place, "since")
    before = begin - timedelta(days=1)
    await write(database, *(line(before + timedelta(minutes=30 * n)) for n in range(3 * 48)))
    seen = Seen(WORKSPACE, before, begin + timedelta(hours=hours + 10))
    days = await Usage(database).grouped(seen, place, None)
    assert days[1].key == day
    assert len(days) == 3
    assert days[1].calls == 2 * hours
    assert days[1].cost_micros == 2 * hours * 100
    assert days[2].calls == 20


async def test_one_moment_is_on_two_days_for_two_viewers(database: Database) -> None:
    moment = datetime(2026, 11, 1, 8, 30, tzinfo=UTC)  # the clocks in Los Angeles go back half an hour later
    await write(database, line(moment))
    found = {}
    for zone in ("Pacific/Auckland", "America/Los_Angeles"):
        days = await Usage(database).grouped(around(moment), ZoneInfo(zone), None)
        found[zone] = [each.key for each in days if each.calls]
    assert found == {"Pacific/Auckland": ["2026-11-01"], "America/Los_Angeles": ["2026-11-01"]}
    late = datetime(2026, 11, 1, 11, 30, tzinfo=UTC)
    await write(database, line(late))
    auckland = await Usage(database).grouped(around(moment), ZoneInfo("Pacific/Auckland"), None)
    assert [each.key for each in auckland if each.calls] == ["2026-11-01", "2026-11-02"]


async def test_a_report_adds_up_by_every_dimension(database: Database) -> None:
    other = WorkspaceId(new_id())
    await write(
        database,
        line(NOON, person_id=ADA, cache_read_tokens=90),
        line(NOON, person_id=ADA, agent="editor", scope="content", status="failed", cost_micros=0),
        line(NOON, person_id=BEN, kind="search", provider="exa", model="", cost_micros=5_000, input_tokens=0),
        line(NOON, source="gateway", cost_micros=None, is_estimate=True),
        line(NOON, workspace_id=other, cost_micros=1_000_000),
        line(NOON - timedelta(days=9), cost_micros=1_000_000),
    )
    found = await Usage(database).report(around(NOON), ZoneInfo("UTC"))
    assert (found.totals.calls, found.totals.failed, found.totals.cost_micros) == (4, 1, 5_100)
    assert (found.totals.unpriced, found.totals.estimated) == (1, 1)
    assert found.totals.tokens == 30 + 90 + 20
    assert [(each.key, each.cost_micros) for each in found.groups["person"]] == [
        (BEN, 5_000),
        (ADA, 100),
        ("", 0),
    ]
    assert {each.key: each.calls for each in found.groups["model"]} == {"scripted/scripted": 3, "exa/": 1}
    assert {each.key: each.calls for each in found.groups["kind"]} == {"model": 3, "search": 1}
    assert [each.calls for each in found.days] == [0, 0, 0, 4, 0, 0, 0]
    assert {(each.day, each.sum.key): each.sum.calls for each in found.stacks} == {
        ("2026-11-15", "assistant"): 3,
        ("2026-11-15", "editor"): 1,
    }
    for sums in found.groups.values():
        assert sum(each.cost_micros for each in sums) == found.totals.cost_micros
        assert sum(each.tokens for each in sums) == found.totals.tokens


async def test_filters_narrow_a_report(database: Database) -> None:
    await write(database, line(NOON, person_id=ADA), line(NOON, person_id=BEN), line(NOON, agent="editor"))
    usage = Usage(database)
    assert (await usage.total(around(NOON, person_id=ADA))).calls == 1
    assert (await usage.total(around(NOON, agent="assistant"))).calls == 2


async def test_runs_and_conversations_know_what_they_used(sqlite_database: Database) -> None:
    run, chat = RunId(new_id()), ConversationId(new_id())
    await write(
        sqlite_database,
        line(NOON, run_id=run, conversation_id=chat),
        line(NOON, run_id=run, conversation_id=chat, step="002.model", cost_micros=None),
        line(NOON, conversation_id=chat),
    )
    usage = Usage(sqlite_database)
    by_run = await usage.of_runs(WORKSPACE, [run, RunId(new_id())])
    assert {key: (each.cost_micros, each.unpriced) for key, each in by_run.items()} == {run: (100, 1)}
    by_chat = await usage.of_conversations(WORKSPACE, [chat])
    assert by_chat[chat].cost_micros == 200
    assert await usage.of_runs(WorkspaceId(new_id()), [run]) == {}


async def test_lines_come_out_once_and_in_order(sqlite_database: Database) -> None:
    same = [line(NOON, model=str(number)) for number in range(1_100)]
    await write(sqlite_database, *same)
    found = [each.model async for each in Usage(sqlite_database).lines(around(NOON))]
    assert found == [str(number) for number in range(1_100)]


def test_months_and_days_follow_the_zone() -> None:
    istanbul = zone_named("Europe/Istanbul")
    late = datetime(2026, 10, 31, 22, tzinfo=UTC)
    month = month_of(late, istanbul)
    assert (month.name, month.since) == ("2026-11", datetime(2026, 10, 31, 21, tzinfo=UTC))
    assert month_of(NOON, istanbul).until == datetime(2026, 11, 30, 21, tzinfo=UTC)
    beirut = zone_named("Asia/Beirut")  # its clocks skip midnight
    skipped = midnight(datetime(2026, 3, 29).date(), beirut)
    assert skipped == datetime(2026, 3, 28, 22, tzinfo=UTC)


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd"])
def test_a_zone_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput):
        zone_named(name)
