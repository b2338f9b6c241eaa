"""Topics: what could be written about next, why each, and the board they wait on until somebody begins one.

Reasons are counted in what sources and the project's own pieces say; nothing is called a trend that was not
found. It must not know HTTP or the command line.
"""

from proofroom.articles.topics.board import TopicBoard

__all__ = ["TopicBoard"]
