"""How much one bot, owner or address may ask of a gateway, and the services that are open to callers without a token.

Callers without a token may use health, reflection and a look at their token, a few at a time from each address. Without these limits 10,000
watched healths would take every place that a bot could have.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import grpc
from grpc_health.v1 import _async as health_aio
from grpc_reflection.v1alpha import _async as reflection_aio

from arena.addresses import household
from arena.errors import LimitReached

MOST_KEPT = 10_000
"""Keys that are remembered. Keys with a full allowance are forgotten first, since a new one is full as well."""


class TooMany(LimitReached):
    """A call beyond a limit; the sentence says which one."""


class RateLimits:
    """An allowance for each key that refills by the second."""

    def __init__(self, burst: float, per_second: float, clock: Callable[[], float]) -> None:
        self.burst = burst
        self.per_second = per_second
        self._clock = clock
        self._left: dict[Hashable, tuple[float, float]] = {}

    def take(self, key: Hashable, amount: float = 1.0) -> bool:
        """Take *amount* off the key's allowance, if that much is left; whether it was."""
        now = self._clock()
        left = self._now(key, now)
        if left < amount:
            self._left[key] = (left, now)
            return False
        if key not in self._left and len(self._left) >= MOST_KEPT:
            self._forget(now)
        self._left[key] = (left - amount, now)
        return True

    def is_empty(self, key: Hashable) -> bool:
        """Whether nothing is left to take."""
        return self.left(key) < 1.0

    def left(self, key: Hashable) -> float:
        """What is left to take."""
        return self._now(key, self._clock())

    def _now(self, key: Hashable, now: float) -> float:
        left, since = self._left.get(key, (self.burst, now))
        return min(self.burst, left + (now - since) * self.per_second)

    def _forget(self, now: float) -> None:
        """Forget the full allowances; if none is full, half of them: memory stays bounded whatever comes."""
        full = [key for key in self._left if self._now(key, now) >= self.burst]
        for key in full or list(self._left)[: MOST_KEPT // 2]:
            del self._left[key]


class Bans:
    """Keys that are shut out for some time: twice as long each time, until they have behaved for a while."""

    def __init__(self, first: float, longest: float, forgiven: float, clock: Callable[[], float]) -> None:
        """All in seconds; *forgiven* is counted from the end of the last ban."""
        self.first = first
        self.longest = longest
        self._forgiven = forgiven
        self._clock = clock
        self._until: dict[Hashable, tuple[float, float]] = {}
        """When each ban ends, and how long it lasted."""

    def ban(self, key: Hashable) -> None:
        """Shut the key out from now on."""
        now = self._clock()
        until, length = self._until.get(key, (0.0, 0.0))
        if now > until + self._forgiven:
            length = 0.0
        if key not in self._until and len(self._until) >= MOST_KEPT:
            self._forget(now)
        length = min(length * 2 or self.first, self.longest)
        self._until[key] = (now + length, length)

    def left(self, key: Hashable) -> float:
        """Seconds until the ban ends; 0: there is none."""
        until, _ = self._until.get(key, (0.0, 0.0))
        return max(0.0, until - self._clock()) if until else 0.0

    def _forget(self, now: float) -> None:
        over = [key for key, (until, _) in self._until.items() if now > until + self._forgiven]
        for key in over or list(self._until)[: MOST_KEPT // 2]:
            del self._until[key]


class CallSlots:
    """Limits calls at once, in all and from one address."""

    def __init__(self, in_all: int, per_address: int) -> None:
        self._in_all = in_all
        self._per_address = per_address
        self._taken: Counter[str] = Counter()

    @contextmanager
    def taken(self, address: str) -> Iterator[None]:
        """One slot for the block; TooMany if there is none."""
        if self._taken.total() >= self._in_all:
            raise TooMany(
                f"{self._in_all} calls without a token are under way, which is the limit; try again in a moment"
            )
        if self._taken[address] >= self._per_address:
            raise TooMany(
                f"{self._per_address} calls without a token are under way from your address, which is the limit; try again in a moment"
            )
        self._taken[address] += 1
        try:
            yield
        finally:
            self._taken[address] -= 1
            if not self._taken[address]:
                del self._taken[address]


class HoldUp:
    """Makes callers wait for their refusal, which slows down those that call again at once."""

    def __init__(self, seconds: float, most: int) -> None:
        """*most* may wait at a time; the others are refused at once."""
        self._seconds = seconds
        self._free = most

    async def wait(self) -> None:
        """Returns when the caller may be refused."""
        if self._free > 0:
            self._free -= 1
            try:
                await asyncio.sleep(self._seconds)
            finally:
                self._free += 1


def address_of(peer: str) -> str:
    """The key under which a caller's address is counted, from gRPC's name of the peer. All callers on one unix socket share one."""
    kind, _, where = unquote(peer).partition(":")
    return household(where.rpartition(":")[0].strip("[]")) if kind in {"ipv4", "ipv6"} else kind


class Health(health_aio.HealthServicer):  # type: ignore[misc]
    """Health for load balancers; watching it ends after a while."""

    def __init__(self, slots: CallSlots, seconds: float, hold_up: HoldUp) -> None:
        super().__init__()
        self._slots = slots
        self._seconds = seconds
        self._hold_up = hold_up

    async def Watch(self, request: Any, context: Any) -> None:  # noqa: N802 (the rpc's name)
        """The gateway's health, and each change."""
        try:
            with self._slots.taken(address_of(context.peer())):
                async with asyncio.timeout(self._seconds):
                    await super().Watch(request, context)
        except TooMany as refusal:
            await self._hold_up.wait()
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, str(refusal))
        except TimeoutError:
            await context.abort(grpc.StatusCode.UNAVAILABLE, f"watched for {self._seconds:g} s; call again")


class Reflection(reflection_aio.ReflectionServicer):  # type: ignore[misc]
    """The description of the services; a call ends after a while."""

    def __init__(self, names: tuple[str, ...], slots: CallSlots, seconds: float, hold_up: HoldUp) -> None:
        super().__init__(names)
        self._slots = slots
        self._seconds = seconds
        self._hold_up = hold_up

    async def ServerReflectionInfo(self, requests: Any, context: Any) -> AsyncIterator[Any]:  # noqa: N802
        """Answers to what is asked, in order."""
        try:
            with self._slots.taken(address_of(context.peer())):
                async with asyncio.timeout(self._seconds):
                    async for answer in super().ServerReflectionInfo(requests, context):
                        yield answer
        except TooMany as refusal:
            await self._hold_up.wait()
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, str(refusal))
        except TimeoutError:
            await context.abort(grpc.StatusCode.UNAVAILABLE, f"open for {self._seconds:g} s; call again")
