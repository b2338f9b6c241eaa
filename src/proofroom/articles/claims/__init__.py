"""Whether a source carries a claim.

Every word of the claim that says something is looked for in the source: as it stands, in another form, in
another word of the same meaning. What can be checked is judged strictly: figures, names, days, what is denied
there, turned round, said more surely or of more, given to somebody else, or compared otherwise.

The wording is judged clause by clause. Words of the same field count as another wording, and so does a word
or two without a counterpart; half a clause without one is found, and so is a thing that is set into a copy of
its source. It knows words and their order, and nothing of articles, sources or reports.
"""

from proofroom.articles.claims.weigh import laid, weigh

__all__ = ["laid", "weigh"]
