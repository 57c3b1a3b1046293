"""A league season on its pages: facts, stages, rounds, entries, rulings. Each reader takes a constant number of statements."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction

from sqlalchemy import case, func, not_, select
from sqlalchemy.orm import Session, undefer

from arena.access.viewers import Viewer, frozen, role_in, seasons_for, stages_for, visible_sets
from arena.db.database import utcnow
from arena.db.models import (
    Bot,
    Bye,
    Division,
    Entry,
    Match,
    Round,
    RoundState,
    RulingEntry,
    Season,
    SeasonStage,
    SetState,
    StageState,
    TableSet,
    Team,
)
from arena.errors import existing
from arena.leagues import season as leagues
from arena.seasons.lookup import plan_of
from arena.seasons.tables import StageTables, TableLine, as_frozen, overall, places, points_of, stage_tables

LONGEST_LIST = 1000
"""Entries or rulings of a page at most: as many as a season may have entries."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A season with its file, stages and divisions, as a viewer may see it."""

    row: Season
    role: str
    """What the viewer is in it: visitor, member or organiser."""
    file: leagues.Season | None
    """None: an open-ended ladder that was set up without one."""
    points: tuple[Fraction, ...]
    bye_points: Fraction
    stages: tuple[SeasonStage, ...]
    """Those the viewer may know of, in the order of play."""
    divisions: tuple[Division, ...]

    @property
    def current(self) -> SeasonStage | None:
        """The last stage that has begun; the first one before the start."""
        begun = [stage for stage in self.stages if stage.started_at is not None]
        return begun[-1] if begun else next(iter(self.stages), None)

    def stage(self, number: int) -> SeasonStage:
        """The stage of that number, from 0; NotFound also for those the viewer may not know of."""
        return existing(
            next((stage for stage in self.stages if stage.number == number), None),
            f"{self.row.slug} has no stage {number + 1}",
        )

    def rule(self, stage: SeasonStage) -> leagues.Stage | None:
        """What the file says of a stage."""
        return None if self.file is None else self.file.stages[stage.number]


@dataclass(frozen=True, slots=True)
class RoundLine:
    """A round in the schedule."""

    number: int
    state: str
    starts_at: datetime
    """Planned or real start."""
    ended_at: datetime | None
    tables: int
    """Table sets that the viewer may see, those that were void left out."""
    done: int


@dataclass(frozen=True, slots=True)
class EntryLine:
    """An entry of a season, with its bot."""

    id: int
    bot_id: int
    bot: str
    team: str
    house: bool
    language: str
    division: int | None
    state: str
    version: str | None
    joined_at: datetime
    validated: bool
    """Whether the bot has finished its validation match."""


@dataclass(frozen=True, slots=True)
class RulingLine:
    """A decision of the organisers."""

    id: int
    kind: str
    match_id: int | None
    bot: str | None
    reason: str
    actor: str
    at: datetime
    takes_back: int | None
    """The ruling that this one takes back."""


def facts(session: Session, who: Viewer, slug: str) -> Facts:
    """The season; NotFound also for what the viewer may not see. Four statements."""
    row = existing(
        session.scalar(select(Season).where(Season.slug == slug, seasons_for(who)).options(undefer(Season.file))),
        f"there is no season {slug!r}",
    )
    stages = session.scalars(
        select(SeasonStage).where(SeasonStage.season_id == row.id, stages_for(who)).order_by(SeasonStage.number)
    ).all()
    divisions = session.scalars(select(Division).where(Division.season_id == row.id).order_by(Division.number)).all()
    points, bye = points_of(row)
    return Facts(
        row,
        role_in(session, who, row.id),
        plan_of(row) if row.file else None,
        points,
        bye,
        tuple(stages),
        tuple(divisions),
    )


def tables(session: Session, facts: Facts, stage: SeasonStage, now: datetime | None = None) -> StageTables:
    """The stage's tables for the viewer of these facts."""
    return stage_tables(session, stage, now=now or utcnow(), role=facts.role)


