"""API keys: list, make, revoke. A key's secret is in the answer that makes it, and nowhere else."""

from datetime import datetime

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import ApiKey, KeyRole, Principal, Restrictions
from proofroom.api.security import StudioDep, requires
from proofroom.api.shapes import Count, Done, In, Moment, Out
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId

router = APIRouter(prefix="/keys", tags=["access"])


class KeyLimits(In):
    """What a key or a member may touch; null means everything the role allows."""

    models: list[str] | None = None
    locales: list[str] | None = None
    tools: list[str] | None = None

    def as_limits(self) -> Restrictions:
        """Return them as they are kept."""
        return Restrictions(_set(self.models), _set(self.locales), _set(self.tools))


class NewKey(In):
    """A key to be made."""

    name: str = Field(min_length=1, max_length=80)
    role: KeyRole = "viewer"
    project_id: str | None = None
    limits: KeyLimits = KeyLimits()
    expires_at: Moment | None = None
    requests_per_minute: Count | None = None


class KeyInfo(Out):
    """A key as its owner sees it; `prefix` is the part that may be shown."""

    id: str
    name: str
    role: KeyRole
    prefix: str
    project_id: str | None
    models: list[str] | None
    locales: list[str] | None
    tools: list[str] | None
    requests_per_minute: int | None
    created_at: datetime
    made_by: str | None
    """Who made it: it may never do more than they may."""
    expires_at: datetime | None
    revoked_at: datetime | None
    used_at: datetime | None


class FreshKeyInfo(Out):
    """A key that was just made, with its secret: it is shown once."""

    key: KeyInfo
    secret: str


def _show(key: ApiKey, makers: dict[PersonId, str]) -> KeyInfo:
    return KeyInfo.of(
        key,
        models=_list(key.limits.models),
        locales=_list(key.limits.locales),
        tools=_list(key.limits.tools),
        made_by=makers.get(key.created_by) if key.created_by else None,
    )


def _list(values: frozenset[str] | None) -> list[str] | None:
    return None if values is None else sorted(values)


def _set(values: list[str] | None) -> frozenset[str] | None:
    return None if values is None else frozenset(values)


@router.get("")
async def list_keys(studio: StudioDep, principal: Principal = requires("keys.team.read")) -> list[KeyInfo]:
    """Return the keys of the workspace."""
    found = await studio.access.keys.list(principal)
    makers = await studio.access.people.names(key.created_by for key in found if key.created_by)
    return [_show(key, makers) for key in found]


@router.post("", status_code=201)
async def create_key(
    body: NewKey, studio: StudioDep, principal: Principal = requires("keys.team.create")
) -> FreshKeyInfo:
    """Make a key. Its secret is in this answer only."""
    fresh = await studio.access.keys.create(
        principal,
        body.name,
        role=body.role,
        project_id=ProjectId(body.project_id) if body.project_id else None,
        limits=body.limits.as_limits(),
        expires_at=body.expires_at,
        requests_per_minute=body.requests_per_minute,
    )
    makers = {principal.person_id: principal.name} if principal.person_id else {}
    return FreshKeyInfo(key=_show(fresh.key, makers), secret=fresh.secret)


@router.delete("/{key_id}")
async def revoke_key(
    key_id: str, studio: StudioDep, principal: Principal = requires("keys.team.delete")
) -> Done:
    """Revoke a key; programs that use it are refused from now on."""
    await studio.access.keys.revoke(principal, ApiKeyId(key_id))
    return Done()
