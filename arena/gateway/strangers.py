"""What callers without a token may have of a gateway: health, reflection and a look at their token, in small numbers for each address.

Without these limits 10,000 watched healths would take every place that a bot could have.
"""

import asyncio
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import grpc
from grpc_health.v1 import _async as health_aio
from grpc_reflection.v1alpha import _async as reflection_aio


class TooMany(Exception):
    """There is no place for this caller now; the sentence says which limit it met."""


class Places:
    """So many calls at once, of which so many from one address."""

    def __init__(self, in_all: int, per_address: int) -> None:
        self._in_all = in_all
        self._per_address = per_address
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, address: str) -> Iterator[None]:
        """One place for the block; TooMany if there is none."""
        if self._taken.total() >= self._in_all:
            raise TooMany(f"{self._in_all} calls without a token are under way, no more are taken")
        if self._taken[address] >= self._per_address:
            raise TooMany(
                f"{self._per_address} calls without a token are under way from your address, no more are taken"
            )
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


def address_of(peer: str) -> str:
    """Whose calls are counted together: an IPv4 address, the /64 of an IPv6 address, or everybody behind one socket."""
    kind, _, where = unquote(peer).partition(":")
    host = where.rpartition(":")[0].strip("[]").partition("%")[0]
    if kind == "ipv6":
        try:
            found = ipaddress.IPv6Address(host)
        except ValueError:
            return peer
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else str(ipaddress.IPv6Network((found, 64), strict=False))
    return host if kind == "ipv4" else kind


class Health(health_aio.HealthServicer):  # type: ignore[misc]
    """Health for load balancers; watching it ends after a while."""

    def __init__(self, places: Places, seconds: float) -> None:
        super().__init__()
        self._places = places
        self._seconds = seconds

    async def Watch(self, request: Any, context: Any) -> None:  # noqa: N802 (the rpc's name)
        """How the gateway does, and each change."""
        try:
            with self._places.taken(address_of(context.peer())):
                async with asyncio.timeout(self._seconds):
                    await super().Watch(request, context)
        except TooMany as no:
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, str(no))
        except TimeoutError:
            await context.abort(grpc.StatusCode.UNAVAILABLE, f"watched for {self._seconds:g} s; call again")


class Reflection(reflection_aio.ReflectionServicer):  # type: ignore[misc]
    """The services' own description; a call ends after a while."""

    def __init__(self, names: tuple[str, ...], places: Places, seconds: float) -> None:
        super().__init__(names)
        self._places = places
        self._seconds = seconds

    async def ServerReflectionInfo(self, requests: Any, context: Any) -> AsyncIterator[Any]:  # noqa: N802
        """Answers to what is asked, in order."""
        try:
            with self._places.taken(address_of(context.peer())):
                async with asyncio.timeout(self._seconds):
                    async for answer in super().ServerReflectionInfo(requests, context):
                        yield answer
        except TooMany as no:
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, str(no))
        except TimeoutError:
            await context.abort(grpc.StatusCode.UNAVAILABLE, f"open for {self._seconds:g} s; call again")
