"""Proofroom: a self-hosted studio where AI agents do a content team's work and people proof it."""

__version__ = "0.1.0"
__all__ = ["__version__"]
