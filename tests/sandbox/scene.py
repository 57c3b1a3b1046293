"""What the probes try to reach: servers, another bot's files, a database, another process; and one probe in a bare process or in the sandbox."""

import ctypes
import fcntl
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.sandbox import roots
from arena.sandbox.program import Program
from tests.sandbox.probes import HEAD, Probe

PYTHON = "/usr/bin/python3"
SECONDS = 300.0
SHOWN = 65536
SHARED_KEY = 0x4D000000 + os.getpid()
libc = ctypes.CDLL(None, use_errno=True)


@dataclass
class Outcome:
    escaped: bool
    words: str
    """What the author reads, or what went wrong in the bare process."""


class Scene:
    """The machine around the sandbox."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bot = folder / "bot"
        self.bot.mkdir(mode=0o755)
        self._locked = [open(self.bot / name, "w") for name in ("bot.py", "locked")]  # noqa: SIM115 (closed below)
        fcntl.flock(self._locked[0], fcntl.LOCK_EX)
        fcntl.lockf(self._locked[1], fcntl.LOCK_EX)
        other = folder / "other-secret"
        other.write_text("secret")
        database = folder / "arena.db"
        database.write_bytes(b"SQLite format 3")
        self.victim = subprocess.Popen(["sleep", "600"], env={"PROBE_SECRET": "1", "PATH": os.defpath})
        self._sockets: list[socket.socket] = []
        (self.bot / "opened").touch()
        self._shared = libc.shmget(SHARED_KEY, 4096, 0o1600)
        assert self._shared >= 0
        self._closing = threading.Event()
        threading.Thread(target=self._open_files, daemon=True).start()
        self.words: dict[str, Any] = {
            "tcp": self._serve(socket.AF_INET, ("127.0.0.1", 0))[1],
            "udp": self._echo(),
            "unix": self._serve(socket.AF_UNIX, str(folder / "arena.sock")),
            "abstract": self._serve(socket.AF_UNIX, f"\0probe-{os.getpid()}")[1:].decode(),
            "other": str(other),
            "database": str(database),
            "pid": self.victim.pid,
            "key": SHARED_KEY,
        }

    def _serve(self, family: int, address: Any) -> Any:
        server = socket.socket(family)
        server.bind(address)
        server.listen(16)
        self._sockets.append(server)
        threading.Thread(target=self._answer, args=(server,), daemon=True).start()
        return server.getsockname()

    def _answer(self, server: socket.socket) -> None:
        while True:
            try:
                peer, _ = server.accept()
            except OSError:
                return
            with peer:
                peer.sendall(b"secret")

    def _echo(self) -> int:
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.1", 0))
        self._sockets.append(server)

        def answer() -> None:
            while True:
                try:
                    _, peer = server.recvfrom(16)
                    server.sendto(b"secret", peer)
                except OSError:
                    return

        threading.Thread(target=answer, daemon=True).start()
        return int(server.getsockname()[1])

    def _open_files(self) -> None:
        """As another bot does that starts a program of /usr."""
        while not self._closing.wait(0.05):
            (self.bot / "opened").read_bytes()

    def bare(self, probe: Probe) -> Outcome:
        """In a process without a sandbox."""
        tmp = Path(tempfile.mkdtemp(dir=self.folder))
        words = json.dumps({**self.words, "folder": str(self.bot), "tmp": str(tmp)})
        secret = open(self.words["other"])  # noqa: SIM115 (given to the probe)
        os.set_inheritable(secret.fileno(), True)
        try:
            ran = subprocess.run(
                [PYTHON, "-I", "-S", "-c", HEAD + probe.code, words],
                check=False,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                env={**os.environ, "PROBE_SECRET": "1"},
                pass_fds=(secret.fileno(),),
            )
        finally:
            secret.close()
            shutil.rmtree(tmp, ignore_errors=True)
        if probe.name == "huge stderr":
            return Outcome(len(ran.stderr) > SHOWN, "")
        return Outcome("ESCAPED" in ran.stdout, ran.stderr[-400:])

    def boxed(self, probe: Probe, way: str) -> Outcome:
        """In the sandbox."""
        words = json.dumps({**self.words, "folder": roots.BOT, "tmp": "/tmp"})
        command = [PYTHON, "-I", "-S", "-c", HEAD + probe.code, words]
        os.environ["PROBE_SECRET"] = "1"
        with open(self.words["other"]) as secret, tempfile.TemporaryFile("w+") as out:
            os.set_inheritable(secret.fileno(), True)
            with Program(self.bot, command, way=way, limits=probe.limits, stdout=out) as program:
                ended = program.wait(SECONDS)
            out.seek(0)
            printed = out.read()
        if probe.name == "huge stderr":
            return Outcome(len(ended.stderr) > probe.limits.stderr_bytes or not ended.dropped_bytes, ended.reason)
        return Outcome("ESCAPED" in printed, f"{ended.reason}: {ended.stderr[-300:]}")

    def unharmed(self) -> bool:
        """Whether everything outside is as it was."""
        alive = self.victim.poll() is None
        return alive and Path(self.words["other"]).read_text() == "secret"

    def close(self) -> None:
        self._closing.set()
        libc.shmctl(self._shared, 0, None)
        self.victim.kill()
        self.victim.wait()
        for server in (*self._sockets, *self._locked):
            server.close()


@contextmanager
def scene() -> Iterator[Scene]:
    folder = Path(tempfile.mkdtemp(prefix="scene-"))
    folder.chmod(0o755)
    made = Scene(folder)
    try:
        yield made
    finally:
        made.close()
        shutil.rmtree(folder, ignore_errors=True)
