"""Whose articles somebody sees, by whatever door or tool they ask."""

from proofroom.access import Principal
from proofroom.articles.types import Article
from proofroom.kernel.data import dataclass
from proofroom.kernel.ids import PersonId, ProjectId, WorkspaceId


@dataclass(frozen=True, slots=True)
class Visibility:
    """Whose articles somebody sees: their own or everybody's, in the workspace or in a key's one project."""

    workspace_id: WorkspaceId
    person_id: PersonId | None
    sees_all: bool
    only_project: ProjectId | None = None

    @classmethod
    def of(cls, principal: Principal, permission: str = "articles.team.read") -> "Visibility":
        """Return whose articles a principal sees; who may see everybody's, a permission says."""
        sees_all = principal.can(permission) or principal.person_id is None
        return cls(principal.workspace_id, principal.person_id, sees_all, principal.only_project)

    def shows(self, article: Article) -> bool:
        """Tell whether an article of the workspace is among them."""
        is_theirs = self.sees_all or article.owner_id == self.person_id
        return is_theirs and self.only_project in (None, article.project_id)
