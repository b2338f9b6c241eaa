"""The whole loop headless: create, ask, proposal, accept some, merge, undo."""

from proofroom.wiring import Studio


async def run_tour(studio: Studio) -> None:
    """x"""
