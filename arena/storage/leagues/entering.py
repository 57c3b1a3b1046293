"""Entering a league season: windows, invites, bots per team, validation, versions."""

from datetime import datetime

from sqlalchemy import and_, func, or_, select
from sqlalchemy.orm import Session

from arena.leagues import season as described
from arena.ratings import elo
from arena.storage import rating
from arena.storage.audit import log
from arena.storage.base import utcnow
from arena.storage.errors import Conflict, LimitReached, NotAllowed, NotFound
from arena.storage.leagues import finding, invites
from arena.storage.models import (
    Account,
    Bot,
    BotVersion,
    Entry,
    EntryState,
    Season,
    SeasonStage,
    SeasonState,
    TeamMember,
)
from arena.storage.pages.known import ratings_known
from arena.storage.pages.sight import concealed, frozen, seasons_for
from arena.storage.pages.viewers import PUBLIC, Viewer

MOST_ENTRIES = 1000


def enter_bot(
    session: Session, slug: str, bot: Bot, actor: str, *, code: str = "", now: datetime | None = None
) -> Entry:
    """A team enters its bot; entering twice changes nothing. Conflict, NotAllowed or LimitReached say why it cannot be."""
    row = finding.season(session, slug)
    rules = finding.plan_of(row).entry_rules
    before = _entry(session, row, bot)
    if before is not None and before.state is EntryState.ACTIVE:
        return before
    registered = _team_is_in(session, row, bot)
    _check_window(row, registered=registered, now=now or utcnow())
    _check_bot(row, bot, validation=rules.validation)
    _check_team(session, row, bot, rules.per_team)
    if rules.invite_only and not registered and not is_listed(row, bot):
        invites.use(session, row, code)
    return _enter(session, row, bot, actor)


def is_listed(row: Season, bot: Bot) -> bool:
    """Whether the season's file names the bot: that is an invite for it."""
    return row.file is not None and bot.name in {entry.bot for entry in finding.plan_of(row).entries}


def may_enter(who: Viewer | None, bot: Bot) -> bool:
    """Whether somebody may enter the bot without asking its team; None is the operator, at the arena's own machine."""
    return who is None or who.admin or bot.team.house or who.owns(bot.team_id)


def enter_by_hand(session: Session, slug: str, name: str, actor: str, who: Viewer | None = None) -> Entry:
    """An organiser enters a bot, without invite and outside of the windows, until the season has started.

    NotAllowed for bots of other teams, who have not agreed; *who* is None for the operator.
    """
    row = finding.season(session, slug)
    finding.must_be(row, "entered", SeasonState.DRAFT, SeasonState.REGISTRATION)
    bot = _bot(session, name)
    before = _entry(session, row, bot)
    if before is not None and before.state is EntryState.ACTIVE:
        raise Conflict(f"{name} is entered in {slug} already")
    if not may_enter(who, bot):
        raise NotAllowed(
            f"{name} belongs to team {bot.team.name}, whose members enter it: send them an invite, or list the bot in the season's file"
        )
    _check_bot(row, bot, validation=False)
    _check_team(session, row, bot, finding.plan_of(row).entry_rules.per_team)
    return _enter(session, row, bot, actor)


def enter_listed(
    session: Session, row: Season, wanted: described.Season, actor: str, who: Viewer | None = None
) -> list[Entry]:
    """The entries that a season's file lists, by the names of their bots; those who are in, or have left, stay as they are.

    Bots of other teams are not entered: the list is an invite for them.
    """
    made = []
    for listed in wanted.entries:
        bot = session.scalar(select(Bot).where(Bot.name == listed.bot))
        if bot is None:
            raise NotFound(f"the season file lists the bot {listed.bot!r}, which does not exist")
        if not may_enter(who, bot):
            continue
        _check_bot(row, bot, validation=False)
        if _entry(session, row, bot) is None:
            _check_team(session, row, bot, wanted.entry_rules.per_team)
            made.append(_enter(session, row, bot, actor))
    return made


def take_ratings(session: Session, row: Season) -> None:
    """The season starts: its entries take the ratings that their bots have by now."""
    for entry in active(session, row):
        points, deviation = brought(session, row, entry.bot)
        if entry.sets_rated == 0 and points != entry.rating:
            rating.bring(session, entry, points, deviation)
    session.flush()


def withdraw_early(session: Session, row: Season, entry: Entry, actor: str) -> None:
    """Out again before the season has started: nothing was played, nothing is ruled."""
    entry.state = EntryState.WITHDRAWN
    log(session, actor, "season_left", f"season:{row.slug}", bot=entry.bot.name)
    session.flush()


