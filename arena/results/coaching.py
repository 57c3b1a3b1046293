"""The coach on the site: a reader asks for a report on a finished match, a worker makes it, and it is kept for a while.

All of it is in Redis. Asking twice, or after the report was lost, costs a minute of a worker, nothing else.
"""

from dataclasses import asdict, dataclass
from typing import Any

import orjson
from redis import Redis
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.errors import LimitReached, NotAllowed
from arena.results.match import replay_file
from arena.transport import keys

MOST_WAITING = 20
"""Reports that may wait for a worker; later requests are refused."""


@dataclass(frozen=True, slots=True)
class Coaching:
    """How far the coach is with a match."""

    state: str = "none"
    """`none`, `waiting`, `working`, `done` or `failed`."""
    done: int = 0
    """Answers so far."""
    total: int = 0
    report: dict[str, Any] | None = None
    """As `Report.to_dict`, once it is done."""

    @property
    def open(self) -> bool:
        """Whether something is still to come."""
        return self.state in {"waiting", "working"}


def coaching(redis: Redis, match_id: int) -> Coaching:
    """How far the coach is. Whether the reader may see the match is asked before."""
    kept: Any = redis.get(keys.coaching(match_id))
    return Coaching(**orjson.loads(kept)) if kept is not None else Coaching()


def ask_coach(session: Session, redis: Redis, who: Viewer, match_id: int) -> None:
    """Ask for a report, unless there is one or it is being made. NotFound until the replay is open to everyone who sees the match."""
    if who.account_id is None:
        raise NotAllowed("sign in to ask the coach")
    replay_file(session, who, match_id)
    waiting: Any = redis.llen(keys.COACHED)
    if int(waiting) >= MOST_WAITING:
        raise LimitReached("the coach has many matches to look at; try again in a few minutes")
    if coaching(redis, match_id).state == "failed":
        redis.delete(keys.coaching(match_id))
    first = orjson.dumps(asdict(Coaching("waiting")))
    if redis.set(keys.coaching(match_id), first, nx=True, ex=keys.COACH_WAITS_SECONDS):
        redis.rpush(keys.COACHED, match_id)


def next_asked(redis: Redis) -> int | None:
    """Take the match whose report was asked for first; None: none waits."""
    number: Any = redis.lpop(keys.COACHED)
    return int(number) if number is not None else None


def note(redis: Redis, match_id: int, coaching: Coaching) -> None:
    """Write how far the coach is. A report that nobody works on any more can soon be asked for again."""
    seconds = keys.COACH_SILENT_SECONDS if coaching.open else keys.COACH_KEPT_SECONDS
    redis.set(keys.coaching(match_id), orjson.dumps(asdict(coaching)), ex=seconds)
