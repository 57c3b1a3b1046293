"""Rounds: planned by the calendar, started when their time comes, done when their last set is, and which tables they have.

Tables come from the design of a round robin, from the order in a Swiss stage, or from the finalists. A ladder stage is one long round,
whose tables form as bots connect (arena.scheduler.seasons).
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from arena.access.lookup import circles
from arena.db.models import (
    Bot,
    Bye,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    Round,
    RoundState,
    Season,
    SeasonStage,
    SetKind,
    SetState,
    StageEntry,
    TableSet,
    audit,
)
from arena.errors import Conflict
from arena.ladders.rating import hold_entries
from arena.leagues import season as described
from arena.leagues.round_robin import round_robin
from arena.leagues.season import next_start
from arena.leagues.swiss import History, SwissRound, first_round, next_round
from arena.results import claims
from arena.results.table_sets import LeaguePlace, Table, create_set
from arena.seasons import lookup
from arena.seasons.entries import active
from arena.seasons.tables import stage_tables

ARENA = "arena"
"""The actor in the audit log when the calendar acts."""
DESIGNED = ("round_robin", "final")
"""Formats whose rounds are all known when their stage begins."""
MOST_FORESEEN = 100
"""Bots of a division up to which pages work the design out again: for more it takes seconds."""
MOST_REPLACED = 3
"""How many times the arena replays a set that it broke before it asks the organisers."""


@dataclass(frozen=True, slots=True)
class Tables:
    """One division's part of a round, in entry ids."""

    division: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


def plan_rounds(session: Session, row: Season, stage: SeasonStage, ready: datetime) -> None:
    """All rounds of a stage, with the times from *ready* on that the calendar gives them if every round ends before the next slot."""
    wanted = lookup.plan_of(row)
    sizes = [len(entries) for entries in seeded(session, stage).values()]
    count = rounds_of(wanted.stages[stage.number], wanted.seats, sizes)
    for number in range(1, count + 1):
        session.add(Round(stage_id=stage.id, number=number, starts_at=ready))
    session.flush()
    session.expire(stage, ["rounds"])
    place_rounds(row, stage, ready)
    session.flush()


def place_rounds(row: Season, stage: SeasonStage, ready: datetime) -> None:
    """Give the planned rounds their times. The first starts at or after *ready*; later ones are a forecast."""
    schedule = lookup.plan_of(row).schedule
    last = max((turn.starts_at for turn in stage.rounds if turn.state is not RoundState.PLANNED), default=None)
    for turn in stage.rounds:
        if turn.state is RoundState.PLANNED:
            if last is not None and schedule.kind != "asap":
                ready = max(ready, last + timedelta(microseconds=1))  # two rounds never share a slot
            turn.starts_at = last = ready = next_start(schedule, ready)


def start_round(session: Session, row: Season, stage: SeasonStage, turn: Round, now: datetime) -> list[int]:
    """Create the round's sets and byes. Returns the ids of the sets. A ladder stage creates its sets later."""
    wanted = lookup.plan_of(row)
    rule = wanted.stages[stage.number]
    set_ids: list[int] = []
    if rule.format != "ladder":
        hold_entries(session, row.id)
        for part in round_tables(session, stage, rule, wanted.seats, turn.number, now):
            set_ids += _open_tables(session, row, rule, turn, part)
    turn.state, turn.started_at = RoundState.RUNNING, now
    audit(
        session, ARENA, "round_started", f"season:{row.slug}", stage=stage.name, round=turn.number, tables=len(set_ids)
    )
    return set_ids


def _open_tables(session: Session, row: Season, rule: described.Stage, turn: Round, part: Tables) -> list[int]:
    entries = {
        entry.id: entry
        for entry in session.scalars(
            select(Entry).where(Entry.id.in_([entry_id for table in part.tables for entry_id in table]))
        )
    }
    for entry_id in part.byes:
        session.add(Bye(round_id=turn.id, entry_id=entry_id, matches=row.seats if rule.sets else 1))
    return [
        open_table(session, row, rule, [entries[entry_id] for entry_id in table], LeaguePlace(turn.id, part.division))
        for table in part.tables
    ]


def open_table(
    session: Session,
    row: Season,
    rule: described.Stage,
    entries: list[Entry],
    place: LeaguePlace,
    *,
    rotations: int | None = None,
) -> int:
    """Create a rated set of a league round. Bots that left are marked, and versions are locked where the season's file says so."""
    wanted = lookup.plan_of(row)
    lock = wanted.entry_rules.versions == "locked" and row.locked_at is not None
    table = Table(
        SetKind.RATED,
        row.game,
        row.seats,
        row.options,
        row.clock,
        [entry.bot_id for entry in entries],
        season_id=row.id,
        rotations=rotations if rotations is not None else (None if rule.sets else 1),
        league=LeaguePlace(
            place.round_id,
            place.division,
            place.replaces_id,
            wait_seconds=60 * wanted.wait_minutes,
            left=frozenset(entry.bot_id for entry in entries if entry.state is not EntryState.ACTIVE),
            locked={entry.bot_id: entry.version for entry in entries if lock and entry.version},
        ),
    )
    return create_set(session, table).id


