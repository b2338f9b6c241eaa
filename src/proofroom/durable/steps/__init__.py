"""How the rows of runs, steps and events are written: statements only, no decisions about when.

It must not know the engine, the broker or a workflow; it is called inside somebody else's transaction.
"""

__all__: list[str] = []
