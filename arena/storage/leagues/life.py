"""A season's life: opened, paused, resumed by hand, and carried on by the calendar. Starting and ending have rooms of their own."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict
from arena.storage.leagues import ending, entering, finding, laddering
from arena.storage.leagues.rounds import ARENA, open_sets, place_rounds, replace_broken, start_round
from arena.storage.leagues.starting import begin_stage, start_season
from arena.storage.leagues.tables import stage_tables
from arena.storage.models import (
    Entry,
    EntryState,
    Match,
    MatchState,
    Round,
    RoundState,
    Season,
    SeasonStage,
    SeasonState,
    StageState,
    TableSet,
)


def open_season(session: Session, slug: str, actor: str, now: datetime | None = None) -> Season:
    """From draft to registration: teams may enter."""
    row = finding.season(session, slug)
    finding.must_be(row, "opened", SeasonState.DRAFT)
    row.state, row.opened_at = SeasonState.REGISTRATION, now or utcnow()
    log(session, actor, "season_opened", f"season:{slug}")
    session.flush()
    return row


def pause_season(session: Session, slug: str, actor: str) -> Season:
    """Nothing starts by itself any more; matches that run are played to their end."""
    row = finding.season(session, slug)
    finding.must_be(row, "paused", SeasonState.DRAFT, SeasonState.REGISTRATION, SeasonState.RUNNING)
    if row.paused:
        raise Conflict(f"{slug} is paused already")
    row.paused = True
    log(session, actor, "season_paused", f"season:{slug}")
    session.flush()
    return row


def resume_season(session: Session, slug: str, actor: str, now: datetime | None = None) -> Season:
    """Go on by the calendar from now; the time of the pause is not held against bots that are waited for."""
    moment = now or utcnow()
    row = finding.season(session, slug)
    if not row.paused and row.trouble is None:
        raise Conflict(f"{slug} is not paused")
    row.paused, row.resumed_at, row.trouble = False, moment, None
    session.execute(
        update(Match)
        .where(
            Match.state == MatchState.QUEUED,
            Match.set_id.in_(select(TableSet.id).where(TableSet.season_id == row.id, TableSet.round_id.is_not(None))),
        )
        .values(ready_at=moment)
    )
    for stage in finding.stages(session, row):
        if stage.state is StageState.RUNNING and not _running_round(stage):
            place_rounds(row, stage, _ready(row, stage))
    log(session, actor, "season_resumed", f"season:{slug}")
    session.flush()
    return row


def carry_on(session: Session, slug: str, now: datetime) -> bool:
    """What the calendar has for a season at this moment; whether anything changed. Conflict: it cannot go on."""
    row = finding.season(session, slug)
    if row.paused:
        return False
    if row.state is SeasonState.DRAFT:
        if row.registration_opens is None or row.registration_opens > now:
            return False
        open_season(session, slug, ARENA, now)
        return True
    if row.state is SeasonState.REGISTRATION:
        return _carry_registration(session, row, now)
    return _carry_play(session, row, now) if row.state is SeasonState.RUNNING else False


def _carry_registration(session: Session, row: Season, now: datetime) -> bool:
    if row.locked_at is None and row.submission_closes is not None and row.submission_closes <= now:
        entering.lock_versions(session, row, now, ARENA)
        return True
    if row.first_at is not None and row.first_at <= now:
        start_season(session, row.slug, ARENA, now, ready=row.first_at if _on_time(row, row.first_at) else now)
        return True
    return False


def _on_time(row: Season, first: datetime) -> bool:
    """Whether nothing but the arena's own delay lies between `first` and the start: then the first slot is not lost, however late the tick."""
    return row.trouble is None and (row.resumed_at is None or row.resumed_at <= first)


def _carry_play(session: Session, row: Season, now: datetime) -> bool:
    if row.locked_at is None and row.submission_closes is not None and row.submission_closes <= now:
        entering.lock_versions(session, row, now, ARENA)
    stage = current_stage(session, row)
    if stage is None:
        ending.close(session, row, ARENA, now)
        return True
    if stage.state is StageState.WAITING:
        _begin(session, row, stage, now)
        return True
    replaced = replace_broken(session, row, stage)
    if replaced:
        return True
    if finding.plan_of(row).stages[stage.number].format == "ladder":
        return _carry_ladder(session, row, stage, now)
    return _carry_rounds(session, row, stage, now)


def _carry_rounds(session: Session, row: Season, stage: SeasonStage, now: datetime) -> bool:
    if open_sets(session, stage):
        return False
    running = _running_round(stage)
    if running is not None:
        running.state, running.ended_at = RoundState.DONE, now
        place_rounds(row, stage, _ready(row, stage))
        log(session, ARENA, "round_done", f"season:{row.slug}", stage=stage.name, round=running.number)
        session.flush()
        return True
    coming = next((one for one in stage.rounds if one.state is RoundState.PLANNED), None)
    if coming is None:
        ending.end_stage(session, row, stage, now, ARENA)
        return True
    if coming.starts_at > now:
        return False
    start_round(session, row, stage, coming, now)
    return True


def _carry_ladder(session: Session, row: Season, stage: SeasonStage, now: datetime) -> bool:
    """A ladder has one round, which lasts until everyone has had the tables the file says, or the deadline has come."""
    running = _running_round(stage)
    if running is None:
        coming = stage.rounds[0]
        if coming.starts_at > now:
            return False
        start_round(session, row, stage, coming, now)
        return True
    late = row.deadline is not None and row.deadline <= now
    if open_sets(session, stage) or not (late or laddering.is_played(session, row, stage)):
        return False
    ending.end_stage(session, row, stage, now, ARENA)
    return True


def current_stage(session: Session, row: Season) -> SeasonStage | None:
    """The first stage that is not over."""
    return next((stage for stage in finding.stages(session, row) if stage.state is not StageState.DONE), None)


def _begin(session: Session, row: Season, stage: SeasonStage, now: datetime) -> None:
    """A later stage, from the standing of the one before; a final takes its best."""
    before = next(one for one in finding.stages(session, row) if one.number == stage.number - 1)
    rule = finding.plan_of(row).stages[stage.number]
    tables = stage_tables(session, before, now=now, role="organiser").divisions
    count = 1 + max((table.number for table in tables), default=0)
    divisions: list[list[Entry]] = [[] for _ in range(count)]
    for table in tables:
        still = _still(session, [int(line.entry) for line in table.lines])
        divisions[table.number] = still[: rule.top] if rule.format == "final" else still
        if len(divisions[table.number]) < row.seats:
            divisions[table.number] = []  # too few are left: the table of the stage before stands
    begin_stage(session, row, stage, divisions, now, ARENA)


def _still(session: Session, order: Sequence[int]) -> list[Entry]:
    found = {entry.id: entry for entry in session.scalars(select(Entry).where(Entry.id.in_(order)))}
    return [found[entry_id] for entry_id in order if found[entry_id].state is EntryState.ACTIVE]


def _running_round(stage: SeasonStage) -> Round | None:
    return next((one for one in stage.rounds if one.state is RoundState.RUNNING), None)


def _ready(row: Season, stage: SeasonStage) -> datetime:
    """From when on the next round may start: after the last one, the start of the stage, and the end of a pause."""
    moments = [one.ended_at for one in stage.rounds] + [stage.started_at, row.resumed_at]
    return max(moment for moment in moments if moment is not None)
