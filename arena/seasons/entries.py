"""Entering a season: who may, when, and with which bot. gRPC, the site and the command line all call `enter`."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from arena.access.lookup import bot as bot_named, hosted_version, plays
from arena.access.viewers import PUBLIC, Viewer, concealed, frozen, seasons_for
from arena.db.any_of import any_of
from arena.db.database import utcnow
from arena.db.models import (
    Account,
    Bot,
    BotVersion,
    Entry,
    EntryState,
    Season,
    SeasonFormat,
    SeasonStage,
    SeasonState,
    TeamMember,
    audit,
)
from arena.errors import Conflict, LimitReached, NotAllowed, NotFound, existing
from arena.ladders import rating
from arena.ladders.queries import visible_ratings
from arena.leagues import season as described
from arena.leagues.season import zone
from arena.ratings import elo
from arena.seasons import invites, lookup

MOST_ENTRIES = 1000


def enter(session: Session, who: Viewer, slug: str, name: str, *, code: str = "", now: datetime | None = None) -> Entry:
    """Enter a bot into a season. Entering twice changes nothing. Conflict, NotAllowed or LimitReached say why it is refused.

    Owners enter their own bots while the season takes entries, with the *code* of an invite where it needs one; without a slug the
    code says which season. An open ladder takes bots at any time, a running ladder that is not open needs an invite, and a league
    follows its file. Organisers need neither an invite nor an open window until the season starts; they also enter house bots, and
    admins enter every bot.
    """
    bot = bot_named(session, name)
    season = _season(session, who, slug or invites.season_of_invite(session, code), bot, code)
    runs = lookup.may_run(session, who, season)
    _check_may_enter(who, bot, runs=runs)
    entry = _entry(session, season, bot)
    if entry is not None and entry.state is EntryState.ACTIVE:
        return entry
    if runs:
        return _enter_by_hand(session, season, bot, who.name)
    if season.file is None:
        _check_ladder(session, season, bot, code)
    else:
        _check_league(session, season, bot, code, now or utcnow())
    return _admit(session, season, bot, who.name)


def enter_by_hand(session: Session, who: Viewer, slug: str, name: str) -> Entry:
    """Enter any bot as an organiser, such as one that a roster has just created."""
    return _enter_by_hand(session, lookup.locked_for(session, who, slug), bot_named(session, name), who.name)


def _enter_by_hand(session: Session, season: Season, bot: Bot, actor: str) -> Entry:
    states = {SeasonState.DRAFT, SeasonState.REGISTRATION}
    if season.state not in states and not _is_running_ladder(season):
        raise Conflict(f"{season.slug} takes no entries: it is {season.state.value}")
    _check_bot(session, season, bot, validation=False)
    if season.file is not None:
        _check_limits(session, season, bot, lookup.plan_of(season).entry_rules.per_team)
    return _admit(session, season, bot, actor)


def is_entered(session: Session, slug: str, bot: Bot) -> bool:
    """Whether the bot plays in the season."""
    entry = select(Entry.id).join(Season).where(Season.slug == slug, Entry.bot_id == bot.id)
    return session.scalar(entry.where(Entry.state == EntryState.ACTIVE)) is not None


def kept_free(session: Session, bot_ids: Collection[int]) -> dict[int, str]:
    """Those of the bots that a season which is not over keeps off the open ladders, with its title."""
    if not bot_ids:
        return {}
    over = (SeasonState.FINISHED, SeasonState.CANCELLED)
    rows = session.execute(
        select(Entry.bot_id, Season.title)
        .join(Season, Season.id == Entry.season_id)
        .where(any_of(Entry.bot_id, "bots"), Entry.state == EntryState.ACTIVE)
        .where(Season.keep_free, Season.state.not_in(over))
        .order_by(Season.id.desc()),
        {"bots": list(bot_ids)},
    )
    return {row.bot_id: row.title for row in rows}


def is_listed(season: Season, bot: Bot) -> bool:
    """Whether the season's file names the bot: that is an invite for it."""
    return season.file is not None and bot.name in {entry.bot for entry in lookup.plan_of(season).entries}


