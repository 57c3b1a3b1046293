"""Errors as gRPC tells them: the only place that knows both worlds."""

import logging

from grpc import StatusCode
from redis.exceptions import RedisError
from sqlalchemy.exc import OperationalError

from arena.matches.errors import InvalidSpec
from arena.storage.books.paging import BadPage
from arena.storage.errors import Conflict, Invalid, LimitReached, NotAllowed, NotFound, NotReady
from engine import EngineError

log = logging.getLogger(__name__)


class Refusal(Exception):
    """A call that is not answered, with a status and a sentence."""

    def __init__(self, status: StatusCode, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.sentence = sentence


_STATUS: dict[type[Exception], StatusCode] = {
    NotFound: StatusCode.NOT_FOUND,
    NotAllowed: StatusCode.PERMISSION_DENIED,
    Conflict: StatusCode.FAILED_PRECONDITION,
    NotReady: StatusCode.FAILED_PRECONDITION,
    LimitReached: StatusCode.RESOURCE_EXHAUSTED,
    Invalid: StatusCode.INVALID_ARGUMENT,
    BadPage: StatusCode.INVALID_ARGUMENT,
    EngineError: StatusCode.INVALID_ARGUMENT,
    InvalidSpec: StatusCode.INVALID_ARGUMENT,
}


def refusal_of(wrong: Exception) -> Refusal:
    """How an error is told; errors of our own go to the log, never to the caller."""
    if isinstance(wrong, Refusal):
        return wrong
    for kind in type(wrong).__mro__:
        if kind in _STATUS:
            return Refusal(_STATUS[kind], str(wrong))
    if isinstance(wrong, OperationalError | RedisError):
        log.warning("a call could not be answered: %s", wrong)
        return Refusal(StatusCode.UNAVAILABLE, "the arena's database or Redis is away; try again in a moment")
    log.error("a call failed", exc_info=wrong)
    return Refusal(StatusCode.INTERNAL, "the arena failed; its operator finds the reason in the log")


def invalid(sentence: str) -> Refusal:
    """The request itself is wrong."""
    return Refusal(StatusCode.INVALID_ARGUMENT, sentence)
