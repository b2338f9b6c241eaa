"""Anthropic's Messages format, spelt and read. Knows no other format and opens no connection."""

from proofroom.providers.anthropic.adapter import Anthropic

__all__ = ["Anthropic"]
