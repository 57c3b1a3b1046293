"""Which addresses webhooks may call: http or https, and nothing inside the arena's network unless the settings allow it.

An address is checked when it is given, as far as it can be seen from its text, and again at each delivery: a name may lead elsewhere by then.
The connection goes to the very address that was checked.
"""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from arena.errors import Invalid
from arena.text import fault

LONGEST = 500
USUAL_PORTS = {"http": 80, "https": 443}
LOWEST_PORT = 1024
"""Below this port only 80 and 443 are called: sites seldom listen there."""
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that lead to IPv4 ones."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address in its parts."""

    secure: bool
    host: str
    port: int
    path: str
    """With the query."""

    @property
    def host_header(self) -> str:
        """The host as requests name it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == USUAL_PORTS["https" if self.secure else "http"] else f"{host}:{self.port}"


def parsed(url: str, *, private: bool) -> Target:
    """The address in its parts; Invalid if the arena would never call it. With *private* addresses inside networks are allowed."""
    reason = fault(url, LONGEST)
    if reason is not None or not url.isascii() or " " in url:
        raise Invalid(f"the address {reason or 'has characters that no address has'}")
    try:
        parts = urlsplit(url)
        port = parts.port or USUAL_PORTS.get(parts.scheme, 0)
    except ValueError:
        raise Invalid("that is not an address: it must begin with https:// or http:// and name a host") from None
    if parts.scheme not in USUAL_PORTS or not parts.hostname:
        raise Invalid("that is not an address: it must begin with https:// or http:// and name a host")
    if parts.username is not None or parts.password is not None:
        raise Invalid("the address must not hold a name or password")
    if port not in USUAL_PORTS.values() and port < LOWEST_PORT:
        raise Invalid(f"port {port} is not called: 80, 443 or {LOWEST_PORT} and above")
    if not private:
        _check_host(parts.hostname)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", parts.hostname, port, path)


def _check_host(host: str) -> None:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        inside = "." not in host.strip(".") or host.rstrip(".").endswith((".local", ".internal", ".localhost"))
    else:
        inside = not is_public(address)
    if inside:
        raise Invalid(f"{host} is not a public address")


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is on the public internet, also the one that it leads to."""
    if isinstance(address, ipaddress.IPv6Address):
        if address in _TRANSLATED or address.sixtofour is not None or address.teredo is not None:
            return False
        if address.ipv4_mapped is not None:
            return is_public(address.ipv4_mapped)
    return address.is_global and not address.is_multicast


def resolved(target: Target, *, private: bool) -> str:
    """The address to connect to; Invalid if the name is unknown, or if any of its addresses is not public."""
    try:
        looked_up = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Invalid("the host is not known") from None
    addresses = [ipaddress.ip_address(str(one[4][0]).partition("%")[0]) for one in looked_up]
    if not addresses or (not private and not all(is_public(address) for address in addresses)):
        raise Invalid("the host has no public address")
    return str(addresses[0])
