"""The Chat Completions format and its many dialects. Knows no other format and opens no connection."""

from proofroom.providers.chat.adapter import Chat
from proofroom.providers.chat.dialect import DIALECTS

__all__ = ["DIALECTS", "Chat"]
