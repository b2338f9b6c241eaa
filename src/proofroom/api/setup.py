"""The first start: a one-time link creates the owner. Until then every door is closed."""

from fastapi import APIRouter, Request, Response
from pydantic import Field

from proofroom.api.security import StudioDep, address_of, open_to_all
from proofroom.api.session import SessionInfo, set_cookie, show_session
from proofroom.api.shapes import In, Out

router = APIRouter(tags=["setup"])


class SetupState(Out):
    """Whether the studio still has no owner."""

    needed: bool


class Setup(In):
    """The owner to be, with the token from the one-time link."""

    token: str
    workspace_name: str = Field(min_length=1, max_length=80)
    name: str = Field(min_length=1, max_length=80)
    email: str = Field(min_length=3, max_length=254)
    password: str = Field(min_length=1, max_length=1024)


@router.get("/setup", dependencies=[open_to_all("the sign-in page asks whether there is an owner yet")])
async def setup_state(studio: StudioDep) -> SetupState:
    """Say whether the studio still needs its owner."""
    return SetupState(needed=await studio.access.setup.is_needed())


@router.post("/setup", dependencies=[open_to_all("the one-time token is the credential")])
async def complete_setup(body: Setup, request: Request, response: Response, studio: StudioDep) -> SessionInfo:
    """Create the owner and sign them in."""
    signed = await studio.access.setup.complete(
        token=body.token,
        workspace_name=body.workspace_name,
        name=body.name,
        email=body.email,
        password=body.password,
        address=address_of(request),
    )
    await studio.chat.adopt(signed.workspace.id, signed.person.id)
    set_cookie(response, request, signed.token, studio.settings.session_days)
    return await show_session(studio, signed.token)
