"""The repository's merging with content as its format."""

from dataclasses import replace
from functools import partial

from proofroom.content.merge.content_format import ContentFormat
from proofroom.repository.git.branch import need_tip
from proofroom.repository.git.open import Repo
from proofroom.repository.git.save import Signed
from proofroom.repository.merge import apply, hunks, trees, undo
from proofroom.repository.merge.land import Target
from proofroom.repository.merge.undo import Undone

FORMATS = (ContentFormat(),)

diff = partial(hunks.diff, formats=FORMATS)
take_out = partial(apply.take_out, formats=FORMATS)
merge3 = partial(trees.merge3, formats=FORMATS)
edits_merger = partial(trees.edits_merger, formats=FORMATS)
undo_tree = partial(undo.undo_tree, formats=FORMATS)


def undo_turn(repo: Repo, run: str, target: Target, *, branch: str, signed: Signed) -> Undone:
    """Put the undoing of a merged run on a new branch, as `Repositories` does."""
    turn = undo.find_turn(repo, need_tip(repo, target.content), run)
    own = replace(signed, provenance=replace(signed.provenance, undoes=run))
    return undo.undo_changes(repo, turn, target, branch=branch, message=f"undo: take back {run}", signed=own)
