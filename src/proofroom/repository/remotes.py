"""A project's remote: another repository that its content is exchanged with.

Nothing is forced in either direction. Fetching moves a branch only where that loses nothing; where both sides
went on, that is reported, and joining merges them record by record. How to sign in is a connection of the
workspace; the remote's address, which holds no secret, stands in the repository itself.
"""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, TypeVar

from proofroom.access import Principal, Project
from proofroom.access.audit import Audit
from proofroom.connections import Connections, StoredConnection
from proofroom.connections.types import Changes, NewConnection
from proofroom.kernel.clock import Clock
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotFound
from proofroom.kernel.ids import ProjectId, WorkspaceId
from proofroom.kernel.strings import say
from proofroom.repository import Format, Repositories
from proofroom.repository.git import remotes
from proofroom.repository.git.access import Access, Login, check_address
from proofroom.repository.git.branch import CONTENT_BRANCH, check_feature, tip
from proofroom.repository.git.commit import is_ancestor, merge_base, tree_of
from proofroom.repository.git.hosts import Trust
from proofroom.repository.git.open import Repo, Sha, default_branch
from proofroom.repository.git.reconcile import Reconciled, reconcile
from proofroom.repository.git.remotes import Divergence, Pushed
from proofroom.repository.git.save import Signed
from proofroom.repository.merge.trees import merge3
from proofroom.repository.merge.types import Conflict as MergeConflict
from proofroom.repository.remote_keys import NO_KEYS, Keys, config_of, sealed
from proofroom.repository.reviewable import identity_of
from proofroom.repository.shown import targets_between
from proofroom.reviews import HunkTarget

KIND: Final = "git"
LOCAL: Final = "studio.manage"
"""Who may name a repository on the studio's own machine."""

Done = TypeVar("Done")
Guard = Callable[[str, int], None]
HearBrought = Callable[[Project, Sequence[HunkTarget]], Awaitable[object]]
"""Is told what a remote has that the project lacks, before any of it is taken in."""
Outcome = Reconciled[MergeConflict] | None


@dataclass(frozen=True, slots=True)
class Remote:
    """Where a project's remote is, and how its branches stand to what was last fetched."""

    url: str
    username: str | None
    trust: Trust
    branches: Mapping[str, Divergence]
    is_ours: bool
    """Whether what it brings counts as the workspace's own text."""


@dataclass(frozen=True, slots=True)
class Joined:
    """What bringing work together came to: nothing was needed, it is in, both went on, or values conflict."""

    status: Literal["in_sync", "joined", "diverged", "conflicts"]
    conflicts: int
    remote: Remote


