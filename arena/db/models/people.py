"""Accounts, teams and tokens."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from arena.db.base import Base, Id, Name, Word, utcnow
from arena.db.models.named import Named


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


class TokenKind(Word):
    """A bot token plays as one bot and can do nothing else; an author token asks the arena for its owner."""

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
