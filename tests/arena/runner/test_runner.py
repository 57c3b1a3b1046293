"""The runner over a real database, Redis and sandbox: what it starts, restarts, hands over and stops. `make hosted` lets hosted bots play."""

import json
import os
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import delete, update

from arena.access.viewers import operator, viewer
from arena.archives.reading import inspect
from arena.db.database import utcnow
from arena.db.models import Bot, Entry, Match, MatchState, SetKind, Token
from arena.errors import Invalid, Unavailable
from arena.runner import service
from arena.runner.hosted import PREFIX, remove_left_over
from arena.runner.service import Runner
from arena.sandbox.limits import Limits
from arena.sandbox.program import Program
from arena.settings import Settings
from arena.submissions import commands, runs
from arena.transport import keys, runners
from tests.arena.api.conftest import empty_file, world
from tests.arena.running.conftest import redis, redis_process
from tests.sandbox.test_sandbox import missing
from tests.services.archives import bot_zip

__all__ = ["empty_file", "redis", "redis_process", "world"]
pytestmark = pytest.mark.skipif(bool(why := missing()), reason=f"no sandbox on this machine: {why}")

STAYS = "import sys, time\nprint('here', file=sys.stderr, flush=True)\ntime.sleep(600)\n"
DIALS = """
import os, socket, sys, time
s = socket.socket(socket.AF_UNIX)
s.connect(os.environ["ARENA_ENDPOINT"].removeprefix("unix:"))
s.sendall(os.environ["ARENA_TOKEN"].encode() + b"\\n")
print(s.recv(99).decode(), file=sys.stderr, flush=True)
time.sleep(600)
"""


@contextmanager
def runner(world, redis, **given):
    """A runner whose passes the test makes."""
    address = world.database.engine.url.render_as_string(hide_password=False)
    path = redis.connection_pool.connection_kwargs
    where = f"unix://{path['path']}" if "path" in path else f"redis://{path['host']}:{path['port']}"
    made = Runner(Settings(database_url=address, redis_url=where, **given))
    try:
        yield made
    finally:
        made.close()


def test_what_a_killed_runner_left_is_ended_and_deleted():
    gone = subprocess.run(["sh", "-c", "echo $$"], capture_output=True, text=True, check=True).stdout.strip()
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{gone}-"))
    (folder / "files").mkdir()
    own = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    with Program(folder / "files", ["sleep", "60"]) as program:
        remove_left_over()
        program.process.wait(10)
    assert not folder.exists()
    assert own.exists(), "its runner lives"
    own.rmdir()


def submit(world, name="kabuki", version="1.0", program=STAYS):
    with world.database.write() as session:
        who = viewer(session, world.accounts["aki"])
        commands.submit(session, who, inspect(bot_zip(name, version, program)), quota_megabytes=5)
        session.get_one(Bot, world.bots[name]).validated_at = None  # a validation match is due


def lines(world, bot="kabuki"):
    with world.database.read() as session:
        return runs.runs(session, operator("test"), bot)


