"""Whose words entries hold: those of a stranger stay marked until a person writes or accepts them.

A run that reads such an entry has read a stranger's text, however the words came there: by a form, or by a
run that had read one. It must not know the loop: tools say it in their results.
"""

from proofroom.content.origins.marks import marked_reads
from proofroom.content.origins.record import FORM, Origins

__all__ = ["FORM", "Origins", "marked_reads"]
