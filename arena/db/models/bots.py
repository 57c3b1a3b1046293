"""Bots and their versions."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from arena.db.base import Base, Id, Name, utcnow
from arena.db.models.named import Named
from arena.db.models.people import Team


class Bot(Named, Base):
    """A player of the arena. What it declares in its hello (language, games, matches at once) is kept from the last one."""

    __tablename__ = "bots"
    __table_args__ = (Index(None, "team_id"),)
    id: Mapped[Id]
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    house: Mapped[str | None] = mapped_column(String(100))
    """The text of a house bot, such as `greedy:noise=0.3`; None for bots that dial in."""
    language: Mapped[Name] = mapped_column(default="")
    games: Mapped[list[str]] = mapped_column(default=list)
    matches_at_once: Mapped[int] = mapped_column(default=1)
    open_to_challenges: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    validated_at: Mapped[datetime | None]
    """When it first finished a match without a fault; None: it plays no rated match yet."""
    disabled_at: Mapped[datetime | None]
    last_seen_at: Mapped[datetime | None]
    """When it last said hello."""
    matches_per_hour: Mapped[int | None]
    """Its owner's limit: with this many ladder matches in an hour it gets no new set. None: no limit."""
    widened_at: Mapped[datetime | None]
    """When a new version last made its ratings less certain."""
    team: Mapped[Team] = relationship()


class BotVersion(Base):
    """A version a bot has declared; every seat names the version that sat there."""

    __tablename__ = "bot_versions"
    __table_args__ = (UniqueConstraint("bot_id", "name"),)
    id: Mapped[Id]
    bot_id: Mapped[int] = mapped_column(ForeignKey("bots.id"))
    name: Mapped[Name]
    first_seen_at: Mapped[datetime] = mapped_column(default=utcnow)
    last_seen_at: Mapped[datetime] = mapped_column(default=utcnow)
    """When the bot last came with it: seasons lock the version that was declared last."""
