"""What the studio knows of its projects by heart, to look up, search, expand and analyse.

Everything but `memory` is pure over a project's rows. It must not know tools, agents, people or HTTP.
"""

from proofroom.content.brain.audit import analyze
from proofroom.content.brain.index import Row
from proofroom.content.brain.memory import Brain
from proofroom.content.brain.query import Query, find
from proofroom.content.brain.relations import forward, reverse
from proofroom.content.brain.search import Hits, search
from proofroom.content.brain.uses import mentions
from proofroom.content.brain.view import View

__all__ = [
    "Brain",
    "Hits",
    "Query",
    "Row",
    "View",
    "analyze",
    "find",
    "forward",
    "mentions",
    "reverse",
    "search",
]
