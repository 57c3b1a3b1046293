"""What the first start puts into an empty arena: an admin, house bots, and a demo season of every game."""

import os
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

import engine
from arena.storage.audit import log
from arena.storage.database import Database
from arena.storage.models import Account, Bot, Role, Season, SeasonFormat, SeasonState, Team
from arena.storage.people import HOUSE_TEAM, create_account, create_bot, create_team
from arena.storage.rating import enter
from arena.storage.secrets import new_password

ACTOR = "first start"
ADMIN = "admin"
HOUSE_BOTS = {"shinobi": "greedy", "ronin": "greedy:noise=0.3", "kappa": "greedy:noise=0.6", "tanuki": "random"}
"""Four strengths, from the best to any legal action."""
DEMO_SEATS = {"iki": 2, "nippon": 2, "yokohama": 2, "zaibatsu": 2}
"""Two seats: sets are short, and a single external bot already finds a table."""


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
        bots = _house_bots(session)
        for game in engine.games():
            _demo_season(session, game, bots)
    if password is None:
        return FirstStart(None, None)
    file = data / "admin-password"
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as out:
        out.write(password + "\n")
    return FirstStart(file, password)


def _house_bots(session: Session) -> list[Bot]:
    team = session.scalar(select(Team).where(Team.name == HOUSE_TEAM)) or create_team(
        session, HOUSE_TEAM, ACTOR, house=True
    )
    bots = []
    for name, text in HOUSE_BOTS.items():
        bot = session.scalar(select(Bot).where(Bot.name == name)) or create_bot(session, name, team, ACTOR, house=text)
        bot.language = "house"
        bots.append(bot)
    return bots


def _demo_season(session: Session, game: str, bots: list[Bot]) -> None:
    slug = f"{game}-open"
    if session.scalar(select(Season.id).where(Season.slug == slug)) is not None:
        return
    season = Season(
        slug=slug,
        title=f"{engine.game(game).title}: open ladder",
        game=game,
        seats=DEMO_SEATS[game],
        clock="blitz",
        format=SeasonFormat.LADDER,
        state=SeasonState.RUNNING,
        open_ladder=True,
    )
    session.add(season)
    session.flush()
    for bot in bots:
        enter(session, season, bot.id)
    log(session, ACTOR, "season_created", f"season:{slug}")