def enter_listed(session: Session, who: Viewer, row: Season, wanted: described.Season) -> list[Entry]:
    """Enter the bots that a season's file lists. Entries that exist stay as they are, also those that left.

    Bots of other teams are not entered, unless an admin does it: the list is their invite.
    """
    entered = []
    for listed in wanted.entries:
        bot = existing(
            session.scalar(select(Bot).where(Bot.name == listed.bot)),
            f"the season file lists the bot {listed.bot!r}, which does not exist",
        )
        if not _may_enter(who, bot, runs=True):
            continue
        _check_bot(session, row, bot, validation=False)
        if _entry(session, row, bot) is None:
            _check_limits(session, row, bot, wanted.entry_rules.per_team)
            entered.append(_admit(session, row, bot, who.name))
    return entered


def take_ratings(session: Session, row: Season) -> None:
    """At the start of a season: give its entries the ratings that their bots have by now."""
    for entry in active(session, row):
        points, deviation = brought(session, row, entry.bot)
        if entry.sets_rated == 0 and points != entry.rating:
            rating.bring(session, entry, points, deviation)
    session.flush()


def entry_of(session: Session, row: Season, name: str) -> Entry:
    """The entry of the bot of that name; NotFound otherwise."""
    return existing(_entry(session, row, bot_named(session, name)), f"{name} is not entered in {row.slug}")


def lock_versions(session: Session, row: Season, now: datetime, actor: str) -> None:
    """Close submission: note for every entry the version that its bot declared last."""
    row.locked_at = now
    locked = lookup.plan_of(row).entry_rules.versions == "locked"
    for entry in active(session, row):
        entry.version = _declared(session, entry.bot_id)
    audit(session, actor, "submission_closed", f"season:{row.slug}", versions="locked" if locked else "free")


def active(session: Session, row: Season) -> list[Entry]:
    """The active entries, in the order of entering."""
    return list(
        session.scalars(
            select(Entry).where(Entry.season_id == row.id, Entry.state == EntryState.ACTIVE).order_by(Entry.id)
        )
    )


def _season(session: Session, who: Viewer, slug: str, bot: Bot, code: str) -> Season:
    """The season, locked. NotFound unless the viewer may see it or has an invite for this bot."""
    season = lookup.locked(session, slug)
    if not (is_visible(session, who, season) or (who.owns(bot.team_id) and _is_invited(session, season, bot, code))):
        raise NotFound(f"there is no season {slug!r}")
    return season


def is_visible(session: Session, who: Viewer, season: Season) -> bool:
    """Whether the viewer may know of the season."""
    return session.scalar(select(Season.id).where(Season.id == season.id, seasons_for(who))) is not None


def _is_invited(session: Session, season: Season, bot: Bot, code: str) -> bool:
    if season.state is SeasonState.DRAFT:
        return False
    return is_listed(season, bot) or (bool(code) and invites.is_invite_of(session, season, code))


def _may_enter(who: Viewer, bot: Bot, *, runs: bool) -> bool:
    return who.admin or who.owns(bot.team_id) or (runs and bot.team.house)


def _check_may_enter(who: Viewer, bot: Bot, *, runs: bool) -> None:
    if _may_enter(who, bot, runs=runs):
        return
    if not runs:
        raise NotAllowed(f"{bot.name} is not one of your bots")
    raise NotAllowed(
        f"{bot.name} belongs to team {bot.team.name}, whose members enter it: "
        "send them an invite, or list the bot in the season's file"
    )


def _admit(session: Session, row: Season, bot: Bot, actor: str) -> Entry:
    """Create the entry or make it active again. Leagues take over the bot's rating; ladders start from the same one for everyone."""
    carried = (elo.START, elo.WIDEST) if row.file is None else brought(session, row, bot)
    entry = rating.enter(session, row, bot.id, *carried)
    if row.file is not None:
        entry.version = _declared(session, bot.id)
    audit(session, actor, "season_entered", f"season:{row.slug}", bot=bot.name)
    return entry


