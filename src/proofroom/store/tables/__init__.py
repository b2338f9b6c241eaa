"""Every table of the studio, one module per room.

Importing this package fills `proofroom.store.types.metadata`. A room adds its module here and nothing else:
tables are data, the rules about them live in the room.
"""
