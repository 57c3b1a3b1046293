"""`arena up` as a person runs it: from nothing to rated matches, stopped and started again, killed without a trace."""

import os
import re
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from sqlalchemy import func, select, text

from arena.db.database import Database, upgrade
from arena.db.models import Season, SetState, TableSet
from tests.services.cluster import await_until
from tests.services.servers import free_port


class Up:
    """A running `arena up`."""

    def __init__(self, data: Path, *flags: str, under: Sequence[str] = ()) -> None:
        self.data = data
        self.output = data.parent / f"{data.name}.out"
        environment = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
        with open(self.output, "ab") as out:
            self.process = subprocess.Popen(
                [*under, sys.executable, "-m", "arena.cli", "up", "--data", str(data), *self.ports(), *flags],
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
def up(data: Path, *flags: str, under: Sequence[str] = ()) -> Iterator[Up]:
    """*under*: a command that runs it, for another network."""
    running = Up(data, *flags, under=under)
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
        site = re.search(r"open +(http://\S+)", first.text)[1]
        assert re.search(r"control +ready.* web +ready.*gateway +started", first.text, re.DOTALL), (
            "there is a match to watch before all else"
        )
        assert b"On the big table" in urlopen(site, timeout=60).read()
        await_until(first.rated, "a set is rated")
        await_until(
            lambda: b'href="/matches/' in urlopen(f"{site}matches", timeout=60).read(), "the site shows a match"
        )
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


def refused(*flags: str, **options: object) -> tuple[int, str]:
    """The exit code and the sentence of an `arena up` that cannot start."""
    done = subprocess.run(
        [sys.executable, "-m", "arena.cli", "up", *flags],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
        **options,
    )
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.returncode, done.stderr


def test_a_port_that_is_taken_is_named_with_its_flag(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for flag in ("--grpc-port", "--web-port"):
            code, words = refused("--data", str(tmp_path / "a"), *Up.ports(), flag, port)
            assert (code, flag in words) == (75, True), words


def test_a_gateway_that_may_not_listen_is_refused_with_the_settings_name(tmp_path):
    """Before, it was started again for ever, and the console gave no reason."""
    code, words = refused("--data", str(tmp_path / "a"), env={**os.environ, "ARENA_GRPC_HOST": "0.0.0.0"})
    assert (code, "ARENA_GRPC_PLAIN_TEXT" in words) == (78, True), words
    assert not (tmp_path / "a").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    code, words = refused("--data", str(tmp_path / "file" / "data"))
    assert (code, "cannot be written" in words) == (77, True), words


@pytest.mark.parametrize("room", [0, 40_000], ids=["from the first byte", "while tables are made"])
def test_a_full_disk_is_named_and_starting_again_with_space_works(tmp_path, room):
    data = tmp_path / "data"

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    code, words = refused("--data", str(data), *Up.ports(), preexec_fn=little_room)
    assert code == 74, words
    assert "space" in words
    with up(data) as running:
        running.says("The arena is up.")
        assert (data / "admin-password").exists(), "nothing of the first try is in the way"


def half_made(path: Path) -> None:
    """Tables, but no version: what a migration without a transaction would leave."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")  # as ours are: only the tables matter here
        connection.execute("CREATE TABLE accounts (id INTEGER PRIMARY KEY)")
        connection.commit()


def newer(path: Path) -> None:
    database = Database(f"sqlite:///{path}")
    upgrade(database)
    with database.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        (lambda path: path.write_bytes(b"this is no database" * 100), "cannot be used: file is not a database"),
        (half_made, "half made"),
        (newer, "Upgrade the program"),
    ],
    ids=["no database", "half migrated", "newer"],
)
def test_a_database_that_does_not_fit_is_left_alone(tmp_path, made, sentence):
    file = tmp_path / "arena.db"
    made(file)
    before = file.read_bytes()
    code, words = refused("--data", str(tmp_path), *Up.ports())
    assert (code, sentence in words) == (65, True), words
    assert file.read_bytes() == before


def test_two_arenas_never_share_a_folder(tmp_path):
    with up(tmp_path / "data") as running:
        running.says("redis              started")
        code, words = refused("--data", str(tmp_path / "data"), *Up.ports())
        assert (code, "already runs" in words) == (75, True), words


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch):
    for name in [name for name in os.environ if name.startswith("ARENA_")]:
        monkeypatch.delenv(name)