def _entry(session: Session, row: Season, bot: Bot) -> Entry | None:
    return session.scalar(select(Entry).where(Entry.season_id == row.id, Entry.bot_id == bot.id))


def _declared(session: Session, bot_id: int) -> str | None:
    """The version that is hosted, or that the bot declared last; None if it never connected."""
    return hosted_version(session, bot_id) or session.scalar(
        select(BotVersion.name)
        .where(BotVersion.bot_id == bot_id)
        .order_by(BotVersion.last_seen_at.desc(), BotVersion.id.desc())
        .limit(1)
    )


def brought(session: Session, row: Season, bot: Bot) -> tuple[int, int]:
    """The rating and deviation that a bot brings from its latest season of the same game and number of seats.

    Only what everyone may know: a rating that changed in a frozen or hidden part of a season would reveal its results. Seasons of one league
    that are not public pass ratings on to each other.
    """
    same_league = and_(Season.id == row.follows_id, Season.visibility == row.visibility)
    last = session.scalar(
        select(Entry)
        .join(Season)
        .where(
            Entry.bot_id == bot.id,
            Season.id != row.id,
            Season.game == row.game,
            Season.seats == row.seats,
            Entry.sets_rated > 0,
            or_(seasons_for(PUBLIC), same_league),
        )
        .order_by(Season.id.desc())
        .limit(1)
    )
    if last is None:
        return elo.START, elo.WIDEST
    if last.season.visibility == "public" and not concealed(session, PUBLIC, [last.season_id]):
        return last.rating, last.deviation
    if last.season.visibility != "public" and not _frozen(session, last.season):
        return last.rating, last.deviation
    visible = visible_ratings(session, PUBLIC, [last.season_id])
    return visible.get((last.season_id, bot.id), (elo.START, 0))[0], elo.WIDEST


def _frozen(session: Session, season: Season) -> bool:
    """Whether a part of the season is frozen for everyone but its organisers."""
    return (
        session.scalar(select(SeasonStage.id).where(SeasonStage.season_id == season.id, frozen(PUBLIC)).limit(1))
        is not None
    )


def _team_is_in(session: Session, row: Season, bot: Bot) -> bool:
    """Whether the bot's team has entered one before: it may then change its bots until submission closes."""
    wanted = select(Entry.id).join(Bot).where(Entry.season_id == row.id, Bot.team_id == bot.team_id).limit(1)
    return session.scalar(wanted) is not None


def _is_running_ladder(season: Season) -> bool:
    ladder = season.file is None and season.format in {SeasonFormat.LADDER, SeasonFormat.SOLO}
    return ladder and season.state is SeasonState.RUNNING


def _check_ladder(session: Session, season: Season, bot: Bot, code: str) -> None:
    """A bot that is not validated yet may enter: it plays as soon as it is."""
    running = _is_running_ladder(season)
    if season.state is not SeasonState.REGISTRATION and not running:
        raise Conflict(f"{season.slug} takes no entries: it is {season.state.value}")
    _check_bot(session, season, bot, validation=False)
    if running and not season.open_ladder and not _team_is_in(session, season, bot):
        invites.use_invite(session, season, code)


def _check_league(session: Session, season: Season, bot: Bot, code: str, now: datetime) -> None:
    rules = lookup.plan_of(season).entry_rules
    registered = _team_is_in(session, season, bot)
    _check_window(season, registered=registered, now=now)
    _check_bot(session, season, bot, validation=rules.validation)
    _check_limits(session, season, bot, rules.per_team)
    if rules.invite_only and not registered and not is_listed(season, bot):
        invites.use_invite(session, season, code)


