"""Every model that can be used: the built-in ones, and those of the workspace's connections.

A model is chosen by its label, `<connection>/<model>`; the provider's name does instead of the connection's,
and then the first connection to it is meant. Lists of models are remembered for a while; a label is opened
without asking for a list, so that a turn never waits for one.
"""

import asyncio
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from proofroom.access import Principal
from proofroom.connections import Connections, Defaults, Opened, StoredConnection, Trial
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidStatus, NotFound, ProofroomError
from proofroom.kernel.ids import ConnectionId, WorkspaceId
from proofroom.kernel.scope import Scope
from proofroom.kernel.strings import say
from proofroom.providers.listing import SELF_HOSTED, with_knowledge
from proofroom.providers.openers import Openers, with_next_step
from proofroom.providers.price_list import PriceList
from proofroom.providers.trial import try_models
from proofroom.providers.types import Driver, ModelInfo, OpenModel

log = logging.getLogger(__name__)

LISTED_FOR = timedelta(minutes=10)
QUIET_FOR = timedelta(minutes=1)
"""How long a connection whose list failed is not asked again for a list of all models."""
LIST_WAIT_S = 8.0
GLANCE_S = 3.0
"""How long opening a self-hosted model may wait for what its host says of it."""


@dataclass(frozen=True, slots=True)
class _Listing:
    version: int
    at: datetime
    models: list[ModelInfo]


