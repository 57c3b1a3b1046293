"""Archives of bots as their owners and admins see them. Nobody else sees any of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.lookup import own_bot
from arena.access.viewers import Viewer
from arena.db.models import Bot, Submission, SubmissionFile
from arena.errors import existing


@dataclass(frozen=True, slots=True)
class SubmissionLine:
    """A version that was handed in; sizes in bytes."""

    bot: str
    version: str
    language: str
    command: list[str]
    games: list[str]
    protocol: str
    sha256: str
    archive_bytes: int
    unpacked_bytes: int
    files: int
    active: bool
    created_at: datetime


_LINES = (
    select(
        Bot.name,
        Submission.version,
        Submission.language,
        Submission.command,
        Submission.games,
        Submission.protocol,
        Submission.sha256,
        Submission.archive_bytes,
        Submission.unpacked_bytes,
        Submission.files,
        Submission.active,
        Submission.created_at,
    )
    .join(Bot, Bot.id == Submission.bot_id)
    .where(Submission.deleted_at.is_(None))
    .order_by(Bot.name, Submission.created_at.desc(), Submission.id.desc())
)


def submissions(session: Session, who: Viewer, bot: str = "") -> list[SubmissionLine]:
    """Versions that are kept of the viewer's bots, or of one bot that is theirs; by bot, the newest first. One or two statements."""
    mine = Bot.id == own_bot(session, who, bot).id if bot else Bot.team_id.in_(who.teams)
    rows: Iterable[Any] = session.execute(_LINES.where(mine))
    return [SubmissionLine(*row) for row in rows]


def used_bytes(session: Session, who: Viewer) -> int:
    """Bytes of the archives that count against the viewer's quota."""
    kept = Submission.account_id == who.account_id, Submission.deleted_at.is_(None)
    return session.scalar(select(func.coalesce(func.sum(Submission.archive_bytes), 0)).where(*kept)) or 0


def of_version(session: Session, who: Viewer, bot: str, version: str) -> Submission:
    """A version that is kept, if the bot is the viewer's; NotFound or NotAllowed otherwise. Admins may use every bot's."""
    owned = own_bot(session, who, bot)
    return existing(
        session.scalar(
            select(Submission).where(
                Submission.bot_id == owned.id, Submission.version == version, Submission.deleted_at.is_(None)
            )
        ),
        f"{bot} has no version {version!r} here",
    )


def archive(session: Session, who: Viewer, bot: str, version: str) -> bytes:
    """The archive of a version, as it was sent, for the bot's owners and admins."""
    row = of_version(session, who, bot, version)
    return session.get_one(SubmissionFile, row.id).content
