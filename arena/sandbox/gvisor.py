"""The sandbox by gVisor's runsc: the program talks to a kernel in user space, which makes few calls to the real one. Needs root."""

import errno
import json
import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arena.errors import Unavailable
from arena.sandbox import roots
from arena.sandbox.limits import Limits
from arena.sandbox.roots import Bind

NAME = "runsc"
NAMESPACES = ("pid", "ipc", "uts", "mount", "network")
TO_THE_DISK = ("fsync", "fdatasync", "sync_file_range", "sync", "syncfs")
"""Calls that gVisor would pass on to the machine's kernel; syscalls.toml says what they do there. Here they fail: older ones know no other answer."""
MS_SYNC = 4
CONFIG_MODE = 0o600
REMOVE_SECONDS = 30


def find() -> None:
    """Unavailable, with the reason, if it cannot be used here."""
    if shutil.which("runsc") is None:
        raise Unavailable("runsc not found: apt-get install runsc")
    if os.geteuid() != 0:
        raise Unavailable("runsc needs root here")


def command(
    words: Sequence[str],
    shown: Sequence[Bind],
    environment: Mapping[str, str],
    limits: Limits,
    *,
    uid: int,
    work: Path,
    name: str,
) -> list[str]:
    """Write the bundle into *work* and give the command line."""
    root = work / "rootfs"
    root.mkdir()
    for link, target in roots.LINKS.items():
        (root / link.lstrip("/")).symlink_to(target)
    programs = root / roots.PROGRAMS.lstrip("/")
    programs.mkdir(parents=True)
    for program in ("python3", "python"):
        (programs / program).symlink_to(roots.python()[1])
    config = work / "config.json"
    config.write_text(json.dumps(_config(words, shown, environment, limits, uid)), "utf-8")
    config.chmod(CONFIG_MODE)  # the token is in it
    state = work / "state"
    flags = ("--network=none", "--platform=ptrace", "--ignore-cgroups", "--host-uds=open", "--oci-seccomp")
    return ["runsc", "--root", str(state), *flags, "run", "--bundle", str(work), name]


def remove(work: Path, name: str) -> None:
    """End what is left of a sandbox: its kernel is a process beside the one that was started."""
    state = ["runsc", "--root", str(work / "state")]
    subprocess.run([*state, "delete", "--force", name], check=False, capture_output=True, timeout=REMOVE_SECONDS)


def _config(
    words: Sequence[str], shown: Sequence[Bind], environment: Mapping[str, str], limits: Limits, uid: int
) -> dict[str, Any]:
    mounts: list[dict[str, Any]] = [{"destination": "/proc", "type": "proc", "source": "proc", "options": ["ro"]}]
    mounts += [{"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["size=65536", "mode=755"]}]
    for folder in ("/dev/shm", "/tmp"):  # noqa: S108 (the sandbox's)
        options = [f"size={limits.tmp_bytes}", "mode=1777"]
        mounts.append({"destination": folder, "type": "tmpfs", "source": "tmpfs", "options": options})
    for bind in shown:
        given = {"destination": bind.target, "type": "bind", "source": str(bind.source), "options": ["bind", "ro"]}
        mounts.append(given)
    held = {
        "CORE": 0,
        "CPU": limits.processor_seconds,
        "FSIZE": limits.file_bytes,
        "NOFILE": limits.open_files,
        "NPROC": limits.processes,
        "DATA": limits.memory_bytes,
    }
    return {
        "ociVersion": "1.0.2",
        "root": {"path": "rootfs", "readonly": True},
        "hostname": "bot",
        "process": {
            "terminal": False,
            "cwd": roots.BOT,
            "user": {"uid": uid, "gid": uid},
            "args": list(words),
            "env": [f"{name}={value}" for name, value in environment.items()],
            "capabilities": {},
            "noNewPrivileges": True,
            "rlimits": [
                {"type": f"RLIMIT_{name}", "hard": value + (name == "CPU"), "soft": value}
                for name, value in held.items()
            ],
        },
        "mounts": mounts,
        "linux": {
            "namespaces": [{"type": kind} for kind in NAMESPACES],
            "seccomp": {"defaultAction": "SCMP_ACT_ALLOW", "syscalls": _refused()},
        },
    }


def _refused() -> list[dict[str, Any]]:
    fails = {"action": "SCMP_ACT_ERRNO", "errnoRet": errno.EINVAL}
    waits = {"index": 2, "op": "SCMP_CMP_MASKED_EQ", "value": MS_SYNC, "valueTwo": MS_SYNC}
    return [{"names": list(TO_THE_DISK), **fails}, {"names": ["msync"], "args": [waits], **fails}]
