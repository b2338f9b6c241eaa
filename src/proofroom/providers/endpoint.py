"""One provider under one credential, called with patience: breaker, retries, signature, clean errors."""

import asyncio
import math
import random
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeVar

from proofroom.kernel.clock import Clock, SystemClock
from proofroom.kernel.errors import (
    AddressRefused,
    OutsideFailed,
    ProofroomError,
    ProviderFailed,
    ProviderRateLimited,
    Unavailable,
)
from proofroom.kernel.strings import say
from proofroom.net import PROVIDER, Again, Backoff, Breaker, Transport, attempt
from proofroom.providers.failures import scrub_error
from proofroom.providers.protocol import Credential, HttpCall

T = TypeVar("T")

NameFailure = Callable[[int, Mapping[str, str], bytes], ProofroomError]
"""Names what an HTTP error of a provider means."""

WHOLE_BYTES = 64 * 1024 * 1024
WHOLE_S = 60.0


class Endpoint:
    """Sends requests to one provider with one credential."""

    def __init__(
        self,
        transport: Transport,
        credential: Credential,
        *,
        breaker: Breaker | None = None,
        clock: Clock | None = None,
        backoff: Backoff = PROVIDER,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        draw: Callable[[], float] = random.random,
    ) -> None:
        self.transport = transport
        self.credential = credential
        self._breaker = breaker or Breaker()
        self._clock = clock or SystemClock()
        self._backoff = backoff
        self._sleep = sleep
        self._draw = draw

    async def fetch(self, call: HttpCall, name_error: NameFailure, *, timeout_s: float = WHOLE_S) -> bytes:
        """Return the whole body of an answer, tried again where that can help."""

        async def once() -> bytes:
            ready = self.signed(call)
            answer = await self.transport.request(
                ready.method,
                ready.url,
                tier="connection",
                headers=ready.headers,
                body=ready.body or None,
                timeout_s=timeout_s,
                max_bytes=WHOLE_BYTES,
            )
            if not answer.ok:
                raise name_error(answer.status, answer.headers, answer.body)
            return answer.body

        return await self.patiently(once)

    def signed(self, call: HttpCall) -> HttpCall:
        """Return the request with its signature for this moment, where it needs one."""
        if call.signing != "sigv4":
            return call
        from proofroom.providers.bedrock import sign
        from proofroom.providers.bedrock.adapter import region

        return sign(call, self.credential, self._clock.now(), region=region(self.credential))

    async def patiently(self, call: Callable[[], Awaitable[T]]) -> T:
        """Call behind the credential's breaker, and again as long as the error says that this can help."""
        provider = self.credential.provider
        key = f"{provider} ({self.credential.id})" if self.credential.id else provider

        async def once() -> T:
            try:
                async with self._breaker.watch(key, is_failure=_says_down):
                    return await call()
            except OutsideFailed as error:
                raise as_provider_failure(error, provider) from error
            except Unavailable as error:
                raise _resting(error, provider) from error

        try:
            return await attempt(
                once, backoff=self._backoff, judge=_judge, sleep=self._sleep, draw=self._draw
            )
        except ProofroomError as error:
            scrub_error(error, self.credential.secret_texts())
            raise


def as_provider_failure(error: OutsideFailed, provider: str) -> OutsideFailed | ProviderFailed:
    """Return the error of the transport as one of the provider; a refused address stays what it is."""
    if isinstance(error, AddressRefused):
        return error
    stage = error.context.get("stage")
    return ProviderFailed(
        error.message,
        suggestion=say("providers.check_address"),
        provider=provider,
        provider_status=None,
        provider_code=stage or "unreachable",
        retryable=stage != "time",
    )


def _resting(error: Unavailable, provider: str) -> ProviderFailed:
    left = float(error.context.get("retry_after_s") or 1)
    return ProviderFailed(
        say("net.resting", name=provider, seconds=math.ceil(left)),
        provider=provider,
        provider_status=None,
        provider_code="resting",
        retryable=False,
        retry_after_s=left,
    )


def _judge(error: Exception) -> Again | None:
    if not isinstance(error, ProviderFailed) or not error.context.get("retryable"):
        return None
    return Again(error.context.get("retry_after_s"))


def _says_down(error: BaseException) -> bool:
    """Tell whether an error says that the provider is down, not that it declined or asked us to wait."""
    if isinstance(error, ProviderRateLimited | AddressRefused):
        return False
    if isinstance(error, ProviderFailed):
        return bool(error.context.get("retryable") or error.context.get("partial"))
    return isinstance(error, OutsideFailed)
