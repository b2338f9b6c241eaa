"""OpenAI's image format: GPT image models, and DALL·E 3 for hosts that still offer it."""

import base64
import re
from collections.abc import Mapping

import orjson

from proofroom.kernel.errors import InvalidInput, ProofroomError
from proofroom.kernel.strings import say
from proofroom.providers.azure import azure_headers, azure_url
from proofroom.providers.draft import load
from proofroom.providers.failures import name_failure, read_error, unreadable
from proofroom.providers.images.sizes import DALLE_SIZES, OLD_SIZES, free_size, nearest
from proofroom.providers.images.types import Drawing, ImageReply, ImageRequest
from proofroom.providers.protocol import Credential, HttpCall
from proofroom.providers.shapes import Json, as_int, as_object, as_objects, as_text
from proofroom.providers.types import TokenUsage

BASE = "https://api.openai.com/v1"
PROMPT_CHARACTERS, DALLE_PROMPT_CHARACTERS = 32_000, 4_000
PARTIAL_IMAGES = 2
COMPLETED, PARTIAL = "image_generation.completed", "image_generation.partial_image"

_FREE_SIZES = re.compile(r"^gpt-image-(?:[2-9]|\d\d)")


class OpenAIImages:
    """`/images/generations` of OpenAI, Azure and compatible hosts."""

    draws_several = True

    def __init__(self, name: str = "openai") -> None:
        self.name = name

    def build(self, request: ImageRequest, credential: Credential, *, stream: bool) -> HttpCall:
        """Return the request."""
        family = credential.option("model", request.model)
        is_dalle = family.startswith("dall-e")
        made = _dalle_body(request) if is_dalle else _body(request, family, stream=stream)
        headers = {"content-type": "application/json"}
        path = "images/generations"
        if self.name == "azure":
            url = azure_url(credential, path, request.model)
            headers |= azure_headers(credential)
        else:
            url = f"{(credential.base_url or BASE).rstrip('/')}/{path}"
            headers["authorization"] = f"Bearer {credential.key}"
        is_streamed = stream and not is_dalle
        return HttpCall("POST", url, headers, orjson.dumps(made), "sse" if is_streamed else "json")

    def parse(self, body: bytes, request: ImageRequest) -> ImageReply:
        """Read the pictures."""
        answer = load(self.name, body)
        drawings = [read_drawing(entry, answer, request) for entry in as_objects(answer.get("data"))]
        if not drawings:
            raise unreadable(self.name)
        return ImageReply(drawings, count(as_object(answer.get("usage"))), request.model)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        error = read_error(body)
        code = as_text(error.get("code")) or as_text(error.get("type"))
        return name_failure(
            self.name, status=status, code=code, message=as_text(error.get("message")), headers=headers
        )


def read_drawing(entry: Json, answer: Json, request: ImageRequest) -> Drawing:
    """Read one picture of an answer or of a stream event."""
    kind = as_text(answer.get("output_format")) or as_text(entry.get("output_format"))
    return Drawing(
        mime_type=f"image/{kind or request.format}",
        data=base64.b64decode(as_text(entry.get("b64_json"))),
        url=as_text(entry.get("url")),
        revised_prompt=as_text(entry.get("revised_prompt")),
    )


def count(usage: Json) -> TokenUsage | None:
    """Return the token counts, where the model reports them."""
    if not usage:
        return None
    return TokenUsage(
        input=as_int(usage.get("input_tokens")), output=as_int(usage.get("output_tokens")), raw=usage
    )


def _body(request: ImageRequest, family: str, *, stream: bool) -> Json:
    _check_prompt(request, PROMPT_CHARACTERS)
    if _FREE_SIZES.match(family) or family.startswith("chatgpt-image"):
        width, height = free_size(request.width, request.height)
    else:
        width, height = nearest(request.width, request.height, OLD_SIZES)
    made: Json = {
        "model": request.model,
        "prompt": request.prompt,
        "n": request.count,
        "size": f"{width}x{height}",
        "quality": request.quality,
        "output_format": request.format,
    }
    if request.is_transparent and request.format != "jpeg":
        made["background"] = "transparent"
    if stream:
        made |= {"stream": True, "partial_images": PARTIAL_IMAGES}
    return made


def _dalle_body(request: ImageRequest) -> Json:
    _check_prompt(request, DALLE_PROMPT_CHARACTERS)
    width, height = nearest(request.width, request.height, DALLE_SIZES)
    return {
        "model": request.model,
        "prompt": request.prompt,
        "n": 1,
        "size": f"{width}x{height}",
        "quality": "hd" if request.quality == "high" else "standard",
        "style": request.style or "vivid",
        "response_format": "b64_json",
    }


def _check_prompt(request: ImageRequest, most: int) -> None:
    if not request.prompt.strip() or len(request.prompt) > most:
        raise InvalidInput(say("providers.image_prompt", most=f"{most:,}"))
