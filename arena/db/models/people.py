"""Accounts, teams, tokens, bots and their versions, and the rule for their names."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship, validates

from arena.db.database import Base, Id, Name, Word, utcnow
from arena.names import folded


def _folded(context: Any) -> str:
    """For rows that are inserted without a model."""
    return folded(context.get_current_parameters()["name"])


class Named:
    """A name, and what it has in common with names that look like it."""

    name: Mapped[Name] = mapped_column(unique=True)
    folded: Mapped[Name | None] = mapped_column(unique=True, index=True, default=_folded)
    """`arena.names.folded` of the name; names from before the rule that look alike end in `~` and their id."""

    @validates("name")
    def _fold(self, _: str, name: str) -> str:
        self.folded = folded(name)
        return name


class Role(Word):
    """What an account may do: an admin everything, an organiser seasons, an author own bots."""

    ADMIN = "admin"
    ORGANISER = "organiser"
    AUTHOR = "author"


class Account(Named, Base):
    """A person who can sign in. Deleting one leaves the row without name and password, so that history stays whole."""

    __tablename__ = "accounts"
    id: Mapped[Id]
    password_hash: Mapped[str | None] = mapped_column(String(200))
    """Argon2id; None: nobody can sign in with it."""
    role: Mapped[Role] = mapped_column(default=Role.AUTHOR)
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    disabled_at: Mapped[datetime | None]
    deleted_at: Mapped[datetime | None]


class Team(Named, Base):
    """Owns bots. Every account has its own team from the start; two bots of one team never share a rated table."""

    __tablename__ = "teams"
    id: Mapped[Id]
    house: Mapped[bool] = mapped_column(default=False)
    """The arena's own team: its bots may share tables."""
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    members: Mapped[list["TeamMember"]] = relationship(back_populates="team", order_by="TeamMember.account_id")


class TeamMember(Base):
    """A member of a team. Leaders may invite and remove members."""

    __tablename__ = "team_members"
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    leader: Mapped[bool] = mapped_column(default=False)
    team: Mapped[Team] = relationship(back_populates="members")
    account: Mapped[Account] = relationship()


class TeamInvitation(Base):
    """A team asks an account to become a member. The row goes when somebody answers it or takes it back."""

    __tablename__ = "team_invitations"
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"), primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, index=True)
    invited_by: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    created_at: Mapped[datetime] = mapped_column(default=utcnow)


class Follow(Base):
    """An account follows a bot or a season: their news come together on one of its pages."""

    __tablename__ = "follows"
    __table_args__ = (
        CheckConstraint("(bot_id IS NULL) <> (season_id IS NULL)", name="one_target"),
        UniqueConstraint("account_id", "bot_id"),
        UniqueConstraint("account_id", "season_id"),
        Index(None, "bot_id"),
        Index(None, "season_id"),
    )
    id: Mapped[Id]
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    bot_id: Mapped[int | None] = mapped_column(ForeignKey("bots.id"))
    season_id: Mapped[int | None] = mapped_column(ForeignKey("seasons.id"))
    created_at: Mapped[datetime] = mapped_column(default=utcnow)


class TokenKind(Word):
    """A bot token plays as one bot and can do nothing else; an author token calls the arena in its owner's name."""

    BOT = "bot"
    AUTHOR = "author"


class Token(Base):
    """A key to the arena, of which only the hash is kept."""

    __tablename__ = "tokens"
    __table_args__ = (
        CheckConstraint("(bot_id IS NULL) <> (account_id IS NULL)", name="one_owner"),
        Index(None, "bot_id"),
        Index(None, "account_id"),
    )
    id: Mapped[Id]
    kind: Mapped[TokenKind]
    hash: Mapped[str] = mapped_column(String(64), unique=True)
    """SHA-256 of the token: tokens have 256 random bits, so a slow hash would add nothing."""
    label: Mapped[Name] = mapped_column(default="")
    bot_id: Mapped[int | None] = mapped_column(ForeignKey("bots.id"))
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    last_used_at: Mapped[datetime | None]
    revoked_at: Mapped[datetime | None]
    expires_at: Mapped[datetime | None]
    """Of a token that a runner gave to a hosted bot; None: until it is revoked."""


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
