"""What a program in the sandbox sees of this machine: its runtimes, read-only, and nothing of the arena but the packages that bots import."""

import sys
import sysconfig
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena.errors import Invalid

BOT = "/bot"
"""Where the bot's files are, and where it starts."""
GATEWAY = "/run/arena"
"""The folder with the gateway's socket."""
SOCKET = "gateway.sock"
PROGRAMS = "/opt/bin"
PATH = f"{PROGRAMS}:/usr/local/bin:/usr/bin:/bin"
LINKS = {"/bin": "usr/bin", "/sbin": "usr/sbin", "/lib": "usr/lib", "/lib64": "usr/lib64"}
"""As Debian has them: everything is in /usr."""
ALWAYS = ("/usr",)
SOMETIMES = ("/etc/alternatives", "/etc/ld.so.cache", "/etc/java-17-openjdk", "/etc/java-21-openjdk")
"""Debian finds java through the first, and its settings in the last ones."""
PACKAGES, SITE, PYTHON = "/opt/packages", "/opt/site", "/opt/python"


@dataclass(frozen=True, slots=True)
class Bind:
    """A folder or file of this machine, and where the program sees it."""

    source: Path
    target: str


@cache
def python() -> tuple[tuple[Bind, ...], str]:
    """The folders of this Python with the packages that a bot may import, and the program's path in the sandbox."""
    import arena
    import engine

    version = f"python3.{sys.version_info.minor}"
    base, site = Path(sys.base_prefix).resolve(), Path(sysconfig.get_path("purelib")).resolve()
    binds = [] if base.is_relative_to("/usr") else [Bind(base, PYTHON)]
    binds.append(Bind(site, SITE))
    for package in (arena, engine):
        folder = Path(next(iter(package.__path__))).resolve()
        if folder.parent != site:
            binds.append(Bind(folder, f"{PACKAGES}/{folder.name}"))
    return tuple(binds), f"{PYTHON if not base.is_relative_to('/usr') else base}/bin/{version}"


def binds(folder: Path, gateway: Path | None) -> list[Bind]:
    """Everything that the sandbox of the bot in *folder* shows."""
    shown = [Bind(Path(path), path) for path in ALWAYS]
    shown += [Bind(Path(path), path) for path in SOMETIMES if Path(path).exists()]
    shown += [*python()[0], Bind(folder, BOT)]
    return shown if gateway is None else [*shown, Bind(gateway, GATEWAY)]


def check_hidden(paths: Iterable[Path]) -> None:
    """Invalid if one of the arena's own files or folders lies where every bot sees it."""
    shown = [Path(path) for path in (*ALWAYS, *SOMETIMES)] + [bind.source for bind in python()[0]]
    for path in paths:
        for folder in shown:
            if path.resolve().is_relative_to(folder.resolve()):
                raise Invalid(
                    f"{path} must not lie in {folder}, which every hosted bot can read: choose another folder"
                )


def environment(token: str = "", *, memory_bytes: int) -> dict[str, str]:
    """All variables that the program gets. They tell runtimes how much memory there is, or those would look at the machine's."""
    heap = memory_bytes * 6 // 10 // 2**20
    given = {
        "PATH": PATH,
        "HOME": "/tmp",  # noqa: S108 (the sandbox's)
        "TMPDIR": "/tmp",  # noqa: S108
        "LANG": "C.UTF-8",
        "PYTHONPATH": f"{PACKAGES}:{SITE}",
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "GOMAXPROCS": "2",
        "GOMEMLIMIT": f"{heap}MiB",
        "JDK_JAVA_OPTIONS": f"-Xmx{heap}m -XX:+UseSerialGC -XX:-UsePerfData -XX:TieredStopAtLevel=4",
        "NODE_OPTIONS": f"--max-old-space-size={heap}",
    }
    if python()[1].startswith(PYTHON):
        given["LD_LIBRARY_PATH"] = f"{PYTHON}/lib"  # its shared library would be sought where this Python was installed
    if token:
        given |= {"ARENA_TOKEN": token, "ARENA_ENDPOINT": f"unix:{GATEWAY}/{SOCKET}"}
    return given


def command(words: Sequence[str], protocol: str, games: Sequence[str], version: str) -> list[str]:
    """What is started for a bot.toml: the program, or the bridge with the program behind it."""
    if protocol == "grpc":
        return list(words)
    names = ["--games", ",".join(games)] if games else []
    return ["python3", "-m", "arena.cli", "bridge", *names, "--bot-version", version, "--", *words]
