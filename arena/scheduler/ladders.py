"""The ladders' tick: new bots are validated, then paired into rated sets."""

import logging
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from random import SystemRandom
from typing import Any

from redis import Redis
from sqlalchemy import Row, func, select
from sqlalchemy.orm import Session

import engine
from arena.access.lookup import may_play, owners
from arena.db.database import Database, alone, apart, utcnow
from arena.db.models import (
    Bot,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    Season,
    SeasonFormat,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
)
from arena.ladders.rating import enter, hold_entries
from arena.ratings import elo
from arena.results.table_sets import Table, create_set
from arena.scheduler.queue import Shares, Slots, Turns, busy_bots, open_sets, waiting_challenges
from arena.scheduler.solo import free_places, open_solo
from arena.scheduling.pairing import Candidate, pair
from arena.seasons.entries import kept_free
from arena.transport.presence import Present, pausing, present

log = logging.getLogger(__name__)

HOUSE_PACE = timedelta(seconds=10)
"""Between sets of house bots alone in one ladder: they are yardsticks, and should not load the machine."""
VALIDATION_RETRY = timedelta(minutes=1)
RECENT_SETS = 200
SETTLED_SECONDS = 120.0
"""Between the tables that a bot opens in a ladder in which its deviation is at its floor: more play would tell little."""
AN_HOUR = timedelta(hours=1)
MOST_NEW = 40
"""Tables that one pass makes in a ladder: bots that arrive all at once must not hold up everybody else's matches."""
MOST_WAITING = 200
"""Sets of a ladder that wait for their first match. No more are made: they would wait, too, and pairing later knows more."""


def tick(
    database: Database,
    redis: Redis,
    now: datetime | None = None,
    shares: Shares | None = None,
    settled: float = SETTLED_SECONDS,
) -> list[int]:
    """One pass over all running ladders; the ids of the new sets. A failure with one bot or ladder does not hold up the others."""
    now = now or utcnow()
    with database.write() as session:
        alone(session, "ladders")
        bots = session.execute(select(Bot.id, Bot.validated_at).where(Bot.house.is_(None), may_play())).all()
        here = present(redis, [bot_id for bot_id, _ in bots])
        unvalidated = {bot_id for bot_id, validated_at in bots if validated_at is None}
        set_ids = _validate(session, sorted(unvalidated & here.keys()), here, now)
        seasons = session.scalars(
            select(Season).where(
                Season.state == SeasonState.RUNNING,
                Season.paused.is_(False),
                Season.format.in_([SeasonFormat.LADDER, SeasonFormat.SOLO]),
                Season.file.is_(None),  # a league's ladder stage is arena.scheduler.seasons' affair
            )
        ).all()
        for season in seasons:
            _enter_new(
                session, season, {bot_id: presence for bot_id, presence in here.items() if bot_id not in unvalidated}
            )
        rest = resting(session, here, now, shares or Shares()) | pausing(redis, here) | unvalidated
        moment = Moment(here, busy_bots(session), now, rest, settled)
        for season in seasons:
            work = partial(_make, session, season, moment, shares or Shares())
            set_ids += apart(session, f"making tables of season {season.slug}", work) or []
    return set_ids


@dataclass(frozen=True, slots=True)
class Moment:
    """What one pass knows of all bots."""

    here: dict[int, Present]
    busy: Counter[int]
    now: datetime
    resting: frozenset[int] = frozenset()
    """Bots that take no new ladder set now."""
    settled: float = 0.0
    """Seconds between the tables that a bot with a settled rating opens."""


def resting(session: Session, here: dict[int, Present], now: datetime, shares: Shares) -> frozenset[int]:
    """Bots that a challenge waits for, and bots with as many matches in an hour as their owners allow."""
    slots, challenges = Slots(session, shares), waiting_challenges(session)
    slots.know(session, {seat.bot.team_id for match in challenges for seat in match.seats})
    return frozenset(Turns(session, challenges, here, slots, now).held | paced(session, now))


