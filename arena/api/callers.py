"""Who calls: author tokens, and how much one account may ask."""

import threading
import time
from collections.abc import Callable
from datetime import timedelta

from grpc import StatusCode

from arena.api.refusals import Refusal
from arena.gateway.tokens import BOT_IN_COMMAND
from arena.storage.base import utcnow
from arena.storage.database import Database
from arena.storage.models import Token, TokenKind
from arena.storage.pages.viewers import Viewer, viewer
from arena.storage.people import live_token

NOTED_EVERY = timedelta(minutes=10)
"""How exactly a token's last use is kept: writing it on every call would make every read a write."""
LONGEST_TOKEN = 200


def caller(database: Database, token: str | None) -> Viewer:
    """The account of an author token; a Refusal for anything else."""
    if not token:
        raise Refusal(StatusCode.UNAUTHENTICATED, "metadata lacks authorization: Bearer <author token>")
    unknown = Refusal(StatusCode.UNAUTHENTICATED, "the token is unknown or revoked")
    if len(token) > LONGEST_TOKEN or not token.isprintable():
        raise unknown
    with database.read() as session:
        found = live_token(session, token, TokenKind.AUTHOR)
        if found is None or found.account_id is None:
            if live_token(session, token, TokenKind.BOT) is not None:
                raise Refusal(StatusCode.PERMISSION_DENIED, f"this is {BOT_IN_COMMAND}")
            raise unknown
        who = viewer(session, found.account_id)
        token_id, used = found.id, found.last_used_at
    if used is None or utcnow() - used > NOTED_EVERY:
        with database.write() as session:
            session.get_one(Token, token_id).last_used_at = utcnow()
    return who


class Allowance:
    """A bucket of calls per account that fills up again by the second."""

    def __init__(self, burst: int = 200, per_second: float = 20.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._rate = per_second
        self._clock = clock
        self._left: dict[int, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def take(self, account_id: int) -> None:
        """One call; a Refusal if the bucket is empty."""
        with self._lock:
            now = self._clock()
            left, since = self._left.get(account_id, (float(self._burst), now))
            left = min(float(self._burst), left + (now - since) * self._rate)
            self._left[account_id] = (max(0.0, left - 1), now)
        if left < 1:
            sentence = f"at most {self._burst} calls at once and {self._rate:g} per second; wait a second"
            raise Refusal(StatusCode.RESOURCE_EXHAUSTED, sentence)
