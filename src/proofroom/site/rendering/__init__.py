"""Nodes → HTML, rules and tokens → CSS, templates around pages. Pure; used by reading and by publishing."""

__all__: list[str] = []
