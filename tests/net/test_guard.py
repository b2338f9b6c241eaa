import asyncio
import logging
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from proofroom.kernel.errors import AddressRefused, OutsideFailed
from proofroom.net import Transport
from proofroom.net.guard import dialling
from proofroom.net.resolver import GuardedResolver
from proofroom.net.target import aim, parse_url
from tests.net.conftest import Internet
from tests.patience import LIMIT_S

PUBLIC = "93.184.216.34"


async def say_hello(request: web.Request) -> web.Response:
    return web.Response(text=f"hello from {request.host}")


async def test_a_public_name_is_reached_and_its_host_header_stays_the_name(internet: Internet) -> None:
    internet.name("example.com", [PUBLIC])
    await internet.serve(say_hello, at=(PUBLIC, 80))
    transport = await internet.transport()
    answer = await transport.request("GET", "http://example.com/", tier="content")
    assert (answer.status, answer.text()) == (200, "hello from example.com")
    assert internet.dialled == [(PUBLIC, 80)]


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"],
        ["10.1.2.3"],
        ["169.254.169.254"],
        ["::1"],
        ["::ffff:192.168.0.1"],
        ["64:ff9b::7f00:1"],
        [PUBLIC, "127.0.0.1"],
        [PUBLIC, "fe80::1"],
        ["not an address"],
    ],
)
async def test_a_name_is_refused_if_any_of_its_addresses_is(internet: Internet, answers: list[str]) -> None:
    internet.name("127.0.0.1.nip.io", answers)
    await internet.serve(say_hello, at=(PUBLIC, 80))
    transport = await internet.transport()
    with pytest.raises(AddressRefused, match=r"^Address not allowed\.$"):
        await transport.request("GET", "http://127.0.0.1.nip.io/", tier="content")
    assert internet.dialled == []


async def test_the_machines_own_names_are_refused_by_the_real_resolver() -> None:
    async with Transport.open() as transport:
        for url in ("http://localhost./", "http://ip6-localhost/", "http://127.0.0.1/", "http://0x7f.0.0.1/"):
            with pytest.raises((AddressRefused, OutsideFailed)) as caught:
                await transport.request("GET", url, tier="content")
            assert isinstance(caught.value, AddressRefused) or url == "http://ip6-localhost/"


async def test_a_name_that_changes_its_answer_is_refused_at_the_second_dial(internet: Internet) -> None:
    internet.name("rebind.example", [PUBLIC], ["127.0.0.1"])

    async def close_after(request: web.Request) -> web.Response:
        return web.Response(text="once", headers={"connection": "close"})

    await internet.serve(close_after, at=(PUBLIC, 80))
    transport = await internet.transport()
    assert (await transport.request("GET", "http://rebind.example/", tier="content")).text() == "once"
    with pytest.raises(AddressRefused):
        await transport.request("GET", "http://rebind.example/", tier="content")
    assert internet.dialled == [(PUBLIC, 80)]
    assert internet.asked == ["rebind.example", "rebind.example"]


async def test_a_pooled_connection_keeps_the_address_that_was_checked(internet: Internet) -> None:
    internet.name("rebind.example", [PUBLIC], ["127.0.0.1"])
    await internet.serve(say_hello, at=(PUBLIC, 80))
    transport = await internet.transport()
    for _ in range(3):
        assert (await transport.request("GET", "http://rebind.example/", tier="content")).ok
    assert internet.dialled == [(PUBLIC, 80)]


async def test_a_connection_pool_is_never_shared_with_content(internet: Internet) -> None:
    port = await internet.serve(say_hello)
    internet.routes[(PUBLIC, 80)] = port
    internet.name("studio.lan", ["10.0.0.9"])
    internet.routes[("10.0.0.9", 80)] = port
    transport = await internet.transport("studio.lan:80")
    assert (await transport.request("GET", "http://studio.lan/", tier="connection")).ok
    with pytest.raises(AddressRefused):
        await transport.request("GET", "http://studio.lan/", tier="content")


async def test_a_connection_reaches_private_space_only_by_listed_host_and_port(internet: Internet) -> None:
    port = await internet.serve(say_hello)
    internet.name("ollama.lan", ["127.0.0.1"])
    internet.name("other.lan", ["127.0.0.1"])
    transport = await internet.transport(f"ollama.lan:{port}")
    assert (await transport.request("GET", f"http://ollama.lan:{port}/", tier="connection")).ok
    for host in ("other.lan", "127.0.0.1", "localhost"):
        with pytest.raises(AddressRefused):
            await transport.request("GET", f"http://{host}:{port}/", tier="connection")


async def test_a_listed_name_that_leads_to_metadata_is_refused(internet: Internet) -> None:
    internet.name("ollama.lan", ["169.254.169.254"])
    transport = await internet.transport("ollama.lan:80")
    with pytest.raises(AddressRefused):
        await transport.request("GET", "http://ollama.lan/", tier="connection")
    assert internet.dialled == []


