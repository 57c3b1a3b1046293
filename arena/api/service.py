"""The gRPC service: every call is checked and answered in a thread, so that no database holds up the bots' streams."""

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from grpc import StatusCode

from arena.api import bots, matches, seasons
from arena.api.callers import Allowance, caller
from arena.api.refusals import Refusal, refusal_of
from arena.api.room import Room
from arena.gateway.tokens import bearer
from arena.storage.pages.viewers import Viewer
from arena.v1 import arena_pb2, arena_pb2_grpc

Answer = TypeVar("Answer")
Handler = Callable[[Room, Viewer, Any], Answer]

THREADS = 6
"""Calls answered at once; with their connections to the database."""
MOST_WAITING = 500
"""Calls that wait for a thread; more are refused at once instead of being answered too late."""
PIECE_BYTES = 64 * 1024


class ArenaService(arena_pb2_grpc.ArenaServiceServicer):
    """Answers calls. Beside the bots' gateway, but with threads of its own."""

    name = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"].full_name

    def __init__(self, room: Room, allowance: Allowance | None = None) -> None:
        self._room = room
        self._allowance = allowance or Allowance()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="api")
        self._waiting = 0

    def register(self, server: Any) -> None:
        """Answer calls of that server."""
        arena_pb2_grpc.add_ArenaServiceServicer_to_server(self, server)  # type: ignore[no-untyped-call]

    def close(self) -> None:
        """Take no more calls."""
        self._threads.shutdown(wait=True, cancel_futures=True)

    async def _answer(self, handler: Handler[Answer], request: Any, context: Any) -> Answer:
        token = bearer(context.invocation_metadata())
        self._waiting += 1
        try:
            return await self._in_thread(handler, token, request)
        except Refusal as no:
            await context.abort(no.status, no.sentence)
            raise AssertionError("abort does not return") from no
        finally:
            self._waiting -= 1

    async def _in_thread(self, handler: Handler[Answer], token: str | None, request: Any) -> Answer:
        if self._waiting > MOST_WAITING:
            raise Refusal(StatusCode.RESOURCE_EXHAUSTED, "too many calls wait for an answer; try again in a moment")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, self._handle, handler, token, request)

    def _handle(self, handler: Handler[Answer], token: str | None, request: Any) -> Answer:
        try:
            who = caller(self._room.database, token)
            self._allowance.take(who.account_id or 0)
            return handler(self._room, who, request)
        except Exception as wrong:
            raise refusal_of(wrong) from None

    async def DownloadReplay(self, request: Any, context: Any) -> AsyncIterator[Any]:  # noqa: N802 (the rpc's name)
        """The file in pieces."""
        body = await self._answer(matches.replay, request, context)
        for start in range(0, len(body), PIECE_BYTES):
            yield arena_pb2.DownloadReplayResponse(data=body[start : start + PIECE_BYTES])


HANDLERS: dict[str, Handler[Any]] = {
    "ListGames": seasons.list_games,
    "ListSeasons": seasons.list_seasons,
    "GetSeason": seasons.get_season,
    "EnterSeason": seasons.enter_season,
    "LeaveSeason": seasons.leave_season,
    "ListStandings": seasons.list_standings,
    "ListMatches": matches.list_matches,
    "GetMatch": matches.get_match,
    "ListBots": bots.list_bots,
    "UpdateBot": bots.update_bot,
    "ExplainBot": bots.explain_bot,
    "CreateChallenge": bots.create_challenge,
    "CancelChallenge": bots.cancel_challenge,
}


def _rpc(handler: Handler[Any]) -> Callable[[ArenaService, Any, Any], Any]:
    async def answered(self: ArenaService, request: Any, context: Any) -> Any:
        return await self._answer(handler, request, context)

    answered.__doc__ = handler.__doc__
    return answered


for _name, _handler in HANDLERS.items():
    setattr(ArenaService, _name, _rpc(_handler))
