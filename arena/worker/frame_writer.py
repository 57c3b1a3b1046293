"""A worker's side of live frames: writes those of the matches that somebody watches, about once a second."""

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from arena.matches import Ask, MatchRecord, MatchSpec
from arena.transport import keys, live_frames
from arena.viewer.live import LiveCourse, ending_of

log = logging.getLogger(__name__)


class FrameWriter:
    """The watched matches of one worker.

    Frames come from a second playing of the match in a thread: neither the matches nor their bots wait for it.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._courses: dict[str, LiveCourse] = {}
        self._lock = asyncio.Lock()

    async def publish(self, asked: Mapping[str, Ask], specs: Mapping[str, MatchSpec]) -> None:
        """Write what is new in the watched ones of these matches, and forget the others."""
        if not asked:
            self._courses.clear()
            return
        marks: list[Any] = await self._redis.mget([keys.watched(match_id) for match_id in asked])
        watched = [match_id for match_id, mark in zip(asked, marks, strict=True) if mark is not None]
        async with self._lock:
            self._courses = {match_id: course for match_id, course in self._courses.items() if match_id in watched}
            for match_id in watched:
                ask = asked[match_id]
                await self._write(match_id, specs[match_id], ask.log.moves, ask.seat)

    async def finish(self, match_id: str, record: MatchRecord) -> None:
        """The match is recorded: everyone who watches it sees its end."""
        async with self._lock:
            if match_id not in self._courses:
                return
            try:
                await self._write(match_id, record.spec, record.decisions, None, ending_of(record))
            except RedisError:
                log.info("match %s: its viewers do not see the end", match_id, extra={"match": match_id})
            self._courses.pop(match_id, None)

    async def _write(
        self, match_id: str, spec: MatchSpec, moves: Any, to_act: int | None, ending: dict[str, Any] | None = None
    ) -> None:
        course = self._courses.get(match_id)
        is_new = course is None
        if course is None:
            course = await asyncio.to_thread(LiveCourse, spec)
        entries = await asyncio.to_thread(course.catch_up, moves, to_act)
        async with self._redis.pipeline(transaction=True) as pipe:
            if is_new:
                live_frames.begin(pipe, match_id, course.head)
            live_frames.append(pipe, match_id, entries if ending is None else [*entries, ending])
            try:
                *_, is_there = await pipe.execute()
            except RedisError:
                self._courses.pop(match_id, None)  # it is not known what was written: the list begins again
                raise
        if is_there:
            self._courses[match_id] = course
        else:
            self._courses.pop(match_id, None)  # Redis has lost the list
