"""Articles: from a topic to a checked text. So far it only understands what is asked of it.

It must not know content, pages or agents.
"""

from proofroom.articles.intent import MEANINGS

__all__ = ["MEANINGS"]
