"""The other end of the sandbox: a process of its own that does jobs from its standard input.

It has no keys in its environment, cannot write files, and ends at its limits of memory and processor time.
"""

import importlib
import importlib.util
import os
import sys
from typing import Any, BinaryIO, get_type_hints

import msgspec

from proofroom.kernel.errors import ProofroomError, TooLarge
from proofroom.kernel.strings import Text, plain, say

HEAD = 8
"""Bytes before every message that say how long it is."""
CPU_S = 20
"""Seconds of a processor for one job; a picture of 50 megapixels takes about five."""
MEMORY = 1_600_000_000
"""Bytes of address space: what the largest allowed picture needs, with its copy."""


class Failed(msgspec.Struct):
    """Why a job was refused, so that it can be said again on the other side."""

    kind: str
    message: str
    key: str = ""
    values: dict[str, str] = {}
    context: dict[str, Any] = {}


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Do one job after the other until nobody is there any more."""
    while head := source.read(HEAD):
        job = source.read(int.from_bytes(head, "big"))
        _limit_time()
        answer = _do(job)
        sink.write(len(answer).to_bytes(HEAD, "big") + answer)
        sink.flush()


def _do(job: bytes) -> bytes:
    try:
        name, given = msgspec.msgpack.decode(job, type=tuple[str, list[Any]])
        function = _find(name)
        hints = get_type_hints(function)
        kinds = [kind for parameter, kind in hints.items() if parameter != "return"][: len(given)]
        args = [msgspec.convert(value, kind) for value, kind in zip(given, kinds, strict=True)]
        return b"+" + msgspec.msgpack.encode(function(*args), enc_hook=plain)
    except ProofroomError as error:
        return b"-" + msgspec.msgpack.encode(_failed(error), enc_hook=plain)
    except (MemoryError, RecursionError):
        return b"-" + msgspec.msgpack.encode(_failed(TooLarge(say("safety.sandbox_died"))), enc_hook=plain)


def _failed(error: ProofroomError) -> Failed:
    text = error.message if isinstance(error.message, Text) else None
    values = {name: str(value) for name, value in text.values.items()} if text else {}
    return Failed(
        type(error).__name__, str(error.message), str(text.key) if text else "", values, error.context
    )


def _find(name: str) -> Any:
    where, _, called = name.partition(":")
    room = where.rpartition(".")[0]
    if room not in sys.modules:
        # The room's public face would load the database and the network for a function that needs neither.
        spec = importlib.util.find_spec(room)
        if spec is not None:
            sys.modules[room] = importlib.util.module_from_spec(spec)
    return getattr(importlib.import_module(where), called)


def _limit_time() -> None:
    try:
        import resource
    except ImportError:  # not on Windows: there the deadline of the caller is the limit
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + CPU_S
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _limit_rest() -> None:
    try:
        import resource
    except ImportError:
        return
    os.nice(5)
    for limit, most in (("RLIMIT_AS", MEMORY), ("RLIMIT_FSIZE", 0), ("RLIMIT_CORE", 0)):
        try:
            resource.setrlimit(getattr(resource, limit), (most, most))
        except (ValueError, OSError):  # a smaller limit is set already, or the system has none
            continue


def main() -> None:
    """Take jobs from the standard input; whatever a library prints goes nowhere."""
    sink = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.dont_write_bytecode = True
    _limit_rest()
    serve(sys.stdin.buffer, sink)
