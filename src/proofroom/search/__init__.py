"""Finding: the words of texts, how well a row fits a query, passages that show why, and one filter language.

Two back ends follow the same rules: rows in memory (`Index`, `Where.matches`) and rows in the database
(`SearchTable`, `Where.compile`). It must not know whose rows they are, or who may see them.
"""

from proofroom.search.index import Ranking, SearchRow
from proofroom.search.where import Where
from proofroom.search.words import fold, texts_of, words

__all__ = ["Ranking", "SearchRow", "Where", "fold", "texts_of", "words"]
