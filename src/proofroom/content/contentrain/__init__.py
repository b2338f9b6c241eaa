"""The official Contentrain tools under their own names, for MCP clients that know them.

The same repositories, plans and checks as the studio's own tools, with the official rules: saves replace
whole records, each call has a branch of its own, and answers have the official keys. Tools that parse
JavaScript source are not among them. Nothing here knows the protocol.
"""

from proofroom.content.contentrain.surface import GROUP, contentrain_tools, surface

__all__ = ["GROUP", "contentrain_tools", "surface"]