def _check_window(row: Season, *, registered: bool, now: datetime) -> None:
    if row.state is not SeasonState.REGISTRATION:
        raise Conflict(f"{row.slug} takes no entries: it is {row.state.value}")
    if row.submission_opens is not None and now < row.submission_opens:
        raise Conflict(f"{row.slug} takes bots from {when(row, row.submission_opens)} on")
    if row.locked_at is not None or (row.submission_closes is not None and now >= row.submission_closes):
        raise Conflict(f"{row.slug} takes no further bots: submission is closed")
    if not registered and row.registration_closes is not None and now >= row.registration_closes:
        raise Conflict(f"registration for {row.slug} closed on {when(row, row.registration_closes)}")


def when(row: Season, moment: datetime) -> str:
    """A moment in the season's time zone, for messages."""
    return moment.astimezone(zone(row.time_zone)).strftime("%Y-%m-%d %H:%M %Z")


def _check_bot(session: Session, row: Season, bot: Bot, *, validation: bool) -> None:
    if not plays(session, bot.id):
        raise Conflict(f"{bot.name} is disabled")
    if validation and bot.validated_at is None:
        raise Conflict(
            f"{bot.name} has not finished its validation match yet: connect it, and it is played within seconds"
        )
    if bot.games and row.game not in bot.games:
        raise Conflict(
            f"{bot.name} does not play {row.game}: when it last connected it declared {', '.join(bot.games)}"
        )
    if bot.house is None and (reason := wrong_hosting(session, row, bot)):
        raise Conflict(reason)


def wrong_hosting(session: Session, row: Season, bot: Bot) -> str:
    """Why a bot may not play here because of where it runs; empty: it may."""
    if row.hosting == "both":
        return ""
    version = hosted_version(session, bot.id)
    if row.hosting == "hosted" and not version:
        return f"{row.slug} is for hosted bots: hand {bot.name} in first, on the site or with `arena submit DIR`"
    if row.hosting == "dial_in" and version:
        return f"{row.slug} is for bots that dial in, and the arena hosts {bot.name} {version}: stop hosting it first"
    return ""


def _check_limits(session: Session, row: Season, bot: Bot, per_team: int) -> None:
    """LimitReached if the season is full, or if the team or one of its members has *per_team* bots in it. House bots are not limited."""
    counted = select(func.count()).select_from(Entry).where(Entry.season_id == row.id, Entry.state == EntryState.ACTIVE)
    if (session.scalar(counted) or 0) >= MOST_ENTRIES:
        raise LimitReached(f"{row.slug} has {MOST_ENTRIES} entries, which is the most")
    if bot.team.house:
        return
    mine = session.scalar(counted.join(Bot, Bot.id == Entry.bot_id).where(Bot.team_id == bot.team_id)) or 0
    if mine >= per_team:
        raise LimitReached(
            f"team {bot.team.name} has {mine} of {per_team} bots in {row.slug}: withdraw one before entering another"
        )
    _check_people(session, row, bot, per_team)


def _check_people(session: Session, row: Season, bot: Bot, per_team: int) -> None:
    """Keep the limit for people who belong to several teams."""
    fellow = select(TeamMember.account_id).where(TeamMember.team_id == bot.team_id)
    over = session.execute(
        select(Account.name, func.count(Entry.id.distinct()).label("bots"))
        .join(TeamMember, TeamMember.account_id == Account.id)
        .join(Bot, Bot.team_id == TeamMember.team_id)
        .join(Entry, Entry.bot_id == Bot.id)
        .where(Account.id.in_(fellow), Entry.season_id == row.id, Entry.state == EntryState.ACTIVE)
        .group_by(Account.name)
        .having(func.count(Entry.id.distinct()) >= per_team)
        .order_by(Account.name)
        .limit(1)
    ).first()
    if over is not None:
        raise LimitReached(
            f"{over.name} belongs to teams with {over.bots} of {per_team} bots in {row.slug}: "
            "withdraw one of them, or leave one of the teams, before entering another"
        )
