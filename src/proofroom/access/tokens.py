"""Random tokens and how they are stored: as their SHA-256 only.

A token has 256 random bits, so a plain digest cannot be guessed back; looking a token up by its digest also
takes the same time whatever the token was.
"""

import hashlib
import hmac
import secrets

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
KEY_PREFIX = "pr_"
APP_PREFIX = f"{KEY_PREFIX}app_"
"""How the access tokens of apps begin: they open what their app was let into, and nothing else."""
_KEY_CHARACTERS = 43  # of 62 each: 256 bits


def new_token() -> str:
    """Return a fresh token for links and cookies."""
    return secrets.token_urlsafe(32)


def new_key() -> str:
    """Return a fresh API key."""
    return KEY_PREFIX + "".join(secrets.choice(_ALPHABET) for _ in range(_KEY_CHARACTERS))


def new_app_token() -> str:
    """Return a fresh access token for an app."""
    return APP_PREFIX + new_key().removeprefix(KEY_PREFIX)


def digest(token: str) -> str:
    """Return what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str, other: str) -> bool:
    """Compare two secrets in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
