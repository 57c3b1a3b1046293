"""Making seasons: a draft from its file, the file read again until the start, and the next season of a league."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

import engine
from arena.access.viewers import Viewer
from arena.db.database import stored, utcnow
from arena.db.models import (
    Division,
    Entry,
    EntryState,
    Organiser,
    Season,
    SeasonFormat,
    SeasonStage,
    SeasonState,
    audit,
)
from arena.errors import Conflict, Invalid, NotAllowed
from arena.ladders import rating
from arena.leagues import season as described
from arena.leagues.plan import check_to_come, plan
from arena.leagues.season import SeasonError
from arena.leagues.seasonfile import parse
from arena.matches.spec import new_seed
from arena.names import NAME, checked_name
from arena.seasons import entries, lookup
from engine.core.options import plain


def slug_of(name: str) -> str:
    """A season's name for use in addresses: `Spring league 2027` becomes `spring-league-2027`."""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-")
    if not NAME.match(slug):
        raise Invalid(f"the name {name!r} cannot be used in an address: give the season a slug, such as spring-2027")
    return slug


def read_file(text: str, file: str = "season", now: datetime | None = None) -> described.Season:
    """The season a text describes; Invalid names file, line and field, or why its dates cannot be kept.

    *now*: refuse a season that would be over by then.
    """
    wanted = parse(text, file)
    if wanted.seats == 1:
        why = "a game for one seat has no tables to share out: `arena ladder create --seats 1` makes its ladder"
        raise SeasonError(f"{file}: {why}", "seats", why)
    _check_dates(wanted, file, now)
    return wanted


def _check_dates(wanted: described.Season, file: str, now: datetime | None) -> None:
    try:
        if wanted.field_size >= wanted.seats and (wanted.deadline is not None or now is not None):
            plan(wanted, now=now)
        elif now is not None and wanted.deadline is not None:
            check_to_come(wanted, wanted.deadline, now)
    except SeasonError as error:
        raise SeasonError(f"{file}: {error}", error.field, error.why) from None


def create_season(
    session: Session, who: Viewer, text: str, *, slug: str = "", file: str = "season", now: datetime | None = None
) -> Season:
    """Create a draft with the entries its file lists, run by its creator. Invalid, Conflict, NotFound: nothing is stored then.

    *now*: refuse a season that would be over by then. Bots of other teams are invited, not entered, unless an admin creates the season.
    """
    if not who.organiser:
        raise NotAllowed("only organisers and admins create seasons")
    row = draft(session, who, text, slug, file, now)
    if who.account_id is not None:
        session.add(Organiser(season_id=row.id, account_id=who.account_id))
        audit(session, who.name, "organiser_added", f"season:{row.slug}", account=who.name)
    return row


def draft(session: Session, who: Viewer, text: str, slug: str, file: str, now: datetime | None = None) -> Season:
    """A draft without organisers, for callers that have checked who asks. *now*: refuse a season that would be over by then."""
    wanted = read_file(text, file, now)
    name = checked_name("a season", slug or slug_of(wanted.name))
    if session.scalar(select(Season.id).where(Season.slug == name)):
        raise Conflict(f"there is a season {name!r} already: give this one another slug, or update that one")
    row = Season(slug=name, seed=str(new_seed()), state=SeasonState.DRAFT)
    _copy(row, wanted, text)
    stored(session, row)
    _parts(session, row, wanted)
    audit(session, who.name, "season_created", f"season:{name}", format=row.format.value, game=row.game)
    entries.enter_listed(session, who, row, wanted)
    return row


def update_season(
    session: Session, who: Viewer, slug: str, text: str, *, file: str = "season", now: datetime | None = None
) -> Season:
    """Read a season's file again. Entries stay, and newly listed ones are added; once there are entries, game and seats cannot change."""
    row = lookup.run_by(session, who, slug, "updated", SeasonState.DRAFT, SeasonState.REGISTRATION)
    wanted = read_file(text, file, now)
    for what, before, after in (("game", row.game, wanted.game), ("seats", row.seats, wanted.seats)):
        if row.entries and before != after:
            raise Conflict(f"{slug} has entries for {what} {before}: the file now says {after}. Create another season")
    _copy(row, wanted, text)
    session.flush()
    session.execute(delete(SeasonStage).where(SeasonStage.season_id == row.id))
    session.execute(delete(Division).where(Division.season_id == row.id))
    session.expire_all()
    _parts(session, row, wanted)
    row.trouble = None
    audit(session, who.name, "season_updated", f"season:{slug}")
    entries.enter_listed(session, who, row, wanted)
    return row


