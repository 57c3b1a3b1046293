"""The tasks: a few lines each, ids in, everything else in arena.scheduler and arena.worker."""

from collections.abc import Collection
from contextlib import suppress

from celery import shared_task
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from arena.metrics import figures
from arena.results.coaching import next_asked
from arena.scheduler import ladders, seasons
from arena.scheduler.dispatch import Outlets, dispatch
from arena.scheduler.housekeeping import announce_void_sets, sweep as sweep_up, tidy as tidy_up
from arena.scheduler.queue import Shares
from arena.transport import keys
from arena.worker.coaching import coach_match as coach
from arena.worker.house_bots import play_house_set as play_set
from workers import context

NUDGE_EXPIRES = 5.0
"""Seconds after which such an early tick is useless."""


@shared_task
def play_match(match_id: int, without: Collection[int] = ()) -> str:
    """Play one match with external bots, without waiting for those in *without*. Then its bots are free, so the scheduler looks again."""
    end = context.runner().play(match_id, without)
    with suppress(RedisError, OperationalError):  # the next tick comes anyway
        if context.redis().set(keys.NUDGE, 1, nx=True, px=keys.NUDGE_MS):
            tick.apply_async(expires=NUDGE_EXPIRES)
    return end


@shared_task
def play_house_set(set_id: int) -> int:
    """Play what is queued of a set of house bots."""
    return play_set(context.database(), context.redis(), context.key(), set_id, "house")


@shared_task
def coach_match(match_id: int) -> str:
    """Make the coach's report on a finished match."""
    return coach(context.database(), context.redis(), match_id)


@shared_task
def tick() -> None:
    """One pass of the scheduler: seasons by their calendars, new sets, everything that can start, and word of what is void."""
    settings = context.settings()
    shares = Shares(settings.match_slots or settings.match_threads)
    with figures.TICK.time():
        seasons.tick(context.database(), context.redis())
        ladders.tick(context.database(), context.redis(), shares=shares, settled=settings.settled_seconds)
        outlets = Outlets(play_match.delay, play_house_set.delay)
        dispatch(context.database(), context.redis(), outlets, absent=settings.absent_seconds, shares=shares)
        announce_void_sets(context.database(), context.redis())
    asked = next_asked(context.redis())
    if asked is not None:
        coach_match.delay(asked)


@shared_task
def sweep() -> list[int]:
    """Once a minute: remove what matches have left in Redis."""
    return sweep_up(context.database(), context.redis())


@shared_task
def tidy() -> dict[str, int]:
    """Once a day: remove what is older than the settings keep."""
    return tidy_up(context.database(), context.settings())
