"""The tasks: a few lines each, ids in, everything else in arena.running."""

from collections.abc import Collection
from contextlib import suppress

from celery import shared_task
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from arena.metrics import figures
from arena.running import keys, ladders, seasons
from arena.running.dispatch import Outlets, dispatch
from arena.running.housekeeping import tidy as tidy_up
from arena.running.sets import play_house_set as play_set
from arena.running.shares import Shares
from arena.running.sweeping import sweep as sweep_up
from workers import rooms

NUDGE_EXPIRES = 5.0
"""Seconds after which a look that nobody took is worth nothing."""


@shared_task
def play_match(match_id: int, without: Collection[int] = ()) -> str:
    """Play one match with external bots, if it is still to be had, *without* those that were away for too long.

    Its bots are free for the next then.
    """
    end = rooms.room().play(match_id, without)
    with suppress(RedisError, OperationalError):  # the next tick comes anyway
        if rooms.redis().set(keys.NUDGE, 1, nx=True, px=keys.NUDGE_MS):
            tick.apply_async(expires=NUDGE_EXPIRES)
    return end


@shared_task
def play_house_set(set_id: int) -> int:
    """Play what is queued of a set of house bots."""
    return play_set(rooms.database(), rooms.redis(), rooms.key(), set_id, "house")


@shared_task
def tick() -> None:
    """One pass of the scheduler: seasons by their calendars, new sets, then everything that can start."""
    known = rooms.settings()
    shares = Shares(known.match_slots or known.match_threads)
    with figures.TICK.time():
        seasons.tick(rooms.database(), rooms.redis())
        ladders.tick(rooms.database(), rooms.redis(), shares=shares, settled=known.settled_seconds)
        outlets = Outlets(play_match.delay, play_house_set.delay)
        dispatch(rooms.database(), rooms.redis(), outlets, absent=known.absent_seconds, shares=shares)


@shared_task
def sweep() -> list[int]:
    """Once a minute: remove what matches have left in Redis."""
    return sweep_up(rooms.database(), rooms.redis())


@shared_task
def tidy() -> dict[str, int]:
    """Once a day: remove what is older than the settings keep."""
    return tidy_up(rooms.database(), rooms.settings())
