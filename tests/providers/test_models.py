"""Models by label, by scope and as a list, through real connections to a host on loopback."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from proofroom.access import Principal
from proofroom.access.grants import permissions_of
from proofroom.connections import NewConnection, StoredConnection, fill, preset_for
from proofroom.kernel.errors import InvalidInput, InvalidStatus, NotFound, ProviderFailed
from proofroom.kernel.ids import WorkspaceId
from proofroom.kernel.scope import SCOPES
from proofroom.kernel.settings import Settings
from proofroom.net import Transport
from proofroom.providers.adapters import ADAPTERS
from proofroom.providers.models import Models, pick_default
from proofroom.providers.offline import OfflineDriver
from proofroom.providers.types import ModelInfo, ModelRequest
from proofroom.store import Database
from proofroom.wiring.outbound import Outbound, build_outbound
from tests.clocks import FixedClock
from tests.patience import until
from tests.providers.host import Answer, Host, open_host

KEY = "sk-canary-0123456789abcdef"


@dataclass
class Shop:
    """A shelf, what it stands on, and the host its connections lead to."""

    reach: Outbound
    host: Host
    owner: Principal
    clock: FixedClock

    @property
    def shelf(self) -> Models:
        return self.reach.models

    async def connect(
        self, name: str = "Main", *, save_anyway: bool = False, **fields: str
    ) -> StoredConnection:
        given = {"baseUrl": self.host.url, "apiKey": KEY} | fields
        draft = NewConnection(
            "model", "openai-compatible", name, **fill(preset_for("model", "openai-compatible"), given)
        )
        saved = await self.reach.connections.create(self.owner, draft, save_anyway=save_anyway)
        return saved.connection

    async def labels(self) -> list[str]:
        return [model.label for model in await self.shelf.all(self.owner.workspace_id)]


@pytest.fixture
async def shop(database: Database, clock: FixedClock, settings: Settings) -> AsyncIterator[Shop]:
    from proofroom.access import Access

    workspace = await Access(database, clock, settings).ensure_workspace()
    async with open_host(key=KEY) as host, Transport.open([host.place]) as transport:
        built_in = {"offline": OfflineDriver([])}
        reach = build_outbound(settings, clock, database, transport, built_in)
        owner = Principal("person", workspace.id, "Olga", permissions_of("owner"))
        yield Shop(reach, host, owner, clock)
        await reach.models.close()


async def test_without_connections_only_the_built_in_model_is_there(shop: Shop):
    assert await shop.labels() == ["offline"]
    model = await shop.shelf.find(shop.owner.workspace_id, "site", None)
    assert (model.label, model.connection_id) == ("offline", None)


async def test_a_first_connection_brings_its_models_and_becomes_the_default_of_every_scope(shop: Shop):
    made = await shop.connect()
    assert await shop.labels() == ["offline", "Main/small", "Main/large"]
    for scope in SCOPES:
        model = await shop.shelf.find(shop.owner.workspace_id, scope, None)
        assert (model.label, model.connection_id) == ("Main/small", made.id)
    assert shop.host.listed == 1


async def test_a_label_is_found_by_the_connections_name_and_else_by_the_provider(shop: Shop):
    first, second = await shop.connect("First"), await shop.connect("Second")
    workspace = shop.owner.workspace_id
    assert (await shop.shelf.find(workspace, "site", "Second/large")).connection_id == second.id
    found = await shop.shelf.find(workspace, "site", "openai-compatible/vendor/any")
    assert (found.connection_id, found.label, found.info.id) == (first.id, "First/vendor/any", "vendor/any")
    assert (await shop.shelf.find(workspace, "site", "offline")).label == "offline"
    for unknown in ("Third/small", "First", "First/", "offline/x", ""):
        with pytest.raises(NotFound):
            await shop.shelf.find(workspace, "site", unknown)


async def test_another_workspace_does_not_see_them(shop: Shop):
    await shop.connect()
    stranger = WorkspaceId("0198aaaa-0000-7000-8000-000000000000")
    assert [model.label for model in await shop.shelf.all(stranger)] == ["offline"]
    with pytest.raises(NotFound):
        await shop.shelf.find(stranger, "site", "Main/small")


async def test_a_wrong_key_is_reported_and_not_repeated(shop: Shop):
    with pytest.raises(InvalidInput) as caught:
        await shop.connect(apiKey="sk-wrong-0123456789abcdef")
    assert "did not accept the credential" in caught.value.message
    assert "sk-wrong" not in str(caught.value.as_dict())
    assert await shop.labels() == ["offline"]


async def test_saving_anyway_seeds_no_default(shop: Shop):
    made = await shop.connect(apiKey="sk-wrong-0123456789abcdef", save_anyway=True)
    assert made.status == "error"
    assert await shop.reach.defaults.all(shop.owner.workspace_id) == []


async def test_a_private_address_is_refused_with_the_exact_next_step(shop: Shop):
    with pytest.raises(InvalidInput) as caught:
        await shop.connect(baseUrl="http://127.0.0.1:11434/v1")
    assert caught.value.context["tested"]["code"] == "address_refused"
    assert "127.0.0.1:11434" in caught.value.message
    assert "PROOFROOM_ALLOW_PRIVATE_HOSTS" in caught.value.suggestion
    assert '["127.0.0.1:11434"]' in caught.value.suggestion


async def test_lists_are_remembered_and_read_again_behind_the_scenes(shop: Shop):
    await shop.connect()
    await shop.labels()
    assert shop.host.listed == 1
    shop.host.models = ["newer"]
    shop.clock.advance(601)
    assert await shop.labels() == ["offline", "Main/small", "Main/large"]
    await until(lambda: shop.host.listed == 2)

    async def is_newer() -> bool:
        return await shop.labels() == ["offline", "Main/newer"]

    await until(is_newer)
    assert shop.host.listed == 2


async def test_a_changed_connection_is_listed_anew(shop: Shop):
    made = await shop.connect()
    shop.host.models = ["other"]
    change = fill(preset_for("model", "openai-compatible"), {"vision": "on"})
    await shop.reach.connections.change(shop.owner, made.id, change)
    models = await shop.shelf.all(shop.owner.workspace_id)
    assert [model.label for model in models] == ["offline", "Main/other"]


async def test_a_host_that_is_down_adds_nothing_and_does_not_hold_up_the_others(shop: Shop):
    made = await shop.connect("Down")
    await shop.connect("Up")
    shop.shelf._listings.pop(made.id)  # type: ignore[reportPrivateUsage]
    shop.reach.openers._models.clear()  # type: ignore[reportPrivateUsage]
    change = fill(preset_for("model", "openai-compatible"), {"apiKey": "sk-wrong-0123456789abcdef"})
    await shop.reach.connections.change(shop.owner, made.id, change, save_anyway=True)
    assert await shop.labels() == ["offline", "Up/small", "Up/large"]
    asked = shop.host.listed
    assert await shop.labels() == ["offline", "Up/small", "Up/large"]
    assert shop.host.listed == asked


async def test_a_connection_that_is_off_cannot_be_used(shop: Shop):
    made = await shop.connect()
    await shop.reach.connections.change(shop.owner, made.id, {"status": "inactive"})
    assert await shop.labels() == ["offline"]
    with pytest.raises(InvalidStatus, match="switched off"):
        await shop.shelf.find(shop.owner.workspace_id, "site", None)


class Ear:
    def __init__(self) -> None:
        self.text_heard = ""

    def text(self, block: int, piece: str, /) -> None:
        self.text_heard += piece

    def thinking(self, block: int, piece: str, /) -> None:
        raise AssertionError("nothing was thought")


async def test_an_open_model_answers_and_its_use_is_remembered(shop: Shop):
    from proofroom.kernel.blocks import user

    made = await shop.connect()
    model = await shop.shelf.find(shop.owner.workspace_id, "site", "Main/large")
    ear = Ear()
    await model.driver.stream(ModelRequest(model=model.info.id, messages=[user("hi")]), ear)
    assert ear.text_heard == "Hello from the host."
    assert shop.host.asked[0]["model"] == "large"
    found = await shop.reach.connections.get(shop.owner.workspace_id, made.id)
    assert found.last_used_at == shop.clock.now()


async def test_one_breaker_stands_before_each_credential(shop: Shop):
    from proofroom.kernel.blocks import user

    made = await shop.connect("First")
    await shop.connect("Second")
    shop.host.answers = [Answer(status=500, error={"message": "down"})]
    request = ModelRequest(model="small", messages=[user("hi")])
    workspace = shop.owner.workspace_id
    first = await shop.shelf.find(workspace, "site", "First/small")
    for _ in range(2):
        with pytest.raises(ProviderFailed):
            await first.driver.stream(request, Ear())
    with pytest.raises(ProviderFailed) as caught:
        await first.driver.stream(request, Ear())
    assert caught.value.context["provider_code"] == "resting"
    shop.host.answers = [Answer()]
    second = await shop.shelf.find(workspace, "site", "Second/small")
    await second.driver.stream(request, Ear())
    # A corrected credential does not inherit the rest of the broken one.
    change = fill(preset_for("model", "openai-compatible"), {"vision": "on"})
    await shop.reach.connections.change(shop.owner, made.id, change)
    again = await shop.shelf.find(workspace, "site", "First/small")
    await again.driver.stream(request, Ear())


def test_the_default_is_the_first_of_the_highest_tier_else_the_first():
    plain, best = ModelInfo("a", "p"), ModelInfo("b", "p", tier="smartest")
    assert pick_default([plain, best, ModelInfo("c", "p", tier="smartest")]) is best
    assert pick_default([plain, ModelInfo("d", "p", tier="fastest")]) is plain
    assert pick_default([]) is None


def test_every_model_provider_can_be_connected_and_every_preset_has_an_adapter():
    from proofroom.connections import PRESETS

    assert {provider for kind, provider in PRESETS if kind == "model"} == set(ADAPTERS)
