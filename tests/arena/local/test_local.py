"""`arena local`, `arena replay ask` and the processes behind them."""

import asyncio
import os
import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

from arena.cli import main
from arena.hosting.match import HostedMatch
from arena.local.arena import LocalArena
from arena.local.processes import MOST_RESTARTS, BotFailed, environment_of_bots
from arena.matches import Clock, MatchSpec, play
from arena.sdk.process import ONE_PRESS_SECONDS
from tests.arena.seats import First
from tests.arena.streams import LONG, on_loop

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
BROKEN = HERE / "broken"
FIRST = f"python {HERE / 'first_bot.py'}"
RANDOM = f"python {ROOT / 'bots' / 'python' / 'random_bot.py'}"


@pytest.fixture(autouse=True)
def own_key(tmp_path, monkeypatch):
    monkeypatch.setenv("ARENA_KEY", str(tmp_path / "key.pem"))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def iki(**fields):
    clock = Clock(600_000)
    return MatchSpec(
        **{"game": "iki", "seats": 2, "seed": 3, "hidden_seed": 4, "match_id": "m1", "clock": clock, **fields}
    )


async def ended(match):
    return await asyncio.wait_for(asyncio.shield(match.done), 2 * LONG)


async def decided(match, number):
    """Returns once so many decisions were made."""
    async with asyncio.timeout(LONG):
        while match._asked is None or len(match._asked.log) < number:
            assert not match.done.done()
            await asyncio.sleep(0.001)


@on_loop
async def test_a_bot_killed_in_mid_decision_comes_back_and_loses_nothing_but_time(tmp_path):
    stuck = tmp_path / "stuck"
    async with LocalArena({"bot-0": f"python {HERE / 'stuck_once_bot.py'} {stuck}", "bot-1": FIRST}, tmp_path) as arena:
        match = HostedMatch(iki(), ["bot-0", "bot-1"], arena.connections)
        match.start()
        async with asyncio.timeout(LONG):
            while not stuck.exists():  # noqa: ASYNC110  a file tells nobody
                await asyncio.sleep(0.01)
        asked = arena.connections.of("bot-0").pending()[0][1]
        arena.bots["bot-0"].kill()
        record = await ended(match)
    assert record.verdicts == ("finished", "finished")
    assert record.digest == play(iki(), [First(), First()]).digest
    assert arena.bots["bot-0"].restarts == 1
    thought = next(move.think_ms for move in record.decisions if (move.seat, move.number) == (0, 3))
    assert asked.question.number == 3  # the very question that was answered in the end
    assert record.clock_left_ms[0] <= 600_000 - thought


@on_loop
async def test_a_gateway_restarted_in_mid_match_loses_nothing(tmp_path):
    async with LocalArena({"bot-0": FIRST, "bot-1": FIRST}, tmp_path) as arena:
        match = HostedMatch(iki(), ["bot-0", "bot-1"], arena.connections)
        match.start()
        await decided(match, 5)
        await arena.restart_gateway()
        record = await ended(match)
    assert record.verdicts == ("finished", "finished")
    assert record.digest == play(iki(), [First(), First()]).digest


@on_loop
async def test_a_bot_that_keeps_ending_is_named_with_its_last_lines(tmp_path):
    command = f"{sys.executable} -c \"import sys; sys.exit('no licence found')\""
    with pytest.raises(BotFailed, match="no licence found"):
        async with LocalArena({"bot-0": command}, tmp_path):
            pass
    assert (tmp_path / "bot-0.stderr").read_text("utf-8").count("no licence") == MOST_RESTARTS + 1


@on_loop
async def test_bots_end_with_their_arena(tmp_path):
    async with LocalArena({"bot-0": FIRST}, tmp_path) as arena:
        process = arena.bots["bot-0"].process
        assert process.returncode is None
    assert process.returncode == 0  # asked to end, it finished by itself
    with pytest.raises(ProcessLookupError):
        os.kill(process.pid, 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["local"], "which game?"),
        (["local", "iki"], "who plays?"),
        (["local", "chess", "--bot", "x", "--bot", "y"], "there is no game 'chess'"),
        (["local", "iki", "--bot", "house:dragon", "--bot", "y"], "dragon"),
        (["local", "iki", "--bot", "x", "--bot", "y", "--clock", "glacial"], "there is no clock 'glacial'"),
        (
            ["local", "iki", "--bot", "no_such_program", "--bot", "house:random"],
            "there is no program 'no_such_program'",
        ),
        (["local", "iki", "--bot", "'", "--bot", "house:random"], "is not a command"),
        (["local", "--from", "x"], "--from takes FILE@N"),
        (["bridge"], "which program?"),
        (["replay", "ask", "x", "--bot", "y"], "either --at N or --all"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words, said, capsys):
    assert main(words) == 2
    assert said in capsys.readouterr().err


