"""Leases on running matches, as sets of house bots hold them. The worker that plays bots renews all of its leases together (`worker/runner.py`)."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from redis import Redis
from redis.exceptions import RedisError

from arena.transport import keys
from arena.transport.presence import FORGET

log = logging.getLogger(__name__)


@contextmanager
def held_lease(redis: Redis, holder: str, match_id: int, attempt: int) -> Iterator[None]:
    """Hold the lease of a match while the block computes; a separate thread renews it."""
    key, value, over = keys.lease(match_id), f"{holder} {attempt}", threading.Event()

    def renew() -> None:
        try:
            redis.set(key, value, ex=keys.LEASE_SECONDS)
        except RedisError as error:
            log.warning("Redis does not answer: %s", error)

    def keep_renewing() -> None:
        while not over.wait(keys.RENEW_SECONDS):
            renew()

    renew()
    thread = threading.Thread(target=keep_renewing, name="lease", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        try:
            redis.eval(FORGET, 1, key, value)
        except RedisError:
            log.info("the lease of match %s is left to expire", match_id, extra={"match": match_id})
