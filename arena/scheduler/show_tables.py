"""Show tables: house bots at a pace for people, one table for each game, one match after the other.

House matches are over in a second, which nobody can watch. These are for watching alone: nothing of them is recorded, rated or counted. One
thread plays all of them, about a decision a second, and writes their frames where those of running matches are. A table that nobody watches
rests where it is: the next visitor sees its position at once, and it goes on.
"""

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import cycle
from uuid import uuid4

from redis import Redis
from redis.exceptions import RedisError

import engine
from arena.matches import Chosen, Decision, MatchSpec, new_seeds, steps
from arena.players import HOUSE_BOTS, make
from arena.transport import keys, live_frames
from arena.viewer.audiences import PUBLIC
from arena.viewer.frames import Recorder
from arena.viewer.live import ending_of, opening_of

log = logging.getLogger(__name__)

PACE_SECONDS = 1.0
"""Between two decisions at a table, unless the settings say otherwise."""
PAUSE_DECISIONS = 12
"""How long the end of a match stays on the table, in decisions."""
RETRY_SECONDS = 2.0
"""Between looks whether another process plays the tables, or Redis answers again."""


class FramesLost(Exception):
    """Redis has not kept the frames of a table."""


class ShowTable:
    """The table of one game."""

    def __init__(self, game: str, redis: Redis) -> None:
        self.name, self._redis = live_frames.show_table(game), redis
        self._decisions = self._forever(game)

    def go_on(self) -> None:
        """One more decision, or a moment of pause between two matches."""
        next(self._decisions)

    def rest(self) -> None:
        """Keep what there is for those who come."""
        self._write()

    def _forever(self, game: str) -> Iterator[None]:
        names = list(HOUSE_BOTS)
        counts = [count for count in engine.game(game).seats if 1 < count <= len(names)]
        for number, seats in enumerate(cycle(counts)):
            start = number % len(names)
            yield from self._match(game, [*names[start:], *names[:start]][:seats])
            for _ in range(PAUSE_DECISIONS):
                self._write()
                yield

    def _match(self, game: str, names: Sequence[str]) -> Iterator[None]:
        seed, hidden_seed = new_seeds()
        spec = MatchSpec(game, len(names), seed=seed, hidden_seed=hidden_seed)
        players = [make(HOUSE_BOTS[name], hidden_seed + seat) for seat, name in enumerate(names)]
        recorder, loop = Recorder(spec.first_state(), PUBLIC), steps(spec, keep_events=False)
        with self._redis.pipeline() as pipe:
            live_frames.begin(pipe, self.name, opening_of(spec, recorder, names))
            pipe.execute()
        yield
        try:
            ask = next(loop)
            while True:
                index = players[ask.seat].choose(Decision(ask))
                self._write(recorder.decide(ask.legal[index]))
                yield
                ask = loop.send(Chosen(index))
        except StopIteration as over:
            self._write(ending_of(over.value))

    def _write(self, *entries: dict[str, object]) -> None:
        with self._redis.pipeline() as pipe:
            live_frames.append(pipe, self.name, entries)
            *_, is_there = pipe.execute()
        if not is_there:
            raise FramesLost(self.name)


class ShowTables(threading.Thread):
    """All show tables. Of several such threads in the arena one plays; another takes over when it is gone."""

    def __init__(self, redis: Redis, games: Sequence[str] | None = None, pace: float = PACE_SECONDS) -> None:
        super().__init__(name="show-tables", daemon=True)
        self._redis, self._games, self._pace = redis, games or engine.games(), pace
        self._holder = uuid4().hex
        self._over = threading.Event()

    def stop(self) -> None:
        """End after the decision that is under way."""
        self._over.set()
        self.join(10)

    def run(self) -> None:
        """Play until stopped; from new tables after trouble with Redis."""
        while not self._over.is_set():
            try:
                self._play()
            except RedisError as error:
                log.info("Redis does not answer: the show tables wait (%s)", error)
            except FramesLost as lost:
                log.info("Redis has lost the frames of %s: the show tables begin again", lost)
            except Exception:
                log.exception("the show tables begin again")
            self._over.wait(RETRY_SECONDS)

    def _play(self) -> None:
        if not self._is_ours():
            return
        tables = [ShowTable(game, self._redis) for game in self._games]
        for table in tables:
            table.go_on()  # the set-up, for those who come first
        between = self._pace / len(tables)
        while self._is_ours():
            watched = live_frames.watched(self._redis, [table.name for table in tables])
            for table in tables:
                began = time.monotonic()
                if table.name in watched:
                    table.go_on()
                else:
                    table.rest()
                if self._over.wait(max(0.0, between - (time.monotonic() - began))):
                    return

    def _is_ours(self) -> bool:
        """Whether this thread is the one that plays; it says so again for the next seconds."""
        held = self._redis.get(keys.SHOW)
        if held is None:
            return bool(self._redis.set(keys.SHOW, self._holder, nx=True, ex=keys.SHOW_SECONDS))
        if held == self._holder.encode():
            self._redis.expire(keys.SHOW, keys.SHOW_SECONDS)
            return True
        return False
