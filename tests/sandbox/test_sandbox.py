"""The sandbox: a short set of ways out, limits with their reasons in words, runtimes that live in it. `make escape` tries every way out."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.cli import main
from arena.errors import Invalid, Unavailable
from arena.sandbox import bubblewrap, cgroups, check, program, roots, seccomp, watching
from arena.sandbox.limits import MEGABYTE, Limits
from arena.sandbox.program import Program
from arena.sandbox.watching import below
from tests.sandbox.probes import PROBES
from tests.sandbox.scene import Scene, scene
from tests.services.cluster import await_until

WAY = bubblewrap.NAME


def missing() -> str:
    """Why the sandbox does not work here; empty if it does."""
    return "; ".join(f"{layer.name}: {layer.words}" for layer in check.layers(WAY) if not layer.holds)


pytestmark = pytest.mark.skipif(bool(why := missing()), reason=f"no sandbox on this machine: {why}")


@pytest.fixture(scope="module")
def around() -> Iterator[Scene]:
    with scene() as made:
        yield made


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as path:
        Path(path).chmod(0o755)
        yield Path(path)


def ran(folder, *words, seconds=60, **given):
    """A program to its end, and what it printed."""
    with tempfile.TemporaryFile("w+") as out:
        with Program(folder, words, stdout=out, **given) as running:
            ended = running.wait(seconds)
        out.seek(0)
        return ended, out.read()


@pytest.mark.parametrize("probe", [probe for probe in PROBES if probe.quick], ids=lambda probe: probe.name)
def test_a_way_out_works_in_a_bare_process_and_not_in_the_sandbox(around, probe):
    assert around.bare(probe).escaped, "it could not fail"
    assert not around.boxed(probe, WAY).escaped
    assert around.unharmed()


def test_the_table_has_every_kind_of_way_out():
    assert len(PROBES) >= 25
    assert len({probe.name for probe in PROBES}) == len(PROBES)
    refused = {call for call, _, _ in seccomp.refused()}
    assert {"keyctl", "io_uring_setup", "ptrace", "mount", "unshare", "setns", "flock"} <= refused


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["true"], "ended normally"),
        (["sh", "-c", "exit 3"], "ended with exit code 3"),
        (["sh", "-c", "kill -SEGV $$"], "killed by signal SIGSEGV"),
        (["sh", "-c", "kill -SYS $$"], "made a system call that the sandbox does not allow"),
        (["sh", "-c", "exec head -c 40000000 /dev/zero > /tmp/f"], "a file grew over 32 MB"),
    ],
)
def test_an_author_reads_in_words_how_the_program_ended(folder, words, reason):
    ended, _ = ran(folder, *words)
    assert ended.reason == reason


def test_a_program_that_ignores_the_limit_on_processor_time_reads_it_all_the_same(folder):
    spins = "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass"
    ended, _ = ran(folder, "python3", "-c", spins, limits=Limits(processor_seconds=1))
    assert ended.reason == "processor time used up: 1 s"


def test_a_program_that_goes_on_is_stopped_with_everything_it_started(folder):
    ended, _ = ran(folder, "sh", "-c", "sleep 600 & sleep 600", seconds=0.5)
    assert ended.reason == "stopped after 0.5 s"
    assert ended.wall_seconds < 20


def test_one_whose_stderr_somebody_holds_open_does_not_hold_the_runner_up(folder, monkeypatch):
    monkeypatch.setattr(program, "STOP_SECONDS", 0.2)
    with Program(folder, ["sleep", "60"]) as running, open(f"/proc/{running.process.pid}/fd/2", "wb"):
        running.stop("seen")
        running.__exit__()


def test_without_cgroups_a_program_stays_on_one_processor(folder, monkeypatch):
    monkeypatch.setattr(cgroups, "find", lambda: (None, "none here"))
    code = "import os\nprint(len(os.sched_getaffinity(0)))\nos.sched_setaffinity(0, range(os.cpu_count()))"
    ended, printed = ran(folder, "python3", "-c", code)
    assert printed == "1\n"
    assert "Operation not permitted" in ended.stderr


def test_the_machines_files_do_not_count_before_a_program_has_its_own_root():
    assert watching._files(os.getpid(), "usr") == 0


def test_what_a_program_started_ends_with_bubblewrap(folder):
    with (
        tempfile.TemporaryFile("w+") as out,
        Program(folder, ["sh", "-c", "sleep 600 & echo x; sleep 600"], stdout=out) as running,
    ):
        await_until(lambda: os.fstat(out.fileno()).st_size, "it has started")
        inside = [Path(f"/proc/{pid}/stat") for pid in below(running.process.pid)]
        os.kill(running.process.pid, signal.SIGKILL)  # as when its runner is killed
        await_until(lambda: not any(alive(stat) for stat in inside), "all have ended")


def alive(stat: Path) -> bool:
    try:
        return ") Z" not in stat.read_text()
    except OSError:
        return False


def test_memory_and_processor_time_are_counted(folder):
    code = "import time\nx = b'x' * (50 << 20)\nwhile time.process_time() < 0.5: pass"
    ended, _ = ran(folder, "python3", "-c", code)
    assert ended.reason == "ended normally", ended.stderr
    assert ended.used.peak_memory_bytes > 40 * MEGABYTE
    assert ended.used.processor_ms > 300


def test_the_end_of_stderr_is_kept_without_what_a_terminal_obeys(folder):
    code = "import sys\nsys.stderr.write('a' * 200000 + '\\nthe \\x1b[31mend\\n')"
    ended, _ = ran(folder, "python3", "-c", code, limits=Limits(stderr_bytes=1000))
    assert ended.stderr.endswith("the \\x1b[31mend")
    assert len(ended.stderr) < 1100
    assert ended.dropped_bytes > 190_000


def test_one_that_writes_stderr_without_end_waits(folder, monkeypatch):
    monkeypatch.setattr(program, "STDERR_PACE", MEGABYTE)
    ended, _ = ran(folder, "sh", "-c", "head -c 1000000 /dev/zero >&2")
    assert ended.reason == "ended normally"
    assert ended.dropped_bytes > 900_000
    assert ended.wall_seconds > 0.8


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (["python3", "-c", "import arena.sdk, engine, numpy, grpc; print('python', len(engine.games()))"], "python 4"),
        (["node", "-e", "console.log('node', 6 * 7)"], "node 42"),
        (["java", "-version"], ""),
    ],
)
def test_runtimes_live_under_the_limits(folder, words, printed):
    if words[0] != "python3" and shutil.which(words[0]) is None:
        pytest.skip(f"there is no {words[0]} here")
    ended, out = ran(folder, *words)
    assert ended.reason == "ended normally", ended.stderr
    assert out.strip() == printed


def test_nothing_of_a_start_is_left_behind(folder):
    before = set(Path("/sys/fs/cgroup").glob("**/meiji-arena/bot-*"))
    ran(folder, "true")
    assert set(Path("/sys/fs/cgroup").glob("**/meiji-arena/bot-*")) <= before


def test_there_is_no_way_without_a_sandbox(folder, monkeypatch):
    with pytest.raises(Invalid, match="there is no sandbox 'none'"):
        Program(folder, ["true"], way="none")
    monkeypatch.setenv("PATH", "/nowhere")
    (layer,) = check.layers(WAY)
    assert not layer.holds
    assert "apt-get install bubblewrap" in layer.words
    with pytest.raises(Unavailable, match=r"this machine cannot host bots: bubblewrap: .* not found"):
        check.usable()


def test_the_command_line_tells_the_layers_and_tries_a_bot(folder, capsys):
    assert main(["runner", "check"]) == 0
    told = capsys.readouterr().out
    assert "holds  network" in told
    assert told.endswith("This machine can host bots.\n")
    (folder / "bot.toml").write_text(
        'name = "kabuki"\nversion = "1.0"\nlanguage = "python"\ncommand = "python3 bot.py"\n'
    )
    (folder / "bot.py").write_text("import os, sys\nsys.stderr.write(os.getcwd())\nsys.exit(7)\n")
    assert main(["runner", "try", str(folder)]) == 1
    told = capsys.readouterr()
    assert "kabuki 1.0: ended with exit code 7" in told.out
    assert told.err.strip() == "/bot"


def test_the_token_is_in_no_command_line(folder):
    given = roots.environment("meiji_bot_secret", memory_bytes=10**9)
    with tempfile.TemporaryFile("w+") as out:
        with Program(
            folder, ["sh", "-c", "echo $ARENA_TOKEN; exec sleep 60"], environment=given, stdout=out
        ) as running:
            lines = Path(f"/proc/{running.process.pid}/cmdline").read_bytes()
            while not out.tell():
                out.seek(0, 2)
            running.stop("seen")
        out.seek(0)
        assert out.read() == "meiji_bot_secret\n"
    assert b"bwrap" in lines
    assert b"secret" not in lines
