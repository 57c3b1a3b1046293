"""The sandbox by bubblewrap: Linux namespaces, a read-only root, rlimits, a filter for system calls.

As root, the program gets a user id that nothing else has. As anybody else, it gets a user namespace, and cannot make another one.
"""

import os
import shutil
from collections.abc import Sequence

from arena.errors import Unavailable
from arena.sandbox import roots
from arena.sandbox.limits import Limits
from arena.sandbox.roots import Bind

NAME = "bubblewrap"
NAMESPACES = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")
TOOLS = ("bwrap", "setpriv")
DEVICES = ("null", "zero", "full", "random", "urandom")
"""No terminals, which bwrap's own /dev has: their number is limited for the whole machine, and their code has a history of holes."""


PROC_READ_ONLY = ("--remount-ro", "/proc")
"""A program that may write there has the memory of bubblewrap's own process, if both have the same user id; and the kernel would no longer end it first."""


def find() -> None:
    """Unavailable, with what to install, if a tool is missing."""
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        raise Unavailable(f"{', '.join(missing)} not found: apt-get install bubblewrap util-linux")


def command(
    words: Sequence[str],
    shown: Sequence[Bind],
    limits: Limits,
    *,
    uid: int,
    filter_fd: int,
    held: Sequence[str] = (),
) -> list[str]:
    """The whole command line. *held* are the words that make it wait for its limits (held.py).

    Variables are not in it, because other users can read command lines, and one is the bot's token: bwrap hands its own on.
    """
    root = os.geteuid() == 0
    parts = [shutil.which("bwrap") or "bwrap", *NAMESPACES, "--die-with-parent", "--new-session", "--hostname", "bot"]
    parts += [] if root else ["--unshare-user", "--disable-userns", "--uid", "65534", "--gid", "65534"]
    parts += _files(shown, limits)
    parts += ["--seccomp", str(filter_fd), "--cap-drop", "ALL"]
    parts += [word for name in ("SETUID", "SETGID", "SETPCAP") for word in ("--cap-add", f"CAP_{name}")] if root else []
    parts += [*held, "--chdir", roots.BOT, "--"]
    if root:
        parts += ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--no-new-privs"]
        parts += ["--inh-caps=-all", "--bounding-set=-all", "--"]
    return [*parts, *words]


def _files(shown: Sequence[Bind], limits: Limits) -> list[str]:
    size = str(limits.tmp_bytes)
    parts = [word for link, target in roots.LINKS.items() for word in ("--symlink", target, link)]
    for folder in ("/etc", "/run", "/opt", roots.PACKAGES, roots.PROGRAMS):
        parts += ["--perms", "0755", "--dir", folder]
    for bind in shown:
        parts += ["--ro-bind", str(bind.source), bind.target]
    for name in ("python3", "python"):
        parts += ["--symlink", roots.python()[1], f"{roots.PROGRAMS}/{name}"]
    parts += ["--proc", "/proc", *PROC_READ_ONLY, *_devices()]
    for folder in ("/dev/shm", "/tmp"):  # noqa: S108 (the sandbox's)
        parts += ["--perms", "1777", "--size", size, "--tmpfs", folder]
    return [*parts, "--remount-ro", "/dev", "--remount-ro", "/"]


def _devices() -> list[str]:
    parts = ["--tmpfs", "/dev"]
    for name in DEVICES:
        parts += ["--dev-bind", f"/dev/{name}", f"/dev/{name}"]
    parts += ["--symlink", "/proc/self/fd", "/dev/fd"]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        parts += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    return parts
