"""access: why a project cannot be worked on, by the sentence's key and values."""

import json
import re

import sqlalchemy as sa
from alembic import op

revision = "20261116_access_reasons"
down_revision = "20261116_entities_records"

_MERGE_FAILED = re.compile(
    r"Merging (?P<branch>cr/\S+) failed: (?P<why>.*) Merge or reject it to go on\.", re.DOTALL
)


def upgrade() -> None:
    """Bring the data to this revision."""
    projects = sa.table("projects", sa.column("id", sa.String), sa.column("status_reason", sa.Text))
    connection = op.get_bind()
    for project_id, reason in connection.execute(sa.select(projects.c.id, projects.c.status_reason)).all():
        if found := _MERGE_FAILED.fullmatch(reason):
            kept = json.dumps(
                {"key": "content.merge_failed", "values": found.groupdict()}, ensure_ascii=False
            )
            connection.execute(
                sa.update(projects).where(projects.c.id == project_id).values(status_reason=kept)
            )
