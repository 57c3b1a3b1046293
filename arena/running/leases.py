"""Leases of matches that are played in this process without an event loop: house sets."""

import logging
import threading
from types import TracebackType
from typing import Self

from redis import Redis
from redis.exceptions import RedisError

from arena.running import keys, scripts

log = logging.getLogger(__name__)


class LeaseKeeper:
    """Holds the lease of one match after another, from a thread of its own, while the block computes."""

    def __init__(self, redis: Redis, holder: str) -> None:
        self._redis = redis
        self._holder = holder
        self._forget = redis.register_script(scripts.FORGET)
        self._held: tuple[int, int] | None = None
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="leases", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._thread.join()
        self.drop()

    def hold(self, match_id: int, attempt: int) -> None:
        """Hold the lease of this match from now on."""
        self._held = (match_id, attempt)
        self._say()

    def drop(self) -> None:
        """Let the lease go."""
        held, self._held = self._held, None
        if held is not None:
            try:
                self._forget(keys=[keys.lease(held[0])], args=[self._value(held[1])])
            except RedisError:
                log.info("the lease of match %s is left to expire", held[0], extra={"match": held[0]})

    def _value(self, attempt: int) -> str:
        return f"{self._holder} {attempt}"

    def _say(self) -> None:
        held = self._held
        if held is not None:
            try:
                self._redis.set(keys.lease(held[0]), self._value(held[1]), ex=keys.LEASE_SECONDS)
            except RedisError as wrong:
                log.warning("Redis is away: %s", wrong)

    def _renew(self) -> None:
        while not self._over.wait(keys.RENEW_SECONDS):
            self._say()
