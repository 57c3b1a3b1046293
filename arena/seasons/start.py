"""Starting a season: its entries are split into divisions, seeded, and the first rounds planned."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer
from arena.db.database import utcnow
from arena.db.models import (
    Division,
    Entry,
    RulingKind,
    Season,
    SeasonStage,
    SeasonState,
    StageEntry,
    StageState,
    audit,
)
from arena.errors import Conflict
from arena.leagues import season as described
from arena.leagues.divisions import next_season, split
from arena.leagues.round_robin import check_size
from arena.seasons import entries as entering, lookup
from arena.seasons.rounds import plan_rounds
from arena.seasons.tables import season_tables
from arena.seasons.wiping import wipe_rehearsals_of
from arena.seasons.withdrawal import put_out
from arena.webhooks import events as webhooks
from engine.core.chance import shuffle, stream


def start_season(
    session: Session, who: Viewer, slug: str, now: datetime | None = None, *, ready: datetime | None = None
) -> Season:
    """Close entries, split the field into divisions and plan the rounds; the first starts by the calendar.

    *ready*: the first round takes the first slot from then on, which may just have passed; now, if not given. Conflict says why the season
    cannot start, and changes nothing.
    """
    moment = now or utcnow()
    row = lookup.run_by(session, who, slug, "started", SeasonState.DRAFT, SeasonState.REGISTRATION)
    wanted = lookup.plan_of(row)
    _leave_out(session, row, wanted, who.name)
    entering.take_ratings(session, row)
    divisions = _divisions(session, row, wanted, entering.active(session, row))
    _check(row, wanted, [len(names) for names in divisions])
    if row.locked_at is None and (row.submission_closes is None or row.submission_closes <= moment):
        entering.lock_versions(session, row, moment, who.name)
    wipe_rehearsals_of(session, row, who.name, moment)
    row.state, row.started_at, row.trouble = SeasonState.RUNNING, moment, None
    row.opened_at = row.opened_at or moment
    _note_divisions(session, row, wanted, divisions)
    begin_stage(session, row, lookup.stages(session, row)[0], divisions, moment, who.name, ready=ready)
    sizes = [len(names) for names in divisions]
    audit(session, who.name, "season_started", f"season:{slug}", entries=sum(sizes), divisions=sizes)
    webhooks.season_started(session, row, sum(sizes))
    return row


def begin_stage(
    session: Session,
    row: Season,
    stage: SeasonStage,
    divisions: Sequence[Sequence[Entry]],
    now: datetime,
    actor: str,
    *,
    ready: datetime | None = None,
) -> None:
    """Seat the entries of each division, best first, in a stage, and plan its rounds."""
    for number, entries in enumerate(divisions):
        for at, entry in enumerate(entries):
            session.add(StageEntry(stage_id=stage.id, entry_id=entry.id, division=number, seeded=at + 1))
    stage.state, stage.started_at = StageState.RUNNING, now
    session.flush()
    plan_rounds(session, row, stage, ready or now)
    audit(session, actor, "stage_started", f"season:{row.slug}", stage=stage.name, entries=sum(map(len, divisions)))


def _leave_out(session: Session, row: Season, wanted: described.Season, actor: str) -> None:
    """Withdraw entries that cannot play, with a public reason, before they forfeit every match."""
    for entry in entering.active(session, row):
        if entry.bot.disabled_at is not None:
            put_out(session, row, entry, RulingKind.WITHDRAW, "its bot is disabled", actor)
        elif wanted.entry_rules.validation and entry.bot.validated_at is None:
            reason = "its validation match was not finished in time"
            put_out(session, row, entry, RulingKind.WITHDRAW, reason, actor)
        elif entry.bot.house is None and (reason := entering.wrong_hosting(session, row, entry.bot)):
            put_out(session, row, entry, RulingKind.WITHDRAW, reason, actor)


def _divisions(session: Session, row: Season, wanted: described.Season, entries: Sequence[Entry]) -> list[list[Entry]]:
    """The field, best first in each division."""
    ranked = _ranked(row, wanted, entries)
    if wanted.divisions is None:
        return [ranked]
    by_bot = {str(entry.bot_id): entry for entry in ranked}
    if wanted.divisions.by == "last_place" and row.follows_id is not None:
        named = _by_last_place(session, row, wanted.divisions, list(by_bot))
    else:
        named = split(list(by_bot), wanted.divisions)
    return [[by_bot[name] for name in names] for names in named]


def _by_last_place(
    session: Session, row: Season, divisions: described.Divisions, ranked: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """From the final tables of the season before, with promotion and relegation; new entrants at the bottom."""
    tables = season_tables(session, row.follows_id or 0)
    bots = {
        entry_id: str(session.get_one(Entry, int(entry_id)).bot_id)
        for lines in tables.values()
        for entry_id in (line.entry for line in lines)
    }
    last = [[bots[line.entry] for line in tables[number]] for number in sorted(tables)]
    if len(last) != len(divisions.sizes):
        raise Conflict(
            f"{row.slug} has {len(divisions.sizes)} divisions, the season before had {len(last)}: "
            'they must be as many for [promotion] by = "last_place"'
        )
    placed = {name for table in last for name in table}
    return next_season(last, divisions, ranked, [name for name in ranked if name not in placed]).divisions


def _ranked(row: Season, wanted: described.Season, entries: Sequence[Entry]) -> list[Entry]:
    """By the rating that the file lists, else by the one they have now, best first; ties are broken by lot."""
    listed = {entry.bot: round(entry.rating * 1000) for entry in wanted.entries if entry.rating is not None}
    drawn = sorted(entries, key=lambda entry: entry.id)
    shuffle(stream(int(row.seed), "seeding"), drawn)
    return sorted(drawn, key=lambda entry: -listed.get(entry.bot.name, entry.rating))


def _check(row: Season, wanted: described.Season, sizes: Sequence[int]) -> None:
    for at, size in enumerate(sizes):
        where = f"division {wanted.divisions.names[at]} of {row.slug}" if wanted.divisions else row.slug
        if size < wanted.seats:
            raise Conflict(f"{where} cannot start: {size} entries do not fill a table of {wanted.seats}")
        for stage in wanted.stages:
            if stage.format == "final" and size < stage.top:
                raise Conflict(
                    f"{where} cannot start: {size} entries are fewer than the {stage.top} of stage {stage.name}"
                )
            if stage.format == "round_robin":
                _check_design(where, size, wanted.seats, stage.meetings)


def _check_design(where: str, size: int, seats: int, meetings: int) -> None:
    try:
        check_size(size, seats, meetings)
    except ValueError as error:
        raise Conflict(f"{where} cannot start: {error}") from None


def _note_divisions(
    session: Session, row: Season, wanted: described.Season, divisions: Sequence[Sequence[Entry]]
) -> None:
    session.execute(delete(Division).where(Division.season_id == row.id))
    for number, entries in enumerate(divisions):
        if wanted.divisions is not None:
            name = wanted.divisions.names[number][:120]
            session.add(Division(season_id=row.id, number=number, name=name, size=len(entries)))
        for entry in entries:
            entry.division = number
    session.flush()
