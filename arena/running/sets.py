"""Playing a whole set of house bots in one process: one task, no journal."""

import time
from typing import Protocol

from redis import Redis
from sqlalchemy import select

from arena.matches import MatchRecord
from arena.replays import SigningKey
from arena.running.house import play_house
from arena.running.leases import LeaseKeeper
from arena.running.recording import note_end, record_match
from arena.storage import claims
from arena.storage.claims import Claim
from arena.storage.database import Database
from arena.storage.models import Match, MatchState


def play_house_set(database: Database, redis: Redis, key: SigningKey, set_id: int, by: str) -> int:
    """Play what is queued of a set; how many matches that were."""
    with LeaseKeeper(redis, by) as leases:
        return play_queued(database, leases, key, set_id, by)


class Leases(Protocol):
    """Shows others that a match is being played."""

    def hold(self, match_id: int, attempt: int) -> None:
        """From now on."""

    def drop(self) -> None:
        """Not any more."""


def play_queued(database: Database, leases: Leases, key: SigningKey, set_id: int, by: str) -> int:
    """Play what is queued of a set under leases of any kind; how many matches that were."""
    with database.read() as session:
        queued = session.scalars(
            select(Match.id).where(Match.set_id == set_id, Match.state == MatchState.QUEUED).order_by(Match.rotation)
        ).all()
    played = 0
    for match_id in queued:
        with database.write() as session:
            claim = claims.claim(session, match_id, by)
        if claim is None:
            continue
        leases.hold(match_id, claim.attempt)
        began = time.monotonic()
        recorded = record_match(database, key, claim, _play(claim))
        note_end(claim, "fenced" if recorded is None else "finished", time.monotonic() - began)
        leases.drop()
        played += recorded is not None
    return played


def _play(claim: Claim) -> MatchRecord:
    left = [number for number, seat in enumerate(claim.seats) if seat.left]
    return play_house(claim.spec, [seat.house or "" for seat in claim.seats], left)
