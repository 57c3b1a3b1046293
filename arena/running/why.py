"""Why a bot is not playing right now: one answer, from presence, the database and the pairing; for API, commands and site."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime

from redis import Redis
from sqlalchemy import select
from sqlalchemy.orm import Session

from arena.running.ladders import SETTLED_SECONDS, VALIDATION_RETRY, Moment, candidates, paced
from arena.running.pauses import pause_left
from arena.running.presence import Present, present
from arena.running.shares import busy_bots
from arena.running.solo import free_places, is_through
from arena.running.turns import URGENT, waiting_challenges
from arena.scheduling.waiting import reason
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.models import (
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
from arena.storage.persons import plays


@dataclass(frozen=True, slots=True)
class Waiting:
    """Why a bot waits: a word for programs, a sentence for people."""

    word: str
    """playing, disabled, offline, finishing, not_validated, not_entered, challenge, next, at_limit, alone, season_stands, other_game"""
    sentence: str
    seconds: float | None = None
    """About how long until it sits down, where that is known."""
    season: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The one answer, and the same by season."""

    answer: Waiting
    seasons: tuple[Waiting, ...] = ()


_ORDER = ("challenge", "next", "at_limit", "alone", "other_game", "season_stands")
"""What is told first when a bot waits in several seasons."""


def why(database: Database, redis: Redis, bot_id: int, *, tick: float, now: datetime | None = None) -> Answer:
    """What the bot waits for, if the scheduler looks every *tick* seconds."""
    now = now or utcnow()
    with database.read() as session:
        bot = session.get_one(Bot, bot_id)
        here = present(redis, [bot_id]).get(bot_id)
        obstacle = _obstacle(session, bot, here, now)
        if obstacle is not None:
            return Answer(obstacle)
        lines = _challenges(session, redis, bot, now) + _by_season(session, redis, bot, here, tick, now)
        playing, name = _playing(session, bot), bot.name
    if playing is not None:
        return Answer(playing, tuple(lines))
    if not lines:
        how = "it joins an open ladder of its games by itself, or its owner enters it: `arena enter SEASON`"
        return Answer(Waiting("not_entered", f"{name} is in no season; {how}."))
    first = min(lines, key=lambda line: (_ORDER.index(line.word), line.seconds or 0.0))
    return Answer(first, tuple(lines))


def _obstacle(session: Session, bot: Bot, here: Present | None, now: datetime) -> Waiting | None:
    """What keeps the bot from playing anywhere."""
    if bot.disabled_at is not None:
        return Waiting("disabled", f"{bot.name} is disabled; an operator can enable it again.")
    if not plays(session, bot.id):
        return Waiting("disabled", f"{bot.name} is disabled, because the accounts of its team are.")
    if bot.house is not None:
        return None
    if here is None:
        seen = "never" if bot.last_seen_at is None else f"{_ago(now, bot.last_seen_at)} ago"
        return Waiting("offline", f"{bot.name} is not connected; it last said hello {seen}.")
    if here.finishing:
        return Waiting("finishing", f"{bot.name} told the arena that it takes no new matches; start it again.")
    return None if bot.validated_at is not None else _unvalidated(session, bot, now)


def _ago(now: datetime, then: datetime) -> str:
    seconds = max(0.0, (now - then).total_seconds())
    for unit, size in (("days", 86400), ("h", 3600), ("min", 60)):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {unit}"
    return f"{seconds:.0f} s"


def _unvalidated(session: Session, bot: Bot, now: datetime) -> Waiting:
    row = session.execute(
        select(Match.id, TableSet.state, TableSet.done_at, MatchSeat.verdict)
        .join(TableSet, TableSet.id == Match.set_id)
        .join(MatchSeat, MatchSeat.match_id == Match.id)
        .where(MatchSeat.bot_id == bot.id, TableSet.kind == SetKind.VALIDATION)
        .order_by(Match.id.desc())
        .limit(1)
    ).first()
    start = f"{bot.name} plays rated matches once it has finished one against a house bot without a fault"
    if row is None:
        return Waiting("not_validated", f"{start}; that one is made within seconds.")
    if row.state is SetState.OPEN:
        return Waiting("not_validated", f"{start}; that is match {row.id}, queued or being played.")
    left = max(0.0, ((row.done_at or now) + VALIDATION_RETRY - now).total_seconds())
    ended = f"match {row.id} ended with `{row.verdict or row.state.value}`, the next try is in about {left:.0f} s"
    return Waiting("not_validated", f"{start}; {ended}.", left)


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
    told = ", ".join(f"match {row.id} ({row.game})" for row in rows)
    return Waiting("playing", f"{bot.name} plays {told}.")


