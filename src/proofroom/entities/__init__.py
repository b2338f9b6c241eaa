"""Records of a workspace as a graph: types, records, relations, documents, views, tasks, responses.

Every write is a version with the run that made it, so that a run can be taken back. It must not know which
agent works on a record, or how a turn runs.
"""

from proofroom.entities.definitions import EntityTypes
from proofroom.entities.documents import Documents
from proofroom.entities.imports import Imports
from proofroom.entities.records import Entities
from proofroom.entities.responses import Responses
from proofroom.entities.tasks import Tasks
from proofroom.entities.types import Entity, EntityType, Query, TypeDef
from proofroom.entities.views import Views

__all__ = [
    "Documents",
    "Entities",
    "Entity",
    "EntityType",
    "EntityTypes",
    "Imports",
    "Query",
    "Responses",
    "Tasks",
    "TypeDef",
    "Views",
]
