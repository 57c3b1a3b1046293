"""Why a bot is not playing right now: one answer from presence, the database and the pairing, for gRPC, the site and `arena why`."""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from redis import Redis, RedisError
from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.access.lookup import hosted_version, plays
from arena.access.viewers import Viewer
from arena.bots.queries import BotEntry, BotLine
from arena.db.database import Database, utcnow
from arena.db.models import (
    Bot,
    Entry,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    Season,
    SeasonFormat,
    SeasonState,
    SetKind,
    SetState,
    TableSet,
)
from arena.scheduler.ladders import SETTLED_SECONDS, VALIDATION_RETRY, Moment, candidates, paced
from arena.scheduler.queue import URGENT, busy_bots, waiting_challenges
from arena.scheduler.solo import free_places, is_through
from arena.scheduling.pairing import FILL_AFTER, Candidate
from arena.transport.presence import Present, pause_left, present

LADDERS = (SeasonFormat.LADDER, SeasonFormat.SOLO)


class Reason(StrEnum):
    """Why a bot plays or waits, for programs. gRPC has the same list (`WaitingReason`)."""

    PLAYING = "playing"
    DISABLED = "disabled"
    OFFLINE = "offline"
    FINISHING = "finishing"
    NOT_VALIDATED = "not_validated"
    NOT_ENTERED = "not_entered"
    CHALLENGE = "challenge"
    NEXT = "next"
    AT_LIMIT = "at_limit"
    ALONE = "alone"
    OTHER_GAME = "other_game"
    SEASON_STANDS = "season_stands"


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why a bot plays or waits: a reason for programs, a sentence for people."""

    reason: Reason
    sentence: str
    seconds: float | None = None
    """About how long until its next match, where that is known."""
    season: str = ""

    @property
    def ready(self) -> bool:
        """Whether the bot plays or can get a table now."""
        return self.reason in {Reason.PLAYING, Reason.CHALLENGE, Reason.NEXT}


@dataclass(frozen=True, slots=True)
class Answer:
    """The one answer, and the same by season."""

    answer: Waiting
    seasons: tuple[Waiting, ...] = ()


_ORDER = tuple(Reason)
"""When a bot waits in several seasons, the reason that comes first here is the answer."""


def why(database: Database, redis: Redis, bot_id: int, *, tick: float, now: datetime | None = None) -> Answer:
    """What the bot waits for, for its owners, if the scheduler looks every *tick* seconds."""
    now = now or utcnow()
    with database.read() as session:
        bot = session.get_one(Bot, bot_id)
        here = present(redis, [bot_id]).get(bot_id)
        obstacle = _obstacle_in_detail(session, bot, here, now)
        if obstacle is not None:
            return Answer(obstacle)
        lines = _challenges(session, redis, bot, now) + _by_season(session, redis, bot, here, tick, now)
        playing, name = _playing(session, bot), bot.name
    if playing is not None:
        return Answer(playing, tuple(lines))
    if not lines:
        how = "it joins open ladders of its games after its validation match, or its owner enters it: `arena enter SEASON`"
        return Answer(Waiting(Reason.NOT_ENTERED, f"{name} is in no season; {how}."))
    first = min(lines, key=lambda line: (_ORDER.index(line.reason), line.seconds or 0.0))
    return Answer(first, tuple(lines))


def why_for(
    database: Database,
    redis: Redis,
    who: Viewer,
    bot: BotLine,
    here: Present | None,
    entries: Sequence[BotEntry],
    *,
    tick: float,
) -> Answer:
    """The same as far as the viewer may know: all of it for owners and admins; for others, or while Redis does not answer, what is public."""
    if who.admin or who.owns(bot.team_id):
        with suppress(RedisError):
            return why(database, redis, bot.id, tick=tick)
    return Answer(public_reason(bot, here, entries))


def public_reason(bot: BotLine, here: Present | None, entries: Sequence[BotEntry]) -> Waiting:
    """What everybody may know of why the bot waits: no matches, no opponents. *entries* as the viewer may see them."""
    obstacle = _obstacle(bot, here)
    if obstacle is not None:
        return obstacle
    running = [entry for entry in entries if entry.season_state == "running" and entry.state == "active"]
    if not running:
        return Waiting(Reason.NOT_ENTERED, f"{bot.name} is in no running season.")
    unpaused = [entry for entry in running if not entry.paused]
    if not unpaused:
        return Waiting(Reason.SEASON_STANDS, f"The seasons of {bot.name} are paused.")
    if here is not None and not any(here.plays(entry.game) for entry in unpaused):
        return Waiting(
            Reason.OTHER_GAME, f"{bot.name} is connected, but declares only {', '.join(sorted(here.games))}."
        )
    if bot.house is not None:
        return Waiting(Reason.NEXT, f"{bot.name} is a house bot: it plays whenever a table needs it.")
    return Waiting(Reason.NEXT, f"{bot.name} is connected and gets a table as soon as opponents are free.")


def _obstacle(bot: Bot | BotLine, here: Present | None) -> Waiting | None:
    """What keeps the bot from playing anywhere."""
    if bot.disabled_at is not None:
        return Waiting(Reason.DISABLED, f"{bot.name} is disabled.")
    if bot.house is not None:
        return None
    if here is None and bot.last_seen_at is None:
        return Waiting(Reason.OFFLINE, f"{bot.name} has never connected: start it with its token.")
    if here is None:
        return Waiting(Reason.OFFLINE, f"{bot.name} is not connected.")
    if here.finishing:
        return Waiting(Reason.FINISHING, f"{bot.name} takes no new matches, as it asked: start it again.")
    if bot.validated_at is None:
        start = f"{bot.name} plays rated matches once it has finished one against a house bot without a fault."
        return Waiting(Reason.NOT_VALIDATED, start)
    return None


def _obstacle_in_detail(session: Session, bot: Bot, here: Present | None, now: datetime) -> Waiting | None:
    """The same for its owners, with what they can do about it."""
    if bot.disabled_at is None and not plays(session, bot.id):
        return Waiting(Reason.DISABLED, f"{bot.name} is disabled, because the accounts of its team are.")
    obstacle = _obstacle(bot, here)
    if obstacle is None:
        return None
    if obstacle.reason is Reason.OFFLINE and (version := hosted_version(session, bot.id)):
        start = f"{bot.name} is hosted as version {version} and does not run right now. A runner starts it when there is something to play"
        return replace(obstacle, sentence=f"{start}; the site shows under Hosted bots how its runs ended.")
    if obstacle.reason is Reason.OFFLINE and bot.last_seen_at is not None:
        return replace(
            obstacle, sentence=f"{bot.name} is not connected; it was last seen {_ago(now, bot.last_seen_at)} ago."
        )
    if obstacle.reason is Reason.NOT_VALIDATED:
        detail, seconds = _validation(session, bot, now)
        return replace(obstacle, sentence=f"{obstacle.sentence} {detail}", seconds=seconds)
    return obstacle


def _ago(now: datetime, then: datetime) -> str:
    seconds = max(0.0, (now - then).total_seconds())
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _validation(session: Session, bot: Bot, now: datetime) -> tuple[str, float | None]:
    """Where its validation is: a sentence, and the seconds until the next try."""
    row = session.execute(
        select(Match.id, TableSet.state, TableSet.done_at, MatchSeat.verdict)
        .join(TableSet, TableSet.id == Match.set_id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(MatchSeat.bot_id == bot.id, TableSet.kind == SetKind.VALIDATION)
        .order_by(Match.id.desc())
        .limit(1)
    ).first()
    if row is None:
        return "That match starts within seconds.", None
    if row.state is SetState.OPEN:
        return f"That is match {row.id}, queued or being played.", None
    left = max(0.0, ((row.done_at or now) + VALIDATION_RETRY - now).total_seconds())
    return f"Match {row.id} ended with `{row.verdict or row.state.value}`; the next try is in about {left:.0f} s.", left


def _playing(session: Session, bot: Bot) -> Waiting | None:
    rows = session.execute(
        select(Match.id, TableSet.game)
        .join(TableSet, TableSet.id == Match.set_id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(MatchSeat.bot_id == bot.id, Match.state == MatchState.RUNNING)
        .order_by(Match.id)
    ).all()
    if not rows:
        return None
    matches = ", ".join(f"match {row.id} ({row.game})" for row in rows)
    return Waiting(Reason.PLAYING, f"{bot.name} plays {matches}.")


def _challenges(session: Session, redis: Redis, bot: Bot, now: datetime) -> list[Waiting]:
    """The challenges that wait for the bot, as one line about the first of them."""
    mine = [match for match in waiting_challenges(session) if any(seat.bot_id == bot.id for seat in match.seats)]
    if not mine:
        return []
    first = mine[0]
    outside = [seat.bot for seat in first.seats if seat.bot.house is None]
    here = present(redis, [player.id for player in outside])
    more = f" ({len(mine)} challenge matches wait)" if len(mine) > 1 else ""
    start = f"{bot.name} has challenge match {first.id} to play{more}"
    if missing := [player.name for player in outside if player.id not in here]:
        return [Waiting(Reason.CHALLENGE, f"{start}; it waits for {', '.join(missing)} to connect.")]
    left = max(0.0, (first.ready_at + URGENT - now).total_seconds())
    then = f"in about {left:.0f} s it goes" if left else "it goes"
    rule = f"{then} before the next rated set of its bots, if challenges have a free place"
    return [Waiting(Reason.CHALLENGE, f"{start}; {rule}. `arena cancel {first.id}` cancels it.", left or None)]


def _by_season(
    session: Session, redis: Redis, bot: Bot, here: Present | None, tick: float, now: datetime
) -> list[Waiting]:
    seasons = session.scalars(
        select(Season)
        .join(Entry, Entry.season_id == Season.id)
        .where(
            Entry.bot_id == bot.id,
            Entry.state == EntryState.ACTIVE,
            Season.state.not_in([SeasonState.FINISHED, SeasonState.CANCELLED]),
        )
        .order_by(Season.id)
    ).all()
    busy, limit = busy_bots(session), _limit(session, redis, bot, now)
    return [
        replace(limit, sentence=f"In {season.slug}: {limit.sentence}", season=season.slug)
        if limit is not None and season.format in LADDERS and season.file is None
        else _in_season(session, redis, bot, here, season, busy, tick, now)
        for season in seasons
    ]


def _limit(session: Session, redis: Redis, bot: Bot, now: datetime) -> Waiting | None:
    """What keeps the bot from ladder matches for some time."""
    if pause := pause_left(redis, bot.id):
        left = f"{bot.name} left just before a match began, and gets no new one for another {pause:.0f} s."
        return Waiting(Reason.AT_LIMIT, left, pause)
    if bot.id in paced(session, now):
        most = f"{bot.name} has had its {bot.matches_per_hour} ladder matches of the hour; `arena pace` changes that."
        return Waiting(Reason.AT_LIMIT, most)
    return None


def _in_season(
    session: Session,
    redis: Redis,
    bot: Bot,
    here: Present | None,
    season: Season,
    busy: Counter[int],
    tick: float,
    now: datetime,
) -> Waiting:
    slug = season.slug
    if season.paused:
        return Waiting(Reason.SEASON_STANDS, f"{slug} is paused.", season=slug)
    if season.state is not SeasonState.RUNNING:
        registration = "; registration is open" if season.state is SeasonState.REGISTRATION else ""
        return Waiting(Reason.SEASON_STANDS, f"{slug} hasn't started{registration}.", season=slug)
    if here is not None and not here.plays(season.game):
        games = ", ".join(sorted(here.games))
        return Waiting(
            Reason.OTHER_GAME, f"{slug} is played in {season.game}, and {bot.name} declared {games}.", season=slug
        )
    table = _next_of_set(session, season, bot)
    if table is not None:
        return table
    if season.format is SeasonFormat.SOLO:
        return _alone(session, season, bot, here, busy, tick)
    if season.format is not SeasonFormat.LADDER:
        return Waiting(
            Reason.SEASON_STANDS, f"{slug} has no table for {bot.name} now; its schedule makes the next.", season=slug
        )
    bots = session.execute(
        select(Bot.id, Bot.name)
        .join(Entry, Entry.bot_id == Bot.id)
        .where(Entry.season_id == season.id, Entry.state == EntryState.ACTIVE)
    ).all()
    names = {str(row.id): row.name for row in bots}
    connected = present(redis, [row.id for row in bots])
    moment = Moment(connected, busy, now, settled=0.0 if season.file else SETTLED_SECONDS)
    everyone = [
        replace(candidate, bot=names[candidate.bot])
        for candidate in candidates(session, season, connected, busy, now, moment)
        if candidate.bot in names
    ]
    waiting = at_ladder(bot.name, everyone, season.seats, tick=tick, tables=max(1, len(everyone)))
    return replace(waiting, sentence=f"In {slug}: {waiting.sentence}", season=slug)


def at_ladder(
    bot: str, candidates: Iterable[Candidate], seats: int, *, tick: float, tables: int, fill_after: float = FILL_AFTER
) -> Waiting:
    """Why *bot* waits for a ladder table, if a tick comes every *tick* seconds and opens at most *tables* tables."""
    everyone = list(candidates)
    me = next((candidate for candidate in everyone if candidate.bot == bot), None)
    if me is None or not me.online:
        return Waiting(Reason.OFFLINE, f"{bot} is not connected.")
    if me.free <= 0:
        return Waiting(Reason.AT_LIMIT, f"{bot} is at its match limit.")
    ready = [candidate for candidate in everyone if candidate.ready and candidate.bot != bot]
    rivals = {other.owners for other in ready if not other.house and other.owners.isdisjoint(me.owners)}
    missing = seats - 1 - len(rivals) - sum(other.house for other in ready)
    if missing > 0:
        return Waiting(Reason.ALONE, f"{bot} waits for {missing} more opponent{'s' * (missing > 1)} of other owners.")
    if me.rest > tick:
        settled = "its rating is settled, so it opens a table less often; others may invite it any time"
        return Waiting(Reason.NEXT, f"{bot} sits down in about {me.rest:.0f} s: {settled}.", me.rest)
    ahead = sum(1 for other in ready if not other.house and (other.urgency, bot) > (me.urgency, other.bot))
    wait = tick * (1 + ahead // max(1, seats * tables))
    if seats - 1 > len(rivals):
        wait = max(wait, fill_after - me.waiting)
    return Waiting(Reason.NEXT, f"{bot} sits down in about {wait:.0f} s.", wait)


def _alone(
    session: Session, season: Season, bot: Bot, here: Present | None, busy: Counter[int], tick: float
) -> Waiting:
    """Why the bot waits in a solo season, which needs no opponents."""
    if is_through(session, season, bot.id, here):
        done = f"{bot.name} has played all {season.setups} set-ups; a new version plays them again."
        return Waiting(Reason.SEASON_STANDS, f"In {season.slug}: {done}", season=season.slug)
    if bot.house is None and free_places(season, here, busy[bot.id]) == 0:
        return Waiting(Reason.AT_LIMIT, f"In {season.slug}: {bot.name} is at its match limit.", season=season.slug)
    return Waiting(Reason.NEXT, f"In {season.slug}: {bot.name} sits down in about {tick:.0f} s.", tick, season.slug)


def _next_of_set(session: Session, season: Season, bot: Bot) -> Waiting | None:
    """The bot sits at a table already, and its next match waits for a worker or for the others."""
    match_id = session.scalar(
        select(Match.id)
        .join(TableSet, TableSet.id == Match.set_id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(
            TableSet.season_id == season.id,
            TableSet.state == SetState.OPEN,
            MatchSeat.bot_id == bot.id,
            Match.state == MatchState.QUEUED,
        )
        .order_by(Match.id)
        .limit(1)
    )
    if match_id is None:
        return None
    sentence = (
        f"In {season.slug}: {bot.name} sits down to match {match_id} as soon as all its players have a free place."
    )
    return Waiting(Reason.NEXT, sentence, None, season.slug)
