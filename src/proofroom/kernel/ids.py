"""Typed, time-ordered ids.

Every id is the text of a UUIDv7, so that rows sort by creation. The types are distinct for the type
checker only: a `RunId` cannot be passed where a `PersonId` is wanted.
"""

import hashlib
import os
import threading
import time
import uuid
from typing import NewType

WorkspaceId = NewType("WorkspaceId", str)
ProjectId = NewType("ProjectId", str)
PersonId = NewType("PersonId", str)
RoleId = NewType("RoleId", str)
ApiKeyId = NewType("ApiKeyId", str)
AgentId = NewType("AgentId", str)
ConversationId = NewType("ConversationId", str)
MessageId = NewType("MessageId", str)
RunId = NewType("RunId", str)
ProposalId = NewType("ProposalId", str)
ApprovalId = NewType("ApprovalId", str)
ConnectionId = NewType("ConnectionId", str)
AssetId = NewType("AssetId", str)
BudgetId = NewType("BudgetId", str)

_lock = threading.Lock()
_last_ms = 0
_counter = 0


def new_id() -> str:
    """Return a fresh UUIDv7; ids made by one process are strictly increasing."""
    global _last_ms, _counter
    with _lock:
        now_ms = time.time_ns() // 1_000_000
        if now_ms > _last_ms:
            _last_ms, _counter = now_ms, int.from_bytes(os.urandom(2), "big") & 0x7FF
        else:
            _counter += 1
            if _counter > 0xFFF:  # more than 4,096 ids in a millisecond: borrow from the next one
                _last_ms, _counter = _last_ms + 1, 0
        return _compose(_last_ms, _counter, os.urandom(8))


def derived_id(at_ms: int, *parts: str) -> str:
    """Return the same UUIDv7 for the same time and parts.

    Tools use it inside a step, so that a step repeated after a crash makes the same ids again.
    """
    digest = hashlib.sha256("\x1f".join(parts).encode()).digest()
    return _compose(at_ms, int.from_bytes(digest[:2], "big") & 0xFFF, digest[2:10])


def is_id(text: str) -> bool:
    """Tell whether the text is a well-formed id."""
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False


def _compose(ms: int, rand_a: int, rand_b: bytes) -> str:
    value = (ms & 0xFFFFFFFFFFFF) << 80 | 0x7 << 76 | (rand_a & 0xFFF) << 64
    value |= 0b10 << 62 | int.from_bytes(rand_b, "big") & ((1 << 62) - 1)
    return str(uuid.UUID(int=value))
