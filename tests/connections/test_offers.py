"""What a machine has is offered: an Ollama that is named or that answers, and nothing that is not there."""

from aiohttp import web
from aiohttp.test_utils import TestServer

from proofroom.connections.offers import find_ollama

COMMAND = "proofroom connect add ollama --url http://"


async def test_an_ollama_named_in_the_environment_is_offered():
    offer = await find_ollama({"OLLAMA_HOST": "box:11434"}, set(), {"box:11434"})
    assert offer is not None
    assert offer.command == COMMAND + "box:11434"


async def test_an_ollama_that_answers_is_offered_with_the_way_to_open_its_address():
    async def version(_request: web.Request) -> web.Response:
        return web.json_response({"version": "0.9.0"})

    app = web.Application()
    app.router.add_get("/api/version", version)
    async with TestServer(app) as server:
        assert server.port is not None
        place = f"127.0.0.1:{server.port}"
        offer = await find_ollama({}, set(), set(), usual=server.port)
        assert offer is not None
        assert offer.command.endswith(COMMAND + place)
        assert offer.command.startswith("PROOFROOM_ALLOW_PRIVATE_HOSTS=")
        assert await find_ollama({}, {("model", "ollama")}, set(), usual=server.port) is None


async def test_no_ollama_is_offered_where_none_answers():
    async with TestServer(web.Application()) as server:
        gone = server.port
        assert await find_ollama({}, set(), set(), usual=gone) is None  # it answers, but is no Ollama
    assert await find_ollama({}, set(), set(), usual=gone) is None
