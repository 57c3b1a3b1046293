"""Events for webhooks and e-mail. Each is noted in the transaction that makes it happen, so no call is lost and none is made for what did not happen.

An account gets what it may see of a season, and nothing about rehearsals. It gets events about its bots, and nothing about others at the table.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from sqlalchemy import String, cast, exists, func, select
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, belongs, concealed, organises, seasons_for, stages_for, viewer
from arena.db.database import stored, utcnow
from arena.db.models import (
    Bot,
    Delivery,
    DeliveryState,
    Entry,
    EntryState,
    FaultEntry,
    Follow,
    Match,
    Season,
    SeasonFormat,
    SeasonStage,
    TableSet,
    TeamMember,
    Webhook,
)

log = logging.getLogger(__name__)

SEASON_STARTED = "season.started"
ROUND_OVER = "round.over"
CHAMPION = "season.champion"
MESSAGE = "season.message"
FAULTED = "bot.faulted"
LOST_PLACE = "bot.lost_place"
EVENTS = {
    SEASON_STARTED: "a season starts",
    ROUND_OVER: "a round is over",
    CHAMPION: "a season has its champion",
    MESSAGE: "organisers write to you",
    FAULTED: "a bot of yours faults",
    LOST_PLACE: "a bot of yours is overtaken on a ladder",
}
PING = "ping"
"""A test call that its owner asked for."""
MOST_WAITING = 100
"""Deliveries of one webhook that may wait; further events are dropped."""
SELDOM = timedelta(hours=1)
"""Between two calls about faults of the same bot, or about places it lost in the same season."""


@contextmanager
def _beside(session: Session) -> Iterator[None]:
    """A result counts whether or not its event could be noted."""
    try:
        with session.begin_nested():
            yield
    except SQLAlchemyError as error:
        if isinstance(error, OperationalError | InterfaceError):
            raise  # the database cannot be reached: the whole change is tried again
        log.exception("webhooks are left out")


def season_started(session: Session, row: Season, entries: int) -> None:
    """A season has begun."""
    _of_season(session, SEASON_STARTED, row, f"{row.title} has started with {entries} bots.", {"entries": entries})


def round_over(session: Session, row: Season, stage: SeasonStage, number: int) -> None:
    """Everything of a round is played."""
    text = f"{row.title}: round {number} is over."
    _of_season(session, ROUND_OVER, row, text, {"stage": stage.name, "round": number}, stage)


def champions(session: Session, row: Season, names: list[str]) -> None:
    """A season is over. Accounts that may not see its winners yet are not called."""
    if names:
        text = f"{row.title} is over. Champion: {', '.join(names)}."
        _of_season(session, CHAMPION, row, text, {"champions": names})


def _of_season(
    session: Session, event: str, row: Season, text: str, more: Mapping[str, Any], stage: SeasonStage | None = None
) -> None:
    if row.rehearses_id is not None:
        return
    facts = {"text": text, "path": f"/seasons/{row.slug}", "season": row.slug, "title": row.title, **more}
    with _beside(session):
        for hook in _listening(session, event):
            if hook.season_id in {None, row.id} and _hears(session, hook, row, stage, whole=event == CHAMPION):
                note(session, hook, event, facts)


def _hears(session: Session, hook: Webhook, row: Season, stage: SeasonStage | None, *, whole: bool) -> bool:
    """Whether a webhook's account may know this of a season, and asked for it."""
    who = _account(session, hook)
    if who is None or (whole and concealed(session, who, [row.id])):
        return False
    wanted = select(Season.id).where(Season.id == row.id, seasons_for(who))
    if hook.season_id is None:
        follows = exists().where(Follow.account_id == hook.account_id, Follow.season_id == Season.id)
        wanted = wanted.where(organises(who, Season.id) | belongs(who, Season.id) | follows)
    if stage is not None:
        wanted = wanted.where(select(SeasonStage.id).where(SeasonStage.id == stage.id, stages_for(who)).exists())
    return session.scalar(wanted) is not None


def faulted(session: Session, match_id: int) -> None:
    """A match was just recorded: call the owners of bots that faulted in it."""
    with _beside(session):
        rehearsed = select(Match.id).join(TableSet).join(Season).where(Season.rehearses_id.is_not(None))
        faults = select(FaultEntry).where(FaultEntry.match_id == match_id, FaultEntry.match_id.not_in(rehearsed))
        for fault in session.scalars(faults.order_by(FaultEntry.id)):
            for hook, bot in _owners(session, FAULTED, [fault.bot_id]):
                text = f"{bot.name} faulted in match {fault.match_id}: {fault.verdict}."
                facts = {"text": text, "path": f"/matches/{fault.match_id}", "bot": bot.name, "match": fault.match_id}
                about = f"bot:{bot.id}"
                if not _told_lately(session, hook, FAULTED, about):
                    more = {"verdict": fault.verdict, "decision": fault.decision}
                    note(session, hook, FAULTED, {**facts, **more}, about)


