"""Changing one's own password, setting somebody else's, and closing an account."""

from fastapi import APIRouter, Request, Response
from pydantic import Field

from proofroom.access import Principal
from proofroom.api.security import COOKIE, StudioDep, address_of, requires, signed_in
from proofroom.api.session import SessionInfo, set_cookie, show_session
from proofroom.api.shapes import Done, In
from proofroom.kernel.ids import PersonId

router = APIRouter(tags=["people"])


class PasswordChange(In):
    """The password one has, and the one to have from now on."""

    current: str = Field(min_length=1, max_length=1024)
    new: str = Field(min_length=1, max_length=1024)


class PasswordReset(In):
    """A password for somebody who forgot theirs."""

    new: str = Field(min_length=1, max_length=1024)


class Disabling(In):
    """Whether the account is closed."""

    is_disabled: bool


@router.put("/session/password")
async def change_password(
    body: PasswordChange,
    request: Request,
    response: Response,
    studio: StudioDep,
    principal: Principal = signed_in(),
) -> SessionInfo | Done:
    """Change one's own password; every device is signed out, and this one gets a new session."""
    token = await studio.access.people.change_my_password(
        principal,
        body.current,
        body.new,
        address=address_of(request),
        keep=request.cookies.get(COOKIE),
    )
    if token is None:
        return Done()
    set_cookie(response, request, token, studio.settings.session_days)
    return await show_session(studio, token)


@router.put("/people/{person_id}/password")
async def reset_password(
    person_id: str,
    body: PasswordReset,
    studio: StudioDep,
    principal: Principal = requires("users.team.update"),
) -> Done:
    """Set the password of somebody who forgot theirs, and sign them out everywhere."""
    await studio.access.people.reset_password(principal, PersonId(person_id), body.new)
    return Done()


@router.put("/people/{person_id}/disabled")
async def disable_person(
    person_id: str,
    body: Disabling,
    studio: StudioDep,
    principal: Principal = requires("users.team.update"),
) -> Done:
    """Close somebody's account, or open it again; what they did stays."""
    await studio.access.people.set_disabled(principal, PersonId(person_id), body.is_disabled)
    return Done()