def open_sets(session: Session, stage: SeasonStage) -> int:
    """How many sets of the stage are still to be played."""
    waiting = select(func.count()).select_from(TableSet).join(Round, Round.id == TableSet.round_id)
    return session.scalar(waiting.where(Round.stage_id == stage.id, TableSet.state == SetState.OPEN)) or 0


def call_off(session: Session, row: Season, reason: str) -> None:
    """Void the open sets: nobody plays on for a season that is over."""
    for table_set in session.scalars(
        select(TableSet)
        .where(TableSet.season_id == row.id, TableSet.state == SetState.OPEN)
        .order_by(TableSet.id)
        .with_for_update()
    ):
        claims.void_set(session, table_set, reason)


def replace_broken(session: Session, row: Season, stage: SeasonStage) -> list[int]:
    """Replay sets that the arena broke. Returns the ids of the new ones. Conflict after MOST_REPLACED attempts."""
    again = select(TableSet.replaces_id).where(TableSet.replaces_id.is_not(None), TableSet.season_id == row.id)
    broken = session.scalars(
        select(TableSet)
        .join(Round, Round.id == TableSet.round_id)
        .where(Round.stage_id == stage.id, TableSet.state == SetState.VOID, TableSet.id.not_in(again))
        .order_by(TableSet.id)
    ).all()
    rule = lookup.plan_of(row).stages[stage.number]
    set_ids = []
    if broken:
        hold_entries(session, row.id)
    for old in broken:
        if _tries(session, old, row.resumed_at) > MOST_REPLACED:
            raise Conflict(
                f"set {old.id} of {row.slug} was void {MOST_REPLACED + 1} times (last: {old.void_reason}): "
                "the arena's logs say why; fix that, then resume the season"
            )
        set_ids.append(
            play_again(session, row, rule, old, old.matches[0].rotation, len({m.rotation for m in old.matches}))
        )
        audit(session, ARENA, "set_replaced", f"season:{row.slug}", set=old.id, by=set_ids[-1], reason=old.void_reason)
    return set_ids


def _tries(session: Session, old: TableSet, since: datetime | None) -> int:
    """How many sets were created for this table, each replacing the one before; since the season was resumed, if it was."""
    tries, attempt = 0, old
    while since is None or attempt.created_at > since:
        tries += 1
        if attempt.replaces_id is None:
            break
        attempt = session.get_one(TableSet, attempt.replaces_id)
    return tries


def play_again(
    session: Session, row: Season, rule: described.Stage, old: TableSet, rotation: int, rotations: int
) -> int:
    """A new set with the bots seated as they were in that rotation of the old one."""
    match = next(played for played in old.matches if played.rotation == rotation)
    bots = [seat.bot_id for seat in match.seats]
    rows = session.scalars(select(Entry).where(Entry.season_id == row.id, Entry.bot_id.in_(bots)))
    entries = {entry.bot_id: entry for entry in rows}
    place = LeaguePlace(old.round_id or 0, old.division, old.id)
    return open_table(session, row, rule, [entries[bot_id] for bot_id in bots], place, rotations=rotations)


def rounds_of(rule: described.Stage, seats: int, sizes: Sequence[int]) -> int:
    """How many rounds a stage has: as many as its longest division needs."""
    if rule.format == "ladder":
        return 1
    if rule.format == "swiss":
        return rule.rounds
    return max((len(_design(rule, seats, size)) for size in sizes if size >= seats), default=0)