class Models:
    """The models of every workspace."""

    def __init__(
        self,
        connections: Connections,
        defaults: Defaults,
        openers: Openers,
        price_list: PriceList,
        clock: Clock,
        drivers: Mapping[str, Driver],
    ) -> None:
        self._connections, self._defaults, self._openers = connections, defaults, openers
        self._price_list, self._clock, self._drivers = price_list, clock, drivers
        self._built_in: list[OpenModel] | None = None
        self._listings: dict[ConnectionId, _Listing] = {}
        self._failed: dict[ConnectionId, datetime] = {}
        self._background: set[asyncio.Task[object]] = set()

    async def all(self, workspace_id: WorkspaceId) -> list[OpenModel]:
        """Return every model that can be used now; a connection that does not answer adds none."""
        await self._price_list.load()
        connections = [
            each
            for each in await self._connections.list(workspace_id, "model")
            if each.status != "inactive" and not self._is_quiet(each)
        ]
        found = await asyncio.gather(*(self._list_quietly(each) for each in connections))
        return [*await self.built_in(), *(model for models in found for model in models)]

    async def built_in(self) -> list[OpenModel]:
        """Return the models that need no connection."""
        if self._built_in is None:
            self._built_in = [
                OpenModel(driver, info) for driver in self._drivers.values() for info in await driver.models()
            ]
        return self._built_in

    async def find(self, workspace_id: WorkspaceId, scope: Scope, label: str | None) -> OpenModel:
        """Open a model by its label, or the scope's default, or the built-in one where there is none."""
        await self._price_list.load()
        if label is None:
            default = await self._defaults.get(workspace_id, scope)
            if default is None:
                return (await self.built_in())[0]
            connection = await self._connections.get(workspace_id, default.connection_id)
            return await self._open(connection, default.model_id)
        for model in await self.built_in():
            if model.label == label:
                return model
        source, _, model_id = label.partition("/")
        connection = _by_name(await self._connections.list(workspace_id, "model"), source)
        if connection is None or not model_id:
            raise NotFound(say("connections.no_model", model=label))
        return await self._open(connection, model_id)

    async def models_of(self, connection: StoredConnection) -> list[OpenModel]:
        """Return the models of one connection; a list that has become old is read again behind the scenes."""
        await self._price_list.load()
        listing = self._listings.get(connection.id)
        if listing is None or listing.version != connection.credentials_version:
            listing = await self._read(connection)
        elif self._clock.now() - listing.at >= LISTED_FOR:
            self._read_soon(connection)
        driver, _ = self._openers.model(connection)
        return [OpenModel(driver, info, connection.id, connection.name) for info in listing.models]

    async def probe(self, opened: Opened) -> Trial:
        """Test a connection to models, and remember its list."""
        await self._price_list.load()
        self._refresh_prices(opened.connection)
        trial, models = await try_models(self._openers, opened)
        if trial.ok:
            self._remember(opened.connection, models)
        return trial

    async def seed(self, principal: Principal, connection: StoredConnection) -> None:
        """Give the best model of a new connection to every scope that has no default."""
        try:
            models = await self.models_of(connection)
        except ProofroomError as error:
            log.info("no defaults were set from %s: %s", connection.name, error)
            return
        if best := pick_default([model.info for model in models]):
            await self._defaults.seed(principal, connection, best.id)

    def forget(self, connection_id: ConnectionId) -> None:
        """Drop what is kept of a connection that was removed."""
        self._listings.pop(connection_id, None)
        self._failed.pop(connection_id, None)
        self._openers.forget(connection_id)

    async def close(self) -> None:
        """Give up what is still being read."""
        for task in self._background:
            task.cancel()
        if self._background:
            await asyncio.wait(self._background)
        await self._price_list.close()

    async def _open(self, connection: StoredConnection, model_id: str) -> OpenModel:
        if connection.status == "inactive":
            raise InvalidStatus(say("connections.switched_off", name=connection.name))
        driver, _ = self._openers.model(connection)
        info = await self._info(connection, model_id)
        self._refresh_prices(connection)
        await self._connections.touch(connection)
        return OpenModel(driver, info, connection.id, connection.name)

    async def _info(self, connection: StoredConnection, model_id: str) -> ModelInfo:
        """Return what is known of a model: its host's list if that is at hand, else the catalogue."""
        listing = self._listings.get(connection.id)
        is_known = listing is not None and listing.version == connection.credentials_version
        if not is_known and connection.provider in SELF_HOSTED and not self._is_quiet(connection):
            listing, is_known = await self._glance(connection), True
        for info in listing.models if listing is not None and is_known else []:
            if info.id == model_id:
                return info
        _, credential = self._openers.model(connection)
        bare = ModelInfo(id=model_id, provider=connection.provider, name=model_id)
        return with_knowledge(bare, credential, self._price_list.current)

    async def _glance(self, connection: StoredConnection) -> _Listing | None:
        try:
            async with asyncio.timeout(GLANCE_S):
                return await self._read(connection)
        except (ProofroomError, TimeoutError):
            return None

    async def _list_quietly(self, connection: StoredConnection) -> list[OpenModel]:
        try:
            async with asyncio.timeout(LIST_WAIT_S):
                return await self.models_of(connection)
        except (ProofroomError, TimeoutError) as error:
            log.info("the models of %s cannot be listed now: %s", connection.name, error)
            return []

    async def _read(self, connection: StoredConnection) -> _Listing:
        driver, _ = self._openers.model(connection)
        self._refresh_prices(connection)
        try:
            models = await driver.models()
        except BaseException as error:
            self._failed[connection.id] = self._clock.now()
            if isinstance(error, ProofroomError):
                raise with_next_step(error, connection) from error
            raise
        return self._remember(connection, models)

    def _read_soon(self, connection: StoredConnection) -> None:
        task: asyncio.Task[object] = asyncio.create_task(self._list_again(connection))
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def _list_again(self, connection: StoredConnection) -> None:
        try:
            await self._read(connection)
        except ProofroomError as error:
            log.info("the older list of %s is kept: %s", connection.name, error)

    def _remember(self, connection: StoredConnection, models: list[ModelInfo]) -> _Listing:
        self._failed.pop(connection.id, None)
        listing = _Listing(connection.credentials_version, self._clock.now(), models)
        self._listings[connection.id] = listing
        return listing

    def _is_quiet(self, connection: StoredConnection) -> bool:
        failed_at = self._failed.get(connection.id)
        return failed_at is not None and self._clock.now() - failed_at < QUIET_FOR

    def _refresh_prices(self, connection: StoredConnection) -> None:
        """Let prices be read anew if the connection goes to a provider whose prices are published."""
        if not connection.url and connection.provider not in SELF_HOSTED:
            self._price_list.refresh_soon()


def pick_default(models: list[ModelInfo]) -> ModelInfo | None:
    """Return the first model of the highest tier, else the first."""
    return next((model for model in models if model.tier == "smartest"), models[0] if models else None)


def _by_name(connections: list[StoredConnection], source: str) -> StoredConnection | None:
    """Return the connection of that name, else the first one to the provider of that name that is on."""
    for connection in connections:
        if connection.name == source:
            return connection
    to_provider = [each for each in connections if each.provider == source]
    is_on = (each for each in to_provider if each.status != "inactive")
    return next(is_on, to_provider[0] if to_provider else None)
