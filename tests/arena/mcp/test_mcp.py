"""`arena mcp` with the official SDK's own client: whole matches over stdio, on this machine and in an arena."""

import asyncio
import re
import sys
import threading
import time
from random import Random

import pytest
from mcp import Client, StdioServerParameters

import engine
from arena.local.arena import LocalArena
from arena.mcp import server
from arena.mcp.server import LOOK_SECONDS
from arena.sdk.endpoints import Endpoint
from arena.sdk.words import choices
from tests.services.servers import free_port

TOOLS = {"list_games", "read_rules", "start_match", "look", "play"}


def text(result):
    return "\n".join(part.text for part in result.content)


def numbered(shown):
    return re.findall(r"^(\d+)\. (.+)$", shown.split("Your choices:")[1], re.MULTILINE)


async def play_to_the_end(client, shown, rng):
    """Choose by number until the match is over; how many choices were made, and the last text."""
    made = 0
    while "match is over" not in shown:
        if "Your choices:" in shown:
            number, _ = rng.choice(numbered(shown))
            answer = await client.call_tool("play", {"choice": int(number), "note": "by lot"})
            made += 1
        else:
            answer = await client.call_tool("look")
        assert not answer.is_error, text(answer)
        shown = text(answer)
    return made, shown


@pytest.mark.parametrize("game", engine.games())
def test_a_client_plays_a_whole_match_over_stdio(game):
    async def main():
        command = StdioServerParameters(command=sys.executable, args=["-m", "arena.cli", "mcp"])
        async with Client(command) as client:
            assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
            assert game in text(await client.call_tool("list_games"))
            assert len(text(await client.call_tool("read_rules", {"game": game}))) > 200
            begun = await client.call_tool("start_match", {"game": game, "opponents": ["random"], "seed": 5})
            made, shown = await play_to_the_end(client, text(begun), Random(1))
            assert made > 20 and "Points: player 1" in shown
            assert "No match is under way" in text(await client.call_tool("look"))

    asyncio.run(asyncio.wait_for(main(), 240))


def test_mistakes_are_answered_with_what_would_be_right():
    async def main():
        async with Client(server()) as client:

            async def refused(name, **arguments):
                answer = await client.call_tool(name, arguments)
                assert answer.is_error
                return text(answer)

            assert "no decision waits" in await refused("play", choice=1)
            begun = time.monotonic()
            assert "No match is under way" in text(await client.call_tool("look"))
            assert time.monotonic() - begun < LOOK_SECONDS / 2, "no match can come, so there is nothing to wait for"
            assert "choose one of iki" in await refused("read_rules", game="chess")
            assert "choose one of iki" in await refused("start_match", game="chess")
            assert "2 to 4 players" in await refused("start_match", game="iki", opponents=["random"] * 4)
            assert "deep_blue" in await refused("start_match", game="iki", opponents=["deep_blue"])
            shown = text(await client.call_tool("start_match", {"game": "iki"}))
            assert "numbered 1 to" in await refused("play", choice=99)
            assert "under way" in await refused("start_match", game="iki")
            assert numbered(shown) == numbered(text(await client.call_tool("look"))), "nothing was lost"

    asyncio.run(asyncio.wait_for(main(), 120))


def test_a_table_of_one_is_for_games_that_can_be_played_alone():
    async def main():
        async with Client(server()) as client:
            shown = text(await client.call_tool("start_match", {"game": "zaibatsu", "opponents": []}))
            assert "player 1 of 1" in shown and numbered(shown)

    asyncio.run(asyncio.wait_for(main(), 120))


@pytest.mark.parametrize(
    ("is_running", "first", "then"),
    [
        (False, "nothing listens there", "dialled again and again"),
        (True, "the token is unknown or revoked", "has ended (exit code 2)"),
    ],
)
def test_an_agent_reads_why_there_is_no_arena(is_running, first, then, monkeypatch, tmp_path):
    """Once each: the reason as it comes, and after that where things are."""

    async def main():
        async with LocalArena({}, tmp_path) as arena:
            where = Endpoint(arena.gateway.address if is_running else f"127.0.0.1:{free_port()}", "not-a-token")
            async with Client(server(where)) as client:
                assert first in text(await client.call_tool("look"))
                monkeypatch.setattr(sys.modules["arena.mcp.server"], "LOOK_SECONDS", 0.5)
                assert then in text(await client.call_tool("look"))

    stdout = sys.stdout
    asyncio.run(asyncio.wait_for(main(), 60))
    assert sys.stdout is stdout
    assert "arena" not in {thread.name for thread in threading.enumerate()}, "still dialling"


def test_choices_tell_nothing_that_the_seat_cannot_know():
    """The same view gives the same words, whatever is hidden below it."""
    for game in engine.games():
        rng = Random(3)
        state = engine.game(game).new(seats=2, seed=3, options={})
        for _ in range(25):
            state.apply(rng.choice(state.legal_actions()))
        told = set()
        for seed in range(3):
            other = state.determinize(state.to_act, Random(seed))
            told.add("\n".join(choices(_Asked(other))))
        assert len(told) == 1


class _Asked:
    """A decision as a player of the match loop sees it."""

    def __init__(self, state):
        self._state, self.seat, self.game = state, state.to_act, state.game
        self.legal, self.events = state.legal_actions(), []
        self.texts, self.view = [str(action) for action in self.legal], state.view(state.to_act)

    def determinize(self, rng):
        return self.game.from_view(self.view, rng)


AGENT = """
import asyncio, os, re, sys
from mcp import Client, StdioServerParameters

async def main():
    names = ("ARENA_ENDPOINT", "ARENA_TOKEN", "PATH")
    environment = {name: os.environ[name] for name in names}
    command = StdioServerParameters(command=sys.executable, args=["-m", "arena.cli", "mcp", "--arena"], env=environment)
    async with Client(command) as client:
        while True:
            answer = await client.call_tool("look")
            shown = answer.content[0].text
            while "Your choices:" in shown:
                answer = await client.call_tool("play", {"choice": 1, "note": "always the first"})
                shown = answer.content[0].text

asyncio.run(main())
"""


def test_an_agent_plays_as_a_bot_of_an_arena(tmp_path):
    from arena.event_loop import on_loop
    from arena.hosting.match import HostedMatch
    from arena.matches import PRESETS, MatchSpec
    from arena.players import make

    script = tmp_path / "agent.py"
    script.write_text(AGENT, "utf-8")

    async def main():
        async with LocalArena({"bot-0": f"python {script}"}, tmp_path / "logs") as arena:
            spec = MatchSpec("iki", 2, {}, 1, 2, PRESETS["slow"], match_id="m1")
            match = HostedMatch(spec, ["bot-0", make("random", 1)], arena.connections, keep_events=True)
            match.start()
            record = await asyncio.wait_for(arena.unless_bots_fail(match.done), 200)
            assert not record.faults
            assert {note.note for note in record.notes} == {"always the first"}

    on_loop(main())
