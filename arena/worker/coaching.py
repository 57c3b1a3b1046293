"""The worker's side of the coach on the site: reads the replay, judges move by move, and says how far it is."""

import logging

from redis import Redis

from arena.coach import Report, answer, questions, report
from arena.db.database import Database
from arena.db.models import ReplayFile
from arena.replays import Replay, loads
from arena.results.coaching import Coaching, note

EVERY = 4
"""Answers between two notes of how far it is."""

log = logging.getLogger(__name__)


def coach_match(database: Database, redis: Redis, match_id: int) -> str:
    """Make the report on a finished match; the state it ends in."""
    with database.read() as session:
        file = session.get(ReplayFile, match_id)
        body = None if file is None else file.body
    try:
        found = _judged(redis, match_id, loads(body)) if body is not None else None
    except Exception:
        log.exception("match %s: the coach failed", match_id, extra={"match": match_id})
        found = None
    end = Coaching("failed") if found is None else Coaching("done", report=found.to_dict())
    note(redis, match_id, end)
    return end.state


def _judged(redis: Redis, match_id: int, replay: Replay) -> Report:
    asked = list(questions(replay, range(replay.spec.seats)))
    answers = []
    for done, question in enumerate(asked):
        if done % EVERY == 0:
            note(redis, match_id, Coaching("working", done, len(asked)))
        answers.append(answer(question))
    return report(replay, answers)
