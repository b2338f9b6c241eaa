"""Stored ways to reach something outside: model, search and image providers, MCP, A2A, OAuth, publishing.

It keeps addresses and sealed credentials, tells which fields a provider needs, turns credentials into
headers, and keeps the default model of each scope. It does not know how any provider speaks: how a
connection is tested comes from above.
"""

from proofroom.connections.auth import AUTH_MODES, AuthMode, RequestParts, request_parts
from proofroom.connections.book import Connections, RunTrial, Saved
from proofroom.connections.credentials import secret_texts
from proofroom.connections.defaults import Defaults
from proofroom.connections.form import draft_from, fill, held_secrets, shown_fields
from proofroom.connections.presets import PRESETS, Field, Preset, preset_for
from proofroom.connections.types import (
    KINDS,
    Changes,
    Default,
    Kind,
    NewConnection,
    Opened,
    Status,
    StoredConnection,
    Trial,
)

__all__ = [
    "AUTH_MODES",
    "KINDS",
    "PRESETS",
    "AuthMode",
    "Changes",
    "Connections",
    "Default",
    "Defaults",
    "Field",
    "Kind",
    "NewConnection",
    "Opened",
    "Preset",
    "RequestParts",
    "RunTrial",
    "Saved",
    "Status",
    "StoredConnection",
    "Trial",
    "draft_from",
    "fill",
    "held_secrets",
    "preset_for",
    "request_parts",
    "secret_texts",
    "shown_fields",
]
