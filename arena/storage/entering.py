"""Owners take their bots into seasons and out of them."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.storage import claims
from arena.storage.audit import log
from arena.storage.errors import Conflict, NotAllowed, NotFound
from arena.storage.leagues import entering as league_entering
from arena.storage.leagues import invites
from arena.storage.leagues import leaving as league_leaving
from arena.storage.models import Bot, Entry, EntryState, Season, SeasonFormat, SeasonState
from arena.storage.pages.sight import seasons_for
from arena.storage.pages.viewers import Viewer
from arena.storage.people import bot as bot_named
from arena.storage.persons import plays
from arena.storage.rating import enter


def own_bot(session: Session, who: Viewer, name: str) -> Bot:
    """The bot of that name if it is theirs; NotFound or NotAllowed otherwise. An admin's are all bots."""
    found = bot_named(session, name)
    if not (who.owns(found.team_id) or who.admin):
        raise NotAllowed(f"{name} is not one of your bots")
    return found


def _season(session: Session, who: Viewer, slug: str, code: str = "", bot: Bot | None = None) -> Season:
    """The season if they may know of it, or have an invite for this bot; NotFound otherwise, as if there were none."""
    slug = slug or invites.season_of(session, code)
    found = session.scalar(select(Season).where(Season.slug == slug))
    if found is None or not (_seen(session, who, found) or _invited(session, found, bot, code)):
        raise NotFound(f"there is no season {slug!r}")
    return found


def _seen(session: Session, who: Viewer, season: Season) -> bool:
    return session.scalar(select(Season.id).where(Season.id == season.id, seasons_for(who))) is not None


def _invited(session: Session, season: Season, bot: Bot | None, code: str) -> bool:
    """Whether its file names the bot, or the code is one of the season's."""
    if bot is None or season.state is SeasonState.DRAFT:
        return False
    return league_entering.is_listed(season, bot) or (bool(code) and invites.opens(session, season, code))


def enter_season(session: Session, who: Viewer, slug: str, name: str, code: str = "", actor: str = "") -> Entry:
    """Enter one's bot, with the *code* of an invite where a league season needs one; entering twice changes nothing.

    Without a slug the code says which season: closed ones are not listed to those outside. Conflict, NotAllowed or LimitReached
    say why it cannot be. *actor* is the caller in the audit log's words, if not the name.
    """
    bot, actor = own_bot(session, who, name), actor or who.name
    season = _season(session, who, slug, code, bot)
    if season.file is not None:
        return league_entering.enter_bot(session, season.slug, bot, actor, code=code)
    _check_open(season)
    _check_bot(session, season, bot)
    before = session.scalar(select(Entry.state).where(Entry.season_id == season.id, Entry.bot_id == bot.id))
    entry = enter(session, season, bot.id)
    if before is not EntryState.ACTIVE:
        log(session, actor, "season_entered", f"season:{season.slug}", bot=name)
    return entry


def _check_open(season: Season) -> None:
    open_states = {SeasonState.REGISTRATION}
    if season.format in {SeasonFormat.LADDER, SeasonFormat.SOLO}:
        open_states.add(SeasonState.RUNNING)
    if season.state not in open_states:
        raise Conflict(f"{season.slug} takes no entries: it is {season.state.value}")


def _check_bot(session: Session, season: Season, bot: Bot) -> None:
    name = bot.name
    if not plays(session, bot.id):
        raise Conflict(f"{name} is disabled")
    if bot.validated_at is None:
        raise Conflict(f"{name} has not finished its validation match yet: connect it, and it is played within seconds")
    if bot.games and season.game not in bot.games:
        raise Conflict(f"{name} does not play {season.game}: when it last connected it declared {', '.join(bot.games)}")


def leave_season(session: Session, who: Viewer, slug: str, name: str, actor: str = "") -> Entry:
    """Take one's bot out. Its rating stays in the log. Of a ladder, sets that have begun are played to the end and others are
    dropped; in a league what is not played is forfeited.
    """
    bot, actor = own_bot(session, who, name), actor or who.name
    entry = session.scalar(select(Entry).join(Season).where(Season.slug == slug, Entry.bot_id == bot.id))
    if entry is None or entry.state is not EntryState.ACTIVE:
        _season(session, who, slug, "")
        raise Conflict(f"{name} is not in {slug}")
    if entry.season.file is not None:
        return league_leaving.leave(session, slug, bot, actor)
    if entry.season.state not in {SeasonState.REGISTRATION, SeasonState.RUNNING}:
        raise Conflict(f"nobody can leave {slug} any more: it is {entry.season.state.value}")
    withdraw(session, entry, actor)
    return entry


def withdraw(session: Session, entry: Entry, actor: str) -> None:
    """A bot leaves a ladder."""
    entry.state = EntryState.WITHDRAWN
    claims.drop_sets_of(session, entry.bot_id, entry.season_id, f"{entry.bot.name} left; nobody had begun")
    log(session, actor, "season_left", f"season:{entry.season.slug}", bot=entry.bot.name)
