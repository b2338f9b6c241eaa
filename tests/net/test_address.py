from ipaddress import ip_address

import pytest

from proofroom.kernel.errors import AddressRefused, InvalidInput
from proofroom.net.address import judge, literal, parse_pairs, permits
from proofroom.net.target import aim, parse_url

NEVER = [
    "0.0.0.0",
    "0.1.2.3",
    "169.254.169.254",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "fd00:ec2::254",
    "fd20:ce::254",
    "2001:db8::1",
    "2001:2::1",
    "100::1",
    "64:ff9b:1::7f00:1",
    "64:ff9b:1::808:808",
    "::7f00:1",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
]
PRIVATE = [
    "127.0.0.1",
    "127.255.255.254",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "198.18.0.1",
    "::1",
    "fc00::1",
    "fd12:3456::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
]
PUBLIC = [
    "8.8.8.8",
    "93.184.216.34",
    "172.32.0.1",
    "100.128.0.1",
    "2606:2800:220:1::1",
    "::ffff:8.8.8.8",
    "64:ff9b::808:808",
    "2002:808:808::1",
]


@pytest.mark.parametrize(
    ("reach", "text"),
    [("never", text) for text in NEVER]
    + [("private", text) for text in PRIVATE]
    + [("public", text) for text in PUBLIC],
)
def test_every_special_address_is_judged_by_what_it_really_reaches(reach: str, text: str) -> None:
    assert judge(ip_address(text)) == reach


def test_teredo_is_judged_by_server_and_client() -> None:
    # The client's IPv4 address stands inverted in the last 32 bits.
    assert judge(ip_address("2001:0:808:808:0:0:f7f7:f7f7")) == "public"
    assert judge(ip_address("2001:0:808:808:0:0:80ff:fffe")) == "private"
    assert judge(ip_address("2001:0:7f00:1:0:0:f7f7:f7f7")) == "private"
    assert judge(ip_address("2001:0:808:808:0:0:5601:5601")) == "never"


def test_private_space_needs_the_connection_tier_and_an_administrators_word() -> None:
    assert permits("public", "content", is_listed=False)
    assert not permits("private", "content", is_listed=True)
    assert not permits("private", "connection", is_listed=False)
    assert permits("private", "connection", is_listed=True)
    assert not permits("never", "connection", is_listed=True)


@pytest.mark.parametrize("host", ["127.1", "0", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "1.2.3"])
def test_spellings_only_inet_aton_reads_are_not_addresses(host: str) -> None:
    with pytest.raises(ValueError, match="does not appear"):
        literal(host)


def test_names_that_look_a_little_like_numbers_stay_names() -> None:
    assert literal("127.0.0.1.nip.io") is None
    assert literal("0x.example.com") is None
    assert literal("3com.com") is None


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/",
        "http://127.0.0.1./",
        "http://127.1/",
        "http://0/",
        "http://0x7f000001/",
        "http://0X7F.0.0.1/",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[fe80::1%25eth0]/",
        "http://localhost/",
        "http://LOCALHOST./",
        "http://app.localhost/",
        "http://ⓛocalhost/",
        "http://127。0。0。1/",
        "http://１２７.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://93.184.216.34:22/",
        "https://example.com:8443/",
    ],
)
def test_no_spelling_of_a_private_place_passes_the_content_tier(url: str) -> None:
    with pytest.raises(AddressRefused, match="Address not allowed"):
        aim(parse_url(url), "content", parse_pairs(["127.0.0.1:80", "localhost:80", "[::1]:80"]))


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://example.com/",
        "javascript:alert(1)",
        "//example.com/",
        "/path",
        "",
        "http://",
        "http:///x",
        "http://user@example.com/",
        "http://user:word@example.com/",
        "http://:word@example.com/",
        "http://example.com\\@127.0.0.1/",
        "http://exa mple.com/",
        "http://127%2e0%2e0%2e1/",
        "http://example.com:99999/",
        "http://-example.com/",
    ],
)
def test_only_plain_http_addresses_are_read(url: str) -> None:
    with pytest.raises(InvalidInput):
        aim(parse_url(url), "connection", frozenset())


def test_a_connection_reaches_a_listed_pair_and_nothing_beside_it() -> None:
    allowed = parse_pairs(["127.0.0.1:11434", "[::1]:9000", "Ollama.Lan:11434"])
    assert aim(parse_url("http://127.0.0.1:11434/v1"), "connection", allowed).is_listed
    assert aim(parse_url("http://[::1]:9000/"), "connection", allowed).is_listed
    assert aim(parse_url("http://ollama.lan.:11434/"), "connection", allowed).is_listed
    for other in ("http://127.0.0.1:11435/", "http://127.0.0.2:11434/", "http://localhost:11434/"):
        with pytest.raises(AddressRefused):
            aim(parse_url(other), "connection", allowed)


def test_metadata_stays_refused_even_when_listed() -> None:
    allowed = parse_pairs(["169.254.169.254:80", "0.0.0.0:80"])
    for url in ("http://169.254.169.254/", "http://0.0.0.0/"):
        with pytest.raises(AddressRefused):
            aim(parse_url(url), "connection", allowed)


@pytest.mark.parametrize("pair", ["localhost", "localhost:", ":80", "host:0", "host:70000", "host:eighty"])
def test_a_pair_that_is_not_one_is_named(pair: str) -> None:
    with pytest.raises(InvalidInput, match="allow_private_hosts"):
        parse_pairs([pair])


def test_an_encoded_path_is_left_as_it_is_because_signatures_cover_it() -> None:
    url = "https://bedrock.example/model/us.nova%3A0/converse?b=%7E&a=1"
    assert str(aim(parse_url(url), "connection", frozenset()).url) == url
    assert parse_url("https://example.com/caf\u00e9 x#part").raw_path == "/caf%C3%A9%20x"
