"""Stored ways to reach something outside: model, search and image providers, MCP, A2A, OAuth, publishing.

It keeps addresses and sealed credentials, tells which fields a provider needs, turns credentials into
headers, and keeps the default model of each scope. It does not know how any provider speaks: how a
connection is tested comes from above.
"""

from proofroom.connections.auth import AuthMode, request_parts
from proofroom.connections.book import Connections, Saved
from proofroom.connections.defaults import Defaults
from proofroom.connections.form import draft_from, fill, held_secrets, shown_fields
from proofroom.connections.presets import PRESETS, Preset, preset_for
from proofroom.connections.types import Changes, Default, Kind, NewConnection, Opened, StoredConnection, Trial

__all__ = [
    "PRESETS",
    "AuthMode",
    "Changes",
    "Connections",
    "Default",
    "Defaults",
    "Kind",
    "NewConnection",
    "Opened",
    "Preset",
    "Saved",
    "StoredConnection",
    "Trial",
    "draft_from",
    "fill",
    "held_secrets",
    "preset_for",
    "request_parts",
    "shown_fields",
]
