"""How the local renderer draws: colours, a canvas, letters, scenes and diagrams, all from numbers.

Pure: the same input gives the same picture. It must not know assets, storage or models.
"""

__all__: list[str] = []
