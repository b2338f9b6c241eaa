"""Whether another program, such as a Git client, may be sent to a host.

It dials by itself, so the address is checked before and not at the socket: a name that changes its address in
between is not caught here. Only people who may change a project's remote can name such a host.
"""

import socket
from collections.abc import Callable, Iterable
from ipaddress import ip_address

from proofroom.kernel.errors import OutsideFailed
from proofroom.kernel.strings import say
from proofroom.net.address import HostPort, is_local_name, judge, literal, normalise_host, permits
from proofroom.net.target import refusal

LookUp = Callable[[str, int], list[str]]


def look_up(host: str, port: int) -> list[str]:
    """Return all addresses of a name; it blocks."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def check_host(host: str, port: int, allowed: Iterable[HostPort] = (), *, look_up: LookUp = look_up) -> None:
    """Refuse a host unless all its addresses are public, or an administrator named it."""
    name = normalise_host(host)
    is_listed = (name, port) in set(allowed)
    if is_local_name(name) and not is_listed:
        raise refusal()
    try:
        plain = literal(name)
        addresses = [str(plain)] if plain is not None else look_up(name, port)
    except ValueError:
        raise refusal() from None
    except OSError as error:
        raise OutsideFailed(say("net.no_host", name=name)) from error
    for address in addresses:
        if not permits(judge(ip_address(address)), "connection", is_listed=is_listed):
            raise refusal()
