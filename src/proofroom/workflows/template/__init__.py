"""Opens a template, a ZIP file or a folder, without trusting it.

Nothing is unpacked, executed or followed: entries are listed, dangerous ones are reported and left out, and
single files are read up to a limit. It knows no rule about what a template means.
"""

__all__: list[str] = []
