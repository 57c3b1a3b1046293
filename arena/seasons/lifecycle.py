"""A season's life: opened, paused, resumed, finished or cancelled by hand, and carried on by the calendar. `start` begins it."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, operator
from arena.db.database import utcnow
from arena.db.models import (
    Champion,
    Division,
    Entry,
    EntryState,
    FinalLine,
    Match,
    MatchState,
    Round,
    RoundState,
    Season,
    SeasonStage,
    SeasonState,
    StageState,
    TableSet,
    audit,
)
from arena.errors import Conflict, NotFound
from arena.seasons import entries, lookup
from arena.seasons.rounds import ARENA, call_off, is_played, open_sets, place_rounds, replace_broken, start_round
from arena.seasons.start import begin_stage, start_season
from arena.seasons.tables import WHOLE_SEASON, TableLine, detail_of, overall, stage_tables
from arena.webhooks import events as webhooks


def open_season(session: Session, who: Viewer, slug: str, now: datetime | None = None) -> Season:
    """Open registration: teams may enter."""
    row = lookup.run_by(session, who, slug, "opened", SeasonState.DRAFT)
    row.state, row.opened_at = SeasonState.REGISTRATION, now or utcnow()
    audit(session, who.name, "season_opened", f"season:{slug}")
    return row


def pause_season(session: Session, who: Viewer, slug: str) -> Season:
    """Start nothing new until the season is resumed; matches that run are played to their end."""
    row = lookup.run_by(session, who, slug, "paused", SeasonState.DRAFT, SeasonState.REGISTRATION, SeasonState.RUNNING)
    if row.paused:
        raise Conflict(f"{slug} is paused already")
    row.paused = True
    audit(session, who.name, "season_paused", f"season:{slug}")
    return row


def resume_season(session: Session, who: Viewer, slug: str, now: datetime | None = None) -> Season:
    """Go on by the calendar. Bots that a match waits for get their full waiting time again."""
    moment = now or utcnow()
    row = lookup.run_by(session, who, slug)
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
    for stage in lookup.stages(session, row):
        if stage.state is StageState.RUNNING and not _running_round(stage):
            place_rounds(row, stage, _ready(row, stage))
    audit(session, who.name, "season_resumed", f"season:{slug}")
    return row


def carry_on(session: Session, slug: str, now: datetime) -> bool:
    """Do the next thing that is due in a season. Returns whether anything changed. Conflict: the season cannot go on."""
    row = lookup.season(session, slug)
    if row.paused:
        return False
    if row.state is SeasonState.DRAFT:
        if row.registration_opens is None or row.registration_opens > now:
            return False
        open_season(session, operator(ARENA), slug, now)
        return True
    if row.state is SeasonState.REGISTRATION:
        return _carry_registration(session, row, now)
    return _carry_play(session, row, now) if row.state is SeasonState.RUNNING else False


def _carry_registration(session: Session, row: Season, now: datetime) -> bool:
    if row.locked_at is None and row.submission_closes is not None and row.submission_closes <= now:
        entries.lock_versions(session, row, now, ARENA)
        return True
    if row.first_at is not None and row.first_at <= now:
        start_season(
            session, operator(ARENA), row.slug, now, ready=row.first_at if _on_time(row, row.first_at) else now
        )
        return True
    return False


def _on_time(row: Season, first: datetime) -> bool:
    """Whether only the arena's own delay lies between `first` and the start. Then the first slot counts, however late the tick."""
    return row.trouble is None and (row.resumed_at is None or row.resumed_at <= first)


def _carry_play(session: Session, row: Season, now: datetime) -> bool:
    if row.locked_at is None and row.submission_closes is not None and row.submission_closes <= now:
        entries.lock_versions(session, row, now, ARENA)
    stage = current_stage(session, row)
    if stage is None:
        close(session, row, ARENA, now)
        return True
    if stage.state is StageState.WAITING:
        _begin(session, row, stage, now)
        return True
    replaced = replace_broken(session, row, stage)
    if replaced:
        return True
    if lookup.plan_of(row).stages[stage.number].format == "ladder":
        return _carry_ladder(session, row, stage, now)
    return _carry_rounds(session, row, stage, now)


