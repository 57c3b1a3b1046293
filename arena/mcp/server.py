"""The tools of the server, over the official SDK. Each is a few lines over `Seat` and the engine."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import TypeVar

import anyio.to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import engine
from arena.errors import ArenaError
from arena.mcp import matches
from arena.players import LADDER
from arena.sdk.endpoints import Endpoint
from arena.sdk.words import rules
from engine import EngineError

T = TypeVar("T")
LOOK_SECONDS = 30.0
"""How long a tool waits for the others to choose before it returns."""
INSTRUCTIONS = """\
You play board games. Call `list_games` and `read_rules` first. Then {begin}, `look` shows the position and your numbered choices, and `play` takes one and shows
what you have to decide next. Go on until the match is over."""
BEGIN = """\
Begin a match and show your first decision. `opponents` names a house bot for each other player, from the weakest to the strongest: {}. Left out: one `greedy`."""


@asynccontextmanager
async def _hanging_up(connection: matches.ArenaConnection | None, _: MCPServer) -> AsyncIterator[None]:
    """While the server runs; at its end the bot hangs up."""
    try:
        yield
    finally:
        if connection is not None:
            await anyio.to_thread.run_sync(connection.close)


def server(where: Endpoint | None = None) -> MCPServer:
    """A server for one agent: for matches in this process, or for those of a bot in the arena at *where*."""
    connection = None if where is None else matches.ArenaConnection(where)
    seat = matches.local_seat() if connection is None else connection.seat
    begin = "`start_match` begins a match" if where is None else "`look` waits until the arena seats you"

    lifespan = partial(_hanging_up, connection)
    made = MCPServer(
        "meiji-arena", instructions=INSTRUCTIONS.format(begin=begin), log_level="WARNING", lifespan=lifespan
    )

    async def inside(work: Callable[[], T]) -> T:
        """Do blocking work in a thread; errors that the agent can correct reach it as sentences."""
        if connection is not None:
            connection.connect()
        try:
            return await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
        except (ArenaError, EngineError) as error:
            raise ToolError(str(error)) from None

    @made.tool()
    async def list_games() -> str:
        """List the games that can be played, each with its number of players."""
        lines = (f"{name}: {rules(engine.game(name)).splitlines()[0]}" for name in engine.games())
        return "\n".join(lines)

    @made.tool()
    async def read_rules(game: str) -> str:
        """Read the rules of a game in short."""
        if game not in engine.games():
            raise ToolError(f"there is no game {game!r}: choose one of {', '.join(engine.games())}")
        return rules(engine.game(game))

    if where is None:

        @made.tool(description=BEGIN.format(", ".join(LADDER)))
        async def start_match(game: str, opponents: list[str] | None = None, seed: int | None = None) -> str:
            others = ["greedy"] if opponents is None else opponents
            begun = await inside(partial(matches.start_local, seat, game, others, seed))
            return f"{begun}\n\n{await inside(partial(seat.look, LOOK_SECONDS))}"

    @made.tool()
    async def look() -> str:
        """Show the position in words and your numbered choices, each with what it leads to; or the result, once the match is over."""
        return await inside(partial(seat.look, LOOK_SECONDS))

    @made.tool()
    async def play(choice: int, note: str = "") -> str:
        """Take the choice with this number. The note (1 KB) is stored beside the replay for your owner. Shows what comes next."""

        def take() -> str:
            taken = seat.choose(choice, note)
            seat.wait_until_taken(LOOK_SECONDS)
            return f"You chose: {taken}\n\n{seat.look(LOOK_SECONDS)}"

        return await inside(take)

    return made
