"""The connector's resolver: names become addresses, and every address is looked at before one is dialled."""

import logging
import socket

from aiohttp.abc import AbstractResolver, ResolveResult

from proofroom.net.address import normalise_host
from proofroom.net.guard import Resolve, check_address, dialling
from proofroom.net.target import refusal

log = logging.getLogger("proofroom.net")


class GuardedResolver(AbstractResolver):
    """Resolves names for the connector and refuses a name if any of its addresses is refused."""

    def __init__(self, resolve: Resolve) -> None:
        self._resolve = resolve

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return every address of the name, all of them permitted."""
        target = dialling.get(None)
        if target is None or target.host != normalise_host(host):
            log.error("a name was resolved outside a guarded call: %s", host)
            raise refusal()
        addresses = await self._resolve(host, port)
        if not addresses:
            raise OSError(f"no address for {host}")
        for address in addresses:
            check_address(target, address)
        return [_result(host, port, address) for address in addresses]

    async def close(self) -> None:
        """Release nothing: the resolver holds no resources."""


def _result(host: str, port: int, address: str) -> ResolveResult:
    return ResolveResult(
        hostname=host,
        host=address,
        port=port,
        family=socket.AF_INET6 if ":" in address else socket.AF_INET,
        proto=0,
        flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
    )
