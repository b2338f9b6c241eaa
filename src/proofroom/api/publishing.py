"""Publishing a project's site: start it, see what is published, go back, and give previews."""

from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from proofroom.access import Project
from proofroom.api.language import Told
from proofroom.api.security import Inside, StudioDep, in_project
from proofroom.api.shapes import Done, In, Out, fields_of
from proofroom.content.delivery import preview_token
from proofroom.content.preview_links import PreviewLinks
from proofroom.content.preview_links.types import GivenLink
from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.ids import ProposalId
from proofroom.kernel.strings import say
from proofroom.repository.git.branch import CONTENT_BRANCH
from proofroom.repository.remotes import Remotes
from proofroom.site.publish import Address, Publisher, Release
from proofroom.site.publish.export import zip_of
from proofroom.site.publish.flow import start_publishing
from proofroom.site.publish.publisher import PREVIEWS, PendingFiles
from proofroom.site.publish.rendered import Changed, pages_with
from proofroom.store import load_keyring
from proofroom.wiring import Studio

router = APIRouter(prefix="/projects/{project_id}/site", tags=["site"])


class PublishingStarted(Out):
    """The run that publishes; its events tell how far it is, and it can be stopped."""

    run_id: str


class ReleaseInfo(Out):
    """What was published at a moment. `written` counts files that were other than before."""

    id: str
    at: datetime
    by: str
    commit: str
    pages: int
    written: int
    removed: int
    files: int


class PublicationInfo(Out):
    """Where the site is, what is served there, and what was served before."""

    address: str
    path: str
    current: ReleaseInfo | None
    previous: ReleaseInfo | None
    releases: list[ReleaseInfo]


class PublicationChanges(fields_of(PendingFiles)):
    """What publishing now would change: paths of files that would be written and removed.

    `added` are those of the written ones that are not published yet.
    """


class NewPreview(In):
    """Which branch or proposal to show, and for how long; the content as it is if neither is named."""

    branch: str | None = Field(None, max_length=250)
    proposal_id: str | None = None
    hours: int = Field(24, ge=1, le=24 * 30)


class MarkInfo(Out):
    """A change of a proposal, and the selector of what it is seen on."""

    hunk: str
    selector: str


class RenderedInfo(Out):
    """A page that a proposal changes: signed paths to it before and after, and what changed there."""

    title: str
    path: str
    before: str
    after: str
    marks: list[MarkInfo]


class SignedPath(NamedTuple):
    """A signed link to a branch's site."""

    token: str
    path: str
    until: datetime


class PreviewInfo(Out):
    """A signed link: whoever has it sees the branch's site until it ends."""

    id: str
    path: str
    expires_at: datetime


class PreviewLinkInfo(
    fields_of(GivenLink, without=("workspace_id", "project_id", "person_id", "api_key_id"))
):
    """A link to drafts that was handed out; what opens it is shown only once."""


@router.post("/publish")
async def publish_site(studio: StudioDep, inside: Inside = in_project("site.publish")) -> PublishingStarted:
    """Start publishing the site as it is on the content branch."""
    by = inside.principal.name
    run = await start_publishing(studio.engine, inside.asker, inside.project, by)
    return PublishingStarted(run_id=run.id)


@router.get("/publication")
async def get_publication(studio: StudioDep, inside: Inside = in_project("site.read")) -> PublicationInfo:
    """Return what is published, and what can be gone back to."""
    publisher, project = studio.get(Publisher), inside.project
    address = publisher.address(project)
    current, previous = publisher.current(project), publisher.releases.previous(project.id)
    return PublicationInfo(
        address=address.root,
        path=address.base + "/",
        current=show_release(current) if current else None,
        previous=show_release(previous) if previous else None,
        releases=[show_release(one) for one in publisher.releases.list(project.id)],
    )


@router.get("/publication/changes")
async def get_changes(studio: StudioDep, inside: Inside = in_project("site.read")) -> PublicationChanges:
    """Return what publishing now would change, without doing it."""
    return PublicationChanges.model_validate(await studio.get(Publisher).changes(inside.project))


@router.post("/rollback")
async def roll_back(studio: StudioDep, inside: Inside = in_project("site.publish")) -> ReleaseInfo:
    """Serve the release before again; once more brings the newer one back."""
    publisher, project = studio.get(Publisher), inside.project
    before = publisher.current(project)
    after = await publisher.rollback(project)
    await studio.access.audit.record_outside(
        inside.principal,
        "site.rollback",
        ("project", project.id, project.name),
        project_id=project.id,
        before=before.id if before else None,
        after=after.id,
    )
    return show_release(after)


@router.post("/previews")
async def give_preview(
    body: NewPreview, studio: StudioDep, inside: Inside = in_project("site.read")
) -> PreviewInfo:
    """Return a signed link to the site on a branch or of a proposal."""
    inside.require_everything()
    branch = body.branch or CONTENT_BRANCH
    if body.proposal_id is not None:
        proposal = await studio.proposals.get(inside.principal, ProposalId(body.proposal_id))
        if proposal.project_id != inside.project.id or not proposal.branch:
            raise InvalidInput(say("site.no_such_branch"))
        branch = proposal.branch
    links, keyring, project = studio.get(PreviewLinks), load_keyring(studio.settings), inside.project
    made, token = await links.make(keyring, inside.principal, project, branch, body.hours, shows="site")
    return PreviewInfo(id=made.id, path=_preview_path(project, token), expires_at=made.until)


