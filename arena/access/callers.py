"""Finds the account that an author token belongs to."""

from datetime import timedelta

from arena.access.credentials import live_token
from arena.access.viewers import Viewer, viewer
from arena.db.database import Database, utcnow
from arena.db.models import Token, TokenKind
from arena.errors import NotAllowed, NotSignedIn
from arena.wording import BOT_IN_COMMAND

NOTED_EVERY = timedelta(minutes=10)
"""How exactly a token's last use is kept: writing it on every call would make every read a write."""
LONGEST_TOKEN = 200


def caller(database: Database, token: str) -> Viewer:
    """The account of an author token; an error for anything else."""
    unknown = NotSignedIn("the token is unknown or revoked")
    if len(token) > LONGEST_TOKEN or not token.isprintable():
        raise unknown
    with database.read() as session:
        live = live_token(session, token, TokenKind.AUTHOR)
        if live is None or live.account_id is None:
            if live_token(session, token, TokenKind.BOT) is not None:
                raise NotAllowed(f"this is {BOT_IN_COMMAND}")
            raise unknown
        who = viewer(session, live.account_id)
        token_id, used = live.id, live.last_used_at
    if used is None or utcnow() - used > NOTED_EVERY:
        with database.write() as session:
            session.get_one(Token, token_id).last_used_at = utcnow()
    return who