def test_faults_are_reported_by_decision(tmp_path, capsys):
    broken = f"python {BROKEN / 'out_of_range.py'}"
    assert main(["local", "iki", "--bot", broken, "--bot", "house:random", "--games", "1", "--clock", "long"]) == 1
    said = capsys.readouterr().out
    assert "(seat 1) went out at its decision 0" in said
    assert "it sent '1000'" in said
    assert "its choices were: " in said
    assert "--save DIR keeps the replay" in said


def test_a_fault_comes_with_the_command_that_asks_again(tmp_path, capsys):
    """And that command puts the very decision of the fault to the bot."""
    later = tmp_path / "later.py"
    text = "from arena.sdk import Bot, run\nclass Later(Bot):\n    def choose(self, decision):\n"
    later.write_text(f"{text}        return 1000 if decision.number == 2 else 0\nrun(Later())\n", "utf-8")
    broken = f"python {later}"
    words = ["--bot", "house:random", "--bot", broken, "--games", "1", "--clock", "long", "--save", str(tmp_path)]
    assert main(["local", "iki", *words]) == 1
    said = capsys.readouterr().out
    (command,) = re.findall(r"ask that decision again: arena (.*)", said)
    made = int(re.search(r"its decision 2, decision (\d+) of the match", said)[1])
    assert made > 2
    assert f"--at {made} " in command
    assert said.index("went out") < said.index("decisions each")  # as it happens, not at the end
    again = shlex.split(command)
    assert main(again) == 1
    assert f"decision {made}, seat 2: illegal" in capsys.readouterr().out
    assert main([*again[:-1], FIRST]) == 0
    assert f"decision {made}, seat 2: " in capsys.readouterr().out


def test_house_bots_can_be_asked_again(tmp_path, capsys):
    words = ["--bot", "house:greedy", "--bot", "house:random", "--games", "1", "--clock", "long"]
    assert main(["local", "iki", *words, "--save", str(tmp_path)]) == 0
    replay = str(next(tmp_path.glob("*.replay.gz")))
    capsys.readouterr()
    assert main(["replay", "ask", replay, "--all", "--seat", "1", "--bot", "house:random"]) == 0
    assert "decisions asked" in capsys.readouterr().out
    assert main(["replay", "ask", replay, "--at", "0", "--bot", "house:greedy"]) == 0
    assert "decision 0, seat" in capsys.readouterr().out
    assert main(["replay", "ask", replay, "--at", "0", "--bot", "house:dragon"]) == 2
    assert "dragon" in capsys.readouterr().err


def test_a_position_is_played_on_and_asked_again(tmp_path, capsys):
    words = ["--bot", FIRST, "--bot", "house:random", "--games", "1", "--clock", "long"]
    assert main(["local", "iki", *words, "--save", str(tmp_path)]) == 0
    replay = next(tmp_path.glob("*.replay.gz"))
    assert main(["local", "--from", f"{replay}@20", *words]) == 0
    assert main(["replay", "ask", str(replay), "--all", "--seat", "1", "--bot", FIRST]) == 0
    said = capsys.readouterr().out
    assert "decisions asked, 0 answered differently" in said
    assert main(["replay", "ask", str(replay), "--all", "--bot", FIRST]) == 0
    asked = capsys.readouterr().out
    assert "answered differently" in asked
    assert " 0 answered differently" not in asked  # the house bot did choose otherwise
    assert main(["replay", "ask", str(replay), "--at", "0", "--bot", FIRST]) == 0
    assert "decision 0, seat" in capsys.readouterr().out
    assert main(["replay", "ask", str(replay), "--at", "9999", "--bot", FIRST]) == 2


