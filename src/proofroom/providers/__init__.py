"""Model, image and search providers: one small pure adapter per wire format, drivers, prices and profiles.

The room turns our blocks into a provider's bytes and back, and calls through `net`. It must not know agents,
tools, conversations or who pays: it receives credentials and requests and returns replies.
"""

from proofroom.providers.adapters import adapter_for
from proofroom.providers.catalogue import Catalogue, parse_listing, snapshot
from proofroom.providers.driver import HttpDriver
from proofroom.providers.endpoint import Endpoint
from proofroom.providers.images import Drawing, HttpImageDriver, ImageDriver, ImageReply, ImageRequest
from proofroom.providers.names import pricing_key
from proofroom.providers.profiles import Profile, profile_for
from proofroom.providers.protocol import Credential
from proofroom.providers.search import (
    FetchedPage,
    Hit,
    HttpSearchDriver,
    SearchDriver,
    SearchReply,
    SearchRequest,
)
from proofroom.providers.types import (
    Driver,
    ModelInfo,
    ModelRequest,
    OpenDriver,
    Reply,
    Sink,
    StopReason,
    TokenUsage,
    ToolChoice,
    ToolDef,
)

__all__ = [
    "Catalogue",
    "Credential",
    "Drawing",
    "Driver",
    "Endpoint",
    "FetchedPage",
    "Hit",
    "HttpDriver",
    "HttpImageDriver",
    "HttpSearchDriver",
    "ImageDriver",
    "ImageReply",
    "ImageRequest",
    "ModelInfo",
    "ModelRequest",
    "OpenDriver",
    "Profile",
    "Reply",
    "SearchDriver",
    "SearchReply",
    "SearchRequest",
    "Sink",
    "StopReason",
    "TokenUsage",
    "ToolChoice",
    "ToolDef",
    "adapter_for",
    "parse_listing",
    "pricing_key",
    "profile_for",
    "snapshot",
]
