"""Reading strangers' bytes where they can do no harm: in a worker process with limits on time and memory.

`await in_sandbox(function, ...)` calls a function of a module in a worker and returns what it returns. The
function must be importable by name and have types on everything: arguments and results travel as plain data,
never as pickles, so that a worker that was taken over can lie but not make the studio run anything.

Workers start when they are first needed, take one job at a time and end when nobody needs them for a while,
which gives their memory back. One that takes too long is killed; the next job starts a new one.
"""

import asyncio
import atexit
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar, cast, get_type_hints

import msgspec

from proofroom.kernel import errors
from proofroom.kernel.errors import InvalidInput, ProofroomError, TooLarge, Unavailable
from proofroom.kernel.strings import plain, say
from proofroom.safety.worker import HEAD, Failed

WORKERS = 2
"""Jobs at a time: reading pictures takes a processor, and more would starve everything else."""
WALL_S = 60.0
"""A worker that has not answered by then is killed; `worker.CPU_S` ends the busy ones earlier."""
IDLE_S = 30.0
_KEPT = ("PATH", "PYTHONPATH", "LANG", "LC_ALL", "SYSTEMROOT", "MALLOC_ARENA_MAX")
_CHUNK = 1 << 20
_START = "from proofroom.safety.worker import main; main()"

P = ParamSpec("P")
R = TypeVar("R")


class _Worker:
    def __init__(self) -> None:
        # The studio's own environment holds keys and tokens; a worker needs none of it.
        environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and words
            [sys.executable, "-c", _START],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment | {"MALLOC_ARENA_MAX": "2"},
            bufsize=0,
        )
        self.used_at = time.monotonic()

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    def call(self, job: bytes, deadline: float) -> bytes:
        """Send a job and return the answer; EOFError if the worker died, TimeoutError if it hangs."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(len(job).to_bytes(HEAD, "big"))
            view = memoryview(job)
            while view:
                view = view[self._process.stdin.write(view) or 0 :]
        except BrokenPipeError:
            raise EOFError from None
        length = int.from_bytes(self._read(HEAD, deadline), "big")
        self.used_at = time.monotonic()
        return self._read(length, deadline)

    def _read(self, length: int, deadline: float) -> bytes:
        assert self._process.stdout is not None
        handle, found = self._process.stdout.fileno(), bytearray()
        while len(found) < length:
            ready, _, _ = select.select([handle], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise TimeoutError
            part = os.read(handle, min(_CHUNK, length - len(found)))
            if not part:
                raise EOFError
            found += part
        return bytes(found)

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()


class _Pool:
    """The workers of this process, shared by every studio in it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self.threads = ThreadPoolExecutor(WORKERS, thread_name_prefix="sandbox")

    @contextmanager
    def worker(self) -> Generator[_Worker]:
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        if worker is None or not worker.is_alive:
            worker = _Worker()
        is_well = False
        try:
            yield worker
            is_well = True
        finally:
            if is_well:
                with self._lock:
                    self._idle.append(worker)
                clock = threading.Timer(IDLE_S, self.end_idle)
                clock.daemon = True
                clock.start()
            else:
                worker.end()

    def end_idle(self, idle_s: float = IDLE_S) -> None:
        """End the workers that nobody has needed for a while."""
        now = time.monotonic()
        with self._lock:
            old = [one for one in self._idle if now - one.used_at >= idle_s]
            self._idle = [one for one in self._idle if one not in old]
        for one in old:
            one.end()


_pool = _Pool()


def in_sandbox(function: Callable[P, R], *args: P.args, **_: P.kwargs) -> Awaitable[R]:
    """Call a function in a worker process; what it refuses is refused here in the same words."""
    return asyncio.get_running_loop().run_in_executor(_pool.threads, _call, function, args)


def end_sandbox() -> None:
    """End workers that have nothing to do now; they would end by themselves a little later."""
    _pool.end_idle(0)


atexit.register(end_sandbox)


def _call(function: Callable[..., Any], args: tuple[Any, ...], wall_s: float | None = None) -> Any:
    name = f"{function.__module__}:{function.__qualname__}"
    job = msgspec.msgpack.encode((name, args), enc_hook=plain)
    try:
        with _pool.worker() as worker:
            raw = worker.call(job, time.monotonic() + (wall_s or WALL_S))
    except TimeoutError:
        raise TooLarge(say("safety.sandbox_slow")) from None
    except EOFError:
        # It hit its limit of processor time or memory, or the library that reads the bytes crashed.
        raise TooLarge(say("safety.sandbox_died")) from None
    except OSError as error:
        raise Unavailable(say("safety.sandbox_start", reason=error.strerror)) from None
    if raw[:1] == b"+":
        return msgspec.msgpack.decode(raw[1:], type=get_type_hints(function)["return"])
    raise _error(msgspec.msgpack.decode(raw[1:], type=Failed))


def _error(failed: Failed) -> ProofroomError:
    kind = getattr(errors, failed.kind, None)
    is_ours = isinstance(kind, type) and issubclass(kind, ProofroomError)
    made = cast("type[ProofroomError]", kind) if is_ours else InvalidInput
    message = say(failed.key, **failed.values) if failed.key else failed.message
    return made(message, **failed.context)
