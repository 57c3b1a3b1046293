"""League seasons: stages, rounds, byes, divisions, rulings, invites, organisers, and the tables that are frozen at the end."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from arena.db.base import Base, Id, Name, Word, utcnow
from arena.db.models.people import Account
from arena.db.models.seasons import Entry, Season


class StageState(Word):
    """A stage's life."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"


class SeasonStage(Base):
    """One part of a season, with its own format and table."""

    __tablename__ = "season_stages"
    __table_args__ = (UniqueConstraint("season_id", "number"),)
    id: Mapped[Id]
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"))
    number: Mapped[int]
    """From 0, in the order of play."""
    name: Mapped[str] = mapped_column(String(120))
    format: Mapped[Name]
    state: Mapped[StageState] = mapped_column(default=StageState.WAITING)
    visibility: Mapped[Name] = mapped_column(default="public")
    freeze_at: Mapped[datetime | None]
    """From then on everyone but the organisers sees the stage as it was."""
    reveal_at: Mapped[datetime | None]
    """When all of it is shown again; None: by hand."""
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    season: Mapped[Season] = relationship()
    rounds: Mapped[list["Round"]] = relationship(back_populates="stage", order_by="Round.number")


class Division(Base):
    """A part of the field that plays among itself; 0 is the highest."""

    __tablename__ = "season_divisions"
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(120))
    size: Mapped[int]


class StageEntry(Base):
    """An entry of a stage."""

    __tablename__ = "stage_entries"
    stage_id: Mapped[int] = mapped_column(ForeignKey("season_stages.id"), primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"), primary_key=True)
    division: Mapped[int]
    seeded: Mapped[int]
    """Rank in the division when the stage began, from 1; in a final the place in the stage before."""
    entry: Mapped[Entry] = relationship()


class RoundState(Word):
    """Planned until its time has come, running until its last set is done."""

    PLANNED = "planned"
    RUNNING = "running"
    DONE = "done"


class Round(Base):
    """One round of a stage, all divisions together. Its tables are the sets that name it."""

    __tablename__ = "rounds"
    __table_args__ = (UniqueConstraint("stage_id", "number"), Index(None, "state"))
    id: Mapped[Id]
    stage_id: Mapped[int] = mapped_column(ForeignKey("season_stages.id"))
    number: Mapped[int]
    """From 1."""
    state: Mapped[RoundState] = mapped_column(default=RoundState.PLANNED)
    starts_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
    stage: Mapped[SeasonStage] = relationship(back_populates="rounds")


class Bye(Base):
    """A bye: an entry that has no opponents in a round."""

    __tablename__ = "byes"
    round_id: Mapped[int] = mapped_column(ForeignKey("rounds.id"), primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"), primary_key=True)
    matches: Mapped[int]
    """How many matches the others play in that round."""


class RulingKind(Word):
    """What organisers can decide."""

    VOID = "void"
    REPLAY = "replay"
    FORFEIT = "forfeit"
    WITHDRAW = "withdraw"
    DISQUALIFY = "disqualify"


class RulingEntry(Base):
    """One decision of the organisers, with its public reason. Only ever added to; tables are computed from results and rulings."""

    __tablename__ = "rulings"
    __table_args__ = (Index(None, "season_id", "id"), Index(None, "match_id"))
    id: Mapped[Id]
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"))
    kind: Mapped[RulingKind]
    match_id: Mapped[int | None] = mapped_column(ForeignKey("matches.id"))
    entry_id: Mapped[int | None] = mapped_column(ForeignKey("entries.id"))
    reason: Mapped[str] = mapped_column(Text)
    actor: Mapped[str] = mapped_column(String(100))
    at: Mapped[datetime] = mapped_column(default=utcnow)


class Invite(Base):
    """A code that lets teams into a closed season; only its hash is kept."""

    __tablename__ = "invites"
    __table_args__ = (Index(None, "season_id"),)
    id: Mapped[Id]
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"))
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    label: Mapped[Name] = mapped_column(default="")
    uses_left: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    revoked_at: Mapped[datetime | None]


class Organiser(Base):
    """An account that may run a season and see all of it."""

    __tablename__ = "season_organisers"
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    account: Mapped[Account] = relationship()


class FinalLine(Base):
    """One line of a final table, written when the season is finished and never changed."""

    __tablename__ = "final_tables"
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    stage: Mapped[int] = mapped_column(primary_key=True)
    """The stage's number; -1: the whole season, which promotion and relegation read."""
    division: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"))
    bot: Mapped[Name]
    team: Mapped[Name]
    detail: Mapped[dict[str, Any]]
    """Points, matches, wins and what decided the place, as the table showed them."""


class Champion(Base):
    """The hall of fame: who won a division of a season."""

    __tablename__ = "champions"
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    division: Mapped[int] = mapped_column(primary_key=True)
    entry_id: Mapped[int] = mapped_column(ForeignKey("entries.id"))
    league: Mapped[Name]
    title: Mapped[str] = mapped_column(String(120))
    division_name: Mapped[str] = mapped_column(String(120))
    bot: Mapped[Name]
    team: Mapped[Name]
    at: Mapped[datetime] = mapped_column(default=utcnow)
