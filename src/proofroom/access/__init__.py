"""Who is here and what they may do: workspaces, projects, people, roles, sessions, keys, limits, audit.

One class, `Access`, is the door; a `Principal` is what rooms above are given and ask. The room decides about
rights and knows nothing of what they are rights to: content, agents and pages are words in the catalogue of
permissions. It does not know HTTP either: cookies and headers are the API's.
"""

from proofroom.access.csrf import check_csrf, csrf_token
from proofroom.access.door import Access
from proofroom.access.grants import BUILTIN_ROLES, KeyRole, ProjectRole, WorkspaceRole, permissions_of
from proofroom.access.invites import OpenInvite, SentInvite
from proofroom.access.keys import FreshKey
from proofroom.access.permissions import CATALOGUE, Permission, close
from proofroom.access.principal import Principal
from proofroom.access.rates import Limit, RateState
from proofroom.access.sessions import SignedIn
from proofroom.access.setup import SetupLink
from proofroom.access.types import (
    ApiKey,
    AuditEntry,
    AuditFilter,
    AuditPage,
    AuditVerdict,
    Invite,
    Member,
    Person,
    Project,
    Restrictions,
    Role,
    Session,
    Setting,
    Workspace,
)

__all__ = [
    "BUILTIN_ROLES",
    "CATALOGUE",
    "Access",
    "ApiKey",
    "AuditEntry",
    "AuditFilter",
    "AuditPage",
    "AuditVerdict",
    "FreshKey",
    "Invite",
    "KeyRole",
    "Limit",
    "Member",
    "OpenInvite",
    "Permission",
    "Person",
    "Principal",
    "Project",
    "ProjectRole",
    "RateState",
    "Restrictions",
    "Role",
    "SentInvite",
    "Session",
    "Setting",
    "SetupLink",
    "SignedIn",
    "Workspace",
    "WorkspaceRole",
    "check_csrf",
    "close",
    "csrf_token",
    "permissions_of",
]
