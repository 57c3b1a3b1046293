"""Comments as people read them: on one match, and the newest of all for admins."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, visible_sets
from arena.db.models import Account, Comment, Match, SetState, TableSet
from arena.db.paging import Page, Part, fetch
from arena.errors import NotAllowed


@dataclass(frozen=True, slots=True)
class CommentLine:
    """A comment with its author."""

    id: int
    match_id: int
    step: int
    author: str
    body: str
    at: datetime
    own: bool
    """Whether the viewer wrote it."""


def comments(session: Session, who: Viewer, match_id: int) -> list[CommentLine]:
    """All comments on a match, by step and age; none if the viewer may not see the match. One statement."""
    rows = session.execute(
        _lines()
        .join(Match, Match.id == Comment.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(Comment.match_id == match_id, TableSet.state == SetState.DONE, visible_sets(who))
        .order_by(Comment.step, Comment.id)
    )
    return [_line(row, who) for row in rows]


def newest_comments(session: Session, who: Viewer, part: Part) -> Page[CommentLine]:
    """Comments on all matches, the newest first; for admins. One statement."""
    if not who.admin:
        raise NotAllowed("only admins may list all comments")
    page = fetch(session, _lines(), part, [Comment.id.desc()], lambda row: (row.id,))
    return Page([_line(row, who) for row in page.rows], page.next)


def _lines() -> Any:
    return select(
        Comment.id,
        Comment.match_id,
        Comment.step,
        Account.name.label("author"),
        Comment.body,
        Comment.created_at,
        Comment.account_id,
    ).join(Account, Account.id == Comment.account_id)


def _line(row: Any, who: Viewer) -> CommentLine:
    own = row.account_id == who.account_id
    return CommentLine(row.id, row.match_id, row.step, row.author, row.body, row.created_at, own)
