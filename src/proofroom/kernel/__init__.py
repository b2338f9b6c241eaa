"""The ground floor: ids, clock, errors, settings, message blocks, tools, events, token estimates.

Pure data and decisions. It imports nothing of ours and must not know the network, a database or a framework.
Its modules are imported by name (`from proofroom.kernel.errors import NotFound`).
"""

__all__: list[str] = []
