"""The content scope's part of the system prompt: ten sections after the agent's own role.

What follows from the project and the caller is stable, so that the prompt's beginning stays the same from
turn to turn; what follows from the screen, the message and open branches is volatile. It must not know
providers.
"""

from proofroom.content.sections.offer import content_sections

__all__ = ["content_sections"]
