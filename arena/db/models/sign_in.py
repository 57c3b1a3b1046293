"""What people sign in with beside a password: providers, apps, recovery codes."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from arena.db.database import Base, Id, utcnow


class Identity(Base):
    """A person at a sign-in provider who may sign in to an account here, identified by issuer and subject alone."""

    __tablename__ = "sign_in_identities"
    __table_args__ = (UniqueConstraint("issuer", "subject"), Index(None, "account_id"))
    id: Mapped[Id]
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    issuer: Mapped[str] = mapped_column(String(255))
    subject: Mapped[str] = mapped_column(String(255))
    label: Mapped[str] = mapped_column(String(100), default="")
    """Their name there when the two were linked."""
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    last_used_at: Mapped[datetime | None]


class SecondFactor(Base):
    """The secret that an account shares with its owner's app. It counts once a code has confirmed it."""

    __tablename__ = "second_factors"
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True)
    secret: Mapped[str] = mapped_column(String(64))
    """Base32, kept as it is: the arena needs it for every check."""
    created_at: Mapped[datetime] = mapped_column(default=utcnow)
    confirmed_at: Mapped[datetime | None]
    last_step: Mapped[int] = mapped_column(default=0)
    """Time step of the last code that was used: this one and older ones are refused."""


class RecoveryCode(Base):
    """A code that works once in place of the app's."""

    __tablename__ = "recovery_codes"
    __table_args__ = (Index(None, "account_id"),)
    id: Mapped[Id]
    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"))
    hash: Mapped[str] = mapped_column(String(64))
    """SHA-256: a code has 74 random bits, and guesses are counted."""
    used_at: Mapped[datetime | None]
