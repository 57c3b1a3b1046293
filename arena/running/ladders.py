"""The ladders' tick: new bots are validated, then paired into rated sets."""

import logging
from collections import Counter
from datetime import datetime, timedelta
from random import SystemRandom

from redis import Redis
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

import engine
from arena.running.dispatch import busy_bots
from arena.running.presence import Present, present
from arena.running.solo import free_places, open_solo
from arena.scheduling.candidates import Candidate
from arena.scheduling.pairing import pair
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.locks import alone
from arena.storage.models import (
    Bot,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    Season,
    SeasonFormat,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
)
from arena.storage.rating import enter
from arena.storage.sets import Table, create_set

log = logging.getLogger(__name__)

HOUSE_PACE = timedelta(seconds=10)
"""Between sets of house bots alone in one ladder: they are yardsticks, not a way to heat a room."""
VALIDATION_RETRY = timedelta(minutes=1)
RECENT_SETS = 200


def tick(database: Database, redis: Redis, now: datetime | None = None) -> list[int]:
    """One pass over all running ladders; the ids of the new sets."""
    now = now or utcnow()
    made: list[int] = []
    with database.write() as session:
        alone(session, "ladders")
        bots = session.scalars(select(Bot).where(Bot.house.is_(None), Bot.disabled_at.is_(None))).all()
        here = present(redis, [bot.id for bot in bots])
        made += _validate(session, [bot for bot in bots if bot.id in here and bot.validated_at is None], here, now)
        seasons = session.scalars(
            select(Season).where(
                Season.state == SeasonState.RUNNING,
                Season.paused.is_(False),
                Season.format.in_([SeasonFormat.LADDER, SeasonFormat.SOLO]),
                Season.file.is_(None),  # a league's ladder stage is arena.running.seasons' affair
            )
        ).all()
        for season in seasons:
            _enter_new(session, season, here)
        busy = busy_bots(session)
        for season in seasons:
            if season.format is SeasonFormat.SOLO:
                made += open_solo(session, season, here, busy, house=_house_is_due(session, season, now))
            else:
                made += _pair(session, season, here, busy, now)
    return made


def _validate(session: Session, bots: list[Bot], here: dict[int, Present], now: datetime) -> list[int]:
    """A first match against house bots for each bot that has none open and has not just failed one."""
    made = []
    for bot in bots:
        last = session.scalar(
            select(TableSet)
            .join(Match)
            .join(MatchSeat)
            .where(MatchSeat.bot_id == bot.id, TableSet.kind == SetKind.VALIDATION)
            .order_by(TableSet.id.desc())
            .limit(1)
        )
        if last is not None and (last.state is SetState.OPEN or (last.done_at or now) > now - VALIDATION_RETRY):
            continue
        game = next((name for name in engine.games() if here[bot.id].plays(name)), None)
        house = session.scalars(select(Bot).where(Bot.house == "random").order_by(Bot.id).limit(1)).all()
        if game is None or not house:
            continue
        table = Table(SetKind.VALIDATION, game, 2, {}, "blitz", [bot.id, house[0].id], rotations=1)
        made.append(create_set(session, table).id)
    return made


def _enter_new(session: Session, season: Season, here: dict[int, Present]) -> None:
    """Validated bots join the open ladders of the games they declare."""
    if not season.open_ladder:
        return
    known = set(session.scalars(select(Entry.bot_id).where(Entry.season_id == season.id)))
    for bot_id, one in here.items():
        if bot_id not in known and one.plays(season.game):
            bot = session.get_one(Bot, bot_id)
            if bot.validated_at is not None:
                enter(session, season, bot_id)
                log.info("bot %s joins %s", bot.name, season.slug)


def _pair(session: Session, season: Season, here: dict[int, Present], busy: Counter[int], now: datetime) -> list[int]:
    everyone = candidates(session, season, here, busy, now)
    tables: list[tuple[str, ...]] = []
    if any(one.ready and not one.house for one in everyone):
        tables += pair(everyone, season.seats, seed=SystemRandom().getrandbits(64)).tables
    if _house_is_due(session, season, now):
        tables += _house_table(everyone, season.seats)
    return [_open(session, season, table) for table in tables]


def candidates(
    session: Session, season: Season, here: dict[int, Present], busy: Counter[int], now: datetime
) -> list[Candidate]:
    """Everyone of a ladder as the pairing sees them; bots are named by their ids."""
    entries = session.scalars(
        select(Entry)
        .where(Entry.season_id == season.id, Entry.state == EntryState.ACTIVE)
        .options(selectinload(Entry.bot).selectinload(Bot.team))
    ).all()
    sitting = Counter(
        session.scalars(
            select(MatchSeat.bot_id)
            .join(Match)
            .join(TableSet)
            .where(TableSet.season_id == season.id, TableSet.state == SetState.OPEN, Match.rotation == 0)
        )
    )
    recent = _recent(session, season)
    return [_candidate(entry, here, busy, sitting, recent, now) for entry in entries if entry.bot.disabled_at is None]


def _candidate(
    entry: Entry,
    here: dict[int, Present],
    busy: Counter[int],
    sitting: Counter[int],
    recent: dict[int, frozenset[str]],
    now: datetime,
) -> Candidate:
    house = entry.bot.house is not None
    there = here.get(entry.bot_id)
    free = 1 if house else free_places(entry.season, there, max(busy[entry.bot_id], sitting[entry.bot_id]))
    since = entry.last_set_at or entry.joined_at
    return Candidate(
        bot=str(entry.bot_id),
        owner=str(entry.bot.team_id),
        points=entry.rating / 1000,
        deviation=entry.deviation / 1000,
        waiting=max(0.0, (now - since).total_seconds()),
        free=free,
        online=house or there is not None,
        house=house,
        recent=recent.get(entry.bot_id, frozenset()),
    )


def _recent(session: Session, season: Season) -> dict[int, frozenset[str]]:
    """Whom each bot met in the last sets."""
    newest = select(TableSet.id).where(TableSet.season_id == season.id).order_by(TableSet.id.desc()).limit(RECENT_SETS)
    rows = session.execute(
        select(Match.set_id, MatchSeat.bot_id).join(MatchSeat).where(Match.set_id.in_(newest), Match.rotation == 0)
    ).all()
    tables: dict[int, set[int]] = {}
    for set_id, bot_id in rows:
        tables.setdefault(set_id, set()).add(bot_id)
    met: dict[int, set[str]] = {}
    for table in tables.values():
        for bot_id in table:
            met.setdefault(bot_id, set()).update(str(other) for other in table if other != bot_id)
    return {bot_id: frozenset(others) for bot_id, others in met.items()}


def _house_is_due(session: Session, season: Season, now: datetime) -> bool:
    last = session.scalar(
        select(TableSet)
        .where(TableSet.season_id == season.id, TableSet.house_only)
        .order_by(TableSet.id.desc())
        .limit(1)
    )
    return last is None or (last.state is not SetState.OPEN and last.created_at < now - HOUSE_PACE)


def _house_table(candidates: list[Candidate], seats: int) -> list[tuple[str, ...]]:
    """House bots play each other while there is nothing else to do: the ladder has its yardsticks."""
    house = sorted((one for one in candidates if one.house), key=lambda one: -one.waiting)
    return [tuple(one.bot for one in house[:seats])] if len(house) >= seats else []


def _open(session: Session, season: Season, table: tuple[str, ...]) -> int:
    bots = [int(bot) for bot in table]
    made = create_set(
        session,
        Table(SetKind.RATED, season.game, season.seats, season.options, season.clock, bots, season_id=season.id),
    )
    return made.id
