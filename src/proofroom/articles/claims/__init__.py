"""Whether a source carries a claim.

Every word of the claim that says something is looked for in the source: as it stands, in another form, in
another word of the same meaning. What has no counterpart is found; so is what is denied there, turned round,
said more surely or of more, given to somebody else, or counted otherwise. It knows words and their order, and
nothing of articles, sources or reports.
"""

from proofroom.articles.claims.weigh import Weighed, weigh

__all__ = ["Weighed", "weigh"]
