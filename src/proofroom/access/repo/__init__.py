"""The room's tables, one module per noun.

Every function takes an open connection. Those that touch what a workspace owns take its id first and filter
by it, so that a foreign id finds nothing. They decide nothing.
"""

__all__: list[str] = []
