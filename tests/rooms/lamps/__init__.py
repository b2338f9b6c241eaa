"""Lamps: a kind of configuration with versions, changed field by field by proposals. For tests only."""

from tests.rooms.lamps.room import room

__all__ = ["room"]
