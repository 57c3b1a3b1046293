"""When a bot was last here and its token last used: kept while it is connected, not only at its hello."""

from datetime import timedelta

from sqlalchemy import select, update

from arena.access.credentials import create_bot_token
from arena.accounts.teams import add_team
from arena.bots.commands import create_bot
from arena.db.database import Database, utcnow
from arena.db.models import Bot, Token
from arena.gateway.bot_records import SEEN_EVERY, BotRecords
from arena.gateway.tokens import BotIdentity
from tests.arena.running.both import address, database, postgres

__all__ = ["address", "database", "postgres"]

LONG_AGO = timedelta(minutes=26)


def bots(database: Database) -> list[BotIdentity]:
    """Two bots that said hello 26 minutes ago."""
    made = []
    with database.write() as session:
        team = add_team(session, "kobo", "test")
        for name in ("crane", "heron"):
            bot = create_bot(session, name, team, "test")
            bot.last_seen_at = utcnow() - LONG_AGO
            create_bot_token(session, bot, "laptop", "test")
            session.flush()
            token = session.scalars(select(Token).where(Token.bot_id == bot.id)).one()
            made.append(BotIdentity(str(bot.id), name, token.id))
    return made


def seen(database: Database) -> dict[str, tuple[bool, bool]]:
    """Per bot whether it was seen, and its token used, within the last minute."""
    recent = utcnow() - SEEN_EVERY
    with database.read() as session:
        rows = session.execute(select(Bot.name, Bot.last_seen_at, Token.last_used_at).join(Token)).all()
    return {name: (at is not None and at > recent, used is not None and used > recent) for name, at, used in rows}


def grow_old(database: Database, records: BotRecords) -> None:
    """As if the last look had been a while ago."""
    with database.write() as session:
        session.execute(update(Bot).values(last_seen_at=utcnow() - LONG_AGO))
        session.execute(update(Token).values(last_used_at=utcnow() - LONG_AGO))
    for bot in records._seen:
        records._seen[bot] -= LONG_AGO


def test_a_connected_bot_is_seen_and_its_token_used_while_it_stays(database):
    crane, _ = bots(database)
    records = BotRecords(database)
    records.note_seen([crane])
    assert seen(database) == {"crane": (True, True), "heron": (False, False)}
    grow_old(database, records)
    records.note_seen([crane])
    assert seen(database)["crane"] == (True, True)


def test_a_bot_that_leaves_is_seen_once_more(database):
    crane, heron = bots(database)
    records = BotRecords(database)
    records.note_seen([crane, heron])
    grow_old(database, records)
    records.note_seen([heron])
    assert seen(database)["crane"] == (True, True), "until it left"
    grow_old(database, records)
    records.note_seen([heron])
    assert seen(database) == {"crane": (False, False), "heron": (True, True)}