@router.get("/previews")
async def list_previews(studio: StudioDep, inside: Inside = in_project("site.read")) -> list[PreviewLinkInfo]:
    """Return the links to drafts that were handed out and still work, to pages and to content."""
    inside.require_everything()
    return [PreviewLinkInfo.of(link) for link in await studio.get(PreviewLinks).list(inside.project)]


@router.delete("/previews/{link_id}")
async def end_preview(link_id: str, studio: StudioDep, inside: Inside = in_project("site.read")) -> Done:
    """Take a link to drafts back: it opens nothing from now on."""
    inside.require_everything()
    await studio.get(PreviewLinks).end(inside.principal, inside.project, link_id)
    return Done()


@router.get("/rendered/{proposal_id}")
async def get_rendered(
    proposal_id: str, studio: StudioDep, inside: Inside = in_project("site.read")
) -> list[RenderedInfo]:
    """Return the pages that a proposal changes, as they are and as they would be."""
    review = await studio.proposals.open(inside.principal, ProposalId(proposal_id))
    proposal, project = review.proposal, inside.project
    if proposal.project_id != project.id or not proposal.branch or review.view is None:
        raise InvalidInput(say("site.no_such_branch"))
    changes = [
        Changed(hunk.id, hunk.target.type, hunk.target.id, hunk.target.area)
        for hunk in review.view.hunks
        if hunk.target.room == "site"
    ]
    if not changes:
        return []
    publisher = studio.get(Publisher)
    after, before = sign(studio, inside, proposal.branch), sign(studio, inside, CONTENT_BRANCH)
    builder = await publisher.preview(project, proposal.branch, after.token)
    return [
        RenderedInfo(
            title=page.title,
            path=page.path,
            before=before.path + page.path.lstrip("/"),
            after=after.path + page.path.lstrip("/"),
            marks=[MarkInfo(hunk=one.hunk, selector=one.selector) for one in page.marks],
        )
        for page in pages_with(builder, changes)
    ]


@router.get("/export")
async def export_site(
    studio: StudioDep, address: str, inside: Inside = in_project("site.publish")
) -> Response:
    """Return the whole site as a ZIP for a web server at an address of its own."""
    inside.require_everything()
    files = await studio.get(Publisher).files_for(inside.project, _address(address))
    data = await zip_of(files)
    name = f"{inside.project.slug}.zip"
    return Response(
        data, media_type="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


class BranchTarget(In):
    """A branch of the project's repository, and the address at which its files will be served.

    `push` sends it to the project's remote, `over` puts it on top of what others committed to it there.
    """

    branch: str = Field("pages", min_length=1, max_length=120)
    address: str
    push: bool = False
    over: bool = False


class BranchPublication(Out):
    """The commit that has the site; `isNew` is false where nothing had changed.

    `sent` says whether the remote took it, `reason` why not.
    """

    branch: str
    commit: str
    is_new: bool
    sent: Literal["not_asked", "pushed", "rejected"]
    reason: Told


@router.post("/publish/branch")
async def publish_to_branch(
    body: BranchTarget, studio: StudioDep, inside: Inside = in_project("site.publish")
) -> BranchPublication:
    """Put the published files on a Git branch of their own, for web servers that follow one.

    A branch that is pushed is looked at there first: where it cannot be reached, or others committed to it,
    nothing is made. What the remote rejects stays here, and is sent with the next publication.
    """
    project, remotes, there, pushed = inside.project, studio.get(Remotes), None, None
    address = _address(body.address)
    if body.push:
        inside.principal.require("content.review", project.id)
        there = await remotes.look_at(project, body.branch)
    commit, is_new = await studio.get(Publisher).to_branch(
        project, address, body.branch, inside.principal.name, there, over=body.over
    )
    if body.push:
        pushed = await remotes.send_made(project, body.branch)
    if is_new or commit != there:
        await studio.access.audit.record_outside(
            inside.principal,
            "site.branch",
            ("project", project.id, project.name),
            project_id=project.id,
            after=f"{body.branch} {commit} {pushed.status if pushed else ''}".strip(),
        )
    return BranchPublication(
        branch=body.branch,
        commit=commit,
        is_new=is_new,
        sent="not_asked" if pushed is None else "pushed" if pushed.status == "pushed" else "rejected",
        reason=pushed.reason if pushed else "",
    )


def sign(studio: Studio, inside: Inside, branch: str, hours: int = 2) -> SignedPath:
    """Return a link that shows a branch's site for some hours, and with it all that its pages show."""
    inside.require_everything()
    project = inside.project
    until = studio.clock.now() + timedelta(hours=hours)
    keyring = load_keyring(studio.settings)
    token = preview_token(keyring, project.workspace_id, project.id, branch, until, shows="site")
    return SignedPath(token, _preview_path(project, token), until)


def _preview_path(project: Project, token: str) -> str:
    return f"{PREVIEWS}/{project.slug}/{token}/"


def show_release(release: Release) -> ReleaseInfo:
    """Return a release as the API shows it."""
    said: dict[str, Any] = {
        name: getattr(release, name) for name in ("id", "by", "commit", "pages", "written", "removed")
    }
    return ReleaseInfo(at=datetime.fromisoformat(release.at), files=len(release.files), **said)


def _address(url: str) -> Address:
    origin, slashes, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    if origin not in ("http", "https") or not slashes or not host:
        raise InvalidInput(say("site.bad_address", address=url))
    return Address(f"{origin}://{host}", f"{slash}{path}".rstrip("/"))
