"""Strangers' bytes are read in a worker that cannot take the studio with it."""

import os
import time

import pytest

from proofroom.kernel.errors import InvalidInput, TooLarge
from proofroom.media.prepare import Prepared, prepare
from proofroom.safety import in_sandbox, sandbox, worker
from proofroom.safety.sandbox import end_sandbox
from tests.media.samples import picture


def secret_of() -> str:
    return os.environ.get("PROOFROOM_SECRET_KEY", "none")


def spin(seconds: float) -> int:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        pass
    return 1


def hog(count: int) -> int:
    return len(bytearray(count))


def crash(status: int) -> int:
    os._exit(status)


def write(path: str) -> str:
    try:
        with open(path, "w") as file:
            file.write("x")
    except OSError as error:
        return type(error).__name__
    return "written"


async def test_results_and_refusals_come_back_as_they_are() -> None:
    made = await in_sandbox(prepare, "one", picture(), "avatar", None)
    assert isinstance(made, Prepared)
    assert made == prepare("one", picture(), "avatar", None)
    with pytest.raises(InvalidInput, match="not a kind of file") as refused:
        await in_sandbox(prepare, "one", b"MZ", "avatar", None)
    assert refused.value.message.to("tr") != str(refused.value.message)  # pyright: ignore


async def test_a_worker_that_hogs_memory_or_crashes_is_a_refusal_and_the_next_job_works() -> None:
    for call in (in_sandbox(hog, 4 * worker.MEMORY), in_sandbox(crash, 9)):
        with pytest.raises(TooLarge, match=r"more memory or time|too long"):  # a busy machine takes its time
            await call
    assert await in_sandbox(hog, 1_000) == 1_000


async def test_a_worker_that_takes_too_long_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "WALL_S", 1.0)
    with pytest.raises(TooLarge, match="too long"):
        await in_sandbox(spin, 3_600.0)


async def test_a_worker_has_no_secrets_and_writes_no_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: os.PathLike[str]
) -> None:
    end_sandbox()
    monkeypatch.setenv("PROOFROOM_SECRET_KEY", "s3cret")
    assert await in_sandbox(secret_of) == "none"
    assert await in_sandbox(write, os.path.join(tmp_path, "x")) == "OSError"
    end_sandbox()
