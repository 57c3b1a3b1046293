"""The next season of a league: its file with later dates, the entries who play on, divisions from the final tables."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.leagues import season as described
from arena.leagues.seasonfile import parse
from arena.storage import rating
from arena.storage.audit import log
from arena.storage.errors import Conflict
from arena.storage.leagues import creating, entering, finding
from arena.storage.models import Entry, EntryState, Organiser, Season, SeasonState

_DATED = re.compile(
    r"^(\s*(?:first|opens|closes|deadline|freeze_at|reveal)\s*=\s*)(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(?:\.\d+)?)(.*)$"
)
_NAMED = re.compile(r"^(\s*name\s*=\s*).*$")
_TABLE = re.compile(r"^\s*\[")
_ENTRY = re.compile(r"^\s*\[\[\s*entry\s*\]\]")


def next_season(
    session: Session,
    slug: str,
    actor: str,
    *,
    first: datetime | None = None,
    text: str = "",
    new_slug: str = "",
    file: str = "season",
) -> Season:
    """A draft that follows a finished season: everyone who was active at its end is in, with the rating of then.

    Its file is *text*, or the last one without its entries and with every date moved so that round 1 starts at *first* (a time
    of day in the season's zone). Teams may leave and others enter until it starts.
    """
    row = finding.season(session, slug)
    finding.must_be(row, "followed", SeasonState.FINISHED)
    after = session.scalar(
        select(Season.slug).where(Season.follows_id == row.id, Season.state != SeasonState.CANCELLED)
    )
    if after is not None:
        raise Conflict(f"{slug} is followed by {after} already")
    number = row.number + 1
    if not text:
        if first is None:
            raise Conflict("the next season needs the start of its first round, or a file of its own")
        text = moved(row.file or "", first, _renamed(finding.plan_of(row), number))
    made = creating.create_season(session, text, actor, slug=new_slug or _slug(row, number), file=file)
    wanted = finding.plan_of(made)
    if (wanted.game, wanted.seats) != (row.game, row.seats):
        raise Conflict(f"{slug} is {row.game} for {row.seats}: the next season of its league must be, too")
    made.follows_id, made.number, made.league = row.id, number, wanted.league[:64] or row.league
    _carry_over(session, row, made)
    log(session, actor, "season_follows", f"season:{made.slug}", season=slug, entries=len(made.entries))
    session.flush()
    return made


def _carry_over(session: Session, row: Season, made: Season) -> None:
    for entry in session.scalars(
        select(Entry).where(Entry.season_id == row.id, Entry.state == EntryState.ACTIVE).order_by(Entry.id)
    ):
        if entry.bot.disabled_at is None:
            kept = rating.enter(session, made, entry.bot_id, *entering.brought(session, made, entry.bot))
            kept.version = entry.version
    for organiser in session.scalars(select(Organiser).where(Organiser.season_id == row.id)):
        session.add(Organiser(season_id=made.id, account_id=organiser.account_id))
    session.flush()
    session.expire(made, ["entries"])


def _slug(row: Season, number: int) -> str:
    base = re.sub(rf"-{row.number}$", "", row.slug)
    return f"{base[:36]}-{number}"


def _renamed(wanted: described.Season, number: int) -> str:
    base = re.sub(rf" {number - 1}$", "", wanted.name)
    return f"{base} {number}"


def moved(text: str, first: datetime, name: str) -> str:
    """A season file for another time: dates moved by as much as round 1, entries left out, everything else as written."""
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
    made = "\n".join(lines) + "\n"
    _check_moved(before, parse(made, "the file of the next season"), shift, name)
    return made


def _line(line: str, shift: timedelta, name: str) -> str:
    if name and (named := _NAMED.match(line)):
        return f'{named[1]}"{_quoted(name)}"'
    if dated := _DATED.match(line):
        return f"{dated[1]}{(datetime.fromisoformat(dated[2]) + shift).isoformat(timespec='seconds')}{dated[3]}"
    return line


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def _check_moved(before: described.Season, after: described.Season, shift: timedelta, name: str) -> None:
    """Files are edited as text, to keep their comments: whatever was not understood is refused here, not run."""

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
    found = [None if moment is None else moment.replace(tzinfo=None) for moment in dates(after)]
    same = (after.name, after.entries, after.points, after.divisions) == (name, (), before.points, before.divisions)
    # A moved date may fall into the hour that a change of clocks skips: then it moves on by that hour.
    near = all(
        (one is None) == (other is None) and (one is None or other is None or abs(one - other) <= timedelta(hours=2))
        for one, other in zip(wanted, found, strict=True)
    )
    if not (same and near and _plain(before) == _plain(after)):
        raise Conflict(
            "the dates of the season's file cannot be moved by themselves: give the next season a file of its own"
        )


def _plain(season: described.Season) -> described.Season:
    """All of a season that moving leaves alone."""
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
