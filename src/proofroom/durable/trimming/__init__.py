"""What happens to runs afterwards: they are copied into forks, and trimmed when they are old.

It must not know how a run is executed.
"""

__all__: list[str] = []
