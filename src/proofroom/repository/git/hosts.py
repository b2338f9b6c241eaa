"""Whether a host is the one that somebody meant: its SSH key or its certificate, by fingerprint or signature.

libgit2 shows what a host presented, pygit2 keeps it to itself: `show_certificates` puts a callback of ours in
the place of pygit2's. Without it nothing but what libgit2 itself found valid is trusted.
"""

import base64
import ctypes
import hashlib
import re
from functools import cache
from ipaddress import ip_address
from typing import Any, Literal, cast

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import HostNotTrusted, InvalidInput
from proofroom.kernel.strings import say

_X509, _SSH_KEY = 1, 2
_HAS_SHA256 = 4
_ERROR_CERTIFICATE = -17
_HEX = re.compile(r"[0-9a-f]{64}\Z")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a host presented; `is_valid` if the machine's own authorities or known hosts vouch for it."""

    host: str
    kind: Literal["key", "certificate"]
    digest: bytes
    is_valid: bool
    der: bytes = b""

    @property
    def fingerprint(self) -> str:
        """Return the SHA-256 as SSH and OpenSSL print it."""
        if self.kind == "certificate":
            return self.digest.hex(":").upper()
        return "SHA256:" + base64.b64encode(self.digest).decode().rstrip("=")


@dataclass(frozen=True, slots=True)
class Trust:
    """What somebody accepted for one remote: a fingerprint, or certificates in PEM that sign its own."""

    fingerprint: str | None = None
    certificate: str | None = None

    def __bool__(self) -> bool:
        """Tell whether anything was accepted."""
        return bool(self.fingerprint or self.certificate)

    def accepts(self, shown: Shown) -> bool:
        """Tell whether this host may be talked to. What was accepted counts, and nothing else beside it."""
        if self.fingerprint:
            return read_fingerprint(self.fingerprint) == shown.digest
        if self.certificate and shown.kind == "certificate":
            return _is_signed(shown, self.certificate)
        return shown.is_valid


NO_TRUST = Trust()


def check_trust(fingerprint: str | None, certificate: str | None) -> Trust:
    """Return what a person accepts, or say what is wrong with it."""
    if fingerprint:
        read_fingerprint(fingerprint)
    if certificate:
        _read_certificates(certificate)
    return Trust(fingerprint or None, certificate or None)


def read_fingerprint(text: str) -> bytes:
    """Read a SHA-256 fingerprint: `SHA256:…` as SSH prints it, or hexadecimal as OpenSSL does."""
    plain = text.strip().removeprefix("SHA256:")
    digits = plain.replace(":", "").lower()
    if _HEX.match(digits):
        return bytes.fromhex(digits)
    try:
        found = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        found = b""
    if len(found) != hashlib.sha256().digest_size:
        raise InvalidInput(say("remotes.not_a_fingerprint"))
    return found


def distrust(shown: Shown, trust: Trust) -> HostNotTrusted:
    """Say what a host presented, and how to accept it."""
    host, fingerprint = shown.host, shown.fingerprint
    state = "changed" if trust else "unknown"
    return HostNotTrusted(
        say(f"remotes.{shown.kind}_{state}", host=host, fingerprint=fingerprint),
        suggestion=say(f"remotes.{state}.next"),
        host=host,
        kind=shown.kind,
        fingerprint=fingerprint,
        changed=bool(trust),
    )


# --- certificates


def _is_signed(shown: Shown, pem: str) -> bool:
    """Tell whether this is one of the given certificates, or was signed by one for this host."""
    from cryptography import x509
    from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

    given = _read_certificates(pem)
    found = x509.load_der_x509_certificate(shown.der)
    if found in given:
        return True
    try:
        subject: Any = x509.IPAddress(ip_address(shown.host))
    except ValueError:
        subject = x509.DNSName(shown.host)
    try:
        PolicyBuilder().store(Store(given)).build_server_verifier(subject).verify(found, given)
    except (VerificationError, ValueError):
        return False
    return True


def _read_certificates(pem: str) -> list[Any]:
    from cryptography import x509

    try:
        return list(x509.load_pem_x509_certificates(pem.encode()))
    except ValueError as error:
        raise InvalidInput(say("remotes.not_a_certificate")) from error


# --- what libgit2 shows: the public structures of its `git2/cert.h`


class _Certificate(ctypes.Structure):
    _fields_ = (("kind", ctypes.c_int), ("data", ctypes.c_void_p), ("size", ctypes.c_size_t))


class _HostKey(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int),
        ("has", ctypes.c_int),
        ("md5", ctypes.c_ubyte * 16),
        ("sha1", ctypes.c_ubyte * 20),
        ("sha256", ctypes.c_ubyte * 32),
    )


@cache
def show_certificates() -> None:
    """Let `certificate_check` of every callback see what the host presented, as a `Shown` or None."""
    from pygit2 import callbacks as pygit2_callbacks  # imported here: it loads libgit2

    ffi = cast("Any", pygit2_callbacks).ffi

    def _certificate_check_cb(certificate: Any, valid: int, host: Any, data: Any) -> int:
        name = cast("bytes", ffi.string(host))
        shown = _read_shown(int(ffi.cast("uintptr_t", certificate)), bool(valid), name.decode())
        return 0 if data.certificate_check(shown, bool(valid), name) else _ERROR_CERTIFICATE

    pygit2_callbacks.libgit2_callback(_certificate_check_cb)


def _read_shown(address: int, is_valid: bool, host: str) -> Shown | None:
    kind = ctypes.c_int.from_address(address).value
    if kind == _X509:
        found = _Certificate.from_address(address)
        der = ctypes.string_at(found.data, found.size)
        return Shown(host, "certificate", hashlib.sha256(der).digest(), is_valid, der)
    if kind == _SSH_KEY:
        key = _HostKey.from_address(address)
        if key.has & _HAS_SHA256:
            return Shown(host, "key", bytes(key.sha256), is_valid)
    return None
