"""The demo project: a small magazine that a new studio opens with, and its first run through the real loop.

Its texts are data in this room. It works through the same doors as a person would (content, the chat, the
reviews), and must not write files or rows of its own. It must not know HTTP or the command line.
"""

from proofroom.demo.first import find_demo, make_demo, should_make_demo
from proofroom.demo.tour import Happening, run_tour

__all__ = ["Happening", "find_demo", "make_demo", "run_tour", "should_make_demo"]
