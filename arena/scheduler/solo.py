"""The tick of solo seasons: every bot plays every set-up, the one it has played least often first."""

from collections import Counter
from datetime import datetime
from functools import partial

from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from arena.access.lookup import may_play, owners
from arena.db.database import apart
from arena.db.models import (
    Bot,
    BotVersion,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    Season,
    SetKind,
    SetState,
    TableSet,
)
from arena.ladders.solo import setup_seeds
from arena.results.table_sets import Table, create_set
from arena.scheduler.queue import Shares, open_sets
from arena.transport.presence import Present

MOST_EACH = 3
"""Matches of one version on one set-up: more would only average the hidden draws further."""


def open_solo(
    session: Session, season: Season, here: dict[int, Present], busy: Counter[int], shares: Shares, *, house: bool
) -> list[int]:
    """One more set for each bot that has a free place and a set-up left; for a house bot only where *house* says so."""
    seeds = setup_seeds(season)
    played, at_it = _counts(session, season, here)
    entries, taken = _entries(session, season), open_sets(session)
    known = owners(session, {entry.bot.team_id for entry in entries})
    sets: list[int] = []
    for entry in entries:
        bot_id, people = entry.bot_id, known[entry.bot.team_id]
        if entry.bot.house is not None:
            free = 1 if house and not at_it[bot_id] else 0
        else:
            free = free_places(season, here.get(bot_id), max(busy[bot_id], at_it[bot_id]))
        if free <= 0 or any(taken[person] >= shares.person for person in people):
            continue
        seed = next_setup(seeds, played.get(bot_id, Counter()))
        if seed is None:
            continue
        set_id = apart(session, f"a solo set of bot {bot_id}", partial(_open, session, season, bot_id, seed))
        sets += [] if set_id is None else [set_id]
        taken.update(people)
        if entry.bot.house is not None:
            house = False  # one of them at a time
    return sets


def _open(session: Session, season: Season, bot_id: int, seed: int) -> int:
    table = Table(SetKind.RATED, season.game, 1, season.options, season.clock, [bot_id], season_id=season.id, seed=seed)
    return create_set(session, table).id


def free_places(season: Season, there: Present | None, taken: int) -> int:
    """How many more matches of the season a connected bot takes."""
    if there is None or there.finishing or not there.plays(season.game):
        return 0
    return max(0, there.at_once - taken)


def next_setup(seeds: list[int], played: Counter[str]) -> int | None:
    """The set-up to play next; None: it has played them all often enough."""
    seed = min(seeds, key=lambda one: (played[str(one)], seeds.index(one)))
    return seed if played[str(seed)] < MOST_EACH else None


def is_through(session: Session, season: Season, bot_id: int, there: Present | None) -> bool:
    """Whether the bot's version has played all set-ups as often as it may."""
    here = {} if there is None else {bot_id: there}
    played, _ = _counts(session, season, here)
    return next_setup(setup_seeds(season), played.get(bot_id, Counter())) is None


def _entries(session: Session, season: Season) -> list[Entry]:
    """The entries, the one that has waited longest first."""
    entries = session.scalars(
        select(Entry)
        .join(Bot, Bot.id == Entry.bot_id)
        .where(Entry.season_id == season.id, Entry.state == EntryState.ACTIVE, may_play())
        .options(selectinload(Entry.bot))
    ).all()

    def waiting_since(entry: Entry) -> datetime:
        return entry.last_set_at or entry.joined_at

    return sorted(entries, key=waiting_since)


def _counts(session: Session, season: Season, here: dict[int, Present]) -> tuple[dict[int, Counter[str]], Counter[int]]:
    """Per bot: how often its present version has played each set-up or is about to; and how many sets it has open."""
    rows = session.execute(
        select(MatchSeat.bot_id, BotVersion.name, TableSet.seed, TableSet.state)
        .select_from(TableSet)
        .join(Match, (Match.set_id == TableSet.id) & (Match.rotation == 0))
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .outerjoin(BotVersion, BotVersion.id == MatchSeat.version_id)
        .where(TableSet.season_id == season.id, TableSet.state != SetState.VOID)
        .distinct()
        .add_columns(TableSet.id)
    ).all()
    played: dict[int, Counter[str]] = {}
    at_it: Counter[int] = Counter()
    for bot_id, version, seed, state, _ in rows:
        there = here.get(bot_id)
        if state is SetState.OPEN:
            at_it[bot_id] += 1
        elif there is not None and version != there.named_version:
            continue
        played.setdefault(bot_id, Counter())[seed] += 1
    return played, at_it
