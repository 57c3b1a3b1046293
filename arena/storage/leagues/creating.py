"""A season from its file: made as a draft, and read again while nothing has started."""

import re
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

import engine
from arena.leagues import season as described
from arena.leagues.plan import check_to_come, plan
from arena.leagues.season import SeasonError
from arena.leagues.seasonfile import parse
from arena.matches.secrets import new_seed
from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict, Invalid
from arena.storage.leagues import entering, finding
from arena.storage.models import Division, Season, SeasonFormat, SeasonStage, SeasonState
from arena.storage.names import NAME, checked_name
from arena.storage.pages.viewers import Viewer
from engine.core.options import plain


def slug_of(name: str) -> str:
    """A season's name as it stands in addresses: `Spring league 2027` becomes `spring-league-2027`."""
    made = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:40].strip("-")
    if not NAME.match(made):
        raise Invalid(f"no address can be made of the name {name!r}: give the season a slug, such as spring-2027")
    return made


def read_file(text: str, file: str = "season", now: datetime | None = None) -> described.Season:
    """The season a text describes; Invalid names file, line and field, or why its dates cannot be kept.

    *now*: refuse a season that would be over by then.
    """
    try:
        wanted = parse(text, file)
        if wanted.seats == 1:
            raise Invalid(
                f"{file}: a game for one seat has no tables to share out: `arena ladder create --seats 1` makes its ladder"
            )
        _check_dates(wanted, file, now)
    except SeasonError as wrong:
        raise Invalid(str(wrong)) from None
    return wanted


def _check_dates(wanted: described.Season, file: str, now: datetime | None) -> None:
    try:
        if wanted.field_size >= wanted.seats and (wanted.deadline is not None or now is not None):
            plan(wanted, now=now)
        elif now is not None and wanted.deadline is not None:
            check_to_come(wanted, wanted.deadline, now)
    except SeasonError as wrong:
        raise Invalid(f"{file}: {wrong}") from None


def create_season(
    session: Session,
    text: str,
    actor: str,
    *,
    slug: str = "",
    file: str = "season",
    now: datetime | None = None,
    who: Viewer | None = None,
) -> Season:
    """A new draft with the entries its file lists. Invalid, Conflict or NotFound say what is wrong; nothing is kept then.

    *now*: refuse a season that would be over by then. *who*: bots of other people's teams are invited, not entered; None is the operator.
    """
    wanted = read_file(text, file, now)
    name = checked_name("a season", slug or slug_of(wanted.name))
    if session.scalar(select(Season.id).where(Season.slug == name)):
        raise Conflict(f"there is a season {name!r} already: give this one another slug, or update that one")
    row = Season(slug=name, seed=str(new_seed()), state=SeasonState.DRAFT)
    _copy(row, wanted, text)
    session.add(row)
    session.flush()
    _parts(session, row, wanted)
    log(session, actor, "season_created", f"season:{name}", format=row.format.value, game=row.game)
    entering.enter_listed(session, row, wanted, actor, who)
    return row


def update_season(
    session: Session,
    slug: str,
    text: str,
    actor: str,
    *,
    file: str = "season",
    now: datetime | None = None,
    who: Viewer | None = None,
) -> Season:
    """Read a season's file again. Entries stay, and those newly listed are added; game and seats stay once somebody has entered."""
    row = finding.season(session, slug)
    finding.must_be(row, "updated", SeasonState.DRAFT, SeasonState.REGISTRATION)
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
    log(session, actor, "season_updated", f"season:{slug}")
    entering.enter_listed(session, row, wanted, actor, who)
    return row


def _copy(row: Season, wanted: described.Season, text: str) -> None:
    """What pages and conditions read without parsing the file."""
    first = wanted.stages[0].format
    row.file, row.title, row.league, row.visibility = text, wanted.name[:120], wanted.league[:64], wanted.visibility
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
    """Stages and divisions as the file has them."""
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