def entry_of(session: Session, row: Season, name: str) -> Entry:
    """The entry of the bot of that name; NotFound otherwise."""
    found = _entry(session, row, _bot(session, name))
    if found is None:
        raise NotFound(f"{name} is not entered in {row.slug}")
    return found


def lock_versions(session: Session, row: Season, now: datetime, actor: str) -> None:
    """Submission is closed: every entry keeps the version its bot declared last; seasons with free versions only note the time."""
    row.locked_at = now
    locked = finding.plan_of(row).entry_rules.versions == "locked"
    for entry in active(session, row):
        entry.version = _declared(session, entry.bot_id)
    log(session, actor, "submission_closed", f"season:{row.slug}", versions="locked" if locked else "free")
    session.flush()


def active(session: Session, row: Season) -> list[Entry]:
    """Who is in, in the order of entering."""
    return list(
        session.scalars(
            select(Entry).where(Entry.season_id == row.id, Entry.state == EntryState.ACTIVE).order_by(Entry.id)
        )
    )


def _bot(session: Session, name: str) -> Bot:
    found = session.scalar(select(Bot).where(Bot.name == name))
    if found is None:
        raise NotFound(f"there is no bot {name!r}")
    return found


def _entry(session: Session, row: Season, bot: Bot) -> Entry | None:
    return session.scalar(select(Entry).where(Entry.season_id == row.id, Entry.bot_id == bot.id))


def _declared(session: Session, bot_id: int) -> str | None:
    """The version the bot came with last; None: it has never been here."""
    return session.scalar(
        select(BotVersion.name)
        .where(BotVersion.bot_id == bot_id)
        .order_by(BotVersion.last_seen_at.desc(), BotVersion.id.desc())
        .limit(1)
    )


def _enter(session: Session, row: Season, bot: Bot, actor: str) -> Entry:
    entry = rating.enter(session, row, bot.id, *brought(session, row, bot))
    entry.version = _declared(session, bot.id)
    log(session, actor, "season_entered", f"season:{row.slug}", bot=bot.name)
    session.flush()
    return entry


def brought(session: Session, row: Season, bot: Bot) -> tuple[int, int]:
    """The rating and deviation a bot brings along, from its latest season of the same game and number of seats.

    Only what everyone may know: a rating that moved in a frozen or hidden part of a season would tell its results. Seasons of one league
    that are not public carry ratings among themselves.
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
    known = ratings_known(session, PUBLIC, [last.season_id])
    return known.get((last.season_id, bot.id), (elo.START, 0))[0], elo.WIDEST


def _frozen(session: Session, season: Season) -> bool:
    """Whether a part of the season stands still for everyone but its organisers."""
    return (
        session.scalar(select(SeasonStage.id).where(SeasonStage.season_id == season.id, frozen(PUBLIC)).limit(1))
        is not None
    )


def _team_is_in(session: Session, row: Season, bot: Bot) -> bool:
    """Whether the bot's team has entered one before: it may then change its bots until submission closes."""
    wanted = select(Entry.id).join(Bot).where(Entry.season_id == row.id, Bot.team_id == bot.team_id).limit(1)
    return session.scalar(wanted) is not None


def _check_window(row: Season, *, registered: bool, now: datetime) -> None:
    if row.state is not SeasonState.REGISTRATION:
        raise Conflict(f"{row.slug} takes no entries: it is {row.state.value}")
    if row.submission_opens is not None and now < row.submission_opens:
        raise Conflict(f"{row.slug} takes bots from {when(row, row.submission_opens)} on")
    if row.locked_at is not None or (row.submission_closes is not None and now >= row.submission_closes):
        raise Conflict(f"{row.slug} takes no more bots: submission is closed")
    if not registered and row.registration_closes is not None and now >= row.registration_closes:
        raise Conflict(f"registration for {row.slug} closed on {when(row, row.registration_closes)}")


def when(row: Season, moment: datetime) -> str:
    """A moment as the season's organiser reads it."""
    from arena.leagues.calendar import zone

    return moment.astimezone(zone(row.time_zone)).strftime("%Y-%m-%d %H:%M %Z")


def _check_bot(row: Season, bot: Bot, *, validation: bool) -> None:
    if bot.disabled_at is not None:
        raise Conflict(f"{bot.name} is disabled")
    if validation and bot.validated_at is None:
        raise Conflict(
            f"{bot.name} has not finished its validation match yet: connect it, and it is played within seconds"
        )
    if bot.games and row.game not in bot.games:
        raise Conflict(
            f"{bot.name} does not play {row.game}: when it last connected it declared {', '.join(bot.games)}"
        )


def _check_team(session: Session, row: Season, bot: Bot, per_team: int) -> None:
    """At most so many bots per team, and per person over all their teams; the arena's own team is an organiser's way to fill a table."""
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
    """Nobody gets round the limit by belonging to several teams."""
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
