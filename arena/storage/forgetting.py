"""Taking the names of those who left out of everything that keeps a copy: final tables, champions, rulings, the audit log.

What people wrote in their own words (reasons, labels) and replays that were signed stay as they are.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, String, cast, or_, select, update
from sqlalchemy.orm import Session

from arena.storage.models import AuditEntry, Champion, Entry, FinalLine, RulingEntry

SITE = "site:"
"""How the audit log marks what somebody did on the site."""
OWN_WORDS = frozenset({"reason", "why", "label"})
"""Details of an audit line that somebody wrote."""


@dataclass
class Gone:
    """Names that are to be forgotten, each with what replaces it."""

    accounts: dict[str, str] = field(default_factory=dict)
    teams: dict[str, str] = field(default_factory=dict)
    bots: dict[str, str] = field(default_factory=dict)
    bot_ids: dict[int, tuple[str, str]] = field(default_factory=dict)
    """By the bot's id: its new name and that of its team."""

    def names(self) -> dict[str, str]:
        """All of them in one; an account and its own team have the same name, and the account's counts."""
        return {**self.bots, **self.teams, **self.accounts}

    def subjects(self) -> Iterator[tuple[str, str]]:
        """What the audit log says was changed: `bot:crane`."""
        for kind, names in (("account", self.accounts), ("team", self.teams), ("bot", self.bots)):
            yield from ((f"{kind}:{old}", f"{kind}:{new}") for old, new in names.items())


def forget(session: Session, gone: Gone) -> None:
    """Put the new names wherever the old ones were copied to."""
    _tables(session, gone)
    for old, new in gone.accounts.items():
        for prefix in ("", SITE):
            for kind in (AuditEntry, RulingEntry):
                session.execute(update(kind).where(kind.actor == prefix + old).values(actor=prefix + new))
    for before, after in gone.subjects():
        session.execute(update(AuditEntry).where(AuditEntry.subject == before).values(subject=after))
    _details(session, gone.names())


def _tables(session: Session, gone: Gone) -> None:
    """Final tables and the hall of fame."""
    for bot_id, (name, team) in gone.bot_ids.items():
        entries = select(Entry.id).where(Entry.bot_id == bot_id)
        for kind in (FinalLine, Champion):
            session.execute(
                update(kind)
                .where(kind.entry_id.in_(entries))
                .values(bot=name, team=team)
                .execution_options(synchronize_session=False)
            )


def _details(session: Session, names: Mapping[str, str]) -> None:
    """The details of audit lines, wherever a value is one of the names."""
    for line in session.scalars(select(AuditEntry).where(_mentioned(names))):
        line.detail = {
            key: value if key in OWN_WORDS else _renamed(value, names.get) for key, value in line.detail.items()
        }


def _mentioned(names: Mapping[str, str]) -> ColumnElement[bool]:
    text = cast(AuditEntry.detail, String)
    return or_(*(text.contains(f'"{name}"', autoescape=True) for name in names))


def _renamed(value: Any, new: Callable[[str], str | None]) -> Any:
    if isinstance(value, str):
        return new(value) or value
    return [_renamed(one, new) for one in value] if isinstance(value, list) else value
