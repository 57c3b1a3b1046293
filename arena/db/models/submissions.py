"""Bots that were handed in: their versions, and the archives."""

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from arena.db.database import Base, Id, Name, utcnow


class Submission(Base):
    """A version of a bot that was handed in. A version never gets other contents; the row stays when the archive is deleted."""

    __tablename__ = "submissions"
    __table_args__ = (UniqueConstraint("bot_id", "version"), Index(None, "account_id"))
    id: Mapped[Id]
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    """Who handed it in, and whose quota it counts against; None: the operator."""
    version: Mapped[Name]
    language: Mapped[Name]
    command: Mapped[list[str]]
    games: Mapped[list[str]]
    protocol: Mapped[Name]
    sha256: Mapped[str] = mapped_column(String(64))
    archive_bytes: Mapped[int] = mapped_column(BigInteger)
    unpacked_bytes: Mapped[int] = mapped_column(BigInteger)
    files: Mapped[int]
    active: Mapped[bool] = mapped_column(default=False)
    """Whether this is the version that plays; at most one of a bot."""
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    deleted_at: Mapped[datetime | None]


class SubmissionFile(Base):
    """The archive of a submission, as it was sent. In a separate table, so that lists do not read it."""

    __tablename__ = "submission_files"
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id"), primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class HostedRun(Base):
    """One start of a hosted bot, in the sandbox of a runner."""

    __tablename__ = "hosted_runs"
    __table_args__ = (Index(None, "submission_id"),)
    id: Mapped[Id]
    submission_id: Mapped[int] = mapped_column(ForeignKey("submissions.id"))
    runner: Mapped[Name]
    started_at: Mapped[datetime] = mapped_column(default=utcnow)
    ended_at: Mapped[datetime | None]
    reason: Mapped[str] = mapped_column(String(300), default="")
    """How it ended, in words."""
    peak_memory_bytes: Mapped[int] = mapped_column(BigInteger, default=0)
    processor_ms: Mapped[int] = mapped_column(BigInteger, default=0)
    stderr: Mapped[str] = mapped_column(Text, default="")
    """The end of what the program wrote."""
    points: Mapped[list[Any]] = mapped_column(default=list)
    """Of a graph: seconds since the start, processor time so far in milliseconds, memory in bytes."""
    matches: Mapped[list[Any]] = mapped_column(default=list)
    """The newest ones: match, processor time in milliseconds, peak memory in bytes."""
