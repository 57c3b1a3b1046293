"""An operator's hand on single matches: begin again, or void with a reason. The audit log has both."""

from sqlalchemy.orm import Session

from arena.db.models import Match, MatchState, audit
from arena.errors import Conflict, existing
from arena.results import claims


def requeue(session: Session, match_id: int, actor: str, why: str = "") -> None:
    """Begin a match again where its journal ends; the old attempt is fenced off."""
    match = _found(session, match_id)
    if match.state is MatchState.QUEUED:
        match.sent_at = None
    else:
        _must_run(match)
        claims.release(session, match.id, match.attempt)
    audit(session, actor, "match_requeue", f"match:{match.id}", why=why)


def void(session: Session, match_id: int, actor: str, why: str) -> int | None:
    """A match that does not count; the id of the one that is played instead. None: it had not begun, and its set is void."""
    match = _found(session, match_id)
    if not why:
        raise Conflict("voiding a match needs a reason: people will ask")
    replaced: int | None = None
    if match.state is MatchState.QUEUED:
        claims.void_set(session, match.table_set, why)  # another match of the set would wait for the same
    else:
        _must_run(match)
        replaced = claims.void(session, match.id, match.attempt, why)
    audit(session, actor, "match_void", f"match:{match.id}", why=why)
    return replaced


def _found(session: Session, match_id: int) -> Match:
    return existing(session.get(Match, match_id), f"there is no match {match_id}")


def _must_run(match: Match) -> None:
    if match.state is not MatchState.RUNNING:
        raise Conflict(
            f"match {match.id} is {match.state.value}: only queued and running matches can be changed by hand"
        )
