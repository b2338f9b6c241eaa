"""From stored connections to drivers. One breaker serves all, with a circuit per credential."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from proofroom.connections import Connections, Opened, StoredConnection
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import AddressRefused, ProofroomError
from proofroom.kernel.ids import ConnectionId
from proofroom.kernel.strings import say
from proofroom.net import Breaker, Transport
from proofroom.providers.driver import HttpDriver
from proofroom.providers.endpoint import Endpoint
from proofroom.providers.price_list import PriceList
from proofroom.providers.protocol import Credential
from proofroom.providers.types import ModelInfo

if TYPE_CHECKING:
    from proofroom.providers.films import HttpFilmDriver
    from proofroom.providers.images import HttpImageDriver
    from proofroom.providers.search import HttpSearchDriver


def credential_of(opened: Opened) -> Credential:
    """Return what a driver needs to know of a connection."""
    connection = opened.connection
    raw: Mapping[str, Any] = opened.credentials.get("raw") or {}
    return Credential(
        provider=connection.provider,
        # The version is part of it, so that a corrected credential does not inherit a broken one's rest.
        id=f"{connection.id}.{connection.credentials_version}",
        key=str(opened.credentials.get("apiKey") or opened.credentials.get("token") or ""),
        base_url=connection.url,
        options=connection.options,
        secrets={str(name): str(value) for name, value in raw.items()},
    )


def with_next_step(error: ProofroomError, connection: StoredConnection) -> ProofroomError:
    """Return the error with the exact next step where a private address was refused."""
    if not isinstance(error, AddressRefused) or not connection.url:
        return error
    parts = urlsplit(connection.url)
    place = f"{parts.hostname}:{parts.port or (443 if parts.scheme == 'https' else 80)}"
    return AddressRefused(say("net.not_public", place=place))


class Openers:
    """Opens drivers and keeps those of models: they remember what a host has refused."""

    def __init__(
        self, connections: Connections, transport: Transport, clock: Clock, price_list: PriceList
    ) -> None:
        self._connections, self._transport, self._clock, self._price_list = (
            connections,
            transport,
            clock,
            price_list,
        )
        self.breaker = Breaker()
        self._models: dict[str, tuple[int, HttpDriver, Credential]] = {}

    def model(self, connection: StoredConnection) -> tuple[HttpDriver, Credential]:
        """Return the driver of a connection to models, the same one as long as the connection is the same."""
        kept = self._models.get(connection.id)
        if kept is not None and kept[0] == connection.credentials_version:
            return kept[1], kept[2]
        driver, credential = self.fresh_model(self._connections.open(connection))
        self._models[connection.id] = connection.credentials_version, driver, credential
        return driver, credential

    def forget(self, connection_id: ConnectionId) -> None:
        """Drop what is kept of a connection that was removed, its key above all."""
        self._models.pop(connection_id, None)

    def fresh_model(self, opened: Opened) -> tuple[HttpDriver, Credential]:
        """Return a driver for a connection that may not be saved yet."""
        credential = credential_of(opened)
        driver = HttpDriver(
            self._transport,
            credential,
            breaker=self.breaker,
            clock=self._clock,
            catalogue=self._price_list.current,
        )
        return driver, credential

    def image(self, opened: Opened) -> "HttpImageDriver":
        """Return the driver of a connection to an image model."""
        from proofroom.providers.images import HttpImageDriver

        return HttpImageDriver(self._endpoint(opened))

    def film(self, opened: Opened) -> "HttpFilmDriver":
        """Return the driver of a connection to a film model."""
        from proofroom.providers.films import HttpFilmDriver

        return HttpFilmDriver(self._endpoint(opened))

    def image_info(self, opened: Opened, model: str) -> ModelInfo:
        """Return what is known of an image model: its price, for the ledger and budgets."""
        return self._price_list.current.enrich(ModelInfo(model, opened.connection.provider))

    def search(self, opened: Opened) -> "HttpSearchDriver":
        """Return the driver of a connection to a search provider."""
        from proofroom.providers.search import HttpSearchDriver

        return HttpSearchDriver(self._endpoint(opened))

    def _endpoint(self, opened: Opened) -> Endpoint:
        credential = credential_of(opened)
        return Endpoint(self._transport, credential, breaker=self.breaker, clock=self._clock)
