"""Which tables a round has: from the design of a round robin, from the standing in a swiss, from the finalists."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import combinations

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.leagues import season as described
from arena.leagues.round_robin import round_robin
from arena.leagues.swiss import History, SwissRound, first_round, next_round
from arena.storage.leagues.tables import stage_tables
from arena.storage.models import (
    Bot,
    Bye,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    Round,
    SeasonStage,
    StageEntry,
    TableSet,
)
from arena.storage.persons import circles


@dataclass(frozen=True, slots=True)
class Tables:
    """One division's part of a round, in entry ids."""

    division: int
    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...]


def rounds_of(rule: described.Stage, seats: int, sizes: Sequence[int]) -> int:
    """How many rounds a stage has: as many as its longest division needs."""
    if rule.format == "ladder":
        return 1
    if rule.format == "swiss":
        return rule.rounds
    playing = [size for size in sizes if size >= seats]
    return max((len(_design(rule, seats, size)) for size in playing), default=0)


def _design(rule: described.Stage, seats: int, size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return round_robin(size, seats, rule.meetings, sets=rule.sets).rounds


def seeded(session: Session, stage: SeasonStage) -> dict[int, list[Entry]]:
    """Who began the stage, per division, best first."""
    rows = session.execute(
        select(StageEntry.division, Entry)
        .join(Entry, Entry.id == StageEntry.entry_id)
        .where(StageEntry.stage_id == stage.id)
        .order_by(StageEntry.division, StageEntry.seeded)
    )
    made: dict[int, list[Entry]] = {}
    for division, entry in rows:
        made.setdefault(division, []).append(entry)
    return made


def round_tables(
    session: Session, stage: SeasonStage, rule: described.Stage, seats: int, number: int, now: datetime
) -> list[Tables]:
    """The tables of a stage's round, for each division that plays in it."""
    fields = seeded(session, stage)
    if rule.format == "swiss":
        made = _swiss(session, stage, seats, number, fields, now)
    else:
        made = [_designed(rule, seats, number, division, entries) for division, entries in fields.items()]
    return [one for one in made if one.tables]


def _designed(rule: described.Stage, seats: int, number: int, division: int, entries: list[Entry]) -> Tables:
    rounds = _design(rule, seats, len(entries)) if len(entries) >= seats else ()
    if number > len(rounds):
        return Tables(division, (), ())
    ids = [entry.id for entry in entries]
    tables = tuple(tuple(ids[at] for at in table) for table in rounds[number - 1])
    busy = {one for table in tables for one in table}
    still = {entry.id for entry in entries if entry.state is EntryState.ACTIVE}
    # Where all have left there is nothing to play, and nobody to give points to.
    played = tuple(table for table in tables if still & set(table))
    return Tables(division, played, tuple(one for one in ids if one not in busy and one in still))


def _swiss(
    session: Session, stage: SeasonStage, seats: int, number: int, fields: dict[int, list[Entry]], now: datetime
) -> list[Tables]:
    made = []
    standing = {} if number == 1 else _standing(session, stage, now)
    for division, entries in fields.items():
        still = {str(entry.id): entry for entry in entries if entry.state is EntryState.ACTIVE}
        order = [name for name in standing.get(division, [str(entry.id) for entry in entries]) if name in still]
        if len(order) < seats:
            continue
        teams = _teams(session, still)
        if number == 1:
            row: SwissRound = first_round(order, seats, teams)
        else:
            row = next_round(order, seats, _history(session, stage, division), teams)
        made.append(
            Tables(
                division,
                tuple(tuple(int(name) for name in table) for table in row.tables),
                tuple(int(name) for name in row.byes),
            )
        )
    return made


def _standing(session: Session, stage: SeasonStage, now: datetime) -> dict[int, list[str]]:
    tables = stage_tables(session, stage, now=now, role="organiser")
    return {table.number: [line.entry for line in table.lines] for table in tables.divisions}


def _teams(session: Session, still: dict[str, Entry]) -> dict[str, str]:
    """Who must be kept apart: bots of one team, or of teams with somebody in common, but for the arena's own."""
    bots = session.scalars(select(Bot).where(Bot.id.in_([entry.bot_id for entry in still.values()]))).all()
    known = circles(session, {bot.team_id for bot in bots})
    owners = {bot.id: known[bot.team_id] or f"bot {bot.id}" for bot in bots}
    return {name: owners[entry.bot_id] for name, entry in still.items()}


def _history(session: Session, stage: SeasonStage, division: int) -> History:
    """Who met whom in the stage so far, and who sat out. A table that is played again counts once."""
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
