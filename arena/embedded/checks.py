"""What must be true before anything is started, and why an arena cannot start."""

import errno
import fcntl
import os
import shutil
import socket
from pathlib import Path
from typing import IO

from arena.errors import Unavailable


class CannotStart(Unavailable):
    """The sentence says what is wrong and what would be right."""


class PortTaken(CannotStart): ...


class NoRedis(CannotStart):
    """The program redis-server is missing."""


class DiskFull(CannotStart):
    """The disk is full, or fails."""


class NotWritable(CannotStart): ...


class Exposed(CannotStart):
    """The address or the file rights would open the arena to others."""


class AlreadyRunning(CannotStart): ...


class BadSettings(CannotStart): ...


class BadDatabase(CannotStart): ...


LEAST_BYTES = 200 * 1024 * 1024
"""Free space below which starting makes no sense: database, Redis' file and logs would stop in the middle."""


def unwritable(path: Path, error: OSError) -> CannotStart:
    """What to say of a folder in which a file could not be written."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return DiskFull(
            f"there is no space at {path} ({error.strerror}): free some, or choose another place with --data"
        )
    return NotWritable(f"the data folder {path} cannot be written ({error.strerror}): choose another with --data")


def answers(host: str, number: int) -> bool:
    """Whether a program listens there."""
    if number == 0 or host.startswith("unix:"):
        return True  # the port is not known in advance
    local = {"0.0.0.0": "127.0.0.1", "::": "::1", "[::]": "::1"}  # noqa: S104 (dialled, not bound)
    try:
        with socket.create_connection((local.get(host, host), number), timeout=1):
            return True
    except OSError:
        return False


def data_folder(path: Path) -> None:
    """Make the folder, for its owner only, and see that it can be written."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        _private(path)
        probe = path / ".probe"
        probe.write_bytes(b"arena")
        probe.unlink()
    except OSError as error:
        raise unwritable(path, error) from None
    free = shutil.disk_usage(path).free
    if free < LEAST_BYTES:
        raise DiskFull(
            f"only {free // 2**20} MiB are free at {path}; the arena wants at least {LEAST_BYTES // 2**20} MiB"
        )


OTHERS = 0o077
"""The bits of a mode by which anybody but the owner may do something."""
OURS = ("lock", "arena.db", "signing.pem")
"""What an arena leaves in its folder."""
INSIDE = ("redis", "logs")
"""Folders of an arena in its folder."""


def _private(path: Path) -> None:
    """Close the folder to others: it holds hashes, hidden seeds, keys and Redis' socket. Exposed if we may not, or if it is not ours alone."""
    mode, owner = path.stat().st_mode, path.stat().st_uid
    if owner != os.geteuid() and os.geteuid() != 0:
        raise Exposed(
            f"the data folder {path} belongs to another user, who could read everything in it: choose another with --data"
        )
    if mode & OTHERS:
        if any(path.iterdir()) and not any((path / name).exists() for name in OURS):
            raise Exposed(
                f"the data folder {path} holds other things and may be read by others (mode {mode & 0o777:o}): "
                f"choose a folder for the arena alone with --data, or close this one: chmod 700 {path}"
            )
        path.chmod(0o700)
    for name in INSIDE:
        if (path / name).is_dir() and not (path / name).is_symlink():
            (path / name).chmod(0o700)


def lock(path: Path) -> IO[str]:
    """Hold the folder, so that two arenas never share it; keep the file open."""
    held = open(path / "lock", "a+", encoding="utf-8")  # noqa: SIM115 (held as long as the arena runs)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.seek(0)
        owner = held.read().strip() or "unknown"
        held.close()
        raise AlreadyRunning(
            f"an arena already runs on {path} (process {owner}); stop it, or choose another --data"
        ) from None
    held.truncate(0)
    held.write(str(os.getpid()))
    held.flush()
    return held


def port(host: str, number: int, flag: str) -> None:
    """PortTaken if another program listens there."""
    if number == 0 or host.startswith("unix:"):
        return
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, number))
        except OSError as error:
            raise PortTaken(
                f"port {number} on {host} cannot be used ({error.strerror}): choose another with {flag}"
            ) from None
