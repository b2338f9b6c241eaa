"""The local corpus: folders of documents as a search provider that needs no network.

It reads Markdown, HTML, plain text, feeds and PDF, cuts them into passages with their exact place in the
source, and finds passages by full text. It must not know where the folders come from or who asks.
"""

from proofroom.providers.corpus.driver import CorpusDriver
from proofroom.providers.corpus.passages import Passage, cut

__all__ = ["CorpusDriver", "Passage", "cut"]
