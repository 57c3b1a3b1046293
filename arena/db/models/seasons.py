"""Seasons and who plays in them."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from arena.db.base import Base, Id, Name, Seed, Word, utcnow
from arena.db.models.bots import Bot


class SeasonFormat(Word):
    """How tables are made."""

    LADDER = "ladder"
    ROUND_ROBIN = "round_robin"
    SWISS = "swiss"
    SOLO = "solo"


class SeasonState(Word):
    """A season's life."""

    DRAFT = "draft"
    REGISTRATION = "registration"
    RUNNING = "running"
    FINISHED = "finished"
    CANCELLED = "cancelled"


class Season(Base):
    """A competition in one game with one set of options."""

    __tablename__ = "seasons"
    __table_args__ = (Index(None, "state"), Index(None, "game", "seats"))
    id: Mapped[Id]
    slug: Mapped[Name] = mapped_column(unique=True)
    title: Mapped[str] = mapped_column(String(120))
    game: Mapped[Name]
    seats: Mapped[int]
    options: Mapped[dict[str, Any]] = mapped_column(default=dict)
    clock: Mapped[Name]
    """A preset of arena.matches, or `bank+increment` in seconds."""
    format: Mapped[SeasonFormat]
    state: Mapped[SeasonState] = mapped_column(default=SeasonState.DRAFT)
    open_ladder: Mapped[bool] = mapped_column(default=False)
    """New bots that declare the game join after their validation match, without asking."""
    paused: Mapped[bool] = mapped_column(default=False)
    """Nothing new starts; what runs is played to its end."""
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    league: Mapped[Name] = mapped_column(default="")
    """Seasons of one league follow each other; empty: it belongs to no league."""
    number: Mapped[int] = mapped_column(default=1)
    """Which season of its league."""
    follows_id: Mapped[int | None] = mapped_column(ForeignKey("seasons.id"))
    """The season before: its final tables decide the divisions."""
    visibility: Mapped[Name] = mapped_column(default="public")
    """public, members or organisers."""
    time_zone: Mapped[Name] = mapped_column(default="UTC")
    file: Mapped[str | None] = mapped_column(Text, deferred=True)
    """The season file as its organiser wrote it, for organisers only. None: a ladder that was set up without one."""
    seed: Mapped[Seed] = mapped_column(default="0")
    """Lots are drawn from it, and the set-ups of a solo season."""
    setups: Mapped[int] = mapped_column(default=0)
    """Of a solo season: how many public set-ups everyone plays. 0 in all others."""
    registration_opens: Mapped[datetime | None]
    registration_closes: Mapped[datetime | None]
    submission_opens: Mapped[datetime | None]
    submission_closes: Mapped[datetime | None]
    first_at: Mapped[datetime | None]
    """The earliest start of round 1."""
    deadline: Mapped[datetime | None]
    opened_at: Mapped[datetime | None]
    started_at: Mapped[datetime | None]
    resumed_at: Mapped[datetime | None]
    """When it was last resumed: schedules count on from here."""
    finished_at: Mapped[datetime | None]
    """When it was finished or cancelled."""
    locked_at: Mapped[datetime | None]
    """When submission closed and, where the season says so, versions were locked."""
    trouble: Mapped[str | None] = mapped_column(Text)
    """Why the schedule cannot go on, in a sentence for its organisers."""
    entries: Mapped[list["Entry"]] = relationship(back_populates="season", order_by="Entry.id")


class EntryState(Word):
    """Whether a bot still plays in a season."""

    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    DISQUALIFIED = "disqualified"


class Entry(Base):
    """One bot in one season, with its Elo there."""

    __tablename__ = "entries"
    __table_args__ = (
        UniqueConstraint("season_id", "bot_id"),
        Index(None, "season_id", "rating"),
        Index(None, "bot_id"),
    )
    id: Mapped[Id]
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"))
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    state: Mapped[EntryState] = mapped_column(default=EntryState.ACTIVE)
    rating: Mapped[int]
    """Elo in thousandths of a point (in solo seasons the mean score); always what the rating log adds up to."""
    deviation: Mapped[int]
    """How uncertain the rating is, in thousandths of a point: pairing reads it."""
    sets_rated: Mapped[int] = mapped_column(default=0)
    joined_at: Mapped[datetime] = mapped_column(default=utcnow)
    last_set_at: Mapped[datetime | None]
    """When it last got a table: the ladder pairs the longest-waiting bots first."""
    division: Mapped[int | None]
    """0 is the highest; known once the season has started."""
    version: Mapped[Name | None]
    """The version it was entered with; once versions are locked no other plays."""
    season: Mapped[Season] = relationship(back_populates="entries")
    bot: Mapped[Bot] = relationship()
