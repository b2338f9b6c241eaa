"""Looking at a page where no editor is connected: a browser without a window, fed from memory.

The browser reaches nothing: every address it asks for is answered from the branch's site, or refused; scripts
of the page do not run. Only `browser` starts a process.
"""

from proofroom.site.snapshot.tool import with_browser

__all__ = ["with_browser"]