def _challenges(session: Session, redis: Redis, bot: Bot, now: datetime) -> list[Waiting]:
    """The challenges that wait for the bot, told by the first of them."""
    mine = [match for match in waiting_challenges(session) if any(seat.bot_id == bot.id for seat in match.seats)]
    if not mine:
        return []
    first = mine[0]
    outside = [seat.bot for seat in first.seats if seat.bot.house is None]
    here = present(redis, [one.id for one in outside])
    more = f" ({len(mine)} challenge matches wait)" if len(mine) > 1 else ""
    start = f"{bot.name} has challenge match {first.id} to play{more}"
    if away := [one.name for one in outside if one.id not in here]:
        return [Waiting("challenge", f"{start}; it waits for {', '.join(away)} to connect.")]
    left = max(0.0, (first.ready_at + URGENT - now).total_seconds())
    then = f"in about {left:.0f} s it goes" if left else "it goes"
    rule = f"{then} before the next rated set of its bots, if challenges have a free place"
    return [Waiting("challenge", f"{start}; {rule}. `arena cancel {first.id}` cancels it.", left or None)]


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
    busy = busy_bots(session)
    pause = pause_left(redis, bot.id)
    if pause or bot.id in paced(session, now):
        most = f"{bot.name} has had its {bot.matches_per_hour} ladder matches of the hour; `arena pace` changes that"
        left = f"{bot.name} left before a match of it began, and gets no new one for another {pause:.0f} s"
        ladders = {SeasonFormat.LADDER, SeasonFormat.SOLO}
        limited = [
            Waiting("at_limit", f"In {one.slug}: {left if pause else most}.", pause or None, one.slug)
            for one in seasons
            if one.format in ladders and one.file is None
        ]
        seasons = [one for one in seasons if one.format not in ladders or one.file is not None]
        return limited + [_in_season(session, redis, bot, here, one, busy, tick, now) for one in seasons]
    return [_in_season(session, redis, bot, here, season, busy, tick, now) for season in seasons]


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
    if season.paused or season.state is not SeasonState.RUNNING:
        state = "paused" if season.paused else f"in its state `{season.state.value}`"
        return Waiting("season_stands", f"{slug} makes no tables: it is {state}.", season=slug)
    if here is not None and not here.plays(season.game):
        games = ", ".join(sorted(here.games))
        return Waiting(
            "other_game", f"{slug} is played in {season.game}, and {bot.name} declared {games}.", season=slug
        )
    table = _next_of_set(session, season, bot)
    if table is not None:
        return table
    if season.format is SeasonFormat.SOLO:
        return _alone(session, season, bot, here, busy, tick)
    if season.format is not SeasonFormat.LADDER:
        return Waiting(
            "season_stands", f"{slug} has no table for {bot.name} now; its schedule makes the next.", season=slug
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
        replace(one, bot=names[one.bot])
        for one in candidates(session, season, connected, busy, now, moment)
        if one.bot in names
    ]
    found = reason(bot.name, everyone, season.seats, tick=tick, tables=max(1, len(everyone)))
    return Waiting(found.word, f"In {slug}: {found.sentence}", found.seconds, slug)


def _alone(
    session: Session, season: Season, bot: Bot, here: Present | None, busy: Counter[int], tick: float
) -> Waiting:
    """In a solo season a bot waits for nobody but itself."""
    if is_through(session, season, bot.id, here):
        told = f"{bot.name} has played all {season.setups} set-ups; a new version plays them anew."
        return Waiting("season_stands", f"In {season.slug}: {told}", season=season.slug)
    if bot.house is None and free_places(season, here, busy[bot.id]) == 0:
        told = f"{bot.name} plays as many matches at once as it said it can."
        return Waiting("at_limit", f"In {season.slug}: {told}", season=season.slug)
    return Waiting("next", f"In {season.slug}: {bot.name} sits down in about {tick:.0f} s.", tick, season.slug)


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
    return Waiting("next", sentence, None, season.slug)
