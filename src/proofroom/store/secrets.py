"""Secrets at rest: AES-256-GCM, bound to the row they belong to.

A sealed secret reads `v1:<key id>:<base64(nonce | ciphertext | tag)>`. Its associated data is
`workspace|row`, so that a sealed text copied into another row or workspace cannot be opened there. The key
is `PROOFROOM_SECRET_KEY` or the file `secret.key` in the data folder, made on first use and readable by its
owner only. The first line of the file seals; the lines below still open what they sealed before a rotation.
"""

import base64
import binascii
import hashlib
import hmac
import os
import tempfile
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa

from proofroom.kernel.errors import InvalidInput, KeyMismatch, StorageFailed
from proofroom.kernel.settings import Settings
from proofroom.kernel.strings import say
from proofroom.store.database import Connection, Database
from proofroom.store.types import SEALED, metadata

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
NONCE_BYTES = 12
VERSION = "v1"
_BATCH = 200


class Keyring:
    """The keys of a studio: the first seals, all of them open. It never shows them."""

    def __init__(self, keys: Sequence[bytes]) -> None:
        if not keys or any(len(key) != KEY_BYTES for key in keys):
            raise InvalidInput(say("secrets.form"))
        self._keys = {key_id(key): key for key in keys}
        self._signers = {key_id(key): hmac.digest(key, b"proofroom signature", "sha256") for key in keys}
        self.current = key_id(keys[0])

    def __repr__(self) -> str:
        return f"Keyring(current={self.current!r}, keys={len(self._keys)})"

    @cached_property
    def _ciphers(self) -> "dict[str, AESGCM]":
        # With the first secret: most starts open none, and the library takes long to load.
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        return {name: AESGCM(key) for name, key in self._keys.items()}

    def seal(self, secret: str, *, workspace_id: str, row_id: str) -> str:
        """Seal a secret for one row of one workspace."""
        nonce = os.urandom(NONCE_BYTES)
        body = self._ciphers[self.current].encrypt(nonce, secret.encode(), _bound_to(workspace_id, row_id))
        return f"{VERSION}:{self.current}:{base64.b64encode(nonce + body).decode()}"

    def open(self, sealed: str, *, workspace_id: str, row_id: str) -> str:
        """Open a secret sealed for this row of this workspace."""
        used, raw = _parse(sealed)
        cipher = self._ciphers.get(used)
        if cipher is None:
            raise KeyMismatch(
                say("secrets.other_key"),
                sealed_with=used,
                current_key=self.current,
            )
        from cryptography.exceptions import InvalidTag  # loaded with the ciphers

        try:
            secret = cipher.decrypt(raw[:NONCE_BYTES], raw[NONCE_BYTES:], _bound_to(workspace_id, row_id))
        except InvalidTag as error:
            raise KeyMismatch(
                say("secrets.changed"),
                suggestion=say("secrets.enter_again"),
            ) from error
        return secret.decode()

    def sign(self, message: bytes) -> str:
        """Sign a message with the key in use, so that nobody without it can write another in its place."""
        return hmac.new(self._signers[self.current], message, "sha256").hexdigest()

    def is_signed(self, message: bytes, signature: str, *, by: str) -> bool | None:
        """Tell whether the key with this public name signed a message; None if that key is not here."""
        signer = self._signers.get(by)
        if signer is None:
            return None
        return hmac.compare_digest(hmac.new(signer, message, "sha256").hexdigest(), signature)

    def has(self, named: str) -> bool:
        """Tell whether the key with this public name is here."""
        return named in self._keys

    def is_current(self, sealed: str) -> bool:
        """Tell whether the secret is sealed with the key in use."""
        return _parse(sealed)[0] == self.current

    def reseal(self, sealed: str, *, workspace_id: str, row_id: str) -> str:
        """Return the secret sealed with the key in use; the same text if it already is."""
        if self.is_current(sealed):
            return sealed
        opened = self.open(sealed, workspace_id=workspace_id, row_id=row_id)
        return self.seal(opened, workspace_id=workspace_id, row_id=row_id)


def key_id(key: bytes) -> str:
    """Return a key's public name: the start of its SHA-256."""
    return hashlib.sha256(key).hexdigest()[:16]


