"""The league seasons' tick: what the calendar has for each season, and the tables of ladder stages."""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import SystemRandom

from redis import Redis
from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.running.ladders import candidates
from arena.running.presence import Present, present
from arena.running.shares import busy_bots
from arena.scheduling.candidates import Candidate
from arena.scheduling.pairing import pair
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.errors import StorageError
from arena.storage.leagues import entering, finding, laddering, life, rounds
from arena.storage.locks import alone
from arena.storage.models import Entry, Round, RoundState, Season, SeasonStage, SeasonState
from arena.storage.sets import LeaguePlace

log = logging.getLogger(__name__)

MOST_STEPS = 50
"""Steps of one season in one tick; more is a season that goes round in circles."""
LIVE = (SeasonState.DRAFT, SeasonState.REGISTRATION, SeasonState.RUNNING)


def tick(database: Database, redis: Redis | None, now: datetime | None = None) -> list[str]:
    """One pass over all league seasons; the slugs of those that went on. Without Redis nobody is connected."""
    moment = now or utcnow()
    with database.read() as session:
        slugs = session.scalars(
            select(Season.slug)
            .where(Season.state.in_(LIVE), Season.paused.is_(False), Season.file.is_not(None))
            .order_by(Season.id)
        ).all()
    return [slug for slug in slugs if _carry_on(database, redis, slug, moment)]


def _carry_on(database: Database, redis: Redis | None, slug: str, now: datetime) -> bool:
    """One season in a transaction of its own: one that cannot go on holds no other up."""
    try:
        with database.write() as session:
            alone(session, "seasons")
            steps = 0
            while steps < MOST_STEPS and life.carry_on(session, slug, now):
                steps += 1
            tables = _ladder_tables(session, redis, slug, now)
            _note(session, slug, None)
    except StorageError as wrong:
        with database.write() as session:
            _note(session, slug, str(wrong))
        return False
    except Exception:
        log.exception("season %s cannot go on", slug)
        with database.write() as session:
            _note(session, slug, "an error of the arena, see its logs")
        return False
    return bool(steps or tables)


def _note(session: Session, slug: str, trouble: str | None) -> None:
    """Tell the organisers why the season stands still; once, not at every tick."""
    row = session.scalars(select(Season).where(Season.slug == slug)).one()
    if row.trouble != trouble:
        if trouble is not None:
            log.warning("season %s cannot go on: %s", slug, trouble)
        row.trouble = trouble


def _ladder_tables(session: Session, redis: Redis | None, slug: str, now: datetime) -> list[int]:
    """New tables of a running ladder stage, division by division."""
    row = finding.season(session, slug)
    stage = life.current_stage(session, row) if row.state is SeasonState.RUNNING and not row.paused else None
    if stage is None or stage.format != "ladder" or (row.deadline is not None and row.deadline <= now):
        return []
    running = next((one for one in stage.rounds if one.state is RoundState.RUNNING), None)
    if running is None or laddering.is_played(session, row, stage):
        return []
    entries = {entry.bot_id: entry for entry in entering.active(session, row)}
    outside = [entry.bot_id for entry in entries.values() if entry.bot.house is None]
    here = present(redis, outside) if redis is not None else {}
    everyone = _candidates(session, row, here, now)
    made: list[int] = []
    for division in sorted({entry.division or 0 for entry in entries.values()}):
        playing = [one for one in everyone if (entries[int(one.bot)].division or 0) == division]
        made += _pair(session, row, stage, running, playing, entries, division)
    return made


def _candidates(session: Session, row: Season, here: dict[int, Present], now: datetime) -> list[Candidate]:
    """House bots that are entered play like everybody else: one table at a time, also against each other."""
    busy: Counter[int] = busy_bots(session)
    sitting = laddering.sitting(session, row)
    return [
        replace(one, house=False, owners=frozenset({f"bot {one.bot}"}), free=0 if sitting[int(one.bot)] else 1)
        if one.house
        else one
        for one in candidates(session, row, here, busy, now)
    ]


def _pair(
    session: Session,
    row: Season,
    stage: SeasonStage,
    running: Round,
    playing: Sequence[Candidate],
    entries: dict[int, Entry],
    division: int,
) -> list[int]:
    if not any(one.ready for one in playing):
        return []
    rule = finding.plan_of(row).stages[stage.number]
    tables = pair(playing, row.seats, seed=SystemRandom().getrandbits(64)).tables
    place = LeaguePlace(running.id, division)
    return [rounds.open_table(session, row, rule, [entries[int(bot)] for bot in table], place) for table in tables]
