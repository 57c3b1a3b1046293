"""Table sets, their matches, seats, replays, private notes and comments; and logs that are only ever added to: ratings and faults."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from arena.db.database import Base, Id, Name, Seed, Word, utcnow
from arena.db.models.people import Bot

NEVER_AGAIN = {"sqlite_autoincrement": True}
"""Without it SQLite gives the number of a deleted row to the next one, while caches and journals may still know a wiped match by that number."""


class SetKind(Word):
    """What a set is played for."""

    RATED = "rated"
    VALIDATION = "validation"
    CHALLENGE = "challenge"


class SetState(Word):
    """Open while a match is to play; done sets are rated (if of that kind); void ones never count."""

    OPEN = "open"
    DONE = "done"
    VOID = "void"


class TableSet(Base):
    """One public set-up, played in every rotation of the seats and rated once."""

    __tablename__ = "table_sets"
    __table_args__ = (
        Index(None, "season_id", "id"),
        Index(None, "state"),
        Index(None, "round_id"),
        Index(None, "asked_by"),
        NEVER_AGAIN,
    )
    id: Mapped[Id]
    season_id: Mapped[int | None] = mapped_column(ForeignKey("seasons.id"))
    round_id: Mapped[int | None] = mapped_column(ForeignKey("rounds.id"))
    """The round of a league season; None on ladders."""
    division: Mapped[int] = mapped_column(default=0)
    replaces_id: Mapped[int | None] = mapped_column(ForeignKey("table_sets.id"))
    """The set that is played again by this one: void, or with a match that was ruled to be replayed."""
    wait_seconds: Mapped[int | None]
    """How long its matches wait for absent bots; None: the arena's own rule."""
    kind: Mapped[SetKind]
    state: Mapped[SetState] = mapped_column(default=SetState.OPEN)
    game: Mapped[Name]
    rules_version: Mapped[int]
    seats: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(default=dict)
    clock: Mapped[Name]
    seed: Mapped[Seed]
    house_only: Mapped[bool]
    """Played by one task in one process, without journal: it follows from its seeds."""
    asked_by: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    """Who asked for it, of challenges."""
    void_reason: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    done_at: Mapped[datetime | None]
    matches: Mapped[list["Match"]] = relationship(back_populates="table_set", order_by="Match.rotation, Match.id")


class MatchState(Word):
    """A match's life. Void: a fault of the platform, played again as a new match. Failed: given up, its set is void."""

    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    VOID = "void"
    FAILED = "failed"


class Match(Base):
    """One game between bots. Never edited once it is finished."""

    __tablename__ = "matches"
    __table_args__ = (
        Index(None, "set_id"),
        Index(None, "state", "id"),
        Index(None, "finished_at"),
        NEVER_AGAIN,
    )
    id: Mapped[Id]
    set_id: Mapped[int] = mapped_column(ForeignKey("table_sets.id"))
    rotation: Mapped[int]
    state: Mapped[MatchState] = mapped_column(default=MatchState.QUEUED)
    attempt: Mapped[int] = mapped_column(default=0)
    """The number of the claim that may record the result: the fencing number of the journal."""
    claimed_by: Mapped[str | None] = mapped_column(String(100))
    hidden_seed: Mapped[Seed]
    salt: Mapped[str] = mapped_column(String(64))
    commitment: Mapped[str] = mapped_column(String(64))
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    sent_at: Mapped[datetime | None]
    """When its message last went to a worker; None: it waits for its bots to be free."""
    ready_at: Mapped[datetime] = mapped_column(default=utcnow)
    """When its set allowed it to be played: waiting for absent bots counts from here."""
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    decisions: Mapped[int | None]
    outcome: Mapped[dict[str, Any] | None]
    digest: Mapped[str | None] = mapped_column(String(32))
    reason: Mapped[str | None] = mapped_column(Text)
    """Why it is void or failed, in a sentence."""
    table_set: Mapped[TableSet] = relationship(back_populates="matches")
    seats: Mapped[list["MatchSeat"]] = relationship(back_populates="match", order_by="MatchSeat.seat")


