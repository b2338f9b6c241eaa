"""Reading requests by what their words stand for in this project, however they are put.

Everything is looked up first; then the names of entries, fields, values, conditions and days are taken out of
the text, by frames (`frames.toml`) where order matters, and what is left has to be nothing but courtesy.
"""

from proofroom.content.playbook.sense.begin import answer_rich, read_request

__all__ = ["answer_rich", "read_request"]
