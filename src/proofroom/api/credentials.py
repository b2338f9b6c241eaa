"""Connections to AI providers: tested before they are saved, and no secret ever comes out again."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.connection_shapes import ConnectionInfo, TrialInfo, trial_info
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Done, In, Out
from proofroom.connections import (
    Changes,
    Saved,
    StoredConnection,
    draft_from,
    fill,
    held_secrets,
    preset_for,
    shown_fields,
)
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ConnectionId
from proofroom.kernel.strings import say
from proofroom.wiring import Studio

router = APIRouter(prefix="/ai/credentials", tags=["ai"])
ALSO_UNDER = "/admin/api"

AiKind = Literal["model", "search", "image"]
Text = Annotated[str, Field(max_length=8_000)]


class NewCredential(In):
    """A provider and what it needs: `apiKey` and `baseUrl`, and in `fields` whatever else its list names."""

    provider_id: str = Field(max_length=40)
    kind: AiKind = "model"
    display_label: str = Field("", max_length=80)
    api_key: Text | None = None
    base_url: Text | None = None
    fields: dict[str, Text | None] = Field(default_factory=dict[str, Text | None])
    save_anyway: bool = False


class CredentialChange(In):
    """What is to change. What is left out stays; null removes."""

    display_label: str = Field("", max_length=80)
    api_key: Text | None = None
    base_url: Text | None = None
    fields: dict[str, Text | None] = Field(default_factory=dict[str, Text | None])
    status: Literal["active", "inactive"] = "active"
    save_anyway: bool = False


class CredentialInfo(ConnectionInfo):
    """A connection to an AI provider. `secrets` names what is stored and never shown."""

    kind: AiKind
    provider_id: str
    display_label: str
    auth_mode: Literal["apiKey", "baseUrl"]
    base_url: str
    fields: dict[str, str]
    secrets: list[str]
    key_fingerprint_current: bool


class SavedCredential(Out):
    """A connection as it was saved, and how its test went."""

    credential: CredentialInfo
    tested: TrialInfo | None


@router.get("")
async def list_credentials(
    studio: StudioDep, kind: AiKind | None = None, principal: Principal = requires("ai.providers.manage")
) -> list[CredentialInfo]:
    """Return the connections to AI providers, without their secrets."""
    found = await studio.connections.list(principal.workspace_id, kind)
    kinds = ("model", "search", "image")
    return [_show(studio, each) for each in found if each.kind in kinds]


@router.post("", status_code=201)
async def add_credential(
    body: NewCredential, studio: StudioDep, principal: Principal = requires("ai.providers.manage")
) -> SavedCredential:
    """Test a connection and save it; one that fails is saved only with `saveAnyway`."""
    preset = preset_for(body.kind, body.provider_id)
    draft = draft_from(preset, _values(body.model_dump(exclude_unset=True)), body.display_label)
    saved = await studio.connections.create(principal, draft, save_anyway=body.save_anyway)
    return _saved(studio, saved)


@router.put("/{credential_id}")
async def change_credential(
    credential_id: str,
    body: CredentialChange,
    studio: StudioDep,
    principal: Principal = requires("ai.providers.manage"),
) -> SavedCredential:
    """Change a connection; it is tested again when address, secrets or options change."""
    found = await _find(studio, principal, credential_id)
    given = body.model_dump(exclude_unset=True)
    changes: Changes = fill(preset_for(found.kind, found.provider), _values(given))
    if "display_label" in given:
        changes["name"] = body.display_label
    if "status" in given:
        changes["status"] = body.status
    saved = await studio.connections.change(principal, found.id, changes, save_anyway=body.save_anyway)
    return _saved(studio, saved)


@router.delete("/{credential_id}")
async def delete_credential(
    credential_id: str, studio: StudioDep, principal: Principal = requires("ai.providers.manage")
) -> Done:
    """Delete a connection; 409 names the scopes that use it by default."""
    found = await _find(studio, principal, credential_id)
    await studio.connections.remove(principal, found.id)
    studio.models.forget(found.id)
    return Done()


@router.post("/{credential_id}/test")
async def try_credential(
    credential_id: str, studio: StudioDep, principal: Principal = requires("ai.providers.manage")
) -> TrialInfo:
    """Make a real request with a connection and return how it went."""
    found = await _find(studio, principal, credential_id)
    return TrialInfo.model_validate(await studio.connections.test(principal, found.id))


async def _find(studio: Studio, principal: Principal, credential_id: str) -> StoredConnection:
    found = await studio.connections.get(principal.workspace_id, ConnectionId(credential_id))
    if found.kind not in ("model", "search", "image"):
        raise NotFound(say("connections.none"))
    return found


def _values(given: dict[str, Any]) -> dict[str, str | None]:
    values: dict[str, str | None] = dict(given.get("fields") or {})
    for name, field in (("api_key", "apiKey"), ("base_url", "baseUrl")):
        if name in given:
            values[field] = given[name]
    return values


def _show(studio: Studio, connection: StoredConnection) -> CredentialInfo:
    preset = preset_for(connection.kind, connection.provider)
    is_readable = studio.connections.is_readable(connection)
    secrets = held_secrets(preset, studio.connections.open(connection)) if is_readable else []
    has_credentials = connection.credentials is not None
    return CredentialInfo.of(
        connection,
        has_credentials=has_credentials,
        provider_id=connection.provider,
        display_label=connection.name,
        auth_mode="apiKey" if has_credentials else "baseUrl",
        base_url=connection.url,
        fields=shown_fields(preset, connection),
        secrets=secrets,
        key_fingerprint_current=is_readable,
    )


def _saved(studio: Studio, saved: Saved) -> SavedCredential:
    return SavedCredential(credential=_show(studio, saved.connection), tested=trial_info(saved.tested))
