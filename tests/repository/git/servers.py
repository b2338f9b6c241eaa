"""Git servers on loopback: Git's CGI program behind TLS and a password, and its commands over SSH."""

import asyncio
import base64
import os
import shlex
import ssl
import subprocess
import threading
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path

import asyncssh
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

HOST = "127.0.0.1"


def bare(folder: Path) -> Path:
    """Make an empty repository that takes pushes."""
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(folder)], check=True)
    subprocess.run(["git", "-C", str(folder), "config", "http.receivepack", "true"], check=True)
    return folder


class Issuer:
    """A certificate authority, or a certificate that signed itself."""

    def __init__(self, signer: "Issuer | None" = None, *, is_authority: bool = False) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Room" if is_authority else HOST)])
        now = datetime.now(UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(signer.certificate.subject if signer else name)
            .public_key(self.key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
        )
        if not is_authority:
            names = x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))])
            builder = builder.add_extension(names, critical=False)
            usage = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])
            builder = builder.add_extension(usage, critical=False)
        public = (signer or self).key.public_key()
        identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(public)
        own = x509.SubjectKeyIdentifier.from_public_key(self.key.public_key())
        builder = builder.add_extension(identifier, critical=False).add_extension(own, critical=False)
        if is_authority:
            signs = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
            builder = builder.add_extension(signs, critical=True)
        self.certificate = builder.sign((signer or self).key, hashes.SHA256())

    @property
    def pem(self) -> str:
        return self.certificate.public_bytes(serialization.Encoding.PEM).decode()

    @property
    def fingerprint(self) -> str:
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def private_pem(self) -> bytes:
        form = serialization.PrivateFormat.PKCS8
        return self.key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())


class HttpsServer:
    """Serves the repositories of a folder over HTTPS to `ada`, whose password can be changed."""

    def __init__(self, folder: Path, issuer: Issuer | None = None) -> None:
        self._folder = folder
        self.password = "s3cret"
        self.moved_to = ""
        self.requests = 0
        self.issuer = issuer or Issuer()

    def __enter__(self) -> "HttpsServer":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        file = self._folder / "server.pem"
        file.write_bytes(self.issuer.private_pem + self.issuer.pem.encode())
        context.load_cert_chain(file)
        self._server = ThreadingHTTPServer((HOST, 0), _handler(self, self._folder))
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def port(self) -> int:
        return self._server.server_port

    def url(self, name: str) -> str:
        return f"https://{HOST}:{self.port}/{name}"


def _handler(server: HttpsServer, folder: Path) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def _body(self) -> bytes:
            if self.headers.get("Transfer-Encoding") != "chunked":
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            parts = []
            while size := int(self.rfile.readline(), 16):
                parts.append(self.rfile.read(size))
                self.rfile.readline()
            self.rfile.readline()
            return b"".join(parts)

        def _answer(self) -> None:
            body = self._body()
            server.requests += 1
            if server.moved_to:
                self._send(301, [("Location", server.moved_to + self.path)], b"")
                return
            expected = "Basic " + base64.b64encode(f"ada:{server.password}".encode()).decode()
            if self.headers.get("Authorization") != expected:
                self._send(401, [("WWW-Authenticate", 'Basic realm="git"')], b"")
                return
            path, _, query = self.path.partition("?")
            variables = {
                **os.environ,
                "GIT_PROJECT_ROOT": str(folder),
                "GIT_HTTP_EXPORT_ALL": "1",
                "REMOTE_USER": "ada",
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "REQUEST_METHOD": self.command,
                "CONTENT_TYPE": self.headers.get("Content-Type", ""),
                "CONTENT_LENGTH": str(len(body)),
            }
            done = subprocess.run(
                ["git", "http-backend"], input=body, capture_output=True, env=variables, check=True
            )
            head, _, content = done.stdout.partition(b"\r\n\r\n")
            headers = [tuple(line.split(": ", 1)) for line in head.decode().split("\r\n")]
            status = next((int(value.split()[0]) for name, value in headers if name == "Status"), 200)
            self._send(status, [pair for pair in headers if pair[0] != "Status"], content)

        def _send(self, status, headers, content) -> None:
            self.send_response(status)
            for name, value in headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

    return Handler


class SshServer:
    """Serves repositories by path over SSH: to one key, which can be changed."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        self.key = key
        self.host_key = new_key()
        self.port = 0
        self._open: list[asyncssh.SSHServerConnection] = []

    @property
    def fingerprint(self) -> str:
        return self.host_key.get_fingerprint()

    def __enter__(self) -> "SshServer":
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve(ready)))
        self._thread.start()
        assert ready.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join()

    def show_another_key(self) -> None:
        """Go on at the same address with a host key of its own, as somebody in between would."""
        self.__exit__()
        self.host_key = new_key()
        self.__enter__()

    async def _serve(self, ready: threading.Event) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        acceptor = await asyncssh.create_server(
            self._greet,
            HOST,
            self.port,
            server_host_keys=[self.host_key],
            process_factory=_run_git,
            encoding=None,
        )
        self.port = acceptor.get_port()
        ready.set()
        await self._end.wait()
        acceptor.close()
        for connection in self._open:
            connection.close()
            await connection.wait_closed()
        await acceptor.wait_closed()

    def url(self, path: Path) -> str:
        return f"ssh://git@{HOST}:{self.port}{path}"

    def _greet(self) -> asyncssh.SSHServer:
        server = self

        class Greeting(asyncssh.SSHServer):
            def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
                server._open.append(conn)

            def public_key_auth_supported(self) -> bool:
                return True

            def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
                return username == "git" and key == server.key.convert_to_public()

        return Greeting()


def new_key() -> asyncssh.SSHKey:
    """Make a key as `ssh-keygen` does by default."""
    return asyncssh.generate_private_key("ssh-ed25519")


def private_text(key: asyncssh.SSHKey, passphrase: str | None = None) -> str:
    """Return a private key as it stands in a file: as `ssh-keygen` writes it, or as OpenSSL does."""
    return key.export_private_key("pkcs8-pem" if passphrase else "openssh", passphrase).decode()


async def _run_git(process: asyncssh.SSHServerProcess[bytes]) -> None:
    command, path = shlex.split(process.command or "")
    assert command in ("git-upload-pack", "git-receive-pack")
    started = await asyncio.create_subprocess_exec(
        "git",
        command.removeprefix("git-"),
        path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )

    async def say() -> None:
        while said := await started.stdout.read(65_536):
            process.stdout.write(said)
            await process.stdout.drain()

    async def hear() -> None:
        while heard := await process.stdin.read(65_536):
            started.stdin.write(heard)
            await started.stdin.drain()
        started.stdin.close()

    hearing = asyncio.create_task(hear())
    try:
        await say()
        process.exit(await started.wait())
    finally:
        hearing.cancel()
