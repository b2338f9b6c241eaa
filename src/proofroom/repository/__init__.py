"""A project's Git repository: branches, saves by compare-and-swap, merging, review, undo, remotes, packing.

It knows the formats of files by a port, `Format`, never one of them: rooms that keep files register theirs.
It must not know tools, agents or HTTP: it is told who writes and why. Every call into Git runs in a thread.
"""

from proofroom.repository.merge.formats import Derived, Format, OpenFormat, Told
from proofroom.repository.repositories import Repositories
from proofroom.repository.types import BranchWrite, Job, TurnEnd

__all__ = ["BranchWrite", "Derived", "Format", "Job", "OpenFormat", "Repositories", "Told", "TurnEnd"]
