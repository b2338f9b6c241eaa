"""Whose articles somebody sees, by whatever door or tool they ask."""

from proofroom.access import Access, Principal
from proofroom.articles.types import Article
from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import NotAllowed
from proofroom.kernel.ids import ApiKeyId, PersonId, ProjectId, WorkspaceId
from proofroom.kernel.strings import say

READ = "articles.team.read"


@dataclass(frozen=True, slots=True)
class Visibility:
    """Whose articles somebody sees: their own or everybody's, as far as their limits in each project go.

    What a limit is not about lies outside of it: an article has a locale, and is no entry of any model.
    """

    workspace_id: WorkspaceId
    owner_id: PersonId | None = None
    """Whose they have to be; None for anybody's."""
    principal: Principal | None = None
    """Whose rights and limits count; None for the studio's own work."""
    permission: str = READ
    """Who has it in the article's project sees those of others, too."""

    @classmethod
    def of(cls, principal: Principal, permission: str = READ) -> "Visibility":
        """Return whose articles a principal sees; who may see everybody's, a permission says."""
        return cls(principal.workspace_id, None, principal, permission)

    @property
    def only_project(self) -> ProjectId | None:
        """Return the one project whose articles are seen."""
        return self.principal.only_project if self.principal else None

    @property
    def only_owner(self) -> PersonId | None:
        """Return the one person whose articles are seen, where that is so in every project."""
        who = self.principal
        if who is None or any(who.can(self.permission, each) for each in (None, *who.project_roles)):
            return self.owner_id
        return who.person_id

    @property
    def is_sifted(self) -> bool:
        """Tell whether some of the articles that the database finds may not be among them."""
        return self.principal is not None and self.principal.is_limited

    def shows(self, article: Article) -> bool:
        """Tell whether an article of the workspace is among them."""
        who = self.principal
        if who is None:
            return self.owner_id in (None, article.owner_id)
        if not reaches(who, article.project_id, article.locale):
            return False
        is_own = who.person_id is not None and article.owner_id == who.person_id
        return is_own or (self.owner_id is None and who.can(self.permission, article.project_id))


async def seen_by(
    access: Access,
    workspace_id: WorkspaceId,
    person_id: PersonId | None,
    api_key_id: ApiKeyId | None,
    permissions: frozenset[str],
) -> Visibility:
    """Return what is seen in somebody's name by a run that may do no more than this."""
    if person_id is None and api_key_id is None:
        return Visibility(workspace_id)
    who = await access.principal_for_run(workspace_id, person_id, api_key_id)
    is_own = person_id is not None and READ not in permissions
    return Visibility(workspace_id, person_id if is_own else None, who)


def reaches(principal: Principal, project_id: ProjectId | None, locale: str | None) -> bool:
    """Tell whether somebody's limits leave them articles of a project in a locale, or what has no locale."""
    only = principal.limits_in(project_id).locales
    is_here = principal.only_project in (None, project_id) and principal.may_there(project_id)
    return is_here and (only is None or locale in only)


def require_reach(principal: Principal | None, project_id: ProjectId | None, locale: str | None) -> None:
    """Refuse somebody who would begin what their limits do not let them see."""
    if principal is not None and not reaches(principal, project_id, locale):
        raise NotAllowed(say("access.whole_only"), suggestion=say("access.whole_only.next"))
