"""A studio on loopback to be attacked; `make attack` runs what is here, `ARGS` names one."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest

from proofroom.kernel.settings import Settings
from tests.api.conftest import browser, every_change_is_audited, owner

__all__ = ["Pulse", "browser", "every_change_is_audited", "feel_pulse", "owner"]


if os.environ.get("PROOFROOM_TEST_DATABASE") == "postgres":

    @pytest.fixture
    def sqlite_settings(postgres_settings: Settings) -> Settings:
        """Let every attack happen on PostgreSQL."""
        return postgres_settings


@dataclass
class Pulse:
    """How long the event loop was held at a time, at most."""

    longest_s: float = 0.0


@asynccontextmanager
async def feel_pulse() -> AsyncGenerator[Pulse]:
    """Measure how long the event loop is held while something happens."""
    pulse = Pulse()

    async def beat() -> None:
        while True:
            begun = time.perf_counter()
            await asyncio.sleep(0.005)
            pulse.longest_s = max(pulse.longest_s, time.perf_counter() - begun - 0.005)

    beating = asyncio.create_task(beat())
    await asyncio.sleep(0)
    try:
        yield pulse
    finally:
        beating.cancel()
