"""Who is here and what they may do: workspaces, projects, people, roles, sessions, keys, limits, audit.

One class, `Access`, is the door; a `Principal` is what rooms above are given and ask. The room decides about
rights and knows nothing of what they are rights to: content, agents and pages are words in the catalogue of
permissions. It does not know HTTP either: cookies and headers are the API's.
"""

from proofroom.access.door import Access
from proofroom.access.grants import KeyRole, ProjectRole, WorkspaceRole
from proofroom.access.permissions import CATALOGUE
from proofroom.access.principal import Principal
from proofroom.access.types import (
    ApiKey,
    AuditEntry,
    AuditFilter,
    Invite,
    Member,
    Project,
    Restrictions,
    Role,
    Workspace,
)

__all__ = [
    "CATALOGUE",
    "Access",
    "ApiKey",
    "AuditEntry",
    "AuditFilter",
    "Invite",
    "KeyRole",
    "Member",
    "Principal",
    "Project",
    "ProjectRole",
    "Restrictions",
    "Role",
    "Workspace",
    "WorkspaceRole",
]