def _carry_rounds(session: Session, row: Season, stage: SeasonStage, now: datetime) -> bool:
    if open_sets(session, stage):
        return False
    running = _running_round(stage)
    if running is not None:
        running.state, running.ended_at = RoundState.DONE, now
        place_rounds(row, stage, _ready(row, stage))
        audit(session, ARENA, "round_done", f"season:{row.slug}", stage=stage.name, round=running.number)
        webhooks.round_over(session, row, stage, running.number)
        session.flush()
        return True
    coming = next((turn for turn in stage.rounds if turn.state is RoundState.PLANNED), None)
    if coming is None:
        end_stage(session, row, stage, now, ARENA)
        return True
    if coming.starts_at > now:
        return False
    start_round(session, row, stage, coming, now)
    return True


def _carry_ladder(session: Session, row: Season, stage: SeasonStage, now: datetime) -> bool:
    """A ladder stage has one round. It lasts until every bot has had as many tables as the file says, or until the deadline."""
    running = _running_round(stage)
    if running is None:
        coming = stage.rounds[0]
        if coming.starts_at > now:
            return False
        start_round(session, row, stage, coming, now)
        return True
    late = row.deadline is not None and row.deadline <= now
    if open_sets(session, stage) or not (late or is_played(session, row, stage)):
        return False
    end_stage(session, row, stage, now, ARENA)
    return True


def current_stage(session: Session, row: Season) -> SeasonStage | None:
    """The first stage that is not over."""
    return next((stage for stage in lookup.stages(session, row) if stage.state is not StageState.DONE), None)


def _begin(session: Session, row: Season, stage: SeasonStage, now: datetime) -> None:
    """Begin a later stage in the order of the one before it; a final takes the best."""
    before = lookup.stages(session, row)[stage.number - 1]
    rule = lookup.plan_of(row).stages[stage.number]
    tables = stage_tables(session, before, now=now, role="organiser").divisions
    divisions: list[list[Entry]] = [[] for _ in range(1 + max((table.number for table in tables), default=0))]
    for table in tables:
        still = _still(session, [int(line.entry) for line in table.lines])
        divisions[table.number] = still[: rule.top] if rule.format == "final" else still
        if len(divisions[table.number]) < row.seats:
            divisions[table.number] = []  # too few are left: the table of the stage before is final
    begin_stage(session, row, stage, divisions, now, ARENA)


def _still(session: Session, order: Sequence[int]) -> list[Entry]:
    by_id = {entry.id: entry for entry in session.scalars(select(Entry).where(Entry.id.in_(order)))}
    return [by_id[entry_id] for entry_id in order if by_id[entry_id].state is EntryState.ACTIVE]


def _running_round(stage: SeasonStage) -> Round | None:
    return next((turn for turn in stage.rounds if turn.state is RoundState.RUNNING), None)


def _ready(row: Season, stage: SeasonStage) -> datetime:
    """The earliest start of the next round: after the last round, the start of the stage and the end of a pause."""
    moments = [turn.ended_at for turn in stage.rounds] + [stage.started_at, row.resumed_at]
    return max(moment for moment in moments if moment is not None)


def finish_season(session: Session, who: Viewer, slug: str, now: datetime | None = None) -> Season:
    """End a season by hand: call off what is still to be played, and keep the tables as they are."""
    row = lookup.run_by(session, who, slug, "finished", SeasonState.RUNNING)
    call_off(session, row, f"the season was finished by {who.name}")
    close(session, row, who.name, now or utcnow())
    return row


def cancel_season(session: Session, who: Viewer, slug: str, reason: str, now: datetime | None = None) -> Season:
    """End a season without a final table. What was played stays visible."""
    row = lookup.run_by(
        session, who, slug, "cancelled", SeasonState.DRAFT, SeasonState.REGISTRATION, SeasonState.RUNNING
    )
    if not reason.strip():
        raise Conflict("cancelling a season needs a reason for its entrants")
    call_off(session, row, f"the season was cancelled: {reason}")
    row.state, row.finished_at, row.trouble = SeasonState.CANCELLED, now or utcnow(), None
    audit(session, who.name, "season_cancelled", f"season:{slug}", reason=reason)
    return row


