"""Whose words an article holds: a stranger's, where a run that read some wrote it or research stands in it.

The mark is kept in the article's metadata until a person writes the text anew.
"""

from collections.abc import Iterable

from proofroom.articles.types import Article, Json

_MARK = "outside"
PROGRAM = "program"
"""Whose words they are where a program with a key wrote them."""


def marked(metadata: Json, outside: str) -> Json:
    """Return an article's metadata with a mark, where there is one to set; an older one stays."""
    return {_MARK: outside[:80]} | metadata if outside else metadata


def unmarked(metadata: Json) -> Json:
    """Return an article's metadata as it is once a person has written the text."""
    return {name: value for name, value in metadata.items() if name != _MARK}


def outside_of(article: Article) -> str:
    """Return whose words an article's text holds that nobody of the workspace wrote; empty without any."""
    return mark_among([article]) or ("research" if article.skeleton or article.report else "")


def mark_among(articles: Iterable[Article]) -> str:
    """Return the first mark of some articles: their titles may be a stranger's words, too."""
    return next((str(one.metadata[_MARK]) for one in articles if one.metadata.get(_MARK)), "")
