"""The filter for system calls, as a program that bubblewrap loads right before the bot starts.

Calls of other architectures (32-bit ones on a 64-bit machine, x32) end the process: their numbers mean other things to the kernel.
"""

import errno
import os
import tempfile
import tomllib
from functools import cache
from importlib.resources import files
from typing import IO, Any

from arena.errors import Unavailable

CLONE_NAMESPACES = 0x7E020080
"""CLONE_NEW…: user, pid, net, ipc, uts, cgroup, mount and time."""
UNIX, INTERNET, NETLINK = 1, (2, 10), 16
"""Families of sockets. With IPv4, IPv6 and netlink runtimes look at the network's devices; without a network they lead nowhere. Not among them:
vsock, which ignores network namespaces and reaches the machine's host.
"""
SOCKET_FAMILIES = (UNIX, *INTERNET, NETLINK)
LAST_FAMILY = NETLINK
SOCKET_KIND, DATAGRAM = 0xF, 2
"""The only kind of IPv4 and IPv6. A stream could still reach the program itself, and would take memory of the kernel that is counted for the
whole machine.
"""
UDP, ROUTE = 17, 0
"""Protocols."""
CORE_LIMIT = 4
"""RLIMIT_CORE: see held.py for what lowering it would do."""
LOCK_COMMANDS = (6, 7, 37, 38, 1024, 1026)
"""fcntl: F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_NOTIFY."""
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
"""ioctl: typing into a terminal."""


class NoFilter(Unavailable):
    """The library that makes the filter is not here; the sentence says what to install."""


def library() -> Any:
    """Pyseccomp over the system's libseccomp."""
    try:
        import pyseccomp
    except (ImportError, OSError, RuntimeError) as error:
        raise NoFilter(
            f"no filter for system calls ({error}): pip install 'meiji-arena[runner]', apt-get install libseccomp2"
        ) from None
    return pyseccomp


@cache
def refused() -> tuple[tuple[str, int, str], ...]:
    """Each refused call with the error it returns and why."""
    data = tomllib.loads(files(__package__).joinpath("syscalls.toml").read_text("utf-8"))
    return tuple(
        (call, getattr(errno, group["error"]), group["why"]) for group in data["refused"] for call in group["calls"]
    )


@cache
def program() -> bytes:
    """The filter in the kernel's form."""
    lib = library()
    rules = lib.SyscallFilter(lib.ALLOW)
    for call, code, _ in refused():
        _refuse(lib, rules, call, code)
    for family in range(LAST_FAMILY):
        if family not in SOCKET_FAMILIES:
            _refuse(lib, rules, "socket", errno.EAFNOSUPPORT, lib.Arg(0, lib.EQ, family))
    _refuse(lib, rules, "socket", errno.EAFNOSUPPORT, lib.Arg(0, lib.GT, LAST_FAMILY))
    for family in INTERNET:
        for kind in range(SOCKET_KIND + 1):
            if kind != DATAGRAM:
                chosen = lib.Arg(0, lib.EQ, family), lib.Arg(1, lib.MASKED_EQ, SOCKET_KIND, kind)
                _refuse(lib, rules, "socket", errno.EAFNOSUPPORT, *chosen)
        # Others load modules into the kernel: SCTP, DCCP, MPTCP.
        _refuse(lib, rules, "socket", errno.EPROTONOSUPPORT, lib.Arg(0, lib.EQ, family), lib.Arg(2, lib.GT, UDP))
    _refuse(lib, rules, "socket", errno.EPROTONOSUPPORT, lib.Arg(0, lib.EQ, NETLINK), lib.Arg(2, lib.NE, ROUTE))
    _refuse(lib, rules, "socketpair", errno.EAFNOSUPPORT, lib.Arg(0, lib.NE, UNIX))
    _refuse(lib, rules, "setrlimit", errno.EPERM, lib.Arg(0, lib.EQ, CORE_LIMIT))
    _refuse(lib, rules, "prlimit64", errno.EPERM, lib.Arg(1, lib.EQ, CORE_LIMIT), lib.Arg(2, lib.NE, 0))
    for bit in (1 << n for n in range(32) if CLONE_NAMESPACES & 1 << n):
        _refuse(lib, rules, "clone", errno.EPERM, lib.Arg(0, lib.MASKED_EQ, bit, bit))
    for command in LOCK_COMMANDS:
        _refuse(lib, rules, "fcntl", errno.ENOLCK, lib.Arg(1, lib.MASKED_EQ, 0xFFFFFFFF, command))
    for command in (TIOCSTI, TIOCLINUX):
        _refuse(lib, rules, "ioctl", errno.EPERM, lib.Arg(1, lib.MASKED_EQ, 0xFFFFFFFF, command))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return file.read()


def _refuse(lib: Any, rules: Any, call: str, code: int, *arguments: Any) -> None:
    try:
        number = lib.resolve_syscall(lib.Arch.NATIVE, call)
    except (ValueError, OSError):
        return  # older than the library's list, or of another architecture
    if number is not None and number >= 0:
        rules.add_rule(lib.ERRNO(code), call, *arguments)


def as_file() -> IO[bytes]:
    """An open file with the filter, at its start, to be inherited."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
    file.write(program())
    file.flush()
    file.seek(0)
    os.set_inheritable(file.fileno(), True)
    return file
