"""Messages of the organisers to everybody who plays in a season, or to one of them. Plain text, kept as long as the season."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import false, func, or_, select
from sqlalchemy.orm import Session

from arena.access.viewers import Viewer, role_in, seasons_for
from arena.db.database import stored
from arena.db.models import Bot, Entry, EntryState, Season, SeasonMessage, SeasonState, audit
from arena.errors import Conflict, Invalid, LimitReached, existing
from arena.seasons import entries, lookup
from arena.text import clean_text
from arena.webhooks.events import message_sent

LONGEST = 2000
"""Characters."""
MOST = 200
"""The most messages of one season."""
LIVE = (SeasonState.DRAFT, SeasonState.REGISTRATION, SeasonState.RUNNING)


@dataclass(frozen=True, slots=True)
class Message:
    """A message as its readers see it."""

    id: int
    season: str
    """The season's slug."""
    title: str
    bot: str
    """To the owners of this bot; empty: to everybody who plays."""
    body: str
    actor: str
    at: datetime


def send_message(session: Session, who: Viewer, slug: str, body: str, *, bot: str = "") -> SeasonMessage:
    """Tell everybody who plays in a season, or the owners of one *bot* in it. Invalid, NotFound and LimitReached say why not."""
    row = lookup.run_by(session, who, slug)
    text = clean_text(body, LONGEST + 1)
    if not text:
        raise Invalid("write something: the message is empty")
    if len(text) > LONGEST:
        raise Invalid(f"a message has at most {LONGEST} characters")
    entry = entries.entry_of(session, row, bot) if bot else None
    if entry is not None and entry.bot.house is not None:
        raise Conflict(f"{bot} is a house bot: nobody would read the message")
    sent = session.scalar(select(func.count()).select_from(SeasonMessage).where(SeasonMessage.season_id == row.id))
    if (sent or 0) >= MOST:
        raise LimitReached(f"{slug} has {MOST} messages, which is the most")
    message = stored(
        session,
        SeasonMessage(season_id=row.id, entry_id=None if entry is None else entry.id, body=text, actor=who.name),
    )
    message_sent(session, row, text, None if entry is None else entry.bot)
    audit(session, who.name, "message_sent", f"season:{slug}", message=message.id, to=bot or "everybody")
    return message


def messages(session: Session, who: Viewer, slug: str) -> list[Message]:
    """The messages of a season that are for the viewer, the newest first; organisers see all. NotFound for hidden seasons."""
    row = existing(
        session.scalar(select(Season).where(Season.slug == slug, seasons_for(who))), f"there is no season {slug!r}"
    )
    role = role_in(session, who, row.id)
    if role == "visitor":
        return []
    return _read(session, who, [row.id], every=role == "organiser")


def messages_to(session: Session, who: Viewer, *, bot: str = "") -> list[Message]:
    """Messages to the viewer's bots, or to one of them, in seasons that are not over; the newest first."""
    mine = (
        select(Entry.season_id)
        .join(Bot, Bot.id == Entry.bot_id)
        .join(Season, Season.id == Entry.season_id)
        .where(Bot.team_id.in_(who.teams), Entry.state == EntryState.ACTIVE, Season.state.in_(LIVE))
    )
    if bot:
        mine = mine.where(Bot.name == bot)
    season_ids = list(session.scalars(mine.distinct())) if who.teams else []
    return _read(session, who, season_ids, bot=bot) if season_ids else []


def _read(
    session: Session, who: Viewer, seasons: Collection[int], *, every: bool = False, bot: str = ""
) -> list[Message]:
    wanted = (
        select(SeasonMessage, Season.slug, Season.title, Bot.name)
        .join(Season, Season.id == SeasonMessage.season_id)
        .outerjoin(Entry, Entry.id == SeasonMessage.entry_id)
        .outerjoin(Bot, Bot.id == Entry.bot_id)
        .where(SeasonMessage.season_id.in_(seasons))
        .order_by(SeasonMessage.id.desc())
        .limit(MOST)
    )
    if not every:
        mine = Bot.team_id.in_(who.teams) if who.teams else false()
        wanted = wanted.where(or_(SeasonMessage.entry_id.is_(None), (mine & (Bot.name == bot)) if bot else mine))
    return [
        Message(
            row.SeasonMessage.id,
            row.slug,
            row.title,
            row.name or "",
            row.SeasonMessage.body,
            row.SeasonMessage.actor,
            row.SeasonMessage.at,
        )
        for row in session.execute(wanted)
    ]
