"""Write and delete comments. Authors delete their own; admins delete any, and say why in the audit log."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, visible_sets
from arena.db.database import stored
from arena.db.models import Account, Comment, Match, MatchState, SetState, TableSet, audit
from arena.errors import Conflict, Invalid, LimitReached, NotAllowed, NotSignedIn, existing
from arena.text import fault

LONGEST = 1000
"""Characters of a comment."""
MOST_BY_ACCOUNT = 50
"""Comments of one account on one match."""
MOST_BY_MATCH = 1000
"""Comments on one match: its page shows all of them."""


def write_comment(session: Session, who: Viewer, match_id: int, step: int | None, body: str) -> Comment:
    """A comment on the moment after *step* decisions of a match whose whole set is done. *step* None: it was not a number.

    Until the set is done its bots still play each other, so nobody may talk about what they hold.
    """
    if who.account_id is None:
        raise NotSignedIn("sign in to write a comment")
    decisions = _decisions(session, who, match_id)
    if step is None or not 0 <= step <= decisions:
        raise Invalid(f"step must be a whole number from 0 to {decisions}, the last of this match")
    _require_words(body)
    _require_room(session, who.account_id, match_id)
    return stored(session, Comment(match_id=match_id, step=step, account_id=who.account_id, body=body))


def delete_comment(session: Session, who: Viewer, comment_id: int, why: str = "") -> Comment:
    """Delete a comment: your own, or any as an admin, who must say why. Returns what it was."""
    row = existing(
        session.execute(
            select(Comment, Account.name)
            .join(Account, Account.id == Comment.account_id)
            .join(Match, Match.id == Comment.match_id)
            .join(TableSet, TableSet.id == Match.set_id)
            .where(Comment.id == comment_id, visible_sets(who))
        ).first(),
        "this comment does not exist, or it has been deleted",
    )
    comment, author = row
    if comment.account_id != who.account_id:
        if not who.admin:
            raise NotAllowed("only its author and admins may delete a comment")
        if not why:
            raise Invalid("say why this comment is deleted: the audit log keeps the reason")
        about = {"match": comment.match_id, "step": comment.step, "author": author}
        audit(session, who.name, "comment_deleted", f"comment:{comment.id}", **about, why=why)
    session.delete(comment)
    return comment


def _decisions(session: Session, who: Viewer, match_id: int) -> int:
    """How many decisions a match has; NotFound if the viewer may not see it, Conflict if nobody may comment on it yet."""
    row = existing(
        session.execute(
            select(Match.state, Match.decisions, TableSet.state.label("set_state"))
            .join(TableSet, TableSet.id == Match.set_id)
            .where(Match.id == match_id, visible_sets(who))
        ).first(),
        f"there is no match {match_id}",
    )
    if row.set_state is SetState.OPEN:
        raise Conflict(f"comments on match {match_id} open when all matches of its set are over")
    if row.set_state is SetState.VOID or row.state is not MatchState.FINISHED:
        raise Conflict(
            f"match {match_id} has no result to comment on: it is {row.state}, and its set is {row.set_state}"
        )
    return row.decisions or 0


def _require_words(body: str) -> None:
    if not body:
        raise Invalid("a comment needs some text")
    reason = fault(body, LONGEST, lines=True)
    if reason is not None:
        raise Invalid(f"the comment {reason}")


def _require_room(session: Session, account_id: int, match_id: int) -> None:
    own, everyone = session.execute(
        select(func.count().filter(Comment.account_id == account_id), func.count()).where(Comment.match_id == match_id)
    ).one()
    if own >= MOST_BY_ACCOUNT:
        raise LimitReached(f"you have written {own} comments on this match, and {MOST_BY_ACCOUNT} are allowed")
    if everyone >= MOST_BY_MATCH:
        raise LimitReached(f"this match has {everyone} comments, the most that are kept")
