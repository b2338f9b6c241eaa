"""What the door knows of itself before a studio is open: its paths, and the address it is reached under."""

from fastapi import Request

GIT_PATH = "/git/"
MCP_PATH = "/mcp"
RESOURCE_METADATA = "/.well-known/oauth-protected-resource"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def address_here(request: Request) -> str:
    """Return the studio's own address: as configured, else as the request names it."""
    studio = getattr(request.app.state, "studio", None)
    public = studio.settings.public_url if studio is not None else None
    return (public or str(request.base_url)).rstrip("/")