def rounds(
    session: Session, who: Viewer, facts: Facts, stage: SeasonStage, now: datetime | None = None
) -> list[RoundLine]:
    """The rounds of a stage as the viewer may see them. Two statements."""
    counted = {
        row.round_id: (row.tables, int(row.done))
        for row in session.execute(
            select(
                TableSet.round_id,
                func.count().label("tables"),
                func.sum(case((TableSet.state == SetState.DONE, 1), else_=0)).label("done"),
            )
            .join(Round, Round.id == TableSet.round_id)
            .where(Round.stage_id == stage.id, TableSet.state != SetState.VOID, visible_sets(who))
            .group_by(TableSet.round_id)
        )
    }
    cut = as_frozen(stage, facts.role, now or utcnow())
    rows = session.scalars(select(Round).where(Round.stage_id == stage.id).order_by(Round.number))
    return [_round(one, cut, *counted.get(one.id, (0, 0))) for one in rows]


def _round(row: Round, cut: datetime | None, tables: int, done: int) -> RoundLine:
    """The round as it is, or as it was when the stage was frozen."""
    started, ended = row.started_at, row.ended_at
    if cut is not None:
        started = started if started is not None and started < cut else None
        ended = ended if ended is not None and ended < cut else None
    state = RoundState.DONE if ended else RoundState.RUNNING if started else RoundState.PLANNED
    return RoundLine(row.number, state.value, started or row.starts_at, ended, tables, done)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the current stage of a league is."""

    round: int
    """The round that is played, or the last that was; from 1."""
    rounds: int
    next_at: datetime | None
    """When the next round is planned; None if none is, or while one is being played."""


def progress(session: Session, who: Viewer, season_ids: Sequence[int]) -> dict[int, Progress]:
    """How far these leagues are, as the viewer may see it; without those that are hidden, frozen or have no round yet. One statement."""
    if not season_ids:
        return {}
    begun = Round.state != RoundState.PLANNED
    rows = session.execute(
        select(
            SeasonStage.season_id,
            func.sum(case((begun, 1), else_=0)).label("begun"),
            func.sum(case((Round.state == RoundState.RUNNING, 1), else_=0)).label("running"),
            func.count().label("rounds"),
            func.min(case((begun, None), else_=Round.starts_at), type_=Round.starts_at.type).label("next_at"),
        )
        .join(Round, Round.stage_id == SeasonStage.id)
        .where(SeasonStage.season_id.in_(season_ids), SeasonStage.state == StageState.RUNNING)
        .where(stages_for(who), not_(frozen(who)))
        .group_by(SeasonStage.id, SeasonStage.season_id)
    )
    return {
        row.season_id: Progress(int(row.begun), row.rounds, None if row.running else row.next_at)
        for row in rows
        if row.begun
    }


def forecast(lines: Sequence[RoundLine], now: datetime) -> datetime | None:
    """When the last of these rounds ends if the rest take as long as those before; None before the first has ended, and when all have."""
    took = [line.ended_at - line.starts_at for line in lines if line.ended_at is not None]
    if not took or len(took) == len(lines):
        return None
    mean, end = sum(took, timedelta()) / len(took), now
    for line in lines:
        if line.state == RoundState.RUNNING.value:
            end = max(end, line.starts_at + mean)
        elif line.ended_at is None:
            end = max(end, line.starts_at) + mean
    return end


def idle(session: Session, stage: SeasonStage, number: int) -> list[str]:
    """The bots that have a bye in a round, by name. One statement."""
    rows = (
        select(Bot.name)
        .join(Entry, Entry.bot_id == Bot.id)
        .join(Bye, Bye.entry_id == Entry.id)
        .join(Round, Round.id == Bye.round_id)
        .where(Round.stage_id == stage.id, Round.number == number)
        .order_by(func.lower(Bot.name))
        .limit(LONGEST_LIST)
    )
    return list(session.scalars(rows))


def sets_of_round(session: Session, who: Viewer, stage: SeasonStage, number: int) -> list[tuple[int, int]]:
    """The sets of a round that the viewer may see and their divisions, in the order of tables. One statement."""
    rows = session.execute(
        select(TableSet.id, TableSet.division)
        .join(Round, Round.id == TableSet.round_id)
        .where(Round.stage_id == stage.id, Round.number == number, visible_sets(who))
        .order_by(TableSet.division, TableSet.id)
        .limit(LONGEST_LIST)
    )
    return [(row.id, row.division) for row in rows]


def entries(session: Session, season_id: int) -> list[EntryLine]:
    """All entries by division and name; those that left or were disqualified last. One statement."""
    rows = session.execute(
        select(Entry, Bot.name, Bot.house, Bot.language, Bot.validated_at, Team.name.label("team"))
        .join(Bot, Bot.id == Entry.bot_id)
        .join(Team, Team.id == Bot.team_id)
        .where(Entry.season_id == season_id)
        .order_by(Entry.division, func.lower(Bot.name))
        .limit(LONGEST_LIST)
    )
    lines = [
        EntryLine(
            row.Entry.id,
            row.Entry.bot_id,
            row.name,
            row.team,
            row.house is not None,
            row.language,
            row.Entry.division,
            row.Entry.state.value,
            row.Entry.version,
            row.Entry.joined_at,
            row.validated_at is not None,
        )
        for row in rows
    ]
    return sorted(lines, key=lambda line: line.state != "active")


def rulings(session: Session, who: Viewer, season_id: int) -> list[RulingLine]:
    """The rulings, the newest first, without those on matches that the viewer may not see. One statement."""
    rows = session.execute(
        select(RulingEntry, Bot.name)
        .outerjoin(Entry, Entry.id == RulingEntry.entry_id)
        .outerjoin(Bot, Bot.id == Entry.bot_id)
        .outerjoin(Match, Match.id == RulingEntry.match_id)
        .outerjoin(TableSet, TableSet.id == Match.set_id)
        .where(RulingEntry.season_id == season_id, RulingEntry.match_id.is_(None) | visible_sets(who))
        .order_by(RulingEntry.id.desc())
        .limit(LONGEST_LIST)
    )
    return [ruling_line(row.RulingEntry, row.name) for row in rows]


def ruling_line(row: RulingEntry, bot: str | None) -> RulingLine:
    """The record of a ruling, with the name of the bot that it names."""
    return RulingLine(row.id, row.kind.value, row.match_id, bot, row.reason, row.actor, row.at, row.takes_back_id)


def whole(
    session: Session, facts: Facts, read: Mapping[int, StageTables] | None = None, now: datetime | None = None
) -> dict[int, list[TableLine]]:
    """Per division the order of the whole season as the viewer may know it now; *read*: tables by stage that have been read already."""
    moment, have = now or utcnow(), read or {}
    begun = [stage for stage in facts.stages if stage.started_at is not None]
    return overall([have.get(stage.number) or tables(session, facts, stage, moment) for stage in begun])


def zones(facts: Facts, division: int, lines: Sequence[TableLine]) -> dict[str, str]:
    """Per entry `up` or `down`: which would be promoted or relegated if the season, in this order of the whole of it, ended now."""
    split = facts.file.divisions if facts.file else None
    if split is None or split.up == 0 or len(split.names) == 1:
        return {}
    marked: dict[str, str] = {}
    if division < len(split.names) - 1:
        marked.update({line.entry: "down" for line in lines[-split.up :]})
    if division > 0:
        marked.update({line.entry: "up" for line in lines[: split.up]})
    return marked


def places_in(session: Session, who: Viewer, season_id: int) -> dict[int, int] | None:
    """Per entry its place in a league season that has begun, as the viewer may know it; None for ladders, which go by rating."""
    slug = session.scalar(select(Season.slug).where(Season.id == season_id, Season.file.is_not(None)))
    if slug is None:
        return None
    return places(whole(session, facts(session, who, slug))) or None
