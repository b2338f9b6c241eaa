"""AI providers, their models with prices and windows, and the default model of each scope."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Done, In, Out, fields_of
from proofroom.connections import PRESETS, Default, Kind, Preset, StoredConnection
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConnectionId
from proofroom.kernel.scope import Scope, read_scope
from proofroom.kernel.strings import say
from proofroom.providers import snapshot
from proofroom.providers.types import ModelInfo, OpenModel
from proofroom.wiring import Studio

router = APIRouter(prefix="/ai", tags=["ai"])
ALSO_UNDER = "/admin/api"


class FieldInfo(Out):
    """One thing to ask for when a provider is connected; `advanced` is offered, not asked."""

    name: str
    label: Told
    is_secret: bool
    required: bool
    advanced: bool
    example: str


class ProviderInfo(Out):
    """A provider and what it needs. Where `anyOf` is not empty, one of its groups must be whole."""

    id: str
    kind: Kind
    title: str
    base_url: str
    fields: list[FieldInfo]
    any_of: list[list[str]]


class ModelDetail(fields_of(ModelInfo, without=("provider",))):
    """A model. Prices are micro-dollars per million tokens; null is unknown, never nought."""

    label: str
    provider_id: str
    credential_id: str | None


class ModelList(Out):
    """The models of a provider; `live` is false when they come from the shipped list."""

    models: list[ModelDetail]
    live: bool


class DefaultInfo(Out):
    """The model a scope uses when nobody chose one; `auto` if a first credential brought it."""

    scope: Scope
    credential_id: str
    model_id: str
    label: str
    auto: bool
    updated_at: datetime


class NewDefault(In):
    """A model of a credential."""

    credential_id: str
    model_id: str = Field(min_length=1, max_length=200)


@router.get("/providers")
async def list_providers(principal: Principal = requires("ai.chat")) -> list[ProviderInfo]:
    """Return the AI providers that can be connected, and the fields each one needs."""
    return [_show_preset(preset) for preset in PRESETS.values()]


@router.get("/providers/{provider_id}/models")
async def list_provider_models(
    provider_id: str,
    studio: StudioDep,
    credential_id: Annotated[str | None, Query(alias="credentialId")] = None,
    principal: Principal = requires("ai.chat"),
) -> ModelList:
    """Return the models of a credential, with prices; without one, what is known of the provider."""
    built_in = [model for model in await studio.models.built_in() if model.info.provider == provider_id]
    if built_in:
        return ModelList(models=[_show_model(model) for model in built_in], live=True)
    connection = await _connection(studio, principal, provider_id, credential_id)
    if connection is not None:
        models = await studio.models.models_of(connection)
        return ModelList(models=[_show_model(model) for model in models], live=True)
    if ("model", provider_id) not in PRESETS:
        raise NotFound(say("connections.no_provider", provider=provider_id))
    known = [info for info in snapshot().models() if info.provider == provider_id]
    return ModelList(models=[_show(info, f"{provider_id}/{info.id}", None) for info in known], live=False)


@router.get("/defaults")
async def list_defaults(studio: StudioDep, principal: Principal = requires("ai.chat")) -> list[DefaultInfo]:
    """Return the default models; a scope that is not listed uses the built-in one."""
    names = {each.id: each.name for each in await studio.connections.list(principal.workspace_id, "model")}
    found = await studio.defaults.all(principal.workspace_id)
    return [_show_default(each, names[each.connection_id]) for each in found]


@router.put("/defaults/{scope}")
async def set_default(
    scope: str, body: NewDefault, studio: StudioDep, principal: Principal = requires("ai.providers.manage")
) -> DefaultInfo:
    """Set the default model of a scope."""
    wanted = read_scope(scope)
    connection = await studio.connections.get(principal.workspace_id, ConnectionId(body.credential_id))
    default = await studio.defaults.put(principal, wanted, connection.id, body.model_id)
    return _show_default(default, connection.name)


@router.delete("/defaults/{scope}")
async def clear_default(
    scope: str, studio: StudioDep, principal: Principal = requires("ai.providers.manage")
) -> Done:
    """Clear the default model of a scope; it uses the built-in one then."""
    await studio.defaults.clear(principal, read_scope(scope))
    return Done()


async def _connection(
    studio: Studio, principal: Principal, provider_id: str, credential_id: str | None
) -> StoredConnection | None:
    connections = await studio.connections.list(principal.workspace_id, "model")
    if credential_id is None:
        return next((each for each in connections if each.provider == provider_id), None)
    for each in connections:
        if each.id == credential_id and each.provider == provider_id:
            return each
    raise NotFound(say("connections.no_credential"))


def _show_preset(preset: Preset) -> ProviderInfo:
    return ProviderInfo(
        id=preset.provider,
        kind=preset.kind,
        title=preset.title,
        base_url=preset.url,
        fields=[FieldInfo.model_validate(field) for field in preset.fields],
        any_of=[list(group) for group in preset.any_of],
    )


def _show_model(model: OpenModel) -> ModelDetail:
    return _show(model.info, model.label, model.connection_id)


def _show(info: ModelInfo, label: str, connection_id: str | None) -> ModelDetail:
    return ModelDetail.of(
        info, label=label, name=info.name or info.id, provider_id=info.provider, credential_id=connection_id
    )


def _show_default(default: Default, name: str) -> DefaultInfo:
    return DefaultInfo(
        scope=default.scope,
        credential_id=default.connection_id,
        model_id=default.model_id,
        label=f"{name}/{default.model_id}",
        auto=default.is_automatic,
        updated_at=default.updated_at,
    )