async def test_connections_may_use_any_port_of_a_public_host(internet: Internet) -> None:
    internet.name("api.example", [PUBLIC])
    await internet.serve(say_hello, at=(PUBLIC, 8443))
    transport = await internet.transport()
    assert (await transport.request("GET", "http://api.example:8443/", tier="connection")).ok


async def test_a_refusal_is_logged_with_the_address_and_without_the_query(
    internet: Internet, caplog: pytest.LogCaptureFixture
) -> None:
    internet.name("leak.example", ["10.0.0.7"])
    transport = await internet.transport()
    with caplog.at_level(logging.DEBUG), pytest.raises(AddressRefused) as caught:
        await transport.request(
            "GET",
            "http://leak.example/path?token=hunter2",
            tier="content",
            headers={"authorization": "Bearer hunter3"},
        )
    assert "10.0.0.7" in caplog.text
    assert "leak.example" in caplog.text
    assert "hunter" not in caplog.text
    assert "10.0.0.7" not in str(caught.value.as_dict())


async def test_a_dial_outside_a_guarded_call_is_refused(internet: Internet) -> None:
    internet.name("example.com", [PUBLIC])
    with pytest.raises(AddressRefused):
        await GuardedResolver(internet.resolve).resolve("example.com", 80)
    transport = await internet.transport()
    session = transport._session("connection")  # the pool itself, without our door before it
    with pytest.raises(AddressRefused):
        await session.get("http://example.com/")
    with pytest.raises(AddressRefused):
        await session.get("http://127.0.0.1/")
    assert internet.dialled == []


async def test_an_unknown_name_fails_closed(internet: Internet) -> None:
    transport = await internet.transport()
    with pytest.raises(OutsideFailed, match=r"nowhere\.example could not be found") as caught:
        await transport.request("GET", "http://nowhere.example/", tier="content")
    assert caught.value.context == {"stage": "connect"}


def make_certificate(folder: Path, name: str) -> tuple[Path, Path]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(minutes=1))
        .not_valid_after(now + timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate_file, key_file = folder / "certificate.pem", folder / "key.pem"
    certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    key_file.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return certificate_file, key_file


async def test_over_tls_the_name_stays_in_sni_and_host_while_the_checked_address_is_dialled(
    internet: Internet, tmp_path: Path
) -> None:
    certificate, key = make_certificate(tmp_path, "secure.example")
    seen: list[str] = []
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    server.sni_callback = lambda _socket, name, _context: seen.append(name)
    internet.name("secure.example", [PUBLIC])
    internet.name("other.example", [PUBLIC])
    await internet.serve(say_hello, at=(PUBLIC, 443), tls=server)
    client = ssl.create_default_context(cafile=str(certificate))

    transport = await internet.transport(tls=client)
    answer = await transport.request("GET", "https://secure.example/", tier="content")
    assert answer.text() == "hello from secure.example"
    assert seen == ["secure.example"]
    assert internet.dialled == [(PUBLIC, 443)]

    with pytest.raises(OutsideFailed, match="certificate"):
        await transport.request("GET", "https://other.example/", tier="content")
    distrusting = await internet.transport()
    with pytest.raises(OutsideFailed, match="certificate"):
        await distrusting.request("GET", "https://secure.example/", tier="content")


async def test_the_socket_itself_refuses_an_address_that_no_name_was_asked_for(internet: Internet) -> None:
    transport = await internet.transport()
    session = transport._session("content")  # past the reading of the address and past the resolver
    token = dialling.set(aim(parse_url("http://example.com/"), "content", frozenset()))
    try:
        for host in ("127.0.0.1", "[::1]", "10.0.0.1"):
            with pytest.raises(AddressRefused):
                await session.get(f"http://{host}/")
    finally:
        dialling.reset(token)
    assert internet.dialled == []


async def test_a_cancel_reaches_the_other_side_over_tls_at_once(internet: Internet, tmp_path: Path) -> None:
    certificate, key = make_certificate(tmp_path, "secure.example")
    started, gone = asyncio.Event(), asyncio.Event()

    async def drip(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        try:
            while True:
                await response.write(b"data: x\n\n")
                await asyncio.sleep(0.01)
        finally:
            gone.set()

    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(certificate, key)
    internet.name("secure.example", [PUBLIC])
    await internet.serve(drip, at=(PUBLIC, 443), tls=server)
    transport = await internet.transport(tls=ssl.create_default_context(cafile=str(certificate)))

    async def read() -> None:
        async with transport.stream("GET", "https://secure.example/", tier="connection") as stream:
            async for _ in stream:
                started.set()

    task = asyncio.create_task(read())
    await started.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.wait_for(gone.wait(), LIMIT_S)
