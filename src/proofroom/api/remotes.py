"""A project's remote: connect it, fetch, push, and join what went different ways."""

from typing import Literal

from fastapi import APIRouter
from pydantic import Field

from proofroom.api.language import Told
from proofroom.api.projects import RemoteLogin
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import Done, In, Out, fields_of
from proofroom.kernel.errors import NotFound
from proofroom.kernel.strings import say
from proofroom.repository.git.remotes import Divergence
from proofroom.repository.remotes import Joined, Remote, Remotes

router = APIRouter(prefix="/projects/{project_id}/content/remote", tags=["remotes"])


class BranchRelation(fields_of(Divergence)):
    """How a branch stands to the remote's, as of the last fetch."""


class RemoteInfo(Out):
    """Where the remote is, as whom one signs in there, whom one trusts, and how the branches stand."""

    url: str
    username: str | None
    fingerprint: str | None
    certificate: str | None
    is_ours: bool
    branches: dict[str, BranchRelation]


class RemoteSet(RemoteLogin):
    """Where the remote is, how to sign in, and whether what it brings is the workspace's own text."""

    url: str = Field(min_length=1, max_length=2_000)
    is_ours: bool | None = None


class PushRequest(In):
    """Review branches to send besides the content and the base branch."""

    branches: list[str] = Field(default_factory=list[str], max_length=100)


class PushedBranch(Out):
    """What the remote said about one branch."""

    status: Literal["no-remote", "pushed", "rejected"]
    reason: Told


class PushAnswer(Out):
    """What the remote took, and how the branches stand now."""

    pushed: dict[str, PushedBranch]
    remote: RemoteInfo


class JoinAnswer(Out):
    """What came of bringing both sides together: `conflicts` values could not be; then nothing changed."""

    status: Literal["in_sync", "joined", "diverged", "conflicts"]
    conflicts: int
    remote: RemoteInfo


@router.get("")
async def read_remote(studio: StudioDep, inside: Inside = in_project("content.read")) -> RemoteInfo:
    """Return the project's remote and how its branches stand to what was last fetched."""
    found = await studio.get(Remotes).get(inside.project)
    if found is None:
        raise NotFound(say("remotes.none"))
    return _show(found)


@router.put("")
async def set_remote(
    body: RemoteSet, studio: StudioDep, inside: Inside = in_project("connections.team.create")
) -> RemoteInfo:
    """Connect a repository over HTTPS or SSH; it is reached once before anything is kept.

    A host that nobody knows is answered with 409 `host_not_trusted` and its `fingerprint`; send that along to
    accept it. The same address again changes what is sent, such as the token, and keeps the rest.
    """
    found = await studio.get(Remotes).connect(
        inside.principal, inside.project, body.url, body.keys, is_ours=body.is_ours
    )
    return _show(found)


@router.delete("")
async def forget_remote(studio: StudioDep, inside: Inside = in_project("connections.team.delete")) -> Done:
    """Forget the remote and its sign-in; the content stays."""
    await studio.get(Remotes).disconnect(inside.principal, inside.project)
    return Done()


@router.post("/fetch")
async def fetch(studio: StudioDep, inside: Inside = in_project("content.review")) -> JoinAnswer:
    """Bring the remote's work here; branches move forward where that loses nothing."""
    return _joined(await studio.get(Remotes).fetch(inside.principal, inside.project))


@router.post("/push")
async def push(
    body: PushRequest, studio: StudioDep, inside: Inside = in_project("content.review")
) -> PushAnswer:
    """Send the content and the base branch; a branch that would lose work there is refused, never forced."""
    done, remote = await studio.get(Remotes).push(inside.principal, inside.project, tuple(body.branches))
    pushed = {name: PushedBranch(status=one.status, reason=one.reason) for name, one in done.items()}
    return PushAnswer(pushed=pushed, remote=_show(remote))


@router.post("/join")
async def join(studio: StudioDep, inside: Inside = in_project("content.review")) -> JoinAnswer:
    """Merge what the remote has into the content, record by record; with conflicts nothing changes."""
    return _joined(await studio.get(Remotes).join(inside.principal, inside.project))


def _joined(joined: Joined) -> JoinAnswer:
    return JoinAnswer(status=joined.status, conflicts=joined.conflicts, remote=_show(joined.remote))


def _show(remote: Remote) -> RemoteInfo:
    branches = {name: BranchRelation.model_validate(one) for name, one in remote.branches.items()}
    return RemoteInfo(
        url=remote.url,
        username=remote.username,
        fingerprint=remote.trust.fingerprint,
        certificate=remote.trust.certificate,
        is_ours=remote.is_ours,
        branches=branches,
    )
