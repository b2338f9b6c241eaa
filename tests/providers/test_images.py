"""Image models against servers that refuse whatever the wire reference does not know."""

import base64
import json
import re
from typing import Any

import pytest
from aiohttp import web

from proofroom.kernel.errors import AddressRefused, ContentRefused, InvalidInput, ProviderFailed
from proofroom.providers.endpoint import Endpoint
from proofroom.providers.images import Drawing, HttpImageDriver, ImageRequest
from proofroom.providers.images.sizes import free_size, nearest, resolution
from proofroom.providers.protocol import Credential
from tests.providers.conftest import Loopback, Serve
from tests.providers.strict import Refused, need, only

PNG = b"\x89PNG\r\n\x1a\n picture"
B64 = base64.b64encode(PNG).decode()
USAGE = {"input_tokens": 10, "output_tokens": 1500, "total_tokens": 1510}


async def no_nap(seconds: float) -> None:
    return None


def driver(loopback: Loopback, provider: str, **options: str) -> HttpImageDriver:
    key = Credential(provider, key="img-key-1", base_url=loopback.url, options=options)
    return HttpImageDriver(Endpoint(loopback.transport, key, sleep=no_nap))


def check_gpt_image(body: dict[str, Any]) -> None:
    only(
        body,
        "model prompt n size quality output_format output_compression background moderation"
        " stream partial_images",
        "the request",
    )
    need(0 < len(body["prompt"]) <= 32_000, "the prompt")
    need(body["quality"] in ("low", "medium", "high", "xhigh", "max", "auto"), "the quality")
    need(body["output_format"] in ("png", "jpeg", "webp", "gif", "svg"), "the format")
    width, height = map(int, body["size"].split("x"))
    if body["model"].startswith("gpt-image-2"):
        need(width % 16 == 0 and height % 16 == 0, "a size not in steps of 16")
        need(1 / 3 <= width / height <= 3, "a size too long")
        need(max(width, height) <= 3840 and min(width, height) <= 2160, "a size too large")
    else:
        need(body["size"] in ("1024x1024", "1536x1024", "1024x1536"), "an unknown size")


def check_dalle(body: dict[str, Any]) -> None:
    only(body, "model prompt n size quality style response_format", "the request")
    need(body["n"] == 1 and 0 < len(body["prompt"]) <= 4000, "number or prompt")
    need(body["size"] in ("1024x1024", "1792x1024", "1024x1792"), "an unknown size")
    need(body["quality"] in ("standard", "hd") and body["style"] in ("vivid", "natural"), "quality or style")
    need(body["response_format"] in ("url", "b64_json"), "response_format")


