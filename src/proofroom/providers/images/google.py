"""Google's image formats: Gemini image models, and Imagen for routes that still offer it."""

import base64
from collections.abc import Mapping
from urllib.parse import quote

import orjson

from proofroom.kernel.errors import ContentRefused, ProofroomError
from proofroom.kernel.strings import say
from proofroom.providers.draft import load
from proofroom.providers.failures import name_failure, unreadable
from proofroom.providers.gemini import Gemini
from proofroom.providers.gemini.stream import STOPS, count
from proofroom.providers.images.sizes import IMAGEN_RATIOS, RATIOS, nearest, resolution
from proofroom.providers.images.types import Drawing, ImageReply, ImageRequest
from proofroom.providers.protocol import Credential, HttpCall
from proofroom.providers.shapes import Json, as_object, as_objects, as_text


class GeminiImages:
    """`generateContent` of Gemini image models, at Gemini or Vertex. One picture a call."""

    draws_several = False

    def __init__(self, name: str = "gemini") -> None:
        self.name = name
        self._gemini = Gemini(name)

    def build(self, request: ImageRequest, credential: Credential, *, stream: bool) -> HttpCall:
        """Return the request; there are no unfinished pictures to stream."""
        across, down = nearest(request.width, request.height, RATIOS)
        picture: Json = {"aspectRatio": f"{across}:{down}"}
        if not request.model.startswith("gemini-2"):
            picture["imageSize"] = resolution(request.width, request.height)
        made: Json = {
            "contents": [{"role": "user", "parts": [{"text": request.prompt}]}],
            "generationConfig": {"responseModalities": ["TEXT", "IMAGE"], "imageConfig": picture},
        }
        return _call(self._gemini, request, credential, "generateContent", made)

    def parse(self, body: bytes, request: ImageRequest) -> ImageReply:
        """Read the picture; a refusal comes as an answer without one."""
        answer = load(self.name, body)
        candidate: Json = (as_objects(answer.get("candidates")) or [{}])[0]
        parts = as_objects(as_object(candidate.get("content")).get("parts"))
        found = [as_object(part["inlineData"]) for part in parts if part.get("inlineData")]
        if not found:
            raise self._nothing(answer, candidate)
        drawings = [
            Drawing(as_text(data.get("mimeType")) or "image/png", base64.b64decode(as_text(data.get("data"))))
            for data in found
        ]
        usage = as_object(answer.get("usageMetadata"))
        return ImageReply(drawings, count(usage) if usage else None, request.model)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        return self._gemini.error(status, headers, body)

    def _nothing(self, answer: Json, candidate: Json) -> ProofroomError:
        blocked = as_text(as_object(answer.get("promptFeedback")).get("blockReason"))
        reason = blocked or as_text(candidate.get("finishReason"))
        is_refusal = bool(blocked) or STOPS.get(reason) == "refused"
        return name_failure(
            self.name,
            status=None,
            code=reason,
            message=f"no picture ({reason or 'no reason'})",
            refused=is_refusal,
        )


class Imagen:
    """`predict` of the retired Imagen models, where a route still serves them."""

    draws_several = True

    def __init__(self, name: str = "gemini") -> None:
        self.name = name
        self._gemini = Gemini(name)

    def build(self, request: ImageRequest, credential: Credential, *, stream: bool) -> HttpCall:
        """Return the request."""
        across, down = nearest(request.width, request.height, IMAGEN_RATIOS)
        size = resolution(request.width, request.height)
        kind = "image/jpeg" if request.format == "jpeg" else "image/png"
        made: Json = {
            "instances": [{"prompt": request.prompt}],
            "parameters": {
                "sampleCount": request.count,
                "aspectRatio": f"{across}:{down}",
                "sampleImageSize": "1K" if size == "1K" else "2K",
                "outputOptions": {"mimeType": kind},
            },
        }
        return _call(self._gemini, request, credential, "predict", made)

    def parse(self, body: bytes, request: ImageRequest) -> ImageReply:
        """Read the pictures; those that were filtered are left out unless all were."""
        predictions = as_objects(load(self.name, body).get("predictions"))
        drawings = [
            Drawing(
                as_text(made.get("mimeType")) or "image/png", base64.b64decode(made["bytesBase64Encoded"])
            )
            for made in predictions
            if as_text(made.get("bytesBase64Encoded"))
        ]
        reasons = [as_text(made.get("raiFilteredReason")) for made in predictions]
        if not drawings and any(reasons):
            raise ContentRefused(
                say("providers.image_refused", provider=self.name, reason=next(filter(None, reasons)))
            )
        if not drawings:
            raise unreadable(self.name)
        return ImageReply(drawings, None, request.model)

    def error(self, status: int, headers: Mapping[str, str], body: bytes) -> ProofroomError:
        """Name what an HTTP error means."""
        return self._gemini.error(status, headers, body)


def _call(gemini: Gemini, request: ImageRequest, credential: Credential, verb: str, made: Json) -> HttpCall:
    url = f"{gemini.models_url(credential)}/{quote(request.model, safe='')}:{verb}"
    return HttpCall("POST", url, gemini.headers(credential), orjson.dumps(made), "json")
