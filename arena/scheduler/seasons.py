"""The tick of league seasons: does what is due in each season, and pairs tables of ladder stages."""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from random import SystemRandom

from redis import Redis
from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from arena.db.database import Database, alone, utcnow
from arena.db.models import Entry, Round, RoundState, Season, SeasonStage, SeasonState
from arena.errors import ArenaError, NotFound
from arena.ladders.rating import hold_entries
from arena.results.table_sets import LeaguePlace
from arena.scheduler.ladders import candidates
from arena.scheduler.queue import busy_bots
from arena.scheduling.pairing import Candidate, pair
from arena.seasons import entries as entering, lifecycle, lookup, rounds
from arena.seasons.wiping import clear_what_is_due
from arena.transport.presence import Present, present

log = logging.getLogger(__name__)

MOST_STEPS = 50
"""The most steps of one season in one tick: a guard against a season that never settles."""
LIVE = (SeasonState.DRAFT, SeasonState.REGISTRATION, SeasonState.RUNNING)


def tick(database: Database, redis: Redis | None, now: datetime | None = None) -> list[str]:
    """One pass over all league seasons; the slugs of those that went on. Without Redis nobody is connected."""
    moment = now or utcnow()
    going = and_(Season.state.in_(LIVE), Season.paused.is_(False), Season.file.is_not(None))
    with database.read() as session:
        rows = session.execute(
            select(Season.slug, Season.wiped_at).where(or_(going, Season.wiped_at.is_not(None))).order_by(Season.id)
        ).all()
    for row in rows:
        if row.wiped_at is not None:
            _clear(database, row.slug, moment)
    return [row.slug for row in rows if row.wiped_at is None and _carry_on(database, redis, row.slug, moment)]


def _clear(database: Database, slug: str, now: datetime) -> None:
    """Delete a rehearsal that was wiped. One that cannot be deleted stays for the next tick."""
    try:
        with database.write() as session:
            clear_what_is_due(session, slug, now)
    except NotFound:
        log.info("%s is wiped already", slug)
    except Exception:
        log.exception("the rehearsal %s cannot be wiped", slug)


def _carry_on(database: Database, redis: Redis | None, slug: str, now: datetime) -> bool:
    """Carry on one season in a separate transaction: a season that cannot go on does not hold up others."""
    try:
        with database.write() as session:
            alone(session, "seasons")
            steps = 0
            while steps < MOST_STEPS and lifecycle.carry_on(session, slug, now):
                steps += 1
            tables = _ladder_tables(session, redis, slug, now)
            _note(session, slug, None)
    except ArenaError as error:
        with database.write() as session:
            _note(session, slug, str(error))
        return False
    except Exception:
        log.exception("season %s cannot go on", slug)
        with database.write() as session:
            _note(session, slug, "an error of the arena, see its logs")
        return False
    return bool(steps or tables)


def _note(session: Session, slug: str, trouble: str | None) -> None:
    """Note for the organisers why the season cannot go on; log it once, not at every tick."""
    row = session.scalar(select(Season).where(Season.slug == slug))
    if row is not None and row.trouble != trouble:  # None: a rehearsal that was wiped meanwhile
        if trouble is not None:
            log.warning("season %s cannot go on: %s", slug, trouble)
        row.trouble = trouble


def _ladder_tables(session: Session, redis: Redis | None, slug: str, now: datetime) -> list[int]:
    """New tables of a running ladder stage, division by division."""
    row = lookup.season(session, slug)
    stage = lifecycle.current_stage(session, row) if row.state is SeasonState.RUNNING and not row.paused else None
    if stage is None or stage.format != "ladder" or (row.deadline is not None and row.deadline <= now):
        return []
    running = next((candidate for candidate in stage.rounds if candidate.state is RoundState.RUNNING), None)
    if running is None or rounds.is_played(session, row, stage):
        return []
    entries = {entry.bot_id: entry for entry in entering.active(session, row)}
    outside = [entry.bot_id for entry in entries.values() if entry.bot.house is None]
    here = present(redis, outside) if redis is not None else {}
    everyone = _candidates(session, row, here, now)
    if any(candidate.ready for candidate in everyone):
        hold_entries(session, row.id)
    set_ids: list[int] = []
    for division in sorted({entry.division or 0 for entry in entries.values()}):
        playing = [candidate for candidate in everyone if (entries[int(candidate.bot)].division or 0) == division]
        set_ids += _pair(session, row, stage, running, playing, entries, division)
    return set_ids


def _candidates(session: Session, row: Season, here: dict[int, Present], now: datetime) -> list[Candidate]:
    """House bots that are entered play like everybody else: one table at a time, also against each other."""
    busy: Counter[int] = busy_bots(session)
    sitting = rounds.sitting(session, row)
    return [
        replace(
            candidate,
            house=False,
            owners=frozenset({f"bot {candidate.bot}"}),
            free=0 if sitting[int(candidate.bot)] else 1,
        )
        if candidate.house
        else candidate
        for candidate in candidates(session, row, here, busy, now)
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
    if not any(candidate.ready for candidate in playing):
        return []
    rule = lookup.plan_of(row).stages[stage.number]
    tables = pair(playing, row.seats, seed=SystemRandom().getrandbits(64)).tables
    place = LeaguePlace(running.id, division)
    return [rounds.open_table(session, row, rule, [entries[int(bot)] for bot in table], place) for table in tables]