def paced(session: Session, now: datetime) -> set[int]:
    """Bots that have had their matches of the hour; those of league rounds do not count."""
    rows = session.execute(
        select(Bot.id, Bot.matches_per_hour, func.count())
        .join(MatchSeat, MatchSeat.bot_id == Bot.id)
        .join(Match, Match.id == MatchSeat.match_id)
        .join(TableSet, TableSet.id == Match.set_id)
        .where(
            Bot.matches_per_hour.is_not(None),
            TableSet.kind == SetKind.RATED,
            TableSet.round_id.is_(None),
            TableSet.created_at > now - AN_HOUR,
            Match.state.not_in([MatchState.VOID, MatchState.FAILED]),
        )
        .group_by(Bot.id, Bot.matches_per_hour)
    ).all()
    return {bot_id for bot_id, most, had in rows if most is not None and had >= most}


def _make(session: Session, season: Season, moment: Moment, shares: Shares) -> list[int]:
    """New sets of one ladder."""
    if season.format is SeasonFormat.SOLO:
        house = _house_is_due(session, season, moment.now)
        here = {bot_id: presence for bot_id, presence in moment.here.items() if bot_id not in moment.resting}
        return open_solo(session, season, here, moment.busy, shares, house=house)
    return _pair(session, season, moment, shares)


def _validate(session: Session, bots: list[int], here: dict[int, Present], now: datetime) -> list[int]:
    """A first match against a house bot for each of these bots, unless it has one open or has just failed one."""
    house_id = session.scalar(select(Bot.id).where(Bot.house == "random").order_by(Bot.id).limit(1))
    sets: list[int | None] = []
    for bot_id in bots:
        game = next((name for name in engine.games() if here[bot_id].plays(name)), None)
        if game is not None and house_id is not None and _is_validation_due(session, bot_id, now):
            table = Table(SetKind.VALIDATION, game, 2, {}, "blitz", [bot_id, house_id], rotations=1)
            sets.append(apart(session, f"making a validation match of bot {bot_id}", partial(_open, session, table)))
    return [set_id for set_id in sets if set_id is not None]


def _is_validation_due(session: Session, bot_id: int, now: datetime) -> bool:
    last = session.scalar(
        select(TableSet)
        .join(Match)
        .join(MatchSeat)
        .where(MatchSeat.bot_id == bot_id, TableSet.kind == SetKind.VALIDATION)
        .order_by(TableSet.id.desc())
        .limit(1)
    )
    return last is None or (last.state is not SetState.OPEN and (last.done_at or now) <= now - VALIDATION_RETRY)


def _enter_new(session: Session, season: Season, validated: dict[int, Present]) -> None:
    """Validated bots that are connected join the open ladders of the games they declare, unless a season of theirs keeps them free."""
    if not season.open_ladder:
        return
    known = set(session.scalars(select(Entry.bot_id).where(Entry.season_id == season.id)))
    new = [bot_id for bot_id, presence in validated.items() if bot_id not in known and presence.plays(season.game)]
    free = kept_free(session, new)
    for bot_id in new:
        if bot_id not in free:
            apart(session, f"entering bot {bot_id} into {season.slug}", partial(enter, session, season, bot_id))
            log.info("bot %s joins %s", bot_id, season.slug)


def _pair(session: Session, season: Season, moment: Moment, shares: Shares) -> list[int]:
    everyone = candidates(session, season, moment.here, moment.busy, moment.now, moment)
    everyone = within_shares(everyone, open_sets(session), shares)
    tables: list[tuple[str, ...]] = []
    if any(candidate.ready and not candidate.house for candidate in everyone):
        free = MOST_WAITING - _waiting_sets(session, season)
        tables += pair(everyone, season.seats, seed=SystemRandom().getrandbits(64), tables=min(free, MOST_NEW)).tables
    if _house_is_due(session, season, moment.now):
        tables += _house_table(everyone, season.seats)
    hold_entries(session, season.id, [int(bot) for table in tables for bot in table])
    set_ids = [
        apart(session, f"a table of {season.slug}", partial(_open, session, _rated_table(season, table)))
        for table in tables
    ]
    return [set_id for set_id in set_ids if set_id is not None]


def _waiting_sets(session: Session, season: Season) -> int:
    """Open sets of external bots of which no match has been sent to a worker."""
    sent = Match.sent_at.is_not(None) | Match.started_at.is_not(None)
    is_begun = select(Match.id).where(Match.set_id == TableSet.id, sent).exists()
    waiting = select(func.count()).select_from(TableSet).where(TableSet.season_id == season.id, ~TableSet.house_only)
    return session.scalar(waiting.where(TableSet.state == SetState.OPEN, ~is_begun)) or 0