async def strict_openai(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
    is_azure = request.path.startswith("/openai/deployments/")
    try:
        if is_azure:
            need(request.headers.get("api-key") == "img-key-1", "the key")
            need(request.query.get("api-version") == "2024-02-01", "the version")
        else:
            need(request.headers.get("authorization") == "Bearer img-key-1", "the key")
            need(request.path == "/images/generations", "the path")
        (check_dalle if body["model"].startswith(("dall-e", "my-dalle")) else check_gpt_image)(body)
    except Refused as error:
        return web.json_response({"error": {"message": f"refused: {error}", "code": "bad"}}, status=400)
    if "forbidden" in body["prompt"]:
        error = {"message": "Your request was rejected by the safety system", "code": "moderation_blocked"}
        return web.json_response({"error": error}, status=400)
    if body.get("stream"):
        return await stream_pictures(request, body)
    data = [{"b64_json": B64, "revised_prompt": None} for _ in range(body["n"])]
    return web.json_response(
        {"created": 1, "data": data, "output_format": body.get("output_format", "png"), "usage": USAGE}
    )


async def stream_pictures(request: web.Request, body: dict[str, Any]) -> web.StreamResponse:
    answer = web.StreamResponse(headers={"content-type": "text/event-stream"})
    await answer.prepare(request)
    events = [
        {"type": "image_generation.partial_image", "b64_json": B64, "partial_image_index": 0},
        {"type": "image_generation.partial_image", "b64_json": B64, "partial_image_index": 1},
        {"type": "image_generation.completed", "b64_json": B64, "usage": USAGE, "output_format": "png"},
    ]
    for event in events:
        await answer.write(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode())
    return answer


@pytest.mark.parametrize("model", ["gpt-image-2.5-flare", "gpt-image-1.5", "gpt-image-1-mini"])
async def test_gpt_image_models_draw(serve: Serve, model: str):
    loopback = await serve(strict_openai)
    wish = ImageRequest(model, "A quiet newsroom", 1200, 630, count=2, is_transparent=True)
    reply = await driver(loopback, "openai").generate(wish)
    assert reply.drawings == [Drawing("image/png", PNG)] * 2
    assert reply.usage is not None
    assert (reply.usage.input, reply.usage.output) == (10, 1500)
    assert loopback.asked[0]["background"] == "transparent"


async def test_unfinished_pictures_are_shown(serve: Serve):
    seen: list[int] = []
    reply = await driver(await serve(strict_openai), "openai").generate(
        ImageRequest("gpt-image-2", "A press"), on_partial=lambda number, drawing: seen.append(number)
    )
    assert (seen, reply.drawings) == ([0, 1], [Drawing("image/png", PNG)])
    assert reply.usage is not None
    assert reply.usage.output == 1500


async def test_a_stream_of_pictures_that_breaks_off_is_an_error(serve: Serve):
    async def answer(request: web.Request, _: Any) -> web.StreamResponse:
        return web.Response(body=b": nothing\n\n", content_type="text/event-stream")

    with pytest.raises(ProviderFailed, match="broke off"):
        await driver(await serve(answer), "openai").generate(
            ImageRequest("gpt-image-2", "x"), lambda *_: None
        )


async def test_dalle_is_asked_in_its_old_way_at_azure(serve: Serve):
    loopback = await serve(strict_openai)
    talk = driver(loopback, "azure", api_version="2024-02-01", deployment="my-dalle", model="dall-e-3")
    reply = await talk.generate(
        ImageRequest("my-dalle", "A press", 1600, 900, quality="high", style="natural")
    )
    assert reply.drawings == [Drawing("image/png", PNG)]
    assert loopback.asked[0] == {
        "model": "my-dalle",
        "prompt": "A press",
        "n": 1,
        "size": "1792x1024",
        "quality": "hd",
        "style": "natural",
        "response_format": "b64_json",
    }


async def test_a_refused_wish_is_a_refusal(serve: Serve):
    with pytest.raises(ContentRefused, match="safety system"):
        await driver(await serve(strict_openai), "openai").generate(ImageRequest("gpt-image-2", "forbidden"))


async def test_an_address_from_outside_is_fetched_like_any_found_address(serve: Serve):
    async def answer(request: web.Request, _: Any) -> web.Response:
        return web.json_response({"data": [{"url": "http://127.0.0.1:9/secret.png"}]})

    with pytest.raises(AddressRefused):
        await driver(await serve(answer), "openai-compatible").generate(ImageRequest("some-model", "x"))


@pytest.mark.parametrize(("model", "most"), [("gpt-image-2", 32_000), ("dall-e-3", 4_000)])
async def test_descriptions_have_a_length(serve: Serve, model: str, most: int):
    talk = driver(await serve(strict_openai), "openai")
    for prompt in ("x" * (most + 1), "  "):
        with pytest.raises(InvalidInput, match="between 1 and"):
            await talk.generate(ImageRequest(model, prompt))


async def strict_google(request: web.Request, body: dict[str, Any]) -> web.Response:
    try:
        need(request.headers.get("x-goog-api-key") == "img-key-1", "the key")
        path = re.fullmatch(r"/models/([\w.-]+):(generateContent|predict)", request.raw_path)
        need(path, "the path")
        assert path
        return web.json_response(imagen(body) if path[2] == "predict" else gemini(body))
    except Refused as error:
        return web.json_response(
            {"error": {"code": 400, "message": f"refused: {error}", "status": "INVALID_ARGUMENT"}}, status=400
        )


def gemini(body: dict[str, Any]) -> dict[str, Any]:
    only(body, "contents generationConfig", "the request")
    config = body["generationConfig"]
    only(config, "responseModalities imageConfig", "the configuration")
    need(config["responseModalities"] == ["TEXT", "IMAGE"], "the modalities")
    only(config["imageConfig"], "aspectRatio imageSize", "the picture")
    need(re.fullmatch(r"\d+:\d+", config["imageConfig"]["aspectRatio"]), "the ratio")
    need(config["imageConfig"].get("imageSize") in (None, "1K", "2K", "4K"), "the size")
    (part,) = body["contents"][0]["parts"]
    if "forbidden" in part["text"]:
        return {"candidates": [{"finishReason": "IMAGE_SAFETY"}]}
    if "blocked" in part["text"]:
        return {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}
    if "words" in part["text"]:
        return {"candidates": [{"content": {"parts": [{"text": "No."}]}, "finishReason": "NO_IMAGE"}]}
    parts = [
        {"text": "Here:"},
        {"inlineData": {"mimeType": "image/png", "data": B64}, "thoughtSignature": "s"},
    ]
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 1120}
    return {"candidates": [{"content": {"parts": parts}, "finishReason": "STOP"}], "usageMetadata": usage}


