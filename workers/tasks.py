"""The tasks: a few lines each, ids in, everything else in arena.running."""

from celery import shared_task

from arena.running import ladders
from arena.running.dispatch import Outlets, dispatch
from arena.running.sets import play_house_set as play_set
from workers import rooms


@shared_task
def play_match(match_id: int) -> str:
    """Play one match with external bots, if it is still to be had."""
    return rooms.room().play(match_id)


@shared_task
def play_house_set(set_id: int) -> int:
    """Play what is queued of a set of house bots."""
    return play_set(rooms.database(), rooms.key(), set_id, "house")


@shared_task
def tick() -> None:
    """One pass of the scheduler: new sets, then everything that can start."""
    ladders.tick(rooms.database(), rooms.redis())
    dispatch(rooms.database(), rooms.redis(), Outlets(play_match.delay, play_house_set.delay))
