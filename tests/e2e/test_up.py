"""`arena up` as a person runs it: from nothing to rated matches, stopped and started again, killed without a trace."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import func, select

from arena.storage.database import Database
from arena.storage.models import Season, SetState, TableSet
from tests.services.cluster import await_until
from tests.services.servers import free_port


class Up:
    """A running `arena up`."""

    def __init__(self, data: Path, *flags: str) -> None:
        self.data = data
        self.output = data.parent / f"{data.name}.out"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
        with open(self.output, "ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "arena.cli", "up", "--data", str(data), *self.ports(), *flags],
                stdout=out,
                stderr=out,
                env=environment,
                start_new_session=True,
            )

    @staticmethod
    def ports() -> list[str]:
        return ["--grpc-port", str(free_port()), "--web-port", str(free_port())]

    def says(self, words: str) -> None:
        def said() -> bool:
            assert self.process.poll() is None or words in self.text, self.text
            return words in self.text

        await_until(said, f"`arena up` says {words!r}")

    @property
    def text(self) -> str:
        return self.output.read_text(errors="replace")

    def rated(self) -> int:
        database = Database(f"sqlite:///{self.data}/arena.db")
        try:
            with database.read() as session:
                wanted = select(func.count()).select_from(TableSet).where(TableSet.state == SetState.DONE)
                return session.scalar(wanted) or 0
        finally:
            database.close()


@contextmanager
def up(data: Path, *flags: str) -> Iterator[Up]:
    running = Up(data, *flags)
    try:
        yield running
    finally:
        if running.process.poll() is None:
            running.process.send_signal(signal.SIGTERM)
            running.process.wait(120)


def processes_of(data: Path) -> list[str]:
    """Command lines of live processes that were told of this data folder."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                environment = (folder / "environ").read_bytes()
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                state = (folder / "stat").read_text().rsplit(")", 1)[1].split()[0]
            except (OSError, ProcessLookupError):
                continue
            if f"ARENA_DATA={data}".encode() in environment.split(b"\0") and state != "Z":
                found.append(command)
    return found


def test_from_nothing_to_rated_matches_and_on_after_a_restart(tmp_path):
    data = tmp_path / "data"
    with up(data) as first:
        first.says("The arena is up.")
        await_until(first.rated, "a set is rated")
        assert re.search(r"admin +[a-z0-9-]{24}", first.text)
        assert (data / "admin-password").stat().st_mode & 0o777 == 0o600
        assert (data / "admin-password").read_text().strip() not in (data / "logs" / "arena.log").read_text()
        first.process.send_signal(signal.SIGINT)
        assert first.process.wait(120) == 0
    assert "killed" not in first.text
    await_until(lambda: not processes_of(data), "every process has ended")
    before = first.rated()
    assert before > 0
    with up(data) as second:
        await_until(lambda: second.rated() > before, "another set is rated")
        assert second.text.count("admin-password") == 1, "the password is shown at the first start only"
    database = Database(f"sqlite:///{data}/arena.db")
    with database.read() as session:
        assert session.scalar(select(func.count()).select_from(Season)) == 5, "four open ladders and a solo one"
    database.close()


def test_a_killed_supervisor_leaves_no_process(tmp_path):
    data = tmp_path / "data"
    with up(data) as running:
        running.says("The arena is up.")
        await_until(lambda: len(processes_of(data)) >= 6, "all parts run")
        running.process.kill()
        running.process.wait(60)
        await_until(lambda: not processes_of(data), "every process is gone")


def test_a_part_that_dies_is_started_again(tmp_path):
    data = tmp_path / "data"
    with up(data) as running:
        running.says("The arena is up.")
        pids = subprocess.run(
            ["pgrep", "-f", "arena.cli gateway"], capture_output=True, text=True, check=False
        ).stdout.split()
        mine = [int(pid) for pid in pids if f"ARENA_DATA={data}".encode() in Path(f"/proc/{pid}/environ").read_bytes()]
        os.kill(mine[0], signal.SIGKILL)
        running.says("ended with code -9")
        await_until(lambda: running.text.count("gateway            started") == 2, "the gateway runs again")


def test_what_keeps_it_from_starting_is_told_in_a_sentence_with_a_code(tmp_path):
    def refused(*flags: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "arena.cli", "up", *flags], capture_output=True, text=True, timeout=120, check=False
        )
        assert "Traceback" not in done.stderr
        return done.returncode, done.stderr

    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, words = refused("--data", str(tmp_path / "a"), "--grpc-port", port)
        assert (code, "--grpc-port" in words) == (75, True), words
    (tmp_path / "file").write_text("")
    code, words = refused("--data", str(tmp_path / "file" / "data"))
    assert (code, "cannot be written" in words) == (77, True), words
    broken = tmp_path / "broken"
    broken.mkdir()
    (broken / "arena.db").write_bytes(b"this is no database" * 100)
    code, words = refused("--data", str(broken), *Up.ports())
    assert (code, "cannot be used" in words) == (65, True), words


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch):
    for name in [name for name in os.environ if name.startswith("ARENA_")]:
        monkeypatch.delenv(name)
