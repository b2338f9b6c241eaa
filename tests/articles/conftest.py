"""One studio per file, with an owner signed in."""

from collections.abc import AsyncGenerator

import pytest

from proofroom.kernel.settings import Settings
from tests.api.conftest import Browser, every_change_is_audited, serve

__all__ = ["every_change_is_audited"]


@pytest.fixture
async def owner(sqlite_settings: Settings) -> AsyncGenerator[Browser]:
    """Return a browser in which the owner of a fresh studio is signed in."""
    async with serve(sqlite_settings) as browser:
        await browser.set_up()
        yield browser
