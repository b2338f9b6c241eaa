"""Whether a source carries a claim.

Every word of the claim that says something is looked for in the source: as it stands, in another form, in
another word of the same meaning. What can be checked is judged strictly: figures, names, days, what is denied
there, turned round, said more surely or of more, given to somebody else, or compared otherwise.

The wording is judged by how free it is. Where a claim is its source's own words but for one, that one is
found; where most words are the writer's own, words of the same field count as another wording, and only too
many words without any counterpart are found. It knows words and their order, and nothing of articles, sources
or reports.
"""

from proofroom.articles.claims.weigh import Weighed, weigh

__all__ = ["Weighed", "weigh"]
