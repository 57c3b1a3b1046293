"""Recording results, also through short outages of the database, and what bots are sent once their set is over."""

import logging
import time
from collections.abc import Iterator, Mapping

from sqlalchemy.exc import OperationalError

from arena.db.database import Database
from arena.matches import MatchRecord
from arena.metrics import figures
from arena.replays import SigningKey, packed
from arena.results import record as results
from arena.results.claims import Claim
from arena.results.record import Recorded
from arena.wire.messages import SEASON_NEWS, RatingChange, notice, set_result

log = logging.getLogger(__name__)

PATIENCE_SECONDS = 120.0
RETRY_SECONDS = 0.5


def record_match(database: Database, key: SigningKey, claim: Claim, record: MatchRecord) -> Recorded | None:
    """Record a finished match; None if a later attempt has taken it. Tries again while the database does not answer.

    If a connection breaks during the commit, it is open whether the commit went through. Trying again is safe: if it did, the match is no
    longer running, and nothing happens.
    """
    replay = packed(record, key)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with database.write() as session:
                recorded = results.record(session, claim.match_id, claim.attempt, record, replay)
        except OperationalError as error:
            if time.monotonic() > deadline:
                raise
            about = {"match": claim.match_id}
            log.warning("match %s waits for the database: %s", claim.match_id, error.orig, extra=about)
            time.sleep(RETRY_SECONDS)
        else:
            if recorded is not None:
                figures.DECISIONS.labels(claim.spec.game).inc(len(record.decisions))
                for fault in record.faults:
                    figures.FAULTS.labels(fault.verdict).inc()
            return recorded


def note_end(claim: Claim, end: str, seconds: float) -> None:
    """Count and log how an attempt at a match ended; *end* is a word, with reasons after a colon."""
    word, game = end.partition(":")[0].replace(" ", "_"), claim.spec.game
    figures.ENDED.labels(game, word).inc()
    if word == "finished":
        figures.LASTED.labels(game).observe(seconds)
    text, about = "match %s (%s, attempt %s): %s after %.1f s", {"match": claim.match_id}
    log.info(text, claim.match_id, game, claim.attempt, end, seconds, extra=about)


def rating_changes(claim: Claim, done: Recorded | None) -> dict[int, RatingChange]:
    """What the match did to ratings, by seat; empty unless it was the last of a rated set."""
    if done is None:
        return {}
    return {
        number: RatingChange(done.ratings[seat.bot_id] / 1000, done.changes[seat.bot_id] / 1000)
        for number, seat in enumerate(claim.seats)
        if seat.bot_id in done.changes
    }


def set_messages(claim: Claim, done: Recorded, changes: Mapping[int, RatingChange]) -> Iterator[tuple[str, bytes]]:
    """Bots, and what each is sent once the last match of a set is recorded: the seats of all matches and its rating."""
    for number, seat in enumerate(claim.seats):
        if seat.house is not None:
            continue
        change = changes.get(number)
        yield str(seat.bot_id), set_result(claim.about, claim.spec.game, done.names, change)
        if change is not None:
            where = f" in {claim.about.season}" if claim.about.season else ""
            text = f"Set rated{where}: {change.change:+.1f} points, now {change.rating:.1f}."
            yield str(seat.bot_id), notice(SEASON_NEWS, text)
