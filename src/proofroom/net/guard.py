"""The address guard at the socket: every dial of every connection is checked on the resolved address.

The resolver refuses a name unless all of its addresses pass, and the socket factory checks once more the very
address that is dialled, so that nothing can change between check and use. Both know the target from a context
variable; a dial without one is refused.
"""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from contextvars import ContextVar
from ipaddress import ip_address
from typing import Any

from proofroom.net.target import Destination, refusal

log = logging.getLogger("proofroom.net")

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""Returns all addresses of a name; raises `OSError` when there is none."""

MakeSocket = Callable[[int, int, int], socket.socket]

dialling: ContextVar[Destination] = ContextVar("proofroom_net_dialling")


async def system_resolve(host: str, port: int) -> list[str]:
    """Ask the machine's resolver for all addresses of a name."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


def guarded_sockets(make_socket: MakeSocket) -> Callable[[tuple[Any, ...]], socket.socket]:
    """Return the connector's socket factory: it checks the address about to be dialled."""

    def open_socket(addr_info: tuple[Any, ...]) -> socket.socket:
        family, kind, proto, _, sockaddr = addr_info
        target = dialling.get(None)
        if target is None or sockaddr[1] != target.port:
            log.error("a socket was opened outside a guarded call")
            raise refusal()
        check_address(target, sockaddr[0])
        # The protocol is named, or asyncio does not know it as TCP and leaves Nagle's delay on.
        return make_socket(family, kind, proto or socket.IPPROTO_TCP)

    return open_socket


def check_address(target: Destination, text: str) -> None:
    """Refuse one resolved address, with the detail in the log only."""
    try:
        is_admitted = target.admits(ip_address(text))
    except ValueError:
        is_admitted = False
    if not is_admitted:
        log.warning("refused %s: %s may not be reached as %s", target.origin, text, target.tier)
        raise refusal()
