"""A studio without people, for the demo; and one in which the demo is made already."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from proofroom.demo.first import make_demo
from proofroom.kernel.settings import Settings
from proofroom.wiring import Studio, open_studio
from tests.conftest import copied_settings, made_once


@pytest.fixture
async def studio(sqlite_settings: Settings) -> AsyncIterator[Studio]:
    """Open a fresh studio."""
    opened = await open_studio(sqlite_settings, part="command")
    yield opened
    await opened.close()


@pytest.fixture(scope="session")
def demo_template(tmp_path_factory: pytest.TempPathFactory, sqlite_template: Path) -> Path:
    """Make the demo once, which takes seconds, for all who begin where it is made."""

    async def make(settings: Settings) -> None:
        opened = await open_studio(settings, part="command")
        await make_demo(opened)
        await opened.close()

    def make_in(folder: Path) -> None:
        asyncio.run(make(copied_settings(folder, sqlite_template)))

    return made_once(tmp_path_factory, "demo", make_in) / "studio-data"


@pytest.fixture
async def demo_studio(tmp_path: Path, demo_template: Path) -> AsyncIterator[Studio]:
    """Open a studio as its first start has left it."""
    opened = await open_studio(copied_settings(tmp_path, demo_template), part="command")
    yield opened
    await opened.close()