def _copy(row: Season, wanted: described.Season, text: str) -> None:
    """Copy into columns what pages and conditions read without parsing the file."""
    first = wanted.stages[0].format
    row.file, row.title, row.league, row.visibility = text, wanted.name[:120], wanted.league[:64], wanted.visibility
    row.hosting, row.keep_free = wanted.hosting, wanted.entry_rules.keep_free
    row.game, row.seats, row.clock, row.time_zone = wanted.game, wanted.seats, wanted.clock, wanted.time_zone
    row.options = plain(engine.game(wanted.game).checked_options(wanted.seats, wanted.options))
    row.format = SeasonFormat(first)
    row.registration_opens, row.registration_closes = _span(wanted.registration)
    row.submission_opens, row.submission_closes = _span(wanted.submission)
    row.first_at, row.deadline = wanted.schedule.first, wanted.deadline
    if row.locked_at is not None and row.submission_closes is not None and row.submission_closes > utcnow():
        row.locked_at = None  # submission was opened again by a later date


def _span(window: described.Window | None) -> tuple[datetime | None, datetime | None]:
    return (None, None) if window is None else (window.opens, window.closes)


def _parts(session: Session, row: Season, wanted: described.Season) -> None:
    """Create the stages and divisions of the file."""
    for number, stage in enumerate(wanted.stages):
        session.add(
            SeasonStage(
                season_id=row.id,
                number=number,
                name=stage.name[:120],
                format=stage.format,
                visibility=stage.visibility,
                freeze_at=stage.freeze_at,
                reveal_at=stage.reveal,
            )
        )
    if wanted.divisions is not None:
        for number, (name, size) in enumerate(zip(wanted.divisions.names, wanted.divisions.sizes, strict=True)):
            session.add(Division(season_id=row.id, number=number, name=name[:120], size=size))
    session.flush()


_DATED = re.compile(
    r"^(\s*(?:first|opens|closes|deadline|freeze_at|reveal)\s*=\s*)(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?)(.*)$"
)
_NAMED = re.compile(r"^(\s*name\s*=\s*).*$")
_TABLE = re.compile(r"^\s*\[")
_ENTRY = re.compile(r"^\s*\[\[\s*entry\s*\]\]")


def next_season(
    session: Session,
    who: Viewer,
    slug: str,
    *,
    first: datetime | None = None,
    text: str = "",
    new_slug: str = "",
    file: str = "season",
) -> Season:
    """Create the draft that follows a finished season. Bots that were active at its end are entered with the ratings they had then.

    Its file is *text*, or the last one without its entries and with every date moved so that round 1 starts at *first* (a time
    of day in the season's zone). Teams may leave and others enter until it starts.
    """
    row = lookup.run_by(session, who, slug, "followed", SeasonState.FINISHED)
    if row.rehearses_id is not None:
        raise Conflict(f"{slug} is a rehearsal: no season follows it")
    after = session.scalar(
        select(Season.slug).where(Season.follows_id == row.id, Season.state != SeasonState.CANCELLED)
    )
    if after is not None:
        raise Conflict(f"{slug} is followed by {after} already")
    number = row.number + 1
    if not text:
        if first is None:
            raise Conflict("the next season needs the start of its first round, or a new file")
        text = moved(row.file or "", first, _renamed(lookup.plan_of(row), number))
    follower = draft(session, who, text, new_slug or _slug(row, number), file, None)
    wanted = lookup.plan_of(follower)
    if (wanted.game, wanted.seats) != (row.game, row.seats):
        raise Conflict(f"{slug} is {row.game} for {row.seats}: the next season of its league must be, too")
    follower.follows_id, follower.number, follower.league = row.id, number, wanted.league[:64] or row.league
    _carry_over(session, row, follower)
    audit(session, who.name, "season_follows", f"season:{follower.slug}", season=slug, entries=len(follower.entries))
    return follower


