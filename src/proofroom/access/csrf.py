"""Tokens against forged browser requests.

The token is derived from the session's own secret, so it needs no storage, ends with the session and is worth
nothing with another one. The page reads it from the API and sends it back in a header.
"""

import hashlib
import hmac

from proofroom.access.tokens import same
from proofroom.kernel.errors import BadCsrfToken
from proofroom.kernel.strings import say


def csrf_token(session_token: str) -> str:
    """Return the token that belongs to a session."""
    return hmac.new(session_token.encode(), b"proofroom csrf", hashlib.sha256).hexdigest()


def check_csrf(session_token: str, sent: str | None) -> None:
    """Refuse a browser request whose token is missing or belongs to another session."""
    if not sent or not same(sent, csrf_token(session_token)):
        raise BadCsrfToken(say("access.page_too_old"))
