"""Roles as sets of permissions: the built-in ones, and a workspace's own."""

from fastapi import APIRouter
from pydantic import Field

from proofroom.access import CATALOGUE, Principal, Role
from proofroom.access.permissions import meaning_of
from proofroom.api.language import Told
from proofroom.api.security import StudioDep, requires, signed_in
from proofroom.api.shapes import Done, In, Out
from proofroom.kernel.ids import RoleId

router = APIRouter(tags=["access"])


class PermissionInfo(Out):
    """One thing that may be done; `mayGive` tells whether the caller could put it into a role."""

    name: str
    meaning: Told
    may_give: bool


class RoleInfo(Out):
    """A named set of permissions; built-in ones stay as they are."""

    id: str
    key: str
    name: str
    description: str
    is_builtin: bool
    permissions: list[str]


class NewRole(In):
    """A role to be made, of permissions the maker has."""

    name: str = Field(min_length=1, max_length=80)
    description: str = Field("", max_length=500)
    permissions: list[str] = Field(default_factory=list[str], max_length=500)


class RoleChanges(In):
    """What changes about a role; what is left out stays."""

    name: str | None = Field(None, min_length=1, max_length=80)
    description: str | None = Field(None, max_length=500)
    permissions: list[str] | None = Field(None, max_length=500)


def _show(role: Role) -> RoleInfo:
    return RoleInfo.of(role, permissions=sorted(role.permissions))


@router.get("/permissions")
async def list_permissions(principal: Principal = signed_in()) -> list[PermissionInfo]:
    """Return everything that may be allowed, with what it means."""
    return [
        PermissionInfo(name=name, meaning=meaning_of(name), may_give=name in principal.permissions)
        for name in CATALOGUE
    ]


@router.get("/roles")
async def list_roles(studio: StudioDep, principal: Principal = requires("users.team.read")) -> list[RoleInfo]:
    """Return the roles of the workspace, built-in ones first."""
    return [_show(role) for role in await studio.access.roles.list(principal)]


@router.post("/roles", status_code=201)
async def create_role(
    body: NewRole, studio: StudioDep, principal: Principal = requires("roles.manage")
) -> RoleInfo:
    """Make a role; it never allows more than its maker may do."""
    made = await studio.access.roles.create(
        principal, body.name, body.permissions, description=body.description
    )
    return _show(made)


@router.put("/roles/{role_id}")
async def change_role_record(
    role_id: str, body: RoleChanges, studio: StudioDep, principal: Principal = requires("roles.manage")
) -> RoleInfo:
    """Change a role of the workspace's own; whoever has it has the new permissions at once."""
    changed = await studio.access.roles.update(
        principal,
        RoleId(role_id),
        name=body.name,
        description=body.description,
        permissions=body.permissions,
    )
    return _show(changed)


@router.delete("/roles/{role_id}")
async def delete_role(
    role_id: str, studio: StudioDep, principal: Principal = requires("roles.manage")
) -> Done:
    """Delete a role of the workspace's own; whoever had it loses what it gave."""
    await studio.access.roles.delete(principal, RoleId(role_id))
    return Done()