def _carry_over(session: Session, row: Season, follower: Season) -> None:
    for entry in session.scalars(
        select(Entry).where(Entry.season_id == row.id, Entry.state == EntryState.ACTIVE).order_by(Entry.id)
    ):
        if entry.bot.disabled_at is None:
            kept = rating.enter(session, follower, entry.bot_id, *entries.brought(session, follower, entry.bot))
            kept.version = entry.version
    for organiser in session.scalars(select(Organiser).where(Organiser.season_id == row.id)):
        session.add(Organiser(season_id=follower.id, account_id=organiser.account_id))
    session.flush()
    session.expire(follower, ["entries"])


def _slug(row: Season, number: int) -> str:
    base = re.sub(rf"-{row.number}$", "", row.slug)
    return f"{base[:36]}-{number}"


def _renamed(wanted: described.Season, number: int) -> str:
    base = re.sub(rf" {number - 1}$", "", wanted.name)
    return f"{base} {number}"


def moved(text: str, first: datetime, name: str) -> str:
    """A season file for another time: every date moved by as much as round 1, without entries, everything else unchanged."""
    before = parse(text, kept=True)
    start = before.schedule.first.replace(tzinfo=None)
    shift = first.replace(tzinfo=None) - start
    lines: list[str] = []
    inside, top = False, True
    for line in text.splitlines():
        if _TABLE.match(line):
            inside, top = bool(_ENTRY.match(line)), False
        if not inside:
            lines.append(_line(line, shift, name if top else ""))
    shifted = "\n".join(lines) + "\n"
    _check_moved(before, parse(shifted, "the file of the next season"), shift, name)
    return shifted


def _line(line: str, shift: timedelta, name: str) -> str:
    if name and (named := _NAMED.match(line)):
        return f'{named[1]}"{_quoted(name)}"'
    if dated := _DATED.match(line):
        return f"{dated[1]}{(datetime.fromisoformat(dated[2]) + shift).isoformat(timespec='seconds')}{dated[3]}"
    return line


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def _check_moved(before: described.Season, after: described.Season, shift: timedelta, name: str) -> None:
    """Files are edited as text to keep their comments. A file that this did not understand is refused here."""

    def later(moment: datetime | None) -> datetime | None:
        return None if moment is None else moment.replace(tzinfo=None) + shift

    def dates(season: described.Season) -> list[datetime | None]:
        windows = [season.registration, season.submission]
        return [
            season.schedule.first,
            season.deadline,
            *(moment for window in windows if window for moment in (window.opens, window.closes)),
            *(moment for stage in season.stages for moment in (stage.freeze_at, stage.reveal)),
        ]

    wanted = [later(moment) for moment in dates(before)]
    actual = [None if moment is None else moment.replace(tzinfo=None) for moment in dates(after)]
    same = (after.name, after.entries, after.points, after.divisions) == (name, (), before.points, before.divisions)
    # A moved date may fall into the hour that a change of clocks skips: then it moves on by that hour.
    near = all(
        (expected is None) == (other is None)
        and (expected is None or other is None or abs(expected - other) <= timedelta(hours=2))
        for expected, other in zip(wanted, actual, strict=True)
    )
    if not (same and near and _plain(before) == _plain(after)):
        raise Conflict("the dates of the season's file cannot be moved automatically: give the next season a new file")


def _plain(season: described.Season) -> described.Season:
    """The season without what moving changes."""
    still = season.schedule.first.replace(year=2000, month=1, day=1, hour=0, minute=0, second=0, microsecond=0, fold=0)
    return replace(
        season,
        name="",
        entries=(),
        deadline=None,
        registration=None,
        submission=None,
        schedule=replace(season.schedule, first=still),
        stages=tuple(replace(stage, freeze_at=None, reveal=None) for stage in season.stages),
    )
