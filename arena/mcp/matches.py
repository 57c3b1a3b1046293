"""Where the agent plays: matches in this process against house bots, or the matches of a bot in a running arena."""

import asyncio
import logging
import secrets
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial

import engine
from arena import players
from arena.errors import ArenaError, Conflict, Invalid
from arena.event_loop import on_loop
from arena.matches import Decision, MatchRecord, MatchSpec, Player, play
from arena.mcp.seat import Seat
from arena.sdk import Bot
from arena.sdk.client import Client
from arena.sdk.decisions import Decision as RemoteDecision
from arena.sdk.endpoints import Endpoint
from arena.sdk.messages import match_line, set_line
from arena.v1.bots_pb2 import MatchResult, MatchStarted, SetResult
from engine import EngineError

SDK_LOG = "arena.sdk.client"
CLOSE_SECONDS = 5.0
"""How long a server that ends waits for its connection to end."""


class LocalAgent:
    """The agent as a player of the match loop."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def choose(self, decision: Decision) -> int:
        """The agent's choice."""
        return self._seat.ask(decision)[0]


def local_seat() -> Seat:
    """The seat of matches in this process, which need no connection."""
    return Seat(lambda: "No match is under way: `start_match` begins one.")


def start_local(seat: Seat, game: str, opponents: Sequence[str], seed: int | None) -> str:
    """Start a match of the agent against house bots in a thread. Returns a sentence about it."""
    if seat.is_playing:
        raise Conflict("a match is under way: finish it first")
    if game not in engine.games():
        raise Invalid(f"there is no game {game!r}: choose one of {', '.join(engine.games())}")
    seats = len(opponents) + 1
    if seats not in engine.game(game).seats:
        raise Invalid(
            f"{game} is for {engine.game(game).seats[0]} to {engine.game(game).seats[-1]} players, you included"
        )
    seed = secrets.randbits(63) if seed is None else seed
    others = [players.make(name, seed + number) for number, name in enumerate(opponents, 1)]
    mine = seed % seats
    spec = MatchSpec(game, seats, {}, seed, secrets.randbits(64), match_id=f"mcp-{seed:x}"[:60])
    table: list[Player] = [*others[:mine], LocalAgent(seat), *others[mine:]]
    seat.is_playing = True
    threading.Thread(target=_play, args=(spec, table, seat, mine), name="match", daemon=True).start()
    return f"A match of {game} has begun. You are player {mine + 1} of {seats}; seed {seed}."


def _play(spec: MatchSpec, table: Sequence[Player], seat: Seat, mine: int) -> None:
    try:
        seat.tell(_result(play(spec, table), mine), is_over=True)
    except (ArenaError, EngineError) as error:
        seat.tell(f"The match was broken off: {error}", is_over=True)


def _result(record: MatchRecord, mine: int) -> str:
    scores = ", ".join(f"player {number} {score}" for number, score in enumerate(record.outcome.scores, 1))
    return f"The match is over. You are in place {record.places[mine]} of {len(record.places)}. Points: {scores}."


class RemoteAgent(Bot):
    """The agent as a bot of a running arena."""

    version = "mcp"

    def __init__(self, seat: Seat) -> None:
        self._seat = seat

    def choose(self, decision: RemoteDecision) -> int:
        """The agent's choice."""
        index, decision.note = self._seat.ask(decision)
        return index

    def on_start(self, match: MatchStarted) -> None:  # noqa: ARG002  the SDK calls it so
        """A match begins."""
        self._seat.is_playing = True

    def on_end(self, result: MatchResult) -> None:
        """A match is over."""
        self._seat.tell(match_line(result), is_over=True)

    def on_set_end(self, result: SetResult) -> None:
        """A set is over, with its players' names."""
        self._seat.tell(set_line(result))


class Told(logging.Handler):
    """What the SDK logs for a bot's author, such as why there is no connection and what the arena's notices say: the agent reads it too."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(logging.WARNING)
        self._seat = seat

    def emit(self, record: logging.LogRecord) -> None:
        """Tell the agent."""
        self._seat.tell(record.getMessage())


class ArenaConnection:
    """The agent's bot in an arena: connected when a tool first needs it, until the server ends."""

    def __init__(self, where: Endpoint) -> None:
        """Connect nothing yet."""
        self.seat = Seat(self._idle, waits_to_be_seated=True)
        self._where = where
        self._client = Client(RemoteAgent(self.seat), where)
        self._reports = Told(self.seat)
        self._stdout = sys.stdout
        self._thread: threading.Thread | None = None
        self._end: Callable[[], object] = lambda: None
        self._may_end = threading.Event()

    def connect(self) -> None:
        """Dial in, if that has not begun."""
        if self._thread is None:
            self._stdout, sys.stdout = (
                sys.stdout,
                sys.stderr,
            )  # the agent's messages go over the real one; the SDK prints results
            logging.getLogger(SDK_LOG).addHandler(self._reports)
            self._thread = threading.Thread(target=on_loop, args=(self._play(),), name="arena", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Hang up."""
        if self._thread is None:
            return
        self._may_end.wait(CLOSE_SECONDS)
        with suppress(RuntimeError):  # it has ended meanwhile
            self._end()
        self.seat.close("The server ends.")
        self._thread.join(CLOSE_SECONDS)
        logging.getLogger(SDK_LOG).removeHandler(self._reports)
        sys.stdout = self._stdout

    def _idle(self) -> str:
        if self._client.is_connected:
            return "The arena has not seated you yet. Call `look` again."
        return f"There is no connection to {self._where.address}; it is dialled again and again. Call `look` again."

    async def _play(self) -> None:
        loop = asyncio.get_running_loop()
        playing = loop.create_task(self._client.play())
        self._end = partial(loop.call_soon_threadsafe, playing.cancel)
        self._may_end.set()
        await asyncio.wait([playing])
        why = "" if playing.cancelled() else f" (exit code {playing.result()})"
        self.seat.close(f"The connection to {self._where.address} has ended{why}, and nothing more can be played.")
