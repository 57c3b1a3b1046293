"""Seasons and who plays in them; and what league seasons add: stages, rounds, byes, divisions, rulings, invites, organisers, final tables."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from arena.db.database import Base, Id, Name, Seed, Word, utcnow
from arena.db.models.people import Account, Bot


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
    rehearses_id: Mapped[int | None] = mapped_column(ForeignKey("seasons.id"))
    """The season that this one is a rehearsal of: it counts for nothing and is wiped."""
    wiped_at: Mapped[datetime | None]
    """When it was called off to be wiped; its rows are deleted once none of its matches runs."""
    visibility: Mapped[Name] = mapped_column(default="public")
    """public, members or organisers."""
    hosting: Mapped[Name] = mapped_column(default="both")
    """Which bots may play: hosted by the arena, dial_in, or both."""
    keep_free: Mapped[bool] = mapped_column(default=False)
    """Its bots don't join open ladders by themselves before it is over."""
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
    TAKE_BACK = "take_back"

    @property
    def words(self) -> str:
        """As people write it."""
        return self.value.replace("_", " ")


class RulingEntry(Base):
    """One decision of the organisers, with its public reason. Only ever added to; tables are computed from results and rulings."""

    __tablename__ = "rulings"
    __table_args__ = (Index(None, "season_id", "id"), Index(None, "match_id"))
    id: Mapped[Id]
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"))
    kind: Mapped[RulingKind]
    match_id: Mapped[int | None] = mapped_column(ForeignKey("matches.id"))
    entry_id: Mapped[int | None] = mapped_column(ForeignKey("entries.id"))
    takes_back_id: Mapped[int | None] = mapped_column(ForeignKey("rulings.id"))
    """The ruling that this one takes back; it names the same match and entry."""
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


class OrganiserInvitation(Base):
    """A season asks an account to run it. The row goes when somebody answers it or takes it back."""

    __tablename__ = "organiser_invitations"
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    invited_by: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    """None: the operator, on the command line."""
    created_at: Mapped[datetime] = mapped_column(default=utcnow)


class SeasonMessage(Base):
    """What an organiser says to the participants of a season, or to one of them."""

    __tablename__ = "season_messages"
    __table_args__ = (Index(None, "season_id", "id"),)
    id: Mapped[Id]
    season_id: Mapped[int] = mapped_column(ForeignKey("seasons.id"))
    entry_id: Mapped[int | None] = mapped_column(ForeignKey("entries.id"))
    """The entry it is for; None: all participants."""
    body: Mapped[str] = mapped_column(Text)
    """Plain text, cleaned."""
    actor: Mapped[str] = mapped_column(String(100))
    at: Mapped[datetime] = mapped_column(default=utcnow)


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
