"""The real command in real processes: several jobs, interrupts, closed pipes."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.contract.cases import present

# A test runner may have been started with interrupts ignored, which children inherit; the command is asked about real ones.
ARENA = (
    "import signal, sys\n"
    "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from arena.cli import main\n"
    "sys.exit(main(sys.argv[1:]))\n"
)
LONG = 300  # seconds; far beyond what any of this takes on a slow machine


def command(*argv):
    return [sys.executable, "-c", ARENA, *map(str, argv)]


def run(*argv):
    return subprocess.run(command(*argv), capture_output=True, text=True, check=False, timeout=LONG)


def test_jobs_change_nothing_but_the_time():
    def matches(jobs):
        done = run("play", "iki", "--bots", "greedy,random", "--games", "5", "--jobs", jobs, "--json")
        assert done.returncode == 0, done.stderr
        return [{**match, "seconds": 0} for match in json.loads(done.stdout)["matches"]]

    assert matches(1) == matches(2)


def test_jobs_save_and_verify(tmp_path):
    saved = run("play", "iki", "--seats", "3", "--games", "4", "--jobs", "2", "--save", tmp_path / "replays")
    assert saved.returncode == 0, saved.stderr
    assert len(list((tmp_path / "replays").iterdir())) == 4
    proved = run("replay", "verify", tmp_path / "replays")
    assert (proved.returncode, proved.stderr) == (0, "")
    assert "4 replays are good" in proved.stdout


def await_files(folder: Path, process):
    end = time.monotonic() + LONG
    while not (folder.is_dir() and any(folder.glob("*.replay.gz"))):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.05)


def interrupted(process, *, whole_group):
    """Interrupt it, as a terminal does (the whole group) or `kill -INT`; gives what it printed."""
    for _ in range(LONG // 30):
        if whole_group:
            os.killpg(process.pid, signal.SIGINT)
        else:
            process.send_signal(signal.SIGINT)
        try:
            return process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            continue  # Python loses an interrupt that comes inside a finaliser; a person presses again
    return process.communicate(timeout=1)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("whole_group", [True, False])
def test_an_interrupt_ends_it_cleanly(tmp_path, jobs, whole_group):
    folder = tmp_path / "replays"
    argv = command("play", "iki", "--seats", "2", "--games", 10**6, "--jobs", jobs, "--save", folder)
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(argv, text=True, start_new_session=True, **pipes) as process:
        try:
            await_files(folder, process)
            out, err = interrupted(process, whole_group=whole_group)
        finally:
            if process.poll() is None:
                process.kill()
    assert process.returncode == 130, err
    assert err.endswith("\narena: interrupted\n")
    assert "Process Spawn" not in err  # what a worker says that was not told to be silent
    assert out == ""


def test_a_reader_that_leaves_early_is_no_error():
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command("show", "iki", "--at", "50", "--json"), text=True, **pipes) as process:
        process.stdout.close()
        assert process.wait(timeout=LONG) == 0
        assert process.stderr.read() == ""


@pytest.mark.parametrize("name", present())
def test_every_game_is_described_shown_and_played_by_a_person(name, tmp_path):
    assert f"{name}: " in run("games", name).stdout
    shown = run("show", name, "--seed", "3", "--at", "40")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "to act:" in shown.stdout
    argv = command("play", name, "--seats", "2", "--bots", "human,random")
    done = subprocess.run(argv, input="1\n" * 3, capture_output=True, text=True, check=False, timeout=LONG)
    assert (done.returncode, done.stderr) == (1, "")
    assert "The input ended before the match did" in done.stdout