def imagen(body: dict[str, Any]) -> dict[str, Any]:
    only(body, "instances parameters", "the request")
    only(
        body["parameters"],
        "sampleCount aspectRatio personGeneration sampleImageSize outputOptions",
        "the parameters",
    )
    need(body["parameters"]["aspectRatio"] in ("1:1", "3:4", "4:3", "9:16", "16:9"), "the ratio")
    if "forbidden" in body["instances"][0]["prompt"]:
        return {"predictions": [{"raiFilteredReason": "Not this."}]}
    made = {"bytesBase64Encoded": B64, "mimeType": "image/png"}
    return {"predictions": [made] * body["parameters"]["sampleCount"]}


async def test_gemini_draws_one_picture_a_call(serve: Serve):
    loopback = await serve(strict_google)
    reply = await driver(loopback, "gemini").generate(
        ImageRequest("gemini-3.1-flash-image", "A press", 1920, 1080, count=2)
    )
    assert reply.drawings == [Drawing("image/png", PNG)] * 2
    assert reply.usage is not None
    assert (len(loopback.asked), reply.usage.output) == (2, 2240)
    assert loopback.asked[0]["generationConfig"]["imageConfig"] == {"aspectRatio": "16:9", "imageSize": "2K"}


@pytest.mark.parametrize(
    ("prompt", "error"),
    [("forbidden", ContentRefused), ("blocked", ContentRefused), ("words", ProviderFailed)],
)
async def test_an_answer_without_a_picture_is_an_error(serve: Serve, prompt: str, error: Any):
    with pytest.raises(error, match="no picture"):
        await driver(await serve(strict_google), "gemini").generate(
            ImageRequest("gemini-3-pro-image", prompt)
        )


async def test_imagen_is_asked_in_its_old_way(serve: Serve):
    loopback = await serve(strict_google)
    talk = driver(loopback, "gemini")
    reply = await talk.generate(ImageRequest("imagen-4.0-generate-001", "A press", 1600, 900, count=2))
    assert (len(reply.drawings), len(loopback.asked)) == (2, 1)
    with pytest.raises(ContentRefused, match="Not this"):
        await talk.generate(ImageRequest("imagen-4.0-generate-001", "forbidden"))


async def test_who_cannot_draw_says_so(serve: Serve):
    with pytest.raises(InvalidInput, match="draws no images"):
        await driver(await serve(strict_google), "anthropic").generate(ImageRequest("m", "x"))


@pytest.mark.parametrize(
    ("wanted", "size"),
    [
        ((1200, 630), (1200, 624)),
        ((4000, 1000), (3840, 1280)),
        ((100, 1000), (336, 992)),
        ((6000, 6000), (2160, 2160)),
    ],
)
def test_free_sizes_keep_the_rules(wanted, size):
    width, height = free_size(*wanted)
    assert width % 16 == 0
    assert height % 16 == 0
    assert 1 / 3 <= width / height <= 3
    assert (width, height) == size


def test_known_sizes_are_chosen_by_shape():
    assert nearest(1600, 900, [(1, 1), (16, 9), (9, 16)]) == (16, 9)
    assert [resolution(side, 10) for side in (1024, 2048, 4096)] == ["1K", "2K", "4K"]