class Remotes:
    """Connects projects with other repositories."""

    def __init__(
        self,
        repositories: Repositories,
        connections: Connections,
        clock: Clock,
        guard: Guard,
        audit: Audit,
        on_brought: HearBrought,
    ) -> None:
        self._repositories, self._connections, self._clock, self._guard = (
            repositories,
            connections,
            clock,
            guard,
        )
        self._audit, self._on_brought = audit, on_brought

    # --- where

    async def get(self, project: Project) -> Remote | None:
        """Return a project's remote, or None."""
        connection = await self._connection(project)

        def look() -> Remote | None:
            repo = self._repositories.repo(project.id)
            url = remotes.remote_url(repo)
            return None if url is None else self._described(repo, url, connection)

        return await asyncio.to_thread(look)

    async def connect(
        self, principal: Principal, project: Project, url: str, keys: Keys, *, is_ours: bool | None = None
    ) -> Remote:
        """Set a project's remote, with how to sign in there; it is looked at before anything is kept.

        Connecting the same address again changes what is said, a token or a host key, and keeps the rest.
        Only a person can say that what it brings is the workspace's own text.
        """
        if is_ours:
            principal.require_human()
        repo = self._repositories.repo(project.id)
        stored = await self._connection(project)
        # A secret that cannot be read any more is entered again this way.
        known = NO_KEYS if stored and not self._connections.is_readable(stored) else self._keys(stored)
        is_same = await asyncio.to_thread(remotes.remote_url, repo) == url
        if is_same:
            keys = keys.over(known)
        access = self._access(principal, keys)
        await asyncio.to_thread(lambda: remotes.look(repo, url, access=access))
        if keys != known:
            await self.keep(principal, project, keys)

        def setting() -> None:
            remotes.set_remote(repo, url, access=access)
            if is_ours is not None or not is_same:
                remotes.set_ours(repo, bool(is_ours))

        await self._recorded(principal, project, "remote.set", setting)
        return (await self.fetch(principal, project)).remote

    async def disconnect(self, principal: Principal, project: Project) -> None:
        """Forget a project's remote and its sign-in; the content stays."""
        await self.keep(principal, project, NO_KEYS)
        forgetting = partial(remotes.forget_remote, self._repositories.repo(project.id))
        await self._recorded(principal, project, "remote.forget", forgetting)

    async def clone(self, principal: Principal, project_id: ProjectId, url: str, keys: Keys) -> None:
        """Copy a repository from elsewhere as a new project's."""
        await self._repositories.clone(project_id, url, self._access(principal, keys))

    async def trust_words(self, project_id: ProjectId) -> None:
        """Count what a project's remote brings as the workspace's own text from now on."""
        await asyncio.to_thread(lambda: remotes.set_ours(self._repositories.repo(project_id), True))

    async def keep(self, principal: Principal, project: Project, keys: Keys) -> None:
        """Remember how to sign in at a project's remote and whom to trust, in place of what was known."""
        known = await self._connection(project)
        if not keys.login and not keys.trust:
            if known is not None:
                await self._connections.remove(principal, known.id)
            return
        credentials, config = {"raw": sealed(keys.login)}, config_of(project, keys)
        if known is None:
            draft = NewConnection(KIND, KIND, f"{project.slug} origin", "", credentials, config)
            await self._connections.create(principal, draft)
        else:
            changes = Changes(credentials=credentials, config=config)
            await self._connections.change(principal, known.id, changes)

    # --- exchange

    async def fetch(self, principal: Principal, project: Project) -> Joined:
        """Bring the remote's work here; branches move forward where that loses nothing.

        What others committed to the base branch by hand is merged into the content. Whose words it brings is
        written down before any of them is taken in.
        """
        connection = await self._connection(project)
        signed = Signed(identity_of(principal), self._clock.now())
        await self.look_at(project, CONTENT_BRANCH)
        await self._hear_brought(project)

        def bring() -> Joined:
            repo = self._repositories.repo(project.id)
            url = _need_url(repo)
            for name in _branches(repo):
                if remotes.remote_tip(repo, name) is not None:
                    remotes.follow(repo, name)
            found = _join(repo, self._repositories.formats, signed, None, base=default_branch(repo))
            return self._joined(repo, url, connection, [found])

        return await self._recorded(principal, project, "remote.fetch", bring)

    async def _hear_brought(self, project: Project) -> None:
        """Write down whose words the remote has that the project lacks, before any of them is taken in."""

        def look() -> list[HunkTarget]:
            repo = self._repositories.repo(project.id)
            return [] if remotes.is_ours(repo) else _brought(repo, self._repositories.formats)

        if brought := await asyncio.to_thread(look):
            await self._on_brought(project, brought)

    async def push(
        self, principal: Principal, project: Project, review: tuple[str, ...] = ()
    ) -> tuple[dict[str, Pushed], Remote]:
        """Send the content, the base branch and named review branches; what would lose work is refused."""
        for branch in review:
            check_feature(branch)
        connection = await self._connection(project)
        access = self._access(None, self._keys(connection))

        def send() -> tuple[dict[str, Pushed], Remote]:
            repo = self._repositories.repo(project.id)
            url = _need_url(repo)
            check_address(url, access)
            names = [name for name in _branches(repo) if tip(repo, name) is not None]
            done = remotes.push(repo, [*names, *review], access=access)
            remotes.fetch(repo, access=access)
            return done, self._described(repo, url, connection)

        return await self._recorded(principal, project, "remote.push", send)

    async def send(
        self, workspace_id: WorkspaceId, project_id: ProjectId, names: Sequence[str]
    ) -> dict[str, Pushed]:
        """Send review branches only, for somebody else to look at there."""
        for name in names:
            check_feature(name)
        return await self._send(workspace_id, project_id, names)

    async def look_at(self, project: Project, branch: str) -> Sha | None:
        """Return where the remote has a branch just now, or None; what it holds is here then."""
        access = self._access(None, self._keys(await self._connection(project)))

        def look() -> Sha | None:
            repo = self._repositories.repo(project.id)
            check_address(_need_url(repo), access)
            remotes.fetch(repo, access=access)
            return remotes.remote_tip(repo, branch)

        return await asyncio.to_thread(look)

    async def send_made(self, project: Project, branch: str) -> Pushed:
        """Send a branch whose files were made from the content, such as a published site."""
        return (await self._send(project.workspace_id, project.id, [branch]))[branch]

    async def _send(
        self, workspace_id: WorkspaceId, project_id: ProjectId, names: Sequence[str]
    ) -> dict[str, Pushed]:
        access = self._access(None, self._keys(await self._find(workspace_id, project_id)))

        def push() -> dict[str, Pushed]:
            repo = self._repositories.repo(project_id)
            url = remotes.remote_url(repo)
            if url is not None:
                check_address(url, access)
            return remotes.push(repo, names, access=access)

        return await asyncio.to_thread(push)

    async def join(self, principal: Principal, project: Project) -> Joined:
        """Merge what the remote and the base branch have into the content; with conflicts nothing changes."""
        connection = await self._connection(project)
        signed = Signed(identity_of(principal), self._clock.now())
        await self._hear_brought(project)  # sending looks there too, and may have brought something

        def merge() -> Joined:
            repo = self._repositories.repo(project.id)
            url, base = _need_url(repo), default_branch(repo)
            found = [
                _join(repo, self._repositories.formats, signed, theirs, base=f"{remotes.ORIGIN}/{name}")
                for name in _branches(repo)
                if (theirs := remotes.remote_tip(repo, name)) is not None
            ]
            found.append(_join(repo, self._repositories.formats, signed, None, base=base))
            return self._joined(repo, url, connection, found)

        return await self._recorded(principal, project, "remote.join", merge)

    async def _recorded(
        self, principal: Principal, project: Project, action: str, work: Callable[[], Done]
    ) -> Done:
        """Do something to a repository and write down where its branches stood before and after."""

        def watched() -> tuple[Done, dict[str, str | None], dict[str, str | None]]:
            before = _standing(self._repositories.repo(project.id))
            return work(), before, _standing(self._repositories.repo(project.id))

        done, before, after = await asyncio.to_thread(watched)
        if principal.kind == "studio" and before == after:
            return done  # the clock looked, and there was nothing new
        await self._audit.record_outside(
            principal,
            action,
            ("project", project.id, project.name),
            project_id=project.id,
            before=before,
            after=after,
        )
        return done

    def _joined(
        self, repo: Repo, url: str, connection: StoredConnection | None, found: list[Outcome]
    ) -> Joined:
        remote = self._described(repo, url, connection)
        conflicts = sum(len(one.conflicts) for one in found if one)
        if conflicts:
            return Joined("conflicts", conflicts, remote)
        if any(stands.relation == "diverged" for stands in remote.branches.values()):
            return Joined("diverged", 0, remote)
        is_joined = any(one.status == "reconciled" for one in found if one)
        return Joined("joined" if is_joined else "in_sync", 0, remote)

    # --- signing in

    def _access(self, principal: Principal | None, keys: Keys) -> Access:
        """Return how to reach a remote; a stored address was allowed when it was set."""
        return Access(
            login_for=lambda _: keys.login,
            trust=keys.trust,
            guard=self._guard,
            allow_local=principal is None or principal.can(LOCAL),
        )

    async def _connection(self, project: Project) -> StoredConnection | None:
        return await self._find(project.workspace_id, project.id)

    async def _find(self, workspace_id: WorkspaceId, project_id: ProjectId) -> StoredConnection | None:
        for connection in await self._connections.list(workspace_id, KIND):
            if connection.config.get("project") == project_id:
                return connection
        return None

    def _keys(self, connection: StoredConnection | None) -> Keys:
        if connection is None:
            return NO_KEYS
        config = connection.config
        trust = Trust(config.get("fingerprint"), config.get("certificate"))
        held: Mapping[str, Any] = self._connections.open(connection).credentials.get("raw") or {}
        if not held:
            return Keys(None, trust)
        key = held.get("privateKey")
        login = Login(
            username=str(config.get("username") or "git"),
            password=held.get("password"),
            private_key=base64.b64decode(key).decode() if key else None,
            passphrase=held.get("passphrase"),
        )
        return Keys(login, trust)

    def _described(self, repo: Repo, url: str, connection: StoredConnection | None) -> Remote:
        stands = {
            name: remotes.compare(repo, name)
            for name in _branches(repo)
            if tip(repo, name) is not None or remotes.remote_tip(repo, name) is not None
        }
        config = connection.config if connection else {}
        trust = Trust(config.get("fingerprint"), config.get("certificate"))
        return Remote(url, config.get("username"), trust, stands, remotes.is_ours(repo))