def _design(rule: described.Stage, seats: int, size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return round_robin(size, seats, rule.meetings, sets=rule.sets).rounds


def seeded(session: Session, stage: SeasonStage) -> dict[int, list[Entry]]:
    """The entries that began the stage, per division, best first."""
    rows = session.execute(
        select(StageEntry.division, Entry)
        .join(Entry, Entry.id == StageEntry.entry_id)
        .where(StageEntry.stage_id == stage.id)
        .order_by(StageEntry.division, StageEntry.seeded)
    )
    fields: dict[int, list[Entry]] = {}
    for division, entry in rows:
        fields.setdefault(division, []).append(entry)
    return fields


def round_tables(
    session: Session, stage: SeasonStage, rule: described.Stage, seats: int, number: int, now: datetime
) -> list[Tables]:
    """The tables of a stage's round, for each division that plays in it."""
    fields = seeded(session, stage)
    if rule.format == "swiss":
        parts = _swiss(session, stage, seats, number, fields, now)
    else:
        parts = [_designed(rule, seats, number, division, entries) for division, entries in fields.items()]
    return [part for part in parts if part.tables]


def foreseen(
    session: Session, stage: SeasonStage, rule: described.Stage, seats: int, number: int
) -> list[tuple[int, tuple[str, ...]]]:
    """Division and bots of each table of a round to come, where a design has decided them: in round robins and finals. Two statements."""
    if rule.format not in DESIGNED:
        return []
    fields = seeded(session, stage)
    if any(len(entries) > MOST_FORESEEN for entries in fields.values()):
        return []
    names = {
        row.id: row.name
        for row in session.execute(
            select(Entry.id, Bot.name)
            .join(Bot, Bot.id == Entry.bot_id)
            .join(StageEntry, StageEntry.entry_id == Entry.id)
            .where(StageEntry.stage_id == stage.id)
        )
    }
    parts = (_designed(rule, seats, number, division, entries) for division, entries in fields.items())
    return [(part.division, tuple(names[entry] for entry in table)) for part in parts for table in part.tables]


def _designed(rule: described.Stage, seats: int, number: int, division: int, entries: list[Entry]) -> Tables:
    rounds = _design(rule, seats, len(entries)) if len(entries) >= seats else ()
    if number > len(rounds):
        return Tables(division, (), ())
    ids = [entry.id for entry in entries]
    tables = tuple(tuple(ids[at] for at in table) for table in rounds[number - 1])
    busy = {entry_id for table in tables for entry_id in table}
    still = {entry.id for entry in entries if entry.state is EntryState.ACTIVE}
    # A table that everybody has left is not played.
    played = tuple(table for table in tables if still & set(table))
    return Tables(division, played, tuple(entry_id for entry_id in ids if entry_id not in busy and entry_id in still))


def _swiss(
    session: Session, stage: SeasonStage, seats: int, number: int, fields: dict[int, list[Entry]], now: datetime
) -> list[Tables]:
    parts = []
    orders = {} if number == 1 else _order(session, stage, now)
    for division, entries in fields.items():
        still = {str(entry.id): entry for entry in entries if entry.state is EntryState.ACTIVE}
        order = [name for name in orders.get(division, [str(entry.id) for entry in entries]) if name in still]
        if len(order) < seats:
            continue
        teams = _teams(session, still)
        if number == 1:
            row: SwissRound = first_round(order, seats, teams)
        else:
            row = next_round(order, seats, _history(session, stage, division), teams)
        parts.append(
            Tables(
                division,
                tuple(tuple(int(name) for name in table) for table in row.tables),
                tuple(int(name) for name in row.byes),
            )
        )
    return parts


def _order(session: Session, stage: SeasonStage, now: datetime) -> dict[int, list[str]]:
    tables = stage_tables(session, stage, now=now, role="organiser")
    return {table.number: [line.entry for line in table.lines] for table in tables.divisions}


def _teams(session: Session, still: dict[str, Entry]) -> dict[str, str]:
    """Per entry the group that must not meet at a table: bots of one team or of teams with a common member. House bots may meet."""
    bots = session.scalars(select(Bot).where(Bot.id.in_([entry.bot_id for entry in still.values()]))).all()
    circle_of = circles(session, {bot.team_id for bot in bots})
    owners = {bot.id: circle_of[bot.team_id] or f"bot {bot.id}" for bot in bots}
    return {name: owners[entry.bot_id] for name, entry in still.items()}


def _history(session: Session, stage: SeasonStage, division: int) -> History:
    """Which entries met in the stage so far, and which had byes. A table that is played again counts once."""
    rows = session.execute(
        select(TableSet.id, Entry.id)
        .join(Round, Round.id == TableSet.round_id)
        .join(Match, Match.set_id == TableSet.id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .join(Entry, (Entry.bot_id == MatchSeat.bot_id) & (Entry.season_id == TableSet.season_id))
        .where(Round.stage_id == stage.id, TableSet.division == division, TableSet.replaces_id.is_(None))
        .where(Match.rotation == 0)
    )
    tables: dict[int, set[str]] = {}
    for set_id, entry_id in rows:
        tables.setdefault(set_id, set()).add(str(entry_id))
    met = Counter[frozenset[str]]()
    for table in tables.values():
        met.update(frozenset(pair) for pair in combinations(sorted(table), 2))
    resting = session.scalars(
        select(Bye.entry_id).join(Round, Round.id == Bye.round_id).where(Round.stage_id == stage.id)
    )
    return History(met, Counter(str(entry_id) for entry_id in resting))


def tables_had(session: Session, stage: SeasonStage) -> Counter[int]:
    """Per bot the number of its sets in the stage, with open ones and without void ones."""
    seated = session.execute(
        select(TableSet.id, MatchSeat.bot_id)
        .join(Match, Match.set_id == TableSet.id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .join(Round, Round.id == TableSet.round_id)
        .where(Round.stage_id == stage.id, TableSet.state != SetState.VOID)
        .distinct()
    )
    return Counter(bot_id for _, bot_id in seated)


def is_played(session: Session, row: Season, stage: SeasonStage) -> bool:
    """Whether every active entry has had as many tables as the file says."""
    had = tables_had(session, stage)
    wanted = lookup.plan_of(row).stages[stage.number].tables_each
    return all(had[entry.bot_id] >= wanted for entry in active(session, row))


def sitting(session: Session, row: Season) -> Counter[int]:
    """Per bot the number of its open sets in the season."""
    return Counter(
        session.scalars(
            select(MatchSeat.bot_id)
            .join(Match, Match.id == MatchSeat.match_id)
            .join(TableSet, TableSet.id == Match.set_id)
            .where(TableSet.season_id == row.id, TableSet.state == SetState.OPEN, Match.rotation == 0)
        )
    )
