"""Who executes a run: taking it, letting it go, asking it to stop, finding those nobody executes.

It must not know what a run does, only which process holds it.
"""

__all__: list[str] = []
