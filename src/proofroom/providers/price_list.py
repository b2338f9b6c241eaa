"""What models cost today: the shipped list, and over it the public catalogue as last read.

Nothing is fetched at start-up, and nothing at all unless a connection to a public provider is used: whoever
has one says `refresh_soon`. A failed refresh keeps what was there.
"""

import asyncio
import logging
from datetime import datetime, timedelta

from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import ProofroomError
from proofroom.net import Transport
from proofroom.providers import repo
from proofroom.providers.catalogue import PUBLIC_LIST, Catalogue, parse_listing, snapshot
from proofroom.providers.failures import unreadable
from proofroom.providers.types import ModelInfo
from proofroom.store import Database

log = logging.getLogger(__name__)

FRESH_FOR = timedelta(hours=6)
AGAIN_AFTER = timedelta(minutes=15)
"""How long a failed refresh is left alone."""
MAX_PAGES = 20


class PriceList:
    """Keeps prices and windows current."""

    def __init__(
        self,
        database: Database,
        clock: Clock,
        transport: Transport,
        *,
        url: str = PUBLIC_LIST,
        may_refresh: bool = True,
    ) -> None:
        self._database, self._clock, self._transport = database, clock, transport
        self._url, self._may_refresh = url, may_refresh
        self._catalogue = snapshot()
        self._read_at: datetime | None = None
        self._tried_at: datetime | None = None
        self._is_loaded = False
        self._refreshing: asyncio.Task[None] | None = None
        self.current: Catalogue = _Current(self)
        """What is known now, also after later refreshes: hand it to whoever keeps it."""

    @property
    def read_at(self) -> datetime | None:
        """Return when the public catalogue was read; None if only the shipped list is known."""
        return self._read_at

    def find(self, model: str) -> ModelInfo | None:
        """Return what is known of a model now."""
        return self._catalogue.find(model)

    async def load(self) -> None:
        """Take what is kept in the database; the first call reads it, later ones are free."""
        if not self._is_loaded:
            self._is_loaded = True
            await self._load()

    def refresh_soon(self) -> None:
        """Read the public catalogue in the background, if it is old and no refresh is under way."""
        if self._may_refresh and self._refreshing is None and self._is_due():
            self._tried_at = self._clock.now()
            self._refreshing = asyncio.create_task(self._refresh_quietly())

    async def refresh(self) -> None:
        """Read the public catalogue now and keep it."""
        models: list[ModelInfo] = []
        url = self._url
        for _ in range(MAX_PAGES):
            answer = await self._transport.request("GET", url, tier="connection")
            if not answer.ok:
                raise unreadable("openrouter")
            page, following = parse_listing(answer.body)
            models.extend(page)
            if not following.startswith("http"):
                break
            url = following
        if not models:
            raise unreadable("openrouter")
        now = self._clock.now()
        async with self._database.transaction() as connection:
            await repo.replace_models(connection, models, now)
        self._take(models, now)

    async def close(self) -> None:
        """Give up a refresh that is under way."""
        if self._refreshing is not None:
            self._refreshing.cancel()
            await asyncio.wait({self._refreshing})

    def _is_due(self) -> bool:
        now = self._clock.now()
        if self._tried_at is not None and now - self._tried_at < AGAIN_AFTER:
            return False
        return self._read_at is None or now - self._read_at >= FRESH_FOR

    async def _refresh_quietly(self) -> None:
        try:
            await self._load()  # another process may have read it meanwhile
            if self._read_at is None or self._clock.now() - self._read_at >= FRESH_FOR:
                await self.refresh()
        except ProofroomError as error:
            log.info("the public list of models could not be read, the older one is kept: %s", error)
        except Exception:
            log.warning("the public list of models could not be read", exc_info=True)
        finally:
            self._refreshing = None

    async def _load(self) -> None:
        async with self._database.reading() as connection:
            at = await repo.refreshed_at(connection)
            if at is not None and at != self._read_at:
                self._take(await repo.list_models(connection), at)

    def _take(self, models: list[ModelInfo], at: datetime) -> None:
        self._catalogue, self._read_at = Catalogue(models).over(snapshot()), at


class _Current(Catalogue):
    """A catalogue that always looks things up in the newest one."""

    def __init__(self, price_list: PriceList) -> None:
        super().__init__()
        self._price_list = price_list

    def find(self, model: str) -> ModelInfo | None:
        return self._price_list.find(model)
