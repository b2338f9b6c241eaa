"""Working on a project's repository: read a branch, write on the conversation's branch, end a turn, review.

It joins format, plans, git and merge; every call into Git runs in a thread. It must not know tools, agents
or HTTP: it is told who writes and why.
"""

from proofroom.content.desk.desk import Repositories
from proofroom.content.desk.types import Job, NewProject, TurnEnd, Written

__all__ = ["Job", "NewProject", "Repositories", "TurnEnd", "Written"]
