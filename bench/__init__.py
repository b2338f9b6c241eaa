"""Measurements against the targets of the design. `make bench` runs them all."""
