"""The gRPC service: who calls, how much one account may ask, errors by kind, and every call answered in a thread beside the bots' streams."""

import asyncio
import logging
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from grpc import StatusCode
from redis.exceptions import RedisError
from sqlalchemy.exc import OperationalError

from arena.access.callers import caller
from arena.access.viewers import Viewer
from arena.archives.limits import MOST_BYTES
from arena.errors import (
    UNREACHABLE,
    Conflict,
    Invalid,
    LimitReached,
    NotAllowed,
    NotFound,
    NotSignedIn,
    Unavailable,
    status,
)
from arena.gateway.api import rpcs, submissions
from arena.gateway.api.requests import Room
from arena.gateway.limits import RateLimits
from arena.gateway.tokens import bearer
from arena.v1 import arena_pb2, arena_pb2_grpc
from engine import EngineError, UnknownGame


class Allowance:
    """How much one account may call, counted for all threads together."""

    def __init__(self, burst: int = 200, per_second: float = 20.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._calls = RateLimits(burst, per_second, clock)
        self._lock = threading.Lock()

    def take(self, account_id: int) -> None:
        """One call; LimitReached if the account has called too often."""
        with self._lock:
            allowed = self._calls.take(account_id)
        if not allowed:
            most, rate = self._calls.burst, self._calls.per_second
            raise LimitReached(f"at most {most} calls at once and {rate:g} per second; wait a second")


log = logging.getLogger(__name__)

STATUS: dict[type[Exception], StatusCode] = {
    NotFound: StatusCode.NOT_FOUND,
    NotAllowed: StatusCode.PERMISSION_DENIED,
    NotSignedIn: StatusCode.UNAUTHENTICATED,
    Conflict: StatusCode.FAILED_PRECONDITION,
    Invalid: StatusCode.INVALID_ARGUMENT,
    LimitReached: StatusCode.RESOURCE_EXHAUSTED,
    Unavailable: StatusCode.UNAVAILABLE,
    EngineError: StatusCode.INVALID_ARGUMENT,
    UnknownGame: StatusCode.NOT_FOUND,
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A call that failed: its status and one sentence."""

    status: StatusCode
    sentence: str


def refusal(error: Exception) -> Refusal:
    """What the caller is sent. An error without a kind is our fault: the log has it, the caller does not."""
    if isinstance(error, OperationalError | RedisError):
        log.warning("a call could not be answered: %s", error)
        error = Unavailable(UNREACHABLE)
    code = status(error, STATUS)
    if code is None:
        log.error("a call failed", exc_info=error)
        return Refusal(StatusCode.INTERNAL, "the arena failed; its operator finds the reason in the log")
    return Refusal(code, str(error))


Answer = TypeVar("Answer")
Handler = Callable[[Room, Viewer, Any], Answer]

THREADS = 6
"""Calls answered at once; with their connections to the database."""
MOST_WAITING = 500
"""Calls that wait for a thread; more are refused at once instead of being answered too late."""
PIECE_BYTES = 64 * 1024
MOST_UPLOADS = 4
"""Archives that may arrive at once: each is held in memory."""
UPLOAD_SECONDS = 60.0


class ArenaService(arena_pb2_grpc.ArenaServiceServicer):
    """Answers calls in its own threads, beside the bots' gateway."""

    name = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"].full_name

    def __init__(self, room: Room, allowance: Allowance | None = None) -> None:
        self._room = room
        self._allowance = allowance or Allowance()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="api")
        self._waiting = 0
        self._uploads = asyncio.Semaphore(MOST_UPLOADS)

    def register(self, server: Any) -> None:
        """Answer calls of that server."""
        arena_pb2_grpc.add_ArenaServiceServicer_to_server(self, server)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Stop taking calls."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def _answer(self, handler: Handler[Answer], request: Any, context: Any) -> Answer:
        token = bearer(context.invocation_metadata())
        self._waiting += 1
        try:
            return await self._in_thread(handler, token, request)
        except Exception as error:
            refused = refusal(error)
            await context.abort(refused.status, refused.sentence)
            raise AssertionError("abort does not return") from error
        finally:
            self._waiting -= 1

    async def _in_thread(self, handler: Handler[Answer], token: str | None, request: Any) -> Answer:
        if self._waiting > MOST_WAITING:
            raise LimitReached("too many calls wait for an answer; try again in a moment")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._handle, handler, token, request)

    def _handle(self, handler: Handler[Answer], token: str | None, request: Any) -> Answer:
        if not token:
            raise NotSignedIn("metadata lacks authorization: Bearer <author token>")
        who = caller(self._room.database, token)
        self._allowance.take(who.account_id or 0)
        return handler(self._room, who, request)

    async def DownloadReplay(self, request: Any, context: Any) -> AsyncIterator[Any]:  # noqa: N802 (the rpc's name)
        """The file in pieces."""
        body = await self._answer(rpcs.replay, request, context)
        for start in range(0, len(body), PIECE_BYTES):
            yield arena_pb2.DownloadReplayResponse(data=body[start : start + PIECE_BYTES])

    async def DownloadSubmission(self, request: Any, context: Any) -> AsyncIterator[Any]:  # noqa: N802 (the rpc's name)
        """The archive in pieces."""
        body = await self._answer(submissions.download, request, context)
        for start in range(0, len(body), PIECE_BYTES):
            yield arena_pb2.DownloadSubmissionResponse(data=body[start : start + PIECE_BYTES])

    async def SubmitBot(self, pieces: AsyncIterator[Any], context: Any) -> Any:  # noqa: N802 (the rpc's name)
        """Take an archive. Nobody without an author token makes us hold one, and only a few are held at once."""
        await self._answer(submissions.may_submit, None, context)
        if self._uploads.locked():
            await context.abort(
                StatusCode.RESOURCE_EXHAUSTED, "too many archives arrive at once; try again in a moment"
            )
        async with self._uploads:
            return await self._answer(submissions.submit, await self._collect(pieces, context), context)

    async def _collect(self, pieces: AsyncIterator[Any], context: Any) -> bytes:
        body = bytearray()
        try:
            async with asyncio.timeout(UPLOAD_SECONDS):
                async for piece in pieces:
                    body += piece.data
                    if len(body) > MOST_BYTES:
                        await context.abort(StatusCode.INVALID_ARGUMENT, submissions.too_large())
        except TimeoutError:
            await context.abort(
                StatusCode.DEADLINE_EXCEEDED, f"the archive took more than {UPLOAD_SECONDS:.0f} s to arrive"
            )
        return bytes(body)


HANDLERS: dict[str, Handler[Any]] = {
    "ListGames": rpcs.list_games,
    "ListSeasons": rpcs.list_seasons,
    "GetSeason": rpcs.get_season,
    "EnterSeason": rpcs.enter_season,
    "LeaveSeason": rpcs.leave_season,
    "ListStandings": rpcs.list_standings,
    "ListMatches": rpcs.list_matches,
    "GetMatch": rpcs.get_match,
    "ListBots": rpcs.list_bots,
    "UpdateBot": rpcs.update_bot,
    "ExplainBot": rpcs.explain_bot,
    "CreateChallenge": rpcs.create_challenge,
    "CancelChallenge": rpcs.cancel_challenge,
    "ListSubmissions": submissions.list_submissions,
    "ActivateSubmission": submissions.activate,
    "DeleteSubmission": submissions.delete,
}


def _rpc(handler: Handler[Any]) -> Callable[[ArenaService, Any, Any], Any]:
    async def answered(self: ArenaService, request: Any, context: Any) -> Any:
        return await self._answer(handler, request, context)

    answered.__doc__ = handler.__doc__
    return answered


for _name, _handler in HANDLERS.items():
    setattr(ArenaService, _name, _rpc(_handler))