class MatchSeat(Base):
    """Who sat where, and how it went."""

    __tablename__ = "match_seats"
    __table_args__ = (
        UniqueConstraint("match_id", "seat"),
        Index(None, "bot_id", "match_id"),
        Index(None, "version_id"),
    )
    id: Mapped[Id]
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    seat: Mapped[int]
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    version_id: Mapped[int | None] = mapped_column(ForeignKey("bot_versions.id"))
    score: Mapped[int | None]
    place: Mapped[int | None]
    """As awarded: a seat that faulted is last."""
    verdict: Mapped[Name | None]
    think_ms: Mapped[int | None]
    left: Mapped[bool] = mapped_column(default=False)
    """The entry was withdrawn or disqualified before the match began: forfeited without waiting."""
    locked_version: Mapped[Name | None]
    """Only this version may sit down; the bot counts as absent while it is connected with another."""
    match: Mapped[Match] = relationship(back_populates="seats")
    bot: Mapped[Bot] = relationship()


class ReplayFile(Base):
    """The signed, compressed replay of a finished match."""

    __tablename__ = "replays"
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
    sha256: Mapped[str] = mapped_column(String(64))


class PrivateNotes(Base):
    """What a bot noted beside its decisions; only its owner sees it."""

    __tablename__ = "private_notes"
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    notes: Mapped[list[Any]]
    """Rows of decision number, note and value estimate."""


class Comment(Base):
    """What somebody wrote about a moment of a finished match; everyone who sees the match can read it."""

    __tablename__ = "comments"
    __table_args__ = (Index(None, "match_id", "step", "id"), Index(None, "account_id", "match_id"))
    id: Mapped[Id]
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    step: Mapped[int]
    """How many decisions had been made at that moment: 0 is the start."""
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    body: Mapped[str] = mapped_column(Text)
    """Plain text, cleaned."""
    created_at: Mapped[datetime] = mapped_column(default=utcnow)


class RatingEntry(Base):
    """One step of one rating. The sum of a bot's changes is its rating: `arena ratings recompute` checks it."""

    __tablename__ = "rating_log"
    __table_args__ = (
        UniqueConstraint("season_id", "set_id", "bot_id", "kind", "ruling"),
        Index(None, "season_id", "bot_id", "id"),
        Index(None, "set_id"),
    )
    id: Mapped[Id]
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"))
    set_id: Mapped[int | None] = mapped_column(ForeignKey("table_sets.id"))
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    kind: Mapped[Name]
    """`start`, `set`, `taken_back` (the opposite of what the set had moved) or `rated_again` (as it counts since a ruling)."""
    ruling: Mapped[int] = mapped_column(default=0)
    """The last ruling that was taken into account; 0: none."""
    change: Mapped[int]
    """In thousandths of an Elo point; the changes of one set add up to 0."""
    rating: Mapped[int]
    """After the change."""
    deviation: Mapped[int | None]
    """How uncertain the rating was after the change, in thousandths of a point: the band of the curve."""
    at: Mapped[datetime] = mapped_column(default=utcnow)


class FaultEntry(Base):
    """A fault of a bot, with what its author needs to find it."""

    __tablename__ = "fault_log"
    __table_args__ = (Index(None, "bot_id", "id"), Index(None, "match_id"))
    id: Mapped[Id]
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    seat: Mapped[int]
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    decision: Mapped[int]
    """The number of the seat's own decision, from 0."""
    made: Mapped[int | None]
    """The number of the decision in the match, from 0; None: not known, in faults of an earlier version."""
    verdict: Mapped[Name]
    detail: Mapped[str] = mapped_column(Text, default="")
    legal: Mapped[list[str]] = mapped_column(default=list)
    sent: Mapped[str] = mapped_column(Text, default="")
    at: Mapped[datetime] = mapped_column(default=utcnow)
