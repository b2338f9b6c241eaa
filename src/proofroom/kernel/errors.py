"""Every error Proofroom can show, in one tree.

    ProofroomError
    ├── InvalidInput            400  what was sent cannot be used
    │   ├── InvalidStatus       400  a move that the state does not allow
    │   ├── InvalidArticleId    400  not the id of an article
    │   ├── InvalidTone         400  a tone that no article can have
    │   ├── InvalidContentType  400  a kind of article that there is not
    │   ├── UnclearIntent       400  a request that could mean several things
    │   └── MissingContext      400  something has to be named or selected first
    ├── NotSignedIn             401  no person or key stands behind the request
    ├── BadCsrfToken            403  a browser request without its token
    ├── NotAllowed              403  the person lacks a permission
    ├── NotFound                404  it does not exist, or not for this person
    │   └── ResearchNotFound    404  an article has no research yet
    ├── MethodNotAllowed        405  the address exists, but not for this method
    ├── Conflict                409  it changed meanwhile, or the name is taken
    │   └── KeyMismatch         409  a secret was sealed with another key
    ├── TooLarge                413  over a size limit
    ├── RateLimited             429  too many requests, with the time to wait
    ├── BudgetExceeded          402  the next call would spend more than allowed
    ├── ContentRefused          400  the provider's filter refused
    ├── Unavailable             503  a part of the studio is not ready
    ├── ProviderFailed          502  a model, search or image provider failed
    │   ├── ProviderRateLimited 429  the provider asks us to wait
    │   └── WindowExceeded      400  the request is longer than the model can read
    ├── OutsideFailed           502  another outside system failed
    │   ├── AddressRefused      403  an address that may not be reached
    │   └── HostNotTrusted      409  a host whose key or certificate nobody has accepted
    ├── ToolFailed              500  a tool stopped with an error
    │   └── ToolTimedOut        504  a tool took too long
    ├── StorageFailed           502  the data folder or the database refused
    │   └── StorageLost         503  the database is out of reach for a while
    └── Interrupted             500  the studio stopped in the middle

An error carries a stable `code`, an HTTP `status`, a sentence for the person (`message`), the next step
(`suggestion`) and whether trying again can help (`recoverable`). `category` is seed 004's name for it.

The sentence is `say("access.no_project")`: its words stand in `kernel/strings`, and the next step is the
sentence called `access.no_project.next`, or the class's own where there is none.
"""

from typing import Any, ClassVar

from proofroom.kernel.strings import Text, say, texts


class ProofroomError(Exception):
    """Anything that went wrong in a way we can explain."""

    code: ClassVar[str] = "internal"
    status: ClassVar[int] = 500
    category: ClassVar[str] = "TOOL_EXECUTION_FAILED"
    recoverable: ClassVar[bool] = False

    def __init__(self, message: str, *, suggestion: str | None = None, **context: Any) -> None:
        super().__init__(message)
        self.message = message
        own = message.next_step if isinstance(message, Text) else None
        self.suggestion: str = suggestion or own or self.usual_suggestion()
        self.context: dict[str, Any] = context

    @property
    def quotes_outside(self) -> bool:
        """Tell whether its sentence repeats what somebody outside said: what stands at `{said}`."""
        return isinstance(self.message, Text) and "said" in self.message.values

    @classmethod
    def usual_suggestion(cls) -> Text:
        """Return the next step that fits where nobody knows a better one: the nearest class's own."""
        keys = [f"next.{one.code}" for one in cls.__mro__ if issubclass(one, ProofroomError)]
        return say(next(key for key in keys if key in texts("en")))

    def as_dict(self) -> dict[str, Any]:
        """Return the one error shape of the API and of tool results."""
        body: dict[str, Any] = {
            "code": self.code,
            "category": self.category,
            "message": self.message,
            "suggestion": self.suggestion,
            "recoverable": self.recoverable,
        }
        if self.context:
            body["context"] = self.context
        return body


class InvalidInput(ProofroomError):
    """What was sent cannot be used."""

    code, status, category = "invalid_input", 400, "VALIDATION_ERROR"


class InvalidStatus(InvalidInput):
    """A move that the state of the thing does not allow."""

    code, category = "invalid_status", "INVALID_STATUS"


class InvalidArticleId(InvalidInput):
    """Not the id of an article; on the wire it is called artifact."""

    code, category = "invalid_article_id", "INVALID_ARTIFACT_ID"


class InvalidTone(InvalidInput):
    """A tone that no article can have."""

    code, category = "invalid_tone", "INVALID_TONE"


class InvalidContentType(InvalidInput):
    """A kind of article that there is not."""

    code, category = "invalid_content_type", "INVALID_CONTENT_TYPE"


class UnclearIntent(InvalidInput):
    """A request that could mean several things."""

    code, category, recoverable = "unclear_intent", "UNCLEAR_INTENT", True


class MissingContext(InvalidInput):
    """Something has to be named or selected first."""

    code, category, recoverable = "missing_context", "MISSING_CONTEXT", True


class NotSignedIn(ProofroomError):
    """No person or key stands behind the request."""

    code, status, category = "not_signed_in", 401, "AUTH_ERROR"


