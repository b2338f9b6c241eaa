"""The demo project: a small magazine that a new studio opens with, and its first run through the real loop.

Its texts are data in this room. It works through the same doors as a person would (content, the chat, the
reviews), and must not write files or rows of its own. It must not know HTTP or the command line.
"""

from typing import TYPE_CHECKING

from proofroom.kernel.lazily import lazily

if TYPE_CHECKING:
    from proofroom.demo.first import make_demo
    from proofroom.demo.mark import should_make_demo
    from proofroom.demo.tour import Happening, run_tour

__all__ = ["Happening", "make_demo", "run_tour", "should_make_demo"]

__getattr__ = lazily(
    __name__,
    {"first": "make_demo", "mark": "should_make_demo", "tour": "Happening run_tour"},
)
