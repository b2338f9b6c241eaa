"""Model, image and search providers: one small pure adapter per wire format, drivers, prices and profiles.

The room turns our blocks into a provider's bytes and back, and calls through `net`. It must not know agents,
tools, conversations or who pays: it receives credentials and requests and returns replies.
"""

from proofroom.providers.catalogue import snapshot

__all__ = ["snapshot"]