def new_key() -> str:
    """Return a fresh key as base64."""
    return base64.b64encode(os.urandom(KEY_BYTES)).decode()


def key_file(settings: Settings) -> Path:
    """Return where the key file is, whether or not it exists."""
    return settings.data / "secret.key"


def load_keyring(settings: Settings) -> Keyring:
    """Return the studio's keys, making the key file if there is neither a file nor a setting."""
    keys: list[bytes] = []
    if settings.secret_key is not None:
        keys.append(_decode_key(settings.secret_key.get_secret_value(), "PROOFROOM_SECRET_KEY"))
    elif not key_file(settings).exists():
        _write_key_file(key_file(settings), [new_key()], replace=False)
    keys.extend(_read_key_file(key_file(settings)))
    keys.extend(
        _decode_key(k.get_secret_value(), "PROOFROOM_OLD_SECRET_KEYS") for k in settings.old_secret_keys
    )
    return Keyring(keys)


def add_key(settings: Settings) -> Keyring:
    """Put a fresh key on top of the key file; `rotate` then moves the secrets to it."""
    if settings.secret_key is not None:
        raise InvalidInput(say("secrets.from_environment"))
    path = key_file(settings)
    lines = path.read_text().split() if path.exists() else []
    _write_key_file(path, [new_key(), *lines], replace=True)
    return load_keyring(settings)


async def rotate(database: Database, keyring: Keyring) -> int:
    """Seal every stored secret with the key in use, and return how many were changed."""
    changed = 0
    for table in metadata.sorted_tables:
        for column in table.columns:
            if column.info.get(SEALED):
                async with database.transaction() as connection:
                    changed += await _rotate_column(connection, table, column, keyring)
    return changed


async def _rotate_column(
    connection: Connection, table: sa.Table, column: sa.Column[str], keyring: Keyring
) -> int:
    changed, after = 0, ""
    while True:
        rows = await connection.execute(
            sa.select(table.c.id, table.c.workspace_id, column)
            .where(table.c.id > after, column.is_not(None))
            .order_by(table.c.id)
            .limit(_BATCH)
        )
        found = rows.all()
        if not found:
            return changed
        for row_id, workspace_id, sealed in found:
            after = row_id
            fresh = keyring.reseal(sealed, workspace_id=workspace_id, row_id=row_id)
            if fresh != sealed:
                statement = table.update().where(table.c.id == row_id, column == sealed)
                changed += (await connection.execute(statement.values({column.name: fresh}))).rowcount


def _bound_to(workspace_id: str, row_id: str) -> bytes:
    return f"{workspace_id}|{row_id}".encode()


def _parse(sealed: str) -> tuple[str, bytes]:
    version, _, rest = sealed.partition(":")
    used, _, body = rest.partition(":")
    try:
        raw = base64.b64decode(body, validate=True)
    except binascii.Error:
        raw = b""
    if version != VERSION or not used or len(raw) <= NONCE_BYTES:
        raise KeyMismatch(say("secrets.not_sealed"), suggestion=say("secrets.enter_again"))
    return used, raw


def _decode_key(text: str, where: str) -> bytes:
    try:
        key = base64.b64decode(text.strip().replace("-", "+").replace("_", "/"), validate=True)
    except binascii.Error:
        key = b""
    if len(key) != KEY_BYTES:
        raise InvalidInput(say("secrets.place_form", place=where))
    return key


def _read_key_file(path: Path) -> list[bytes]:
    if not path.exists():
        return []
    try:
        return [_decode_key(line, str(path.name)) for line in path.read_text().split()]
    except OSError as error:
        raise StorageFailed(say("secrets.file_unreadable")) from error


def _write_key_file(path: Path, lines: list[str], *, replace: bool) -> None:
    # Written aside and moved, so that a crash never leaves half a key; linked when it must be the first,
    # so that of two processes starting at once both end with the same key.
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".secret-")  # mkstemp gives 0600
        with os.fdopen(handle, "w") as file:
            file.write("\n".join(lines) + "\n")
            file.flush()
            os.fsync(file.fileno())
        if replace:
            Path(temporary).replace(path)
            return
        try:
            path.hardlink_to(temporary)
        except FileExistsError:
            pass
        finally:
            Path(temporary).unlink()
    except OSError as error:
        raise StorageFailed(say("secrets.file_unwritable")) from error
