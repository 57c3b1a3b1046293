"""Rounds: planned by the calendar, started when their time has come, done when their last set is."""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.leagues import season as described
from arena.leagues.calendar import next_start
from arena.storage.audit import log
from arena.storage.errors import Conflict
from arena.storage.leagues import finding
from arena.storage.leagues.tabling import Tables, round_tables, rounds_of, seeded
from arena.storage.models import (
    Bye,
    Entry,
    EntryState,
    Round,
    RoundState,
    Season,
    SeasonStage,
    SetKind,
    SetState,
    TableSet,
)
from arena.storage.sets import LeaguePlace, Table, create_set

ARENA = "arena"
"""Who acts when the calendar does."""
MOST_REPLACED = 3
"""So often a set that the platform has broken is played again by itself; then the organisers are asked."""


def plan_rounds(session: Session, row: Season, stage: SeasonStage, ready: datetime) -> None:
    """All rounds of a stage, with the times from *ready* on that the calendar gives them if every round ends before the next slot."""
    wanted = finding.plan_of(row)
    sizes = [len(entries) for entries in seeded(session, stage).values()]
    count = rounds_of(wanted.stages[stage.number], wanted.seats, sizes)
    for number in range(1, count + 1):
        session.add(Round(stage_id=stage.id, number=number, starts_at=ready))
    session.flush()
    session.expire(stage, ["rounds"])
    place_rounds(row, stage, ready)
    session.flush()


def place_rounds(row: Season, stage: SeasonStage, ready: datetime) -> None:
    """Give the planned rounds their times, the first at or after *ready*; what is later is a forecast."""
    schedule = finding.plan_of(row).schedule
    last = max((one.starts_at for one in stage.rounds if one.state is not RoundState.PLANNED), default=None)
    for one in stage.rounds:
        if one.state is RoundState.PLANNED:
            if last is not None and schedule.kind != "asap":
                ready = max(ready, last + timedelta(microseconds=1))  # two rounds never share a slot
            one.starts_at = last = ready = next_start(schedule, ready)


def start_round(session: Session, row: Season, stage: SeasonStage, one: Round, now: datetime) -> list[int]:
    """Make the round's sets and byes; the ids of the sets. A ladder stage makes its sets as it goes."""
    wanted = finding.plan_of(row)
    rule = wanted.stages[stage.number]
    made: list[int] = []
    if rule.format != "ladder":
        for part in round_tables(session, stage, rule, wanted.seats, one.number, now):
            made += _open_tables(session, row, rule, one, part)
    one.state, one.started_at = RoundState.RUNNING, now
    log(session, ARENA, "round_started", f"season:{row.slug}", stage=stage.name, round=one.number, tables=len(made))
    session.flush()
    return made


def _open_tables(session: Session, row: Season, rule: described.Stage, one: Round, part: Tables) -> list[int]:
    entries = {
        entry.id: entry
        for entry in session.scalars(
            select(Entry).where(Entry.id.in_([entry_id for table in part.tables for entry_id in table]))
        )
    }
    for entry_id in part.byes:
        session.add(Bye(round_id=one.id, entry_id=entry_id, matches=row.seats if rule.sets else 1))
    return [
        open_table(session, row, rule, [entries[entry_id] for entry_id in table], LeaguePlace(one.id, part.division))
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
    """A rated set of a league round; who has left is marked so, and versions are locked where the season says."""
    wanted = finding.plan_of(row)
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
    return len(
        session.scalars(
            select(TableSet.id)
            .join(Round, Round.id == TableSet.round_id)
            .where(Round.stage_id == stage.id, TableSet.state == SetState.OPEN)
        ).all()
    )


def replace_broken(session: Session, row: Season, stage: SeasonStage) -> list[int]:
    """Sets that the platform has broken are played again; the ids of the new ones. Conflict once that has gone on too long."""
    again = select(TableSet.replaces_id).where(TableSet.replaces_id.is_not(None), TableSet.season_id == row.id)
    broken = session.scalars(
        select(TableSet)
        .join(Round, Round.id == TableSet.round_id)
        .where(Round.stage_id == stage.id, TableSet.state == SetState.VOID, TableSet.id.not_in(again))
        .order_by(TableSet.id)
    ).all()
    rule = finding.plan_of(row).stages[stage.number]
    made = []
    for old in broken:
        if _tries(session, old, row.resumed_at) > MOST_REPLACED:
            raise Conflict(
                f"set {old.id} of {row.slug} was void {MOST_REPLACED + 1} times (last: {old.void_reason}): "
                "the arena's logs tell why; once that is mended, resume the season"
            )
        made.append(
            play_again(session, row, rule, old, old.matches[0].rotation, len({m.rotation for m in old.matches}))
        )
        log(session, ARENA, "set_replaced", f"season:{row.slug}", set=old.id, by=made[-1], reason=old.void_reason)
    return made


def _tries(session: Session, old: TableSet, since: datetime | None) -> int:
    """How often this table was begun, each time as a set that replaces the last; since the season was resumed, if it was."""
    tries, one = 0, old
    while since is None or one.created_at > since:
        tries += 1
        if one.replaces_id is None:
            break
        one = session.get_one(TableSet, one.replaces_id)
    return tries


def play_again(
    session: Session, row: Season, rule: described.Stage, old: TableSet, rotation: int, rotations: int
) -> int:
    """A new set with the bots seated as they were in that rotation of the old one."""
    match = next(one for one in old.matches if one.rotation == rotation)
    bots = [seat.bot_id for seat in match.seats]
    found = session.scalars(select(Entry).where(Entry.season_id == row.id, Entry.bot_id.in_(bots)))
    entries = {entry.bot_id: entry for entry in found}
    place = LeaguePlace(old.round_id or 0, old.division, old.id)
    return open_table(session, row, rule, [entries[bot_id] for bot_id in bots], place, rotations=rotations)