def end_stage(session: Session, row: Season, stage: SeasonStage, now: datetime, actor: str) -> None:
    """End the stage and its running rounds."""
    for turn in session.scalars(select(Round).where(Round.stage_id == stage.id, Round.state == RoundState.RUNNING)):
        turn.state, turn.ended_at = RoundState.DONE, now
    stage.state, stage.ended_at = StageState.DONE, now
    audit(session, actor, "stage_done", f"season:{row.slug}", stage=stage.name)


def close(session: Session, row: Season, actor: str, now: datetime) -> None:
    """Write the final tables of every stage and of the whole season, and the champions."""
    played = []
    for stage in lookup.stages(session, row):
        if stage.state is StageState.RUNNING:
            end_stage(session, row, stage, now, actor)
        if stage.started_at is not None:
            played.append(stage)
    tables_of = [stage_tables(session, stage, now=now, role="organiser") for stage in played]
    for stage, tables in zip(played, tables_of, strict=True):
        for table in tables.divisions:
            _keep(session, row, stage.number, table.number, table.lines)
    whole = overall(tables_of)
    # Without a match nobody has won anything.
    decided = {
        table.number for tables in tables_of for table in tables.divisions for line in table.lines if line.matches
    }
    for division, lines in whole.items():
        _keep(session, row, WHOLE_SEASON, division, lines)
        if division in decided and row.rehearses_id is None:
            _crown(session, row, division, lines[0], now)
    row.state, row.finished_at, row.trouble = SeasonState.FINISHED, now, None
    champions = [lines[0].bot for division, lines in whole.items() if division in decided]
    audit(session, actor, "season_finished", f"season:{row.slug}", champions=champions)
    webhooks.champions(session, row, champions)


def _keep(
    session: Session, row: Season, stage: int, division: int, lines: "list[TableLine] | tuple[TableLine, ...]"
) -> None:
    for at, line in enumerate(lines):
        session.add(
            FinalLine(
                season_id=row.id,
                stage=stage,
                division=division,
                place=at + 1,
                entry_id=int(line.entry),
                bot=line.bot,
                team=line.team,
                detail=detail_of(line),
            )
        )


def _crown(session: Session, row: Season, division: int, line: TableLine, now: datetime) -> None:
    part = session.get(Division, (row.id, division))
    session.add(
        Champion(
            season_id=row.id,
            division=division,
            entry_id=int(line.entry),
            league=row.league,
            title=row.title,
            division_name="" if part is None else part.name,
            bot=line.bot,
            team=line.team,
            at=now,
        )
    )


def reveal_stage(session: Session, who: Viewer, slug: str, number: int, now: datetime | None = None) -> SeasonStage:
    """End the freeze of one stage: everybody who may see the stage sees all of it from now on."""
    moment = now or utcnow()
    stages = lookup.stages(session, lookup.run_by(session, who, slug))
    if number >= len(stages):
        raise NotFound(f"{slug} has no stage {number + 1}")
    stage = stages[number]
    if stage.freeze_at is None or stage.freeze_at > moment:
        raise Conflict(f"stage {stage.name} of {slug} is not frozen")
    if stage.reveal_at is not None and stage.reveal_at <= moment:
        raise Conflict(f"stage {stage.name} of {slug} is shown already")
    stage.reveal_at = moment
    audit(session, who.name, "stage_revealed", f"season:{slug}", stage=stage.name)
    return stage


def reveal(session: Session, who: Viewer, slug: str, *, now: datetime | None = None) -> list[SeasonStage]:
    """End the freeze of all frozen stages; Conflict, with the freezes to come, if there are none."""
    moment = now or utcnow()
    stages = lookup.stages(session, lookup.run_by(session, who, slug))
    frozen = [stage for stage in stages if stage.freeze_at is not None and stage.freeze_at <= moment]
    hidden = [stage.number for stage in frozen if stage.reveal_at is None or stage.reveal_at > moment]
    if not hidden:
        coming = [
            f"{stage.name} from {stage.freeze_at:%Y-%m-%d %H:%M} UTC on"
            for stage in stages
            if stage.freeze_at and stage not in frozen
        ]
        raise Conflict(f"nothing of {slug} is frozen now" + (f"; to be frozen: {', '.join(coming)}" if coming else ""))
    return [reveal_stage(session, who, slug, number, moment) for number in hidden]