def _branches(repo: Repo) -> list[str]:
    return list(dict.fromkeys((CONTENT_BRANCH, default_branch(repo))))


def _brought(repo: Repo, formats: Sequence[Format]) -> list[HunkTarget]:
    """Return what the remote's branches have that those here lack."""
    found: list[HunkTarget] = []
    for name in _branches(repo):
        there, here = remotes.remote_tip(repo, name), tip(repo, name) or tip(repo, CONTENT_BRANCH)
        if there is None or (here is not None and is_ancestor(repo, there, here)):
            continue
        common = merge_base(repo, here, there) if here is not None else None
        found += targets_between(repo, common and tree_of(repo, common), tree_of(repo, there), formats)
    return found


def _standing(repo: Repo) -> dict[str, str | None]:
    """Return the remote's address and the tips of the branches on both sides."""
    names = _branches(repo)
    here = {name: tip(repo, name) for name in names}
    there = {f"{remotes.ORIGIN}/{name}": remotes.remote_tip(repo, name) for name in names}
    return {"url": remotes.remote_url(repo), **here, **there}


def _need_url(repo: Repo) -> str:
    url = remotes.remote_url(repo)
    if url is None:
        raise NotFound(say("remotes.none"))
    return url


def _join(repo: Repo, formats: Sequence[Format], signed: Signed, theirs: Sha | None, *, base: str) -> Outcome:
    """Merge a commit, or else the base branch, into the content branch; the base branch follows its own."""
    if tip(repo, CONTENT_BRANCH) is None or (theirs is None and tip(repo, base) is None):
        return None
    return reconcile(
        repo,
        base=base,
        merge=partial(merge3, repo, formats=formats),
        signed=signed,
        dry_run=False,
        theirs=theirs,
    )
