"""${message}."""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = "${up_revision}"
down_revision = ${'None' if down_revision is None else f'"{down_revision}"'}


def upgrade() -> None:
    """Bring the schema to this revision."""
    ${upgrades if upgrades else "pass"}