def test_replays_of_another_series_stay(tmp_path):
    """A folder may hold many series: other bots, another start."""
    words = ["local", "iki", "--games", "1", "--clock", "long", "--save", str(tmp_path), "--bot", "house:random"]
    assert main([*words, "--bot", "house:random"]) == 0
    assert main([*words, "--bot", "house:greedy"]) == 0
    first = min(tmp_path.glob("*.replay.gz"))
    played_on = ["local", "--from", f"{first}@20", *words[2:], "--bot", "house:random"]
    assert main(played_on) == 0
    assert len(list(tmp_path.glob("*.replay.gz"))) == 3


@on_loop
async def test_the_first_interrupt_finishes_the_match(tmp_path):
    async with LocalArena({"bot-0": FIRST}, tmp_path, most_restarts=0) as arena:
        match = HostedMatch(iki(), ["bot-0", First()], arena.connections)
        match.start()
        await decided(match, 3)
        arena.bots["bot-0"].process.send_signal(signal.SIGINT)
        record = await ended(match)
        assert record.verdicts == ("finished", "finished")
        assert await asyncio.wait_for(arena.bots["bot-0"].process.wait(), LONG) == 0
    assert "finishing what is running" in arena.bots["bot-0"].last_lines()


@pytest.mark.parametrize("at_once", [1, 2])
@on_loop
async def test_the_second_interrupt_gives_up_in_mid_thought(tmp_path, at_once):
    thinking = f"python {HERE / 'thinking_bot.py'} {at_once}"
    async with LocalArena({"bot-0": thinking}, tmp_path, most_restarts=0) as arena:
        bot = arena.bots["bot-0"]
        match = HostedMatch(iki(), ["bot-0", First()], arena.connections)
        match.start()
        await written(bot.stdout_path, "thinking")
        bot.process.send_signal(signal.SIGINT)
        await written(bot.stderr_path, "finishing")
        await asyncio.sleep(ONE_PRESS_SECONDS + 0.1)  # sooner they would count as one
        bot.process.send_signal(signal.SIGINT)
        assert (await ended(match)).verdicts == ("resigned", "finished")
        assert await asyncio.wait_for(bot.process.wait(), LONG) == 0


async def written(path, text):
    """Returns once a bot has written that."""
    async with asyncio.timeout(LONG):
        while text not in path.read_text("utf-8"):  # noqa: ASYNC110  a file tells nobody
            await asyncio.sleep(0.01)


def test_bots_get_no_secrets_of_our_environment(monkeypatch, tmp_path):
    monkeypatch.setenv("ARENA_DATABASE_URL", "postgresql://arena:secret@db/arena")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("MY_MODEL", "model.bin")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    seen = environment_of_bots(["MY_MODEL"])
    assert not {"ARENA_DATABASE_URL", "AWS_SECRET_ACCESS_KEY", "ARENA_KEY"} & seen.keys()
    assert {"PATH", "PYTHONPATH", "LC_ALL", "MY_MODEL"} <= seen.keys()


def test_a_bot_that_arena_local_starts_sees_only_that(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    monkeypatch.setenv("MY_MODEL", "model.bin")
    told = tmp_path / "told"
    spy = tmp_path / "spy.py"
    spy.write_text(f"import os; open({str(told)!r}, 'w').write(' '.join(os.environ)); exit(2)\n", "utf-8")
    for words, passed in (((), False), (("--pass", "MY_MODEL"), True)):
        assert main(["local", "iki", "--bot", f"python {spy}", "--bot", "house:random", *words]) != 0
        names = told.read_text("utf-8").split()
        assert "ARENA_TOKEN" in names and "AWS_SECRET_ACCESS_KEY" not in names
        assert ("MY_MODEL" in names) is passed


def test_a_program_that_never_flushes_stops_the_series_with_the_reason(tmp_path, capsys):
    silent = tmp_path / "silent.py"
    silent.write_text("import sys\nout = open(1, 'w')\nfor line in sys.stdin: out.write('0\\n')\n", "utf-8")
    bridge = f"arena bridge -- {sys.executable} {silent}"
    words = ["local", "iki", "--bot", bridge, "--bot", "house:random", "--clock", "4+0", "--games", "50"]
    assert main(words) != 0
    told = "".join(capsys.readouterr())
    assert "flush after every line" in told
    assert "the program did not answer the first decision of 2 matches; stopping" in told
