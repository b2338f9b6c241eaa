"""Passwords."""

import asyncio
import threading

import pytest
from pwdlib.hashers.argon2 import Argon2Hasher

from proofroom.access import passwords as module
from proofroom.access.passwords import Passwords, check_password
from proofroom.kernel.errors import InvalidInput


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("", "at least 10"),
        ("ninechars", "at least 10"),
        ("x" * 1025, "more than 1024"),
        ("ababababab", "too few"),
        ("Someone@Example.test", "email address"),
        ("verylongname", "email address"),
    ],
)
def test_easy_passwords_are_refused_with_a_reason(password: str, why: str) -> None:
    email = "verylongname@example.test" if password == "verylongname" else "someone@example.test"
    with pytest.raises(InvalidInput, match=why) as caught:
        check_password(password, email=email)
    assert caught.value.context["field"] == "password"
    assert not password or password not in str(caught.value.as_dict())


@pytest.mark.parametrize("password", ["tencharsok", "çok uzun bir parola", "😀😁😂🤣😃😄😅😆😉😊"])
def test_long_passwords_of_any_script_are_fine(password: str) -> None:
    check_password(password, email="someone@example.test")


class Waiting(Argon2Hasher):
    """Goes on when it is let: by somebody who could not, were it on the event loop."""

    def __init__(self) -> None:
        super().__init__()
        self.go = threading.Event()

    def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
        assert self.go.wait(20), "hashing holds up the event loop"
        return super().hash(password, salt=salt)


async def test_the_real_hash_is_argon2id_and_off_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    hasher = Waiting()
    monkeypatch.setattr(module, "new_hasher", lambda: hasher)  # the one that a studio makes for itself
    passwords = Passwords()
    asyncio.get_running_loop().call_later(0.01, hasher.go.set)
    stored = await passwords.hash("correct horse battery")
    assert stored.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert (await passwords.verify("correct horse battery", stored)) == (True, None)
    assert (await passwords.verify("incorrect horse battery", stored)) == (False, None)


async def test_an_outdated_hash_is_renewed() -> None:
    cheap = Passwords(Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1))
    better = Passwords(Argon2Hasher(time_cost=2, memory_cost=16, parallelism=1))
    stored = await cheap.hash("correct horse battery")
    is_right, fresh = await better.verify("correct horse battery", stored)
    assert is_right
    assert fresh is not None
    assert "t=2" in fresh
    assert (await better.verify("wrong horse battery", stored)) == (False, None)


async def test_the_same_letters_are_the_same_password() -> None:
    cheap = Passwords(Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1))
    stored = await cheap.hash("Zo\u00eb und Zo\u00eb")
    assert (await cheap.verify("Zoe\u0308 und Zoe\u0308", stored))[0]
    assert not (await cheap.verify("\ud800broken", stored))[0]


async def test_nobody_has_the_decoys_password() -> None:
    cheap = Passwords(Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1))
    assert (await cheap.verify("nobody has this password", None)) == (False, None)
