"""What the first start puts into an empty arena: an admin, house bots, and a demo season of every game."""

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

import engine
from arena.access.credentials import new_password
from arena.accounts.commands import HOUSE_TEAM, create_account
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database
from arena.db.models import Account, Bot, Role, Season, Team
from arena.ladders.commands import NewLadder, create_ladder
from arena.players import HOUSE_BOTS, LEVEL_BOTS

ACTOR = "first start"
ADMIN = "admin"
PASSWORD_FILE = "admin-password"  # noqa: S105 (the name of a file)
DEMO_SEATS = 2
"""Sets are short, and a single external bot already finds a table."""


@dataclass(frozen=True, slots=True)
class FirstStart:
    """What was made; None: the arena had it already."""

    password_file: Path | None
    password: str | None


def prepare(database: Database, data: Path) -> FirstStart:
    """Make what is missing. Doing it twice changes nothing."""
    password = None
    with database.write() as session:
        if session.scalar(select(Account.id).limit(1)) is None:
            password = new_password()
            create_account(session, ADMIN, password, Role.ADMIN, ACTOR)
            _keep_password(data, password)
        _house_bots(session)
        for name in engine.games():
            title = engine.game(name).title
            _demo_ladder(session, f"{name}-open", name, DEMO_SEATS, f"{title}: open ladder")
            if 1 in engine.game(name).seats:
                _demo_ladder(session, f"{name}-solo", name, 1, f"{title}: solo ladder")
    return FirstStart(None if password is None else data / PASSWORD_FILE, password)


def _keep_password(data: Path, password: str) -> None:
    """Write the password to a file that only its owner can read, before the account exists: it is never lost."""
    handle = os.open(data / PASSWORD_FILE, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(password + "\n")


def _house_bots(session: Session) -> None:
    team = session.scalar(select(Team).where(Team.name == HOUSE_TEAM)) or add_team(
        session, HOUSE_TEAM, ACTOR, house=True
    )
    for name, text in (HOUSE_BOTS | LEVEL_BOTS).items():
        bot = session.scalar(select(Bot).where(Bot.name == name)) or create_bot(session, name, team, ACTOR, house=text)
        bot.language = "house"


def _demo_ladder(session: Session, slug: str, game: str, seats: int, title: str) -> None:
    if session.scalar(select(Season.id).where(Season.slug == slug)) is None:
        wanted = NewLadder(slug=slug, game=game, seats=seats, clock="blitz", title=title, open_ladder=True, house=True)
        create_ladder(session, wanted, ACTOR)
