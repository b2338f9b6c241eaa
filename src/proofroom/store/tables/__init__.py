"""Every table of the studio, one module per room.

Importing this package imports all its modules and so fills `proofroom.store.types.metadata`. A room adds its
module here and nothing else: tables are data, the rules about them live in the room.
"""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
