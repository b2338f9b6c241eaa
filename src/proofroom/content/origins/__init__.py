"""Whose words entries hold: those of a stranger stay marked until a person writes or accepts them.

A run that reads such an entry has read a stranger's text, however the words came there: by a form, with an
import, from a remote, or by a run that had read one. It must not know the loop: tools say it in results.
"""

from proofroom.content.origins.marks import marked_reads
from proofroom.content.origins.record import Origins
from proofroom.content.origins.types import FORM, IMPORT, REMOTE

__all__ = ["FORM", "IMPORT", "REMOTE", "Origins", "marked_reads"]
