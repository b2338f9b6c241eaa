"""A studio without people, for the demo."""

from collections.abc import AsyncIterator

import pytest

from proofroom.kernel.settings import Settings
from proofroom.wiring import Studio, open_studio


@pytest.fixture
async def studio(sqlite_settings: Settings) -> AsyncIterator[Studio]:
    """Open a fresh studio."""
    opened = await open_studio(sqlite_settings, is_embedded=True)
    yield opened
    await opened.close()
