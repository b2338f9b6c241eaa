"""Passwords: what is accepted, and argon2 in a thread."""

import asyncio
import unicodedata
from functools import cached_property
from typing import TYPE_CHECKING

from proofroom.kernel.errors import InvalidInput
from proofroom.kernel.strings import say

if TYPE_CHECKING:
    from pwdlib import PasswordHash
    from pwdlib.hashers.argon2 import Argon2Hasher

MIN_LENGTH = 10
MAX_LENGTH = 1024
_AT_ONCE = 2  # each takes 64 MiB and a core for a while


def check_password(password: str, *, email: str = "") -> None:
    """Refuse a password that is too easy, and say why."""
    if len(password) < MIN_LENGTH:
        raise InvalidInput(
            say("access.password_short", length=len(password), least=MIN_LENGTH),
            field="password",
        )
    if len(password) > MAX_LENGTH:
        raise InvalidInput(say("access.password_long", most=MAX_LENGTH), field="password")
    if len(set(password)) < 4:
        raise InvalidInput(say("access.password_repeats"), field="password")
    if email and password.casefold() in (email.casefold(), email.casefold().partition("@")[0]):
        raise InvalidInput(say("access.password_is_email"), field="password")


class Passwords:
    """Hashing and checking, a few at a time and never on the event loop."""

    def __init__(self, hasher: "Argon2Hasher | None" = None) -> None:
        self._hasher = hasher
        self._turn = asyncio.Semaphore(_AT_ONCE)
        self._decoy: str | None = None

    @cached_property
    def _hash(self) -> "PasswordHash":
        from pwdlib import PasswordHash

        return PasswordHash((self._hasher or new_hasher(),))

    async def hash(self, password: str) -> str:
        """Return the argon2 hash of a password."""
        async with self._turn:
            return await asyncio.to_thread(self._hash.hash, _bytes(password))

    async def verify(self, password: str, stored: str | None) -> tuple[bool, str | None]:
        """Tell whether the password is right, and give a fresh hash if the stored one is outdated.

        With no stored hash it works as long as with one, so that time does not tell who exists.
        """
        if len(password) > MAX_LENGTH:
            return False, None
        if self._decoy is None:
            self._decoy = await self.hash("nobody has this password")
        async with self._turn:
            is_right, fresh = await asyncio.to_thread(
                self._hash.verify_and_update, _bytes(password), stored or self._decoy
            )
        return (True, fresh) if stored and is_right else (False, None)


def new_hasher() -> "Argon2Hasher":
    """Return what hashes, loaded with the first password: a start needs none."""
    from pwdlib.hashers.argon2 import Argon2Hasher

    return Argon2Hasher()


def _bytes(password: str) -> bytes:
    # The same letters typed on another keyboard may arrive as other code points.
    return unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
