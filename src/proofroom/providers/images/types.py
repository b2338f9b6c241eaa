"""What goes to an image model and what comes back."""

from collections.abc import Callable, Mapping
from typing import Literal, Protocol

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import ProofroomError
from proofroom.providers.protocol import Credential, HttpCall
from proofroom.providers.types import TokenUsage

Quality = Literal["low", "medium", "high"]
Format = Literal["png", "jpeg", "webp"]


@dataclass(frozen=True, slots=True)
class ImageRequest:
    """One wish for pictures. Sizes are wishes too: a model draws the nearest one it knows."""

    model: str
    prompt: str
    width: int = 1536
    height: int = 1024
    count: int = 1
    quality: Quality = "medium"
    format: Format = "png"
    is_transparent: bool = False
    style: Literal["", "vivid", "natural"] = ""
    """Only DALL·E 3 knows styles."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture: its bytes, or the address where it can be fetched for a short while."""

    mime_type: str
    data: bytes = b""
    url: str = ""
    revised_prompt: str = ""


@dataclass(frozen=True, slots=True)
class ImageReply:
    """The pictures of one call."""

    drawings: list[Drawing]
    usage: TokenUsage | None = None
    model: str = ""


OnPartial = Callable[[int, Drawing], None]
"""Takes the number of an unfinished picture and what it looks like so far."""


class ImageDriver(Protocol):
    """A way to have pictures drawn."""

    @property
    def name(self) -> str:
        """Return the provider's name."""
        ...

    async def generate(self, request: ImageRequest, on_partial: OnPartial | None = None) -> ImageReply:
        """Draw, and show unfinished pictures where the model can."""
        ...


class ImageAdapter(Protocol):
    """One wire format of image models."""

    draws_several: bool
    """Draws all wanted pictures in one call."""

    def build(self, request: ImageRequest, credential: Credential, *, stream: bool) -> HttpCall:
        """Return the request; `stream` asks for unfinished pictures."""
        ...

    def parse(self, body: bytes, request: ImageRequest) -> ImageReply:
        """Read the pictures."""
        ...

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        ...