def until(made, condition, seconds=60.0):
    """Passes of the runner until something is so."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        made.look()
        time.sleep(0.02)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr("arena.runner.hosted.FIRST_PAUSE", 0.05)
    monkeypatch.setattr("arena.runner.hosted.REPORT_SECONDS", 0.1)


def test_it_starts_a_bot_with_its_token_and_reports(world, redis, tmp_path):
    submit(world, program=DIALS)
    server = socket.create_server(("127.0.0.1", 0))
    heard = []

    def answer():
        peer, _ = server.accept()
        with peer:
            heard.append(peer.recv(200).decode().strip())
            peer.sendall(b"welcome")

    threading.Thread(target=answer, daemon=True).start()
    with server, runner(world, redis, runner_gateway=f"127.0.0.1:{server.getsockname()[1]}") as made:
        until(made, lambda: lines(world) and "welcome" in lines(world)[0].stderr)
        assert heard[0].startswith("meiji_bot_"), "through the socket, to the gateway"
        assert lines(world)[0].peak_memory_bytes > 1_000_000
    (line,) = lines(world)
    assert line.reason == "the runner stopped"
    with world.database.read() as session:
        assert session.query(Token).filter(Token.expires_at.is_not(None)).all() == [], "no token is left"


def test_a_program_that_ends_is_started_again_after_growing_pauses(world, redis):
    submit(world, program="import sys\nsys.stderr.write('boom')\nsys.exit(3)\n")
    with runner(world, redis) as made:
        until(made, lambda: len([line for line in lines(world) if line.ended_at]) >= 3)
    times = [line.started_at for line in reversed(lines(world))][:3]
    assert lines(world)[-1].reason == "ended with exit code 3"
    assert lines(world)[-1].stderr == "boom"
    assert (times[2] - times[1]).total_seconds() >= 0.1, "twice the first pause"


def test_two_runners_share_the_bots_and_one_takes_over(world, redis):
    submit(world)
    with runner(world, redis) as first, runner(world, redis) as second:
        until(first, lambda: lines(world))
        second.look()
        assert len(lines(world)) == 1, "one of them has it"
        redis.delete(service.lease(world.bots["kabuki"]))  # as if the first had died
        second.look()
        first.look()
        until(second, lambda: len(lines(world)) == 2)
        assert lines(world)[1].reason == "another runner has taken the bot"


def test_another_version_takes_over_and_none_stops_it(world, redis):
    submit(world)
    with runner(world, redis) as made:
        until(made, lambda: lines(world))
        submit(world, version="1.1")
        until(made, lambda: lines(world)[0].version == "1.1")
        assert lines(world)[1].reason == "another version is active"
        with world.database.write() as session:
            commands.deactivate(session, operator("test"), "kabuki")
        until(made, lambda: lines(world)[0].reason == "no version is active")


def test_a_bot_with_nothing_to_play_is_stopped(world, redis):
    submit(world)
    with runner(world, redis, runner_idle_seconds=0.2) as made:
        until(made, lambda: lines(world))
        with world.database.write() as session:
            session.execute(delete(Entry).where(Entry.bot_id == world.bots["kabuki"]))
            session.execute(update(Match).values(state=MatchState.FINISHED))
            session.get_one(Bot, world.bots["kabuki"]).validated_at = utcnow()
        until(made, lambda: lines(world)[0].reason == "idle")


def test_a_bot_that_cannot_be_unpacked_holds_up_no_other(world, redis, monkeypatch):
    submit(world)
    submit(world, "noh")
    monkeypatch.setattr("arena.runner.hosted.unpack", _fails_for("kabuki"))
    with runner(world, redis) as made:
        until(made, lambda: lines(world, "noh"))
    assert lines(world) == []


def _fails_for(name):
    from arena.archives.reading import unpack

    def unpacked(data, folder):
        manifest = unpack(data, folder)
        if manifest.name == name:
            raise OSError("disk full")
        return manifest

    return unpacked


def test_it_refuses_to_start_without_a_sandbox(world, redis, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(Unavailable, match="this machine cannot host bots"), runner(world, redis):
        pass


def test_bots_take_turns_when_there_are_more_than_places(world, redis):
    submit(world)
    submit(world, "noh")
    with runner(world, redis, runner_places=1, runner_turn_seconds=0.2) as made:
        for _ in range(2):
            for bot in ("kabuki", "noh"):
                before = len(lines(world, bot))
                until(made, lambda bot=bot, before=before: len(lines(world, bot)) > before)
    assert {line.reason for bot in ("kabuki", "noh") for line in lines(world, bot)} == {
        "another bot has its turn",
        "the runner stopped",
    }


def test_a_bot_with_an_older_match_goes_first(world, redis, monkeypatch):
    monkeypatch.setattr(service, "LEAST_TURN_SECONDS", 0.0)
    submit(world)
    submit(world, "noh")
    with runner(world, redis, runner_places=1, runner_turn_seconds=3600) as made:
        until(made, lambda: lines(world) or lines(world, "noh"))
        idle = "noh" if lines(world) else "kabuki"
        world.table(SetKind.CHALLENGE, idle, "tanuki", asked_by="aki")
        until(made, lambda: lines(world, idle))


def test_a_run_notes_what_it_used_over_time_and_in_its_matches(world, redis):
    submit(world, program="import time\nend = time.monotonic() + 600\nwhile time.monotonic() < end:\n    pass\n")
    bot_id = world.bots["kabuki"]
    with runner(world, redis) as made:
        redis.hset(keys.playing(bot_id), "41", "a worker")
        until(made, lambda: lines(world) and len(lines(world)[0].points) >= 3 and lines(world)[0].matches)
    (line,) = lines(world)
    assert line.points[-1][1] > line.points[0][1], "processor time grows"
    ((match_id, processor_ms, peak),) = line.matches
    assert match_id == 41
    assert processor_ms > 100
    assert peak > 1_000_000


def test_gateways_hear_what_bots_use(world, redis):
    submit(world, program="while True:\n    pass\n")
    reports = redis.pubsub(ignore_subscribe_messages=True)
    reports.subscribe(keys.USED)
    heard = []
    with runner(world, redis) as made:

        def two():
            message = reports.get_message()
            if message is not None:
                heard.append(json.loads(message["data"])[str(world.bots["kabuki"])])
            return len(heard) >= 2

        until(made, two)
    (run, first), (same, second) = heard[:2]
    assert run == same
    assert second > first


def test_a_runner_shows_its_runtimes(world, redis):
    with runner(world, redis) as made:
        made.look()
        (line,) = runners.runners(redis)
        assert line.runtimes["Python"].startswith("3.")
        assert line.sandbox == "bubblewrap"
    assert runners.runners(redis) == []


def test_a_sandbox_that_does_not_exist_is_refused(world, redis):
    with (
        pytest.raises(Invalid, match="runner_sandbox must be bubblewrap or runsc"),
        runner(world, redis, runner_sandbox="docker"),
    ):
        pass


def test_one_that_has_run_for_long_starts_again_between_two_matches(world, redis, monkeypatch):
    submit(world)
    with runner(world, redis) as made:
        until(made, lambda: lines(world))
        monkeypatch.setattr(service, "USUAL", Limits(run_seconds=0))
        until(made, lambda: len(lines(world)) > 1)
    assert lines(world)[-1].reason.startswith("it had run for")


@pytest.mark.parametrize("name", ["data", "signing_key", "backup_folder"])
def test_it_refuses_to_show_the_arenas_files_to_bots(world, redis, name):
    with (
        pytest.raises(Invalid, match="must not lie in /usr, which every hosted bot can read"),
        runner(world, redis, **{name: Path("/usr/share/arena-secrets")}),
    ):
        pass
