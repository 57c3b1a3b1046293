"""What this machine can guarantee: each layer of the sandbox tried for real, and whether that is enough to host bots of others."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.errors import ArenaError, Invalid, Unavailable
from arena.sandbox import bubblewrap, cgroups, gvisor, seccomp
from arena.sandbox.program import Program

SECONDS = 60.0
SCRIPT = r"""
import ctypes, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
def works(attempt):
    try:
        attempt()
    except OSError:
        return False
    return True
print("network", works(lambda: socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2)))
print("files", works(lambda: open(sys.argv[2])) or works(lambda: open("/usr/probe", "w")) or works(lambda: open("/bot/probe", "w")))
print("processes", works(lambda: os.kill(int(sys.argv[3]), 0)) or os.path.exists("/proc/" + sys.argv[3]))
print("privileges", os.getuid() == 0 or works(lambda: os.setresuid(0, 0, 0)))
print("environment", "ARENA_PROBE" in os.environ)
print("keys", libc.syscall(ctypes.c_long(248), b"user", b"probe", b"x", ctypes.c_long(1), ctypes.c_long(-4)) >= 0)
"""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: whether it holds, and a sentence."""

    name: str
    holds: bool
    needed: bool
    words: str


def layers(way: str) -> list[Layer]:
    """Every layer of one way, tried on this machine."""
    try:
        (bubblewrap if way == bubblewrap.NAME else gvisor).find()
    except Unavailable as error:
        return [Layer(way, holds=False, needed=True, words=str(error))]
    return [Layer(way, holds=True, needed=True, words=f"as {'root' if os.geteuid() == 0 else 'a user'}"), *_rest(way)]


def _rest(way: str) -> Iterator[Layer]:
    if way == bubblewrap.NAME:
        try:
            calls = f"{len(seccomp.refused())} system calls refused, 32-bit calls end the program"
            seccomp.program()
            yield Layer("system calls", holds=True, needed=True, words=calls)
        except Unavailable as error:
            yield Layer("system calls", holds=False, needed=True, words=str(error))
            return
    version, reason = cgroups.find()
    held = (
        f"{version.name} holds memory, processes and processor time" if version else f"rlimits and a watch ({reason})"
    )
    yield Layer("limits", holds=True, needed=True, words=held)
    try:
        answers = _tried(way)
    except (ArenaError, OSError) as error:
        yield Layer("start", holds=False, needed=True, words=str(error))
        return
    for name, words in WORDS.items():
        open_ = answers.get(name, "True") == "True"
        yield Layer(name, holds=not open_, needed=True, words=f"NOT {words}" if open_ else words)


WORDS = {
    "network": "no network but the gateway's socket",
    "files": "a read-only root without the arena's files",
    "processes": "no view of other processes, no signals to them",
    "privileges": "not root, and no way to become root",
    "environment": "a clean environment",
    "keys": "no keyrings",
}


def _tried(way: str) -> dict[str, str]:
    """Start a program that tries what must not work; what it printed."""
    import socket

    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryFile("w+") as out,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        bot = Path(folder) / "bot"
        bot.mkdir()
        Path(folder).chmod(0o755)
        secret = Path(folder) / "secret"
        secret.write_text("secret", "utf-8")
        words = ["python3", "-c", SCRIPT, str(server.getsockname()[1]), str(secret), str(os.getpid())]
        with Program(bot, words, way=way, stdout=out, stdin=subprocess.DEVNULL) as program:
            ended = program.wait(SECONDS)
        out.seek(0)
        printed = dict(line.split(maxsplit=1) for line in out.read().splitlines() if " " in line)
    if ended.code != 0 or len(printed) < len(WORDS):
        raise Unavailable(f"a program in the sandbox {ended.reason}: {ended.stderr[-300:]}")
    return {name: value.strip() for name, value in printed.items()}


WAYS = (bubblewrap.NAME, gvisor.NAME)


def usable(wanted: str = "") -> tuple[str, list[Layer]]:
    """The *wanted* way with its layers; without one the first that works here. Unavailable, with all reasons, if none does."""
    if wanted and wanted not in WAYS:
        raise Invalid(f"runner_sandbox must be {' or '.join(WAYS)}, or empty; got {wanted!r}")
    reasons = []
    for way in (wanted,) if wanted else WAYS:
        found = layers(way)
        missing = [layer for layer in found if layer.needed and not layer.holds]
        if not missing:
            return way, found
        reasons += [f"{way}: {layer.name}: {layer.words}" for layer in missing]
    raise Unavailable(f"this machine cannot host bots: {'; '.join(reasons)}")
