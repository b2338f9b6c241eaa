"""Articles: from a topic to a checked, cited text. Every claim is tied to a stored source.

Research keeps what it read with exact offsets; writing cites it by number; a report compares each sentence
with what it cites, and stops a piece that says more than its sources. It must not know pages or agents.
"""

from proofroom.articles.intent import MEANINGS
from proofroom.articles.lifecycle import Articles, NewArticle
from proofroom.articles.types import Article
from proofroom.articles.visibility import Visibility

__all__ = ["MEANINGS", "Article", "Articles", "NewArticle", "Visibility"]
