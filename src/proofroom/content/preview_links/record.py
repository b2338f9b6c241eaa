"""Links to drafts: whoever has one is let in, until it is over or somebody takes it back.

A link that was handed out has a row, and opens nothing without it, nor once whoever made it may not see what
it shows. The frames in which the app itself shows pages have none: they are over within hours.
"""

from datetime import timedelta

from proofroom.access import Access, Principal, Project
from proofroom.access.audit import Named
from proofroom.access.types import NO_LIMITS
from proofroom.content.delivery import PreviewOf, preview_token, read_token
from proofroom.content.preview_links import repo
from proofroom.content.preview_links.types import GivenLink
from proofroom.kernel.clock import Clock
from proofroom.kernel.errors import NotAllowed, NotFound, NotSignedIn
from proofroom.kernel.ids import new_id
from proofroom.kernel.strings import say
from proofroom.store import Database, Keyring

READS: dict[PreviewOf, str] = {"content": "content.read", "site": "site.read"}
"""What one needs to see what a link shows."""


class PreviewLinks:
    """Links of all projects that were handed out."""

    def __init__(self, database: Database, clock: Clock, access: Access) -> None:
        self._database, self._clock, self._access, self._audit = database, clock, access, access.audit

    async def make(
        self,
        keyring: Keyring,
        principal: Principal,
        project: Project,
        branch: str,
        hours: int,
        *,
        shows: PreviewOf,
    ) -> tuple[GivenLink, str]:
        """Write a link down and return it with its token; those that are over are forgotten."""
        now = self._clock.now()
        until, name = now + timedelta(hours=hours), principal.name[:200]
        who = (name, principal.person_id, principal.api_key_id)
        made = GivenLink(new_id(), project.workspace_id, project.id, shows, branch, *who, now, until)
        token = preview_token(
            keyring, project.workspace_id, project.id, branch, until, shows=shows, link=made.id
        )
        async with self._database.transaction() as connection:
            await repo.add(connection, made, now)
            await self._audit.record(
                connection, principal, "preview.give", _named(made), project_id=project.id, after=made
            )
        return made, token

    async def list(self, project: Project) -> list[GivenLink]:
        """Return the links of a project that still open something, the newest first."""
        async with self._database.reading() as connection:
            return await repo.living(connection, project.workspace_id, project.id, self._clock.now())

    async def end(self, principal: Principal, project: Project, link_id: str) -> None:
        """Take a link back: it opens nothing from now on."""
        async with self._database.transaction() as connection:
            gone = await repo.find(connection, project.workspace_id, project.id, link_id)
            if gone is None:
                raise NotFound(say("content.no_link"))
            await repo.remove(connection, gone)
            await self._audit.record(
                connection, principal, "preview.end", _named(gone), project_id=project.id, before=gone
            )

    async def open(
        self, keyring: Keyring, project: Project, token: str, *, shows: PreviewOf = "content"
    ) -> str:
        """Return the branch a token shows; one that is forged, foreign, over or taken back is refused."""
        now = self._clock.now()
        branch, link = read_token(keyring, project.workspace_id, project.id, token, now, shows=shows)
        if link is not None:
            async with self._database.reading(quick=True) as connection:
                given = await repo.find(connection, project.workspace_id, project.id, link)
            if given is None or not await self._may_still(given):
                raise NotAllowed(say("content.preview_over"), suggestion=say("content.new_link"))
        return branch

    async def _may_still(self, link: GivenLink) -> bool:
        """Tell whether whoever made a link may see what it shows; the studio's operator always may."""
        if link.person_id is None and link.api_key_id is None:
            return True
        try:
            maker = await self._access.principal_for_run(link.workspace_id, link.person_id, link.api_key_id)
        except (NotFound, NotSignedIn):
            return False
        is_whole = maker.limits_in(link.project_id) == NO_LIMITS
        return is_whole and maker.can(READS[link.shows], link.project_id)


def _named(link: GivenLink) -> Named:
    return "preview", link.id, link.branch
