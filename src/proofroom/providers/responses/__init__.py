"""The Responses format of OpenAI and others. Knows no other format and opens no connection."""

from proofroom.providers.responses.adapter import Responses
from proofroom.providers.responses.dialect import DIALECTS, OPENROUTER

__all__ = ["DIALECTS", "OPENROUTER", "Responses"]
