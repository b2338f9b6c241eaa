"""Everything that reaches outside: connections, their drivers, and the models they bring."""

from collections.abc import Callable, Mapping
from functools import partial

from proofroom.access.audit import Audit
from proofroom.connections import Connections, Defaults
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.settings import Settings
from proofroom.net import Transport
from proofroom.providers.corpus import CorpusDriver
from proofroom.providers.corpus.index import CorpusIndex
from proofroom.providers.models import Models
from proofroom.providers.openers import Openers
from proofroom.providers.price_list import PriceList
from proofroom.providers.trial import try_image, try_search
from proofroom.providers.types import Driver
from proofroom.runtime.baseline.search import FindSearch, OpenSearch
from proofroom.store import Database, Keyring, load_keyring
from proofroom.tools.mcp import Gateway, McpClient


@dataclass(slots=True, kw_only=True)
class Outbound:
    """What doors and rooms use to reach outside."""

    connections: Connections
    defaults: Defaults
    openers: Openers
    models: Models
    mcp: Gateway


def build_outbound(
    settings: Settings,
    clock: Clock,
    database: Database,
    transport: Transport,
    drivers: Mapping[str, Driver],
    *,
    load_keys: Callable[[], Keyring] | None = None,
) -> Outbound:
    """Put connections, drivers and models together."""
    audit = Audit(database, clock)
    connections = Connections(database, clock, audit, load_keys or partial(load_keyring, settings))
    defaults = Defaults(database, clock, audit)
    price_list = PriceList(database, clock, transport, may_refresh=settings.refresh_prices)
    openers = Openers(connections, transport, clock, price_list)
    models = Models(connections, defaults, openers, price_list, clock, drivers)
    connections.test_with("model", models.probe)
    connections.test_with("image", partial(try_image, openers))
    connections.test_with("search", partial(try_search, openers))
    connections.on_made("model", models.seed)
    mcp = Gateway(connections, McpClient(transport), database, clock, audit, settings.mcp_commands)
    connections.test_with("mcp", mcp.probe)
    connections.on_made("mcp", mcp.greet)
    return Outbound(connections=connections, defaults=defaults, openers=openers, models=models, mcp=mcp)


def find_search(settings: Settings, outbound: Outbound) -> FindSearch:
    """Return the port that opens a workspace's search provider, or the local corpus."""
    folders = [settings.data / "corpus", *settings.corpus]
    corpus = CorpusDriver(CorpusIndex(settings.data / "cache" / "corpus.db"), folders)

    async def find(workspace_id: WorkspaceId) -> OpenSearch:
        for connection in await outbound.connections.list(workspace_id, "search"):
            if connection.status == "active":
                driver = outbound.openers.search(outbound.connections.open(connection))
                return OpenSearch(driver, connection.id)
        return OpenSearch(corpus)

    return find
