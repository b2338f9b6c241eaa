"""Which hosts are trusted: by fingerprint, by certificate, and never by surprise."""

import pytest

from proofroom.kernel.errors import HostNotTrusted, InvalidInput, OutsideFailed
from proofroom.repository.git import remotes
from proofroom.repository.git.access import Access, Login
from proofroom.repository.git.hosts import Shown, Trust, check_trust, read_fingerprint
from tests.repository.git.servers import HttpsServer, Issuer, SshServer, bare, new_key, private_text


@pytest.fixture
def other(tmp_path):
    return bare(tmp_path / "other.git")


def ada(server: HttpsServer, trust: Trust) -> Access:
    return Access(lambda _: Login("ada", server.password), trust)


def test_a_fingerprint_is_read_as_ssh_and_openssl_print_it():
    digest = bytes(range(32))
    as_key = Shown("git.example", "key", digest, is_valid=False).fingerprint
    as_certificate = Shown("git.example", "certificate", digest, is_valid=False).fingerprint
    assert as_key.startswith("SHA256:")
    assert as_certificate.startswith("00:01:02")
    assert read_fingerprint(as_key) == read_fingerprint(as_certificate) == digest
    for wrong in ("", "SHA256:abc", "00:01:02", "MD5:00", "ü" * 43):
        with pytest.raises(InvalidInput, match="not a SHA-256"):
            read_fingerprint(wrong)
    with pytest.raises(InvalidInput, match="not a certificate"):
        check_trust(None, "hello")


def test_what_was_accepted_counts_and_nothing_beside_it():
    shown = Shown("git.example", "key", bytes(32), is_valid=True)
    assert Trust().accepts(shown), "the machine knows it"
    assert not Trust(fingerprint="11" * 32).accepts(shown)
    assert Trust(fingerprint="00" * 32).accepts(shown)


def test_a_certificate_is_trusted_by_its_authority_for_its_own_host_only(repo, other):
    authority = Issuer(is_authority=True)
    with HttpsServer(other.parent, Issuer(authority)) as server:
        url = server.url("other.git")
        assert remotes.look(repo, url, access=ada(server, Trust(certificate=authority.pem))) == []
        assert remotes.look(repo, url, access=ada(server, Trust(server.issuer.fingerprint))) == []
        stranger = Issuer(is_authority=True)
        with pytest.raises(HostNotTrusted, match="not the accepted one"):
            remotes.look(repo, url, access=ada(server, Trust(certificate=stranger.pem)))
        elsewhere = Shown("git.example", "certificate", b"", is_valid=False, der=_der(server.issuer))
        assert not Trust(certificate=authority.pem).accepts(elsewhere), "signed, but for another name"


def test_nothing_is_sent_before_the_host_is_known(repo, other):
    with HttpsServer(other.parent) as server:
        with pytest.raises(HostNotTrusted) as caught:
            remotes.look(repo, server.url("other.git"), access=ada(server, Trust()))
        assert server.requests == 0
    told = caught.value.context
    assert (told["fingerprint"], told["changed"]) == (server.issuer.fingerprint, False)


def test_a_host_may_not_send_us_on_to_another_one(repo, other):
    with HttpsServer(other.parent) as inside, HttpsServer(other.parent, inside.issuer) as outside:
        outside.moved_to = f"https://localhost:{inside.port}"
        access = ada(inside, Trust(certificate=inside.issuer.pem))
        assert remotes.look(repo, inside.url("other.git"), access=access) == []
        before = inside.requests
        with pytest.raises(OutsideFailed, match="cannot redirect"):
            remotes.look(repo, outside.url("other.git"), access=access)
        assert inside.requests == before


@pytest.mark.parametrize("passphrase", [None, "open sesame"])
def test_ssh_signs_in_with_the_key_at_the_accepted_host(repo, other, client, passphrase):
    key = new_key()
    login = Login("git", private_key=private_text(key, passphrase), passphrase=passphrase)
    with SshServer(key) as server:
        access = Access(lambda _: login, Trust(server.fingerprint))
        remotes.set_remote(repo, server.url(other), access=access)
        assert remotes.push(repo, ["main"], access=access)["main"].status == "pushed"
        remotes.fetch(repo, access=access)
    assert remotes.compare(repo, "main").relation == "in_sync"
    assert client(other, "rev-parse", "main") == client(repo.path, "rev-parse", "main")


def _der(issuer: Issuer) -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding

    return issuer.certificate.public_bytes(Encoding.DER)
