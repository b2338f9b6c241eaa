"""Google's generateContent format, at Gemini and Vertex. Knows no other format and opens no connection."""

from proofroom.providers.gemini.adapter import Gemini

__all__ = ["Gemini"]
