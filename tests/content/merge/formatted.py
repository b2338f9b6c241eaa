"""The repository's merging with content as its format."""

from functools import partial

from proofroom.content.merge.content_format import ContentFormat
from proofroom.repository.merge import apply, hunks, trees, undo

FORMATS = (ContentFormat(),)

diff = partial(hunks.diff, formats=FORMATS)
take_out = partial(apply.take_out, formats=FORMATS)
merge3 = partial(trees.merge3, formats=FORMATS)
edits_merger = partial(trees.edits_merger, formats=FORMATS)
undo_here = partial(undo.undo_here, formats=FORMATS)
undo_tree = partial(undo.undo_tree, formats=FORMATS)
