"""NUL characters and schemas that are not what they say: refused in words, on both databases."""

from typing import Any

import pytest
import sqlalchemy as sa

from proofroom.api.bodies import MAX_PARTS
from proofroom.kernel.errors import Conflict
from proofroom.kernel.settings import Settings
from proofroom.store.database import VERSION_TABLE, Database
from proofroom.store.migrate import migrate
from tests.api.conftest import Browser, serve
from tests.api.test_content import A, make_project

NUL = "a\0b"


async def test_a_nul_is_refused_everywhere_on_both_databases(settings: Settings) -> None:
    async with serve(settings) as owner:
        await owner.set_up()
        project = (await make_project(owner))["slug"]
        wrong = [
            f"{method} {path}: {status}"
            for method, path, body in _requests(project)
            if not 400 <= (status := (await owner.call(method, path, body))[0]) < 500
        ]
        assert wrong == []


def _requests(project: str) -> list[tuple[str, str, Any]]:
    content = f"/api/projects/{project}/content"
    return [
        ("GET", "/api/runs/%00", None),
        ("GET", "/api/runs?agent=a%00b", None),
        ("GET", "/api/proposals/%00", None),
        ("GET", "/api/conversations/%00", None),
        ("GET", "/api/agents/a%00b", None),
        ("GET", "/api/projects/a%00b", None),
        ("GET", "/api/audit?action=a%00b", None),
        ("GET", f"{content}/entries/topics/a%00b", None),
        ("POST", "/api/projects", {"name": NUL}),
        ("POST", "/api/keys", {"name": NUL, "role": "viewer"}),
        ("POST", "/api/session", {"email": f"{NUL}@example.com", "password": NUL}),
        ("POST", "/api/ai/chat/workspace", {"message": NUL}),
        ("PUT", f"{content}/entries/topics", {"data": {A: {"name": NUL}}, "locale": "en"}),
    ]


async def test_a_backslash_before_it_is_text(owner: Browser) -> None:
    project = await owner.call("POST", "/api/projects", {"name": "a\\u0000b"})
    assert project[0] == 201, "six characters, none of them NUL"


async def test_a_body_of_too_many_parts_is_refused_before_it_is_taken_apart(owner: Browser) -> None:
    status, answer = await owner.call("POST", "/api/projects", {"name": "x", "more": [0] * (MAX_PARTS + 1)})
    assert (status, answer["error"]["code"]) == (413, "too_large")


async def test_an_empty_table_of_versions_is_told(settings: Settings, database: Database) -> None:
    async with database.transaction() as connection:
        await connection.exec_driver_sql(f"DELETE FROM {VERSION_TABLE}")
    with pytest.raises(Conflict, match="table of versions is empty"):
        await migrate(settings, database)


@pytest.mark.parametrize("damage", ["DROP TABLE entry_origins", "ALTER TABLE executors DROP COLUMN folder"])
async def test_tables_that_are_not_the_schemas_are_told(
    settings: Settings, database: Database, damage: str
) -> None:
    async with database.transaction() as connection:
        await connection.exec_driver_sql(damage)
    with pytest.raises(Conflict, match=r"its tables are others: (entry_origins|executors\.folder)"):
        await migrate(settings, database)


async def test_a_number_that_is_older_than_the_tables_is_told(settings: Settings, database: Database) -> None:
    async with database.transaction() as connection:
        await connection.execute(sa.text(f"UPDATE {VERSION_TABLE} SET version_num = '0001'"))
    with pytest.raises(Conflict, match="says it has schema 0001"):
        await migrate(settings, database)