def lost_places(session: Session, season: Season, changes: Mapping[int, int]) -> None:
    """A set has moved the ratings of a ladder by *changes*: call the owners of bots that were overtaken. Leagues go by tables, not by ratings."""
    if season.file is not None or season.format is SeasonFormat.SOLO or not changes:
        return
    with _beside(session):
        active = (Entry.season_id == season.id, Entry.state == EntryState.ACTIVE)
        watched = _owners(session, LOST_PLACE, select(Entry.bot_id).where(*active))
        if not watched:
            return
        rows = session.execute(select(Entry.bot_id, Entry.rating).where(*active))
        now = {row.bot_id: row.rating for row in rows}
        before = {bot_id: points - changes.get(bot_id, 0) for bot_id, points in now.items()}
        for hook, bot in watched:
            was, place = _place(before, bot.id), _place(now, bot.id)
            if place > was:
                _lost(session, hook, bot, season, was, place)


def _place(points: Mapping[int, int], bot_id: int) -> int:
    return 1 + sum(other > points[bot_id] for other in points.values())


def _lost(session: Session, hook: Webhook, bot: Bot, season: Season, was: int, place: int) -> None:
    who = _account(session, hook)
    about = f"bot:{bot.id} season:{season.id}"
    if who is None or hook.season_id not in {None, season.id} or concealed(session, who, [season.id]):
        return
    if not _told_lately(session, hook, LOST_PLACE, about):
        text = f"{bot.name} fell from place {was} to {place} in {season.title}."
        facts = {"text": text, "path": f"/bots/{bot.name}", "bot": bot.name, "season": season.slug}
        note(session, hook, LOST_PLACE, {**facts, "before": was, "place": place}, about)


def message_sent(session: Session, row: Season, body: str, bot: Bot | None) -> None:
    """Organisers have written to everybody who plays, or to the owners of one *bot*."""
    entered = select(Entry.bot_id).where(Entry.season_id == row.id, Entry.state == EntryState.ACTIVE)
    facts = {"text": f"{row.title}, from the organisers: {body}", "path": f"/seasons/{row.slug}", "season": row.slug}
    with _beside(session):
        told: set[int] = set()
        for hook, _ in _owners(session, MESSAGE, entered if bot is None else [bot.id]):
            if hook.id not in told and hook.season_id in {None, row.id} and _account(session, hook) is not None:
                told.add(hook.id)
                note(session, hook, MESSAGE, facts)


def ping(session: Session, hook: Webhook, path: str = "/account/webhooks") -> None:
    """A test call, for the owner to see whether it arrives."""
    note(session, hook, PING, {"text": "Meiji Arena can reach you.", "path": path})


def _account(session: Session, hook: Webhook) -> Viewer | None:
    """The account to call; None if it is disabled or deleted."""
    who = viewer(session, hook.account_id)
    return who if who.account_id is not None else None


def _listening(session: Session, event: str) -> list[Webhook]:
    asked = cast(Webhook.events, String).contains(f'"{event}"', autoescape=True)
    confirmed = Webhook.confirmed_at.is_not(None)
    return list(session.scalars(select(Webhook).where(asked, confirmed).order_by(Webhook.id)))


def _owners(session: Session, event: str, bots: Any) -> list[tuple[Webhook, Bot]]:
    """Webhooks that want to hear this of these bots, each with a bot of its account."""
    asked = cast(Webhook.events, String).contains(f'"{event}"', autoescape=True)
    rows = session.execute(
        select(Webhook, Bot)
        .join(TeamMember, TeamMember.account_id == Webhook.account_id)
        .join(Bot, Bot.team_id == TeamMember.team_id)
        .where(asked, Webhook.confirmed_at.is_not(None), Bot.id.in_(bots))
        .order_by(Webhook.id, Bot.id)
    )
    return [(row.Webhook, row.Bot) for row in rows]


def _told_lately(session: Session, hook: Webhook, event: str, about: str) -> bool:
    recent = select(Delivery.id).where(
        Delivery.webhook_id == hook.id,
        Delivery.event == event,
        Delivery.about == about,
        Delivery.created_at > utcnow() - SELDOM,
    )
    return session.scalar(recent.limit(1)) is not None


def note(session: Session, hook: Webhook, event: str, facts: Mapping[str, Any], about: str = "") -> None:
    """Note something for one webhook, to be delivered within seconds; left out if too much waits already."""
    waiting = select(func.count()).select_from(Delivery)
    waiting = waiting.where(Delivery.webhook_id == hook.id, Delivery.state == DeliveryState.WAITING)
    if (session.scalar(waiting) or 0) < MOST_WAITING:
        stored(session, Delivery(webhook_id=hook.id, event=event, about=about, facts=dict(facts)))
