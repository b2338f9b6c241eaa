import pytest
from aiohttp import web
from yarl import URL

from proofroom.kernel.errors import AddressRefused, InvalidInput, OutsideFailed
from proofroom.net.redirect import Hop, is_same_origin, next_hop
from tests.net.conftest import Internet

HERE, THERE = "93.184.216.34", "151.101.1.69"


def redirect_to(location: str, status: int = 302):
    async def handler(request: web.Request) -> web.Response:
        return web.Response(status=status, headers={"location": location})

    return handler


@pytest.mark.parametrize(
    "location",
    [
        "http://127.0.0.1/admin",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://localhost/",
        "http://0x7f000001/",
        "http://2130706433/",
        "//127.1/",
        "http://inside.example/",
        "http://example.com:22/",
    ],
)
async def test_a_redirect_into_private_space_is_refused(internet: Internet, location: str) -> None:
    internet.name("example.com", [HERE])
    internet.name("inside.example", ["192.168.0.10"])
    await internet.serve(redirect_to(location), at=(HERE, 80))
    transport = await internet.transport()
    with pytest.raises(AddressRefused):
        await transport.request("GET", "http://example.com/", tier="content")
    assert internet.dialled == [(HERE, 80)]


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://example.com/", "http://a:b@example.com/"])
async def test_a_redirect_to_something_else_than_http_is_refused(internet: Internet, location: str) -> None:
    internet.name("example.com", [HERE])
    await internet.serve(redirect_to(location), at=(HERE, 80))
    transport = await internet.transport()
    with pytest.raises(InvalidInput):
        await transport.request("GET", "http://example.com/", tier="content")


async def test_a_connection_may_not_be_redirected_to_an_unlisted_private_place(internet: Internet) -> None:
    port = await internet.serve(redirect_to("http://10.0.0.1/"))
    transport = await internet.transport(f"127.0.0.1:{port}")
    with pytest.raises(AddressRefused):
        await transport.request("GET", f"http://127.0.0.1:{port}/", tier="connection")


async def test_three_redirects_are_followed_and_a_fourth_is_not(internet: Internet) -> None:
    async def count_down(request: web.Request) -> web.Response:
        left = int(request.path.strip("/"))
        if left == 0:
            return web.Response(text="arrived")
        return web.Response(status=302, headers={"location": f"/{left - 1}"})

    internet.name("example.com", [HERE])
    await internet.serve(count_down, at=(HERE, 80))
    transport = await internet.transport()
    answer = await transport.request("GET", "http://example.com/3", tier="content")
    assert (answer.text(), answer.url) == ("arrived", "http://example.com/0")
    with pytest.raises(OutsideFailed, match="redirects too often"):
        await transport.request("GET", "http://example.com/4", tier="content")
    unfollowed = await transport.request(
        "GET", "http://example.com/1", tier="content", follow_redirects=False
    )
    assert unfollowed.status == 302


async def test_credentials_stay_with_their_origin(internet: Internet) -> None:
    seen: dict[str, dict[str, str]] = {}

    async def first(request: web.Request) -> web.Response:
        seen[request.path] = {name.lower(): value for name, value in request.headers.items()}
        target = "/same" if request.path == "/" else "http://other.example/"
        return web.Response(status=307, headers={"location": target, "set-cookie": "a=b"})

    async def second(request: web.Request) -> web.Response:
        seen["other"] = {name.lower(): value for name, value in request.headers.items()}
        return web.Response(text="there")

    internet.name("example.com", [HERE])
    internet.name("other.example", [THERE])
    await internet.serve(first, at=(HERE, 80))
    await internet.serve(second, at=(THERE, 80))
    transport = await internet.transport()
    secret = {
        "Authorization": "Bearer s",
        "X-Api-Key": "s",
        "X-House-Token": "s",
        "Cookie": "s=1",
        "Accept": "a/b",
    }
    answer = await transport.request("GET", "http://example.com/", tier="content", headers=secret)
    assert answer.text() == "there"
    assert seen["/same"]["x-house-token"] == "s"
    assert seen["/same"]["authorization"] == "Bearer s"
    assert seen["other"]["accept"] == "a/b"
    assert not {"authorization", "x-api-key", "x-house-token", "cookie"} & set(seen["other"])


def test_a_redirected_post_becomes_a_get_where_browsers_do_that() -> None:
    post = Hop("POST", URL("http://a.example/"), {"Content-Type": "application/json", "Accept": "x/y"}, b"{}")
    for status in (301, 302, 303):
        hop = next_hop(post, status, "/next")
        assert (hop.method, hop.body, dict(hop.headers)) == ("GET", None, {"Accept": "x/y"})
    for status in (307, 308):
        hop = next_hop(post, status, "/next")
        assert (hop.method, hop.body) == ("POST", b"{}")
        assert str(hop.url) == "http://a.example/next"
    assert next_hop(Hop("HEAD", URL("http://a.example/")), 303, "/next").method == "HEAD"


def test_a_body_is_not_carried_to_another_origin() -> None:
    post = Hop("POST", URL("https://a.example/token"), {}, b"client_secret=s")
    with pytest.raises(OutsideFailed, match="Nothing was sent"):
        next_hop(post, 307, "https://b.example/")


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("http://a.example/", "http://A.example:80/x", True),
        ("http://a.example/", "https://a.example/", True),
        ("https://a.example/", "http://a.example/", False),
        ("http://a.example:8080/", "https://a.example/", False),
        ("https://a.example/", "https://b.a.example/", False),
        ("https://a.example/", "https://a.example:8443/", False),
    ],
)
def test_an_origin_is_scheme_host_and_port_and_may_step_up_to_https(
    before: str, after: str, same: bool
) -> None:
    assert is_same_origin(URL(before), URL(after)) is same
