"""Recording results, through short absences of the database."""

import logging
import time

from sqlalchemy.exc import OperationalError

from arena.matches import MatchRecord
from arena.metrics import figures
from arena.replays import SigningKey, packed
from arena.storage import results
from arena.storage.claims import Claim
from arena.storage.database import Database
from arena.storage.results import Recorded

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 120.0
RETRY_SECONDS = 0.5


def record_match(database: Database, key: SigningKey, claim: Claim, record: MatchRecord) -> Recorded | None:
    """Keep a finished match; None if a later attempt has taken it. Tries again while the database is away.

    A connection that breaks during the commit leaves open whether it went through: trying again is safe, because the match
    then is not running any more and nothing happens.
    """
    replay = packed(record, key)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with database.write() as session:
                recorded = results.record(session, claim.match_id, claim.attempt, record, replay)
        except OperationalError as wrong:
            if time.monotonic() > deadline:
                raise
            log.warning(
                "match %s waits for the database: %s", claim.match_id, wrong.orig, extra={"match": claim.match_id}
            )
            time.sleep(RETRY_SECONDS)
        else:
            if recorded is not None:
                _count(claim, record)
            return recorded


def _count(claim: Claim, record: MatchRecord) -> None:
    figures.DECISIONS.labels(claim.spec.game).inc(len(record.decisions))
    for fault in record.faults:
        figures.FAULTS.labels(fault.verdict).inc()


def note_end(claim: Claim, end: str, seconds: float) -> None:
    """Count and log how an attempt at a match ended; *end* is a word, with reasons after a colon."""
    word, game = end.partition(":")[0].replace(" ", "_"), claim.spec.game
    figures.ENDED.labels(game, word).inc()
    if word == "finished":
        figures.LASTED.labels(game).observe(seconds)
    log.info(
        "match %s (%s, attempt %s): %s after %.1f s",
        claim.match_id,
        game,
        claim.attempt,
        end,
        seconds,
        extra={"match": claim.match_id},
    )
