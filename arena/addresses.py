"""The key of a visitor's address for limits: one household has one key."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

PREFIX = 64
"""Bits of an IPv6 address that a provider gives to one customer: the rest of it anybody may choose for every connection."""
LONGEST = 45
"""Characters; anything longer is not an address."""


@lru_cache(4096)
def household(address: str) -> str:
    """The key under which an address is counted: an IPv4 address whole (also when written as IPv6), an IPv6 address by its /64, any other text cut to LONGEST."""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address[:LONGEST]
    if not isinstance(ip, IPv6Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    network = int(ip) >> (128 - PREFIX) << (128 - PREFIX)
    return f"{IPv6Address(network)}/{PREFIX}"
