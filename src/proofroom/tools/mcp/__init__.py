"""The gateway to MCP servers: two tools whatever is connected, and only what a person has accepted.

It knows connections and pins. The protocol's package is behind `client.py` and is loaded on first use.
"""

from proofroom.tools.mcp.client import McpClient
from proofroom.tools.mcp.gateway import Gateway, Word
from proofroom.tools.mcp.inbox import mcp_source
from proofroom.tools.mcp.specs import mcp_tools
from proofroom.tools.mcp.types import Pin, ToolPolicy, ToolState

__all__ = ["Gateway", "McpClient", "Pin", "ToolPolicy", "ToolState", "Word", "mcp_source", "mcp_tools"]
