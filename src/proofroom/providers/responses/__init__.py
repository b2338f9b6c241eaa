"""The Responses format of OpenAI and others. Knows no other format and opens no connection."""

from proofroom.providers.responses.adapter import Responses
from proofroom.providers.responses.dialect import AZURE, COMPATIBLE, DEEPSEEK, OPENAI, OPENROUTER, Dialect

__all__ = ["AZURE", "COMPATIBLE", "DEEPSEEK", "OPENAI", "OPENROUTER", "Dialect", "Responses"]
