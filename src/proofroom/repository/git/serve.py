"""Git's own HTTP protocol for one repository, spoken by `git http-backend`.

The repository's configuration and the machine's are left out: what a client may do is said here. What a push
asks for stands in front of its objects, so that it is read, and can be refused, before Git sees anything.
"""

import asyncio
import contextlib
import shutil
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from proofroom.kernel.data import dataclass
from proofroom.kernel.errors import InvalidInput, OutsideFailed
from proofroom.kernel.strings import say

MAX_PACK: Final = 200_000_000
"""Bytes that one push may bring."""
LONGEST_S: Final = 900.0
_CHUNK = 64 * 1024
_MAX_COMMANDS = 100
_MAX_HEAD = 64 * 1024
_CONFIG = {
    "core.hooksPath": "/dev/null",
    "http.receivepack": "true",
    "receive.denyNonFastForwards": "true",
    "receive.denyDeletes": "true",
    "receive.fsckObjects": "true",
    "receive.maxInputSize": str(MAX_PACK),
    "receive.autogc": "false",
    "safe.directory": "*",
}
_HIDDEN = ("refs/proofroom", "refs/remotes", "refs/notes")
_side_by_side = asyncio.Semaphore(4)


@dataclass(frozen=True, slots=True)
class RefUpdate:
    """One reference that a push would move; 40 zeros stand for nothing."""

    old: str
    new: str
    ref: str

    @property
    def branch(self) -> str | None:
        """The branch's name, or None where it is no branch."""
        return self.ref.removeprefix("refs/heads/") if self.ref.startswith("refs/heads/") else None

    @property
    def is_deletion(self) -> bool:
        """Whether it would delete the reference."""
        return not self.new.strip("0")


@dataclass(frozen=True, slots=True)
class PushHead:
    """What a push asks for, and the bytes that were read to learn it."""

    updates: tuple[RefUpdate, ...]
    capabilities: frozenset[str]
    raw: bytes


@dataclass(frozen=True, slots=True)
class Spoken:
    """The head of Git's answer, and its body as it comes."""

    status: int
    headers: Mapping[str, str]
    body: AsyncIterator[bytes]


async def speak(folder: Path, action: str, request: Mapping[str, str], body: AsyncIterable[bytes]) -> Spoken:
    """Let Git answer a request about the repository in a folder; `request` has the CGI names."""
    if shutil.which("git") is None:
        raise OutsideFailed(say("git.not_installed"))
    await _side_by_side.acquire()
    try:
        process = await asyncio.create_subprocess_exec(
            "git",
            "http-backend",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=_environment(folder, action, request),
        )
    except BaseException:
        _side_by_side.release()
        raise
    feeding = asyncio.create_task(_feed(process, body))
    answer = _answer(process, feeding)
    try:
        head = await anext(answer)
    except BaseException:
        await answer.aclose()
        raise
    status, headers = _read_head(head)
    return Spoken(status, headers, answer)


async def read_push(body: AsyncIterator[bytes]) -> PushHead:
    """Read what a push asks for, up to where its objects begin."""
    raw, at = b"", 0
    lines: list[bytes] = []
    while True:
        while len(raw) < at + 4 or len(raw) < at + max(4, _length(raw, at)):
            part = await anext(body, None)
            if part is None or len(raw) > _MAX_HEAD:
                raise InvalidInput(say("git.push_unreadable"))
            raw += part
        size = _length(raw, at)
        if size == 0:
            break
        lines.append(raw[at + 4 : at + size])
        at += size
        if len(lines) > _MAX_COMMANDS:
            raise InvalidInput(say("git.push_unreadable"))
    first, _, told = lines[0].partition(b"\0") if lines else (b"", b"", b"")
    updates = [_update(line) for line in (first, *lines[1:]) if line.strip()]
    return PushHead(tuple(updates), frozenset(told.decode(errors="replace").split()), raw)


def refuse_push(head: PushHead, reasons: Mapping[str, str]) -> bytes:
    """Return the answer that refuses a whole push and says why, reference by reference."""
    other = str(say("git.push_with_others"))
    lines = [f"ng {update.ref} {reasons.get(update.ref, other)}" for update in head.updates]
    report = b"".join(_packet(f"{line}\n".encode()) for line in ("unpack ok", *lines)) + b"0000"
    if "side-band-64k" not in head.capabilities:
        return report
    return _packet(b"\x01" + report) + b"0000"


def add_words(answer: bytes, head: PushHead, words: Sequence[str]) -> bytes:
    """Return the answer to a push with lines that the person at the other end reads."""
    if "side-band-64k" not in head.capabilities or not answer.endswith(b"0000"):
        return answer
    said = b"".join(_packet(b"\x02" + f"{line}\n".encode()[:60_000]) for line in words)
    return answer[:-4] + said + b"0000"


async def _feed(process: asyncio.subprocess.Process, body: AsyncIterable[bytes]) -> None:
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        async for part in body:
            process.stdin.write(part)
            await process.stdin.drain()
    process.stdin.close()


async def _answer(process: asyncio.subprocess.Process, feeding: asyncio.Task[None]) -> AsyncGenerator[bytes]:
    """Yield the head of the answer, then its body; whatever happens, the process has ended afterwards."""
    assert process.stdout is not None
    try:
        async with asyncio.timeout(LONGEST_S):
            yield await process.stdout.readuntil(b"\r\n\r\n")
            while part := await process.stdout.read(_CHUNK):
                yield part
            await feeding
            await process.wait()
    except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
        raise OutsideFailed(say("git.no_answer")) from error
    finally:
        feeding.cancel()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        await process.wait()
        _side_by_side.release()


def _environment(folder: Path, action: str, request: Mapping[str, str]) -> dict[str, str]:
    config = [*_CONFIG.items(), *(("transfer.hideRefs", name) for name in _HIDDEN)]
    settings = {"GIT_CONFIG_COUNT": str(len(config))}
    for number, (name, value) in enumerate(config):
        settings |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin:" + str(Path(shutil.which("git") or "").parent),
        "HOME": "/nonexistent",
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_PROJECT_ROOT": str(folder.parent),
        "GIT_HTTP_EXPORT_ALL": "1",
        "PATH_INFO": f"/{folder.name}/{action}",
        **settings,
        **request,
    }


def _read_head(head: bytes) -> tuple[int, dict[str, str]]:
    lines = (line.partition(": ") for line in head.decode("latin-1").split("\r\n") if line)
    headers = {name.lower(): value for name, _, value in lines}
    return int(headers.pop("status", "200").split()[0]), headers


def _length(raw: bytes, at: int) -> int:
    if len(raw) < at + 4:
        return 4
    try:
        size = int(raw[at : at + 4], 16)
    except ValueError:
        raise InvalidInput(say("git.push_unreadable")) from None
    if 0 < size < 4:
        raise InvalidInput(say("git.push_unreadable"))
    return size


def _update(line: bytes) -> RefUpdate:
    words = line.decode(errors="replace").strip("\n").split(" ", 2)
    if len(words) != 3:
        raise InvalidInput(say("git.push_unreadable"))
    return RefUpdate(*words)


def _packet(content: bytes) -> bytes:
    return b"%04x" % (len(content) + 4) + content