def within_shares(everyone: list[Candidate], taken: Counter[str], shares: Shares) -> list[Candidate]:
    """Of each person's bots the most urgent, as far as the person's share goes; the others have no free place now."""
    taken, kept = Counter(taken), []
    for candidate in sorted(everyone, key=lambda candidate: (-candidate.urgency, candidate.bot)):
        if candidate.ready and any(taken[owner] >= shares.person for owner in candidate.owners):
            kept.append(replace(candidate, free=0))
        else:
            taken.update(candidate.owners if candidate.ready else ())
            kept.append(candidate)
    return kept


def candidates(
    session: Session,
    season: Season,
    here: dict[int, Present],
    busy: Counter[int],
    now: datetime,
    moment: Moment | None = None,
) -> list[Candidate]:
    """The house bots of a ladder and those that are connected, as the pairing sees them, named by their ids."""
    entries = [entry for entry in _entered(session, season) if entry.house or entry.bot_id in here]
    sitting = Counter(
        session.scalars(
            select(MatchSeat.bot_id)
            .join(Match)
            .join(TableSet)
            .where(TableSet.season_id == season.id, TableSet.state == SetState.OPEN, Match.rotation == 0)
        )
    )
    known = owners(session, {entry.team_id for entry in entries})
    moment = moment or Moment(here, busy, now)
    recent = _recent(session, season)
    return [_candidate(season, entry, moment, sitting, known, recent) for entry in entries]


def _entered(session: Session, season: Season) -> Sequence[Row[*tuple[Any, ...]]]:
    """What pairing reads of the entries. Rows, not entities: with 10,000 bots they take a fifth of the time."""
    return session.execute(
        select(
            Entry.bot_id,
            Entry.rating,
            Entry.deviation,
            Entry.last_set_at,
            Entry.joined_at,
            Bot.team_id,
            Bot.house.is_not(None).label("house"),
        )
        .join(Bot, Bot.id == Entry.bot_id)
        .where(Entry.season_id == season.id, Entry.state == EntryState.ACTIVE, may_play())
    ).all()


def _candidate(
    season: Season,
    entry: Row[*tuple[Any, ...]],
    moment: Moment,
    sitting: Counter[int],
    known: dict[int, frozenset[str]],
    recent: dict[int, Counter[str]],
) -> Candidate:
    bot_id, house = entry.bot_id, bool(entry.house)
    there = moment.here.get(bot_id)
    free = 1 if house else free_places(season, there, max(moment.busy[bot_id], sitting[bot_id]))
    waiting = max(0.0, (moment.now - (entry.last_set_at or entry.joined_at)).total_seconds())
    settled = entry.deviation <= elo.NARROWEST and not house
    return Candidate(
        bot=str(bot_id),
        owners=frozenset() if house else known[entry.team_id],
        points=entry.rating / 1000,
        deviation=entry.deviation / 1000,
        waiting=waiting,
        free=0 if bot_id in moment.resting else free,
        online=house or there is not None,
        house=house,
        recent=recent.get(bot_id, Counter()),
        rest=max(0.0, moment.settled - waiting) if settled else 0.0,
    )


def _recent(session: Session, season: Season) -> dict[int, Counter[str]]:
    """Whom each bot met in the last sets, and how often."""
    newest = select(TableSet.id).where(TableSet.season_id == season.id).order_by(TableSet.id.desc()).limit(RECENT_SETS)
    rows = session.execute(
        select(Match.set_id, MatchSeat.bot_id).join(MatchSeat).where(Match.set_id.in_(newest), Match.rotation == 0)
    ).all()
    tables: dict[int, set[int]] = {}
    for set_id, bot_id in rows:
        tables.setdefault(set_id, set()).add(bot_id)
    met: dict[int, Counter[str]] = {}
    for table in tables.values():
        for bot_id in table:
            met.setdefault(bot_id, Counter()).update(str(other) for other in table if other != bot_id)
    return met


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
    house = sorted((candidate for candidate in candidates if candidate.house), key=lambda one: -one.waiting)
    return [tuple(one.bot for one in house[:seats])] if len(house) >= seats else []


def _open(session: Session, table: Table) -> int:
    return create_set(session, table).id


def _rated_table(season: Season, bots: tuple[str, ...]) -> Table:
    ids = [int(bot) for bot in bots]
    return Table(SetKind.RATED, season.game, season.seats, season.options, season.clock, ids, season_id=season.id)
