"""The third reading of a request: by what its words stand for in this project, however they are put.

The readings before go by how orders and questions are worded. Here everything is looked up first; then the
names of entries, fields, values, conditions and days are taken out of the text one after the other, and what
is left has to be nothing but courtesy. So it does what is asked only where every word is explained.
"""

from proofroom.content.playbook.sense.begin import make_sense

__all__ = ["make_sense"]