class BadCsrfToken(ProofroomError):
    """A browser request that changes something, without its token."""

    code, status, category = "bad_csrf_token", 403, "AUTH_ERROR"


class NotAllowed(ProofroomError):
    """The person lacks a permission."""

    code, status, category = "not_allowed", 403, "OWNERSHIP_ERROR"


class NotFound(ProofroomError):
    """It does not exist, or not for this person."""

    code, status, category = "not_found", 404, "ARTIFACT_NOT_FOUND"


class ResearchNotFound(NotFound):
    """An article has no research yet."""

    code, category = "research_not_found", "RESEARCH_NOT_FOUND"


class MethodNotAllowed(ProofroomError):
    """The address exists, but not for this method."""

    code, status, category = "method_not_allowed", 405, "VALIDATION_ERROR"


class Conflict(ProofroomError):
    """It changed meanwhile, or the name is taken."""

    code, status, category = "conflict", 409, "INVALID_STATUS"
    recoverable = True


class KeyMismatch(Conflict):
    """A secret was sealed with a key that is not here."""

    code = "key_mismatch"


class TooLarge(ProofroomError):
    """Over a size limit."""

    code, status, category = "too_large", 413, "VALIDATION_ERROR"


class RateLimited(ProofroomError):
    """Too many requests; `retry_after_s` says how long to wait."""

    code, status, category, recoverable = "rate_limited", 429, "RATE_LIMIT_EXCEEDED", True

    def __init__(self, message: str, *, retry_after_s: float, suggestion: str | None = None) -> None:
        super().__init__(message, suggestion=suggestion, retry_after_s=round(retry_after_s, 3))
        self.retry_after_s = retry_after_s


class BudgetExceeded(ProofroomError):
    """The next call would spend more than a budget allows."""

    code, status, category, recoverable = "budget_exceeded", 402, "AI_RATE_LIMIT", True


class ContentRefused(ProofroomError):
    """The provider's content filter refused."""

    code, status, category = "content_refused", 400, "AI_CONTENT_FILTER"


class Unavailable(ProofroomError):
    """A part of the studio is not ready."""

    code, status, category, recoverable = "unavailable", 503, "STORAGE_ERROR", True


class ProviderFailed(ProofroomError):
    """A model, search or image provider failed."""

    code, status, category, recoverable = "provider_failed", 502, "AI_PROVIDER_ERROR", True


class ProviderRateLimited(ProviderFailed):
    """The provider asks us to wait, or its account has run dry."""

    code, status, category = "provider_rate_limited", 429, "AI_RATE_LIMIT"


class WindowExceeded(ProviderFailed):
    """The request is longer than the model can read; sending it again cannot help."""

    code, status, recoverable = "context_length_exceeded", 400, False


class OutsideFailed(ProofroomError):
    """Another outside system failed."""

    code, status, category, recoverable = "outside_failed", 502, "TOOL_EXECUTION_FAILED", True


class AddressRefused(OutsideFailed):
    """An address that may not be reached."""

    code, status, recoverable = "address_refused", 403, False


class HostNotTrusted(OutsideFailed):
    """A host whose key or certificate nobody has accepted, or no longer the accepted one."""

    code, status, recoverable = "host_not_trusted", 409, False


class ToolFailed(ProofroomError):
    """A tool stopped with an error."""

    code, status, category, recoverable = "tool_failed", 500, "TOOL_EXECUTION_FAILED", True


class ToolTimedOut(ToolFailed):
    """A tool took longer than it may."""

    code, status, category = "tool_timed_out", 504, "TOOL_TIMEOUT"


class StorageFailed(ProofroomError):
    """The data folder or the database refused."""

    code, status, category, recoverable = "storage_failed", 502, "STORAGE_ERROR", True


class StorageLost(StorageFailed):
    """The database is out of reach for a while: nothing is lost, and trying again helps."""

    code, status = "storage_lost", 503


class Interrupted(ProofroomError):
    """The studio stopped in the middle of the work."""

    code, status, category, recoverable = "interrupted", 500, "TOOL_EXECUTION_FAILED", True


SEED_CATEGORIES: dict[str, int] = {
    "TOOL_EXECUTION_FAILED": 500,
    "TOOL_TIMEOUT": 504,
    "AI_PROVIDER_ERROR": 502,
    "AI_RATE_LIMIT": 429,
    "AI_CONTENT_FILTER": 400,
    "ARTIFACT_NOT_FOUND": 404,
    "INVALID_ARTIFACT_ID": 400,
    "INVALID_STATUS": 400,
    "UNCLEAR_INTENT": 400,
    "MISSING_CONTEXT": 400,
    "RESEARCH_NOT_FOUND": 404,
    "INVALID_TONE": 400,
    "INVALID_CONTENT_TYPE": 400,
}
"""Seed 004's thirteen categories and the HTTP status it gives each."""


def all_errors() -> list[type[ProofroomError]]:
    """Return every error class, parents before children."""
    found: list[type[ProofroomError]] = []
    waiting = [ProofroomError]
    while waiting:
        error = waiting.pop(0)
        found.append(error)
        waiting.extend(error.__subclasses__())
    return found
