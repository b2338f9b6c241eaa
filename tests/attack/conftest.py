"""A studio on loopback to be attacked; `make attack` runs what is here, `ARGS` names one."""

import os

import pytest

from proofroom.kernel.settings import Settings
from tests.api.conftest import browser, every_change_is_audited, owned_template, owner, ownership

__all__ = ["browser", "every_change_is_audited", "owned_template", "owner", "ownership"]


if os.environ.get("PROOFROOM_TEST_DATABASE") == "postgres":

    @pytest.fixture
    def sqlite_settings(postgres_settings: Settings) -> Settings:
        """Let every attack happen on PostgreSQL."""
        return postgres_settings
