"""A studio on loopback to be attacked; `make attack` runs what is here, `ARGS` names one."""

import os

import pytest

from proofroom.kernel.settings import Settings
from tests.api.conftest import browser, every_change_is_audited, owned_template, owner, ownership

__all__ = ["browser", "every_change_is_audited", "owned_template", "owner", "ownership"]

IS_ON_POSTGRES = os.environ.get("PROOFROOM_TEST_DATABASE") == "postgres"


def databases(*, are_both: bool) -> list[str]:
    """Return with whose settings a long attack runs: of both databases, or of the one that is asked for."""
    if IS_ON_POSTGRES:
        return ["postgres_settings"]
    return ["sqlite_settings", "postgres_settings"] if are_both else ["sqlite_settings"]


if IS_ON_POSTGRES:

    @pytest.fixture
    def sqlite_settings(postgres_settings: Settings) -> Settings:
        """Let every attack happen on PostgreSQL."""
        return postgres_settings
