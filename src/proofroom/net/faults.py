"""Turning what the HTTP client raises into our errors: a sentence outside, the detail in the log."""

import logging
import ssl
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from proofroom.kernel.errors import InvalidInput, OutsideFailed
from proofroom.kernel.lazily import late_module
from proofroom.kernel.strings import say
from proofroom.net.target import Destination

if TYPE_CHECKING:
    import aiohttp
else:
    aiohttp = late_module("aiohttp")

log = logging.getLogger("proofroom.net")

Stage = Literal["connect", "answer", "body", "time"]
"""Where it failed: no connection, no usable answer, a broken body, too slow. In the error's context."""


@contextmanager
def explained(target: Destination) -> Generator[None]:
    """Raise our errors for those of the HTTP client."""
    try:
        yield
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        if isinstance(error, aiohttp.InvalidURL):
            raise _unusable(error, target) from None
        raise explain(error, target) from error
    except ValueError as error:
        raise _unusable(error, target) from None


def explain(error: BaseException, target: Destination) -> OutsideFailed:
    """Return the error a person sees for a failure of the HTTP client."""
    log.info("%s failed: %s", target.origin, _detail(error))
    stage, fault = _diagnose(error)
    return OutsideFailed(say(f"net.fault.{fault}", host=target.host), stage=stage)


def timed_out(target: Destination, seconds: float) -> OutsideFailed:
    """Return the error for an answer that took too long."""
    log.info("%s took longer than %g s", target.origin, seconds)
    return OutsideFailed(say("net.slow", host=target.host, seconds=f"{seconds:g}"), stage="time")


def _unusable(error: BaseException, target: Destination) -> InvalidInput:
    # The client's message quotes the header or address that it refused: it is neither shown nor logged.
    log.warning("unusable request to %s: %s", target.origin, type(error).__name__)
    return InvalidInput(say("net.unusable"))


def _diagnose(error: BaseException) -> tuple[Stage, str]:
    match error:
        case aiohttp.ClientConnectorDNSError():
            return "connect", "not_found"
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientConnectorSSLError() | ssl.SSLError():
            return "connect", "certificate"
        case aiohttp.ConnectionTimeoutError():
            return "connect", "unreached_in_time"
        case aiohttp.ClientConnectorError():
            return "connect", "unreached"
        case aiohttp.ClientPayloadError():
            return "body", "broke_off"
        case TimeoutError():
            return "time", "late"
        case aiohttp.ClientResponseError():
            return "answer", "not_http"
        case _:
            return "answer", "closed"


def _detail(error: BaseException) -> str:
    # Messages of the client may quote the whole address with its query, so only these kinds are written out.
    if isinstance(error, aiohttp.ClientConnectorError):
        return f"{type(error).__name__}: {error.os_error}"
    return type(error).__name__
