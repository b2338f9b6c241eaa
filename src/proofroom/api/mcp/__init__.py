"""The studio as an MCP server: the official content tools for clients from outside, by API key.

`protocol.py` knows the protocol's package and is loaded with the first request.
"""

from proofroom.api.mcp.routes import root

__all__ = ["root"]
