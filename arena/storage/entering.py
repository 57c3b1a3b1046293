"""Owners take their bots into seasons and out of them."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage.audit import log
from arena.storage.errors import Conflict, NotAllowed, NotFound
from arena.storage.leagues import entering as league_entering
from arena.storage.leagues import leaving as league_leaving
from arena.storage.models import Bot, Entry, EntryState, Season, SeasonFormat, SeasonState
from arena.storage.pages.sight import role_in
from arena.storage.pages.viewers import Viewer
from arena.storage.people import bot as bot_named
from arena.storage.rating import enter


def own_bot(session: Session, who: Viewer, name: str) -> Bot:
    """The bot of that name if it is theirs; NotFound or NotAllowed otherwise. An admin's are all bots."""
    found = bot_named(session, name)
    if not (who.owns(found.team_id) or who.admin):
        raise NotAllowed(f"{name} is not one of your bots")
    return found


def _season(session: Session, who: Viewer, slug: str) -> Season:
    found = session.scalar(select(Season).where(Season.slug == slug))
    if found is None or (found.state is SeasonState.DRAFT and role_in(session, who, found.id) != "organiser"):
        raise NotFound(f"there is no season {slug!r}")
    return found


def enter_season(session: Session, who: Viewer, slug: str, name: str, code: str = "") -> Entry:
    """Enter one's bot, with the *code* of an invite where a league season needs one; entering twice changes nothing.

    Conflict, NotAllowed or LimitReached say why it cannot be.
    """
    season, bot = _season(session, who, slug), own_bot(session, who, name)
    if season.file is not None:
        return league_entering.enter_bot(session, slug, bot, who.name, code=code)
    _check_open(season)
    if bot.disabled_at is not None:
        raise Conflict(f"{name} is disabled")
    if bot.validated_at is None:
        raise Conflict(f"{name} has not finished its validation match yet: connect it, and it is played within seconds")
    if bot.games and season.game not in bot.games:
        raise Conflict(f"{name} does not play {season.game}: when it last connected it declared {', '.join(bot.games)}")
    before = session.scalar(select(Entry.state).where(Entry.season_id == season.id, Entry.bot_id == bot.id))
    entry = enter(session, season, bot.id)
    if before is not EntryState.ACTIVE:
        log(session, who.name, "season_entered", f"season:{slug}", bot=name)
    return entry


def _check_open(season: Season) -> None:
    open_states = {SeasonState.REGISTRATION}
    if season.format in {SeasonFormat.LADDER, SeasonFormat.SOLO}:
        open_states.add(SeasonState.RUNNING)
    if season.state not in open_states:
        raise Conflict(f"{season.slug} takes no entries: it is {season.state.value}")


def leave_season(session: Session, who: Viewer, slug: str, name: str) -> Entry:
    """Take one's bot out. Its rating stays in the log. A ladder's open sets are played to the end; in a league what is not played
    is forfeited.
    """
    season, bot = _season(session, who, slug), own_bot(session, who, name)
    if season.file is not None:
        return league_leaving.leave(session, slug, bot, who.name)
    entry = session.scalar(select(Entry).where(Entry.season_id == season.id, Entry.bot_id == bot.id))
    if entry is None or entry.state is not EntryState.ACTIVE:
        raise Conflict(f"{name} is not in {slug}")
    if season.state not in {SeasonState.REGISTRATION, SeasonState.RUNNING}:
        raise Conflict(f"nobody can leave {slug} any more: it is {season.state.value}")
    entry.state = EntryState.WITHDRAWN
    log(session, who.name, "season_left", f"season:{slug}", bot=name)
    return entry
