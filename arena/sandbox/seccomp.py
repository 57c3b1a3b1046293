"""The filter for system calls, as a program that bubblewrap loads right before the bot starts.

Calls of other architectures (32-bit ones on a 64-bit machine, x32) end the process: their numbers mean other things to the kernel.
"""

import errno
import os
import struct
import tempfile
import tomllib
from functools import cache
from importlib.resources import files
from typing import IO, Any

from arena.errors import Unavailable

WORD = 0xFFFFFFFF
"""The kernel reads these arguments as 32 bits; a comparison of all 64 would let through a value with more above them."""
CLONE_NAMESPACES = 0x7E020080
"""CLONE_NEW…: user, pid, net, ipc, uts, cgroup, mount and time."""
UNIX = 1
"""The only family of sockets. Without a network the others lead nowhere, but the memory that waits in them is counted for nobody or for the
whole machine; and vsock ignores network namespaces.
"""
CORE_LIMIT = 4
"""RLIMIT_CORE: see held.py for what lowering it would do."""
REFUSED_ARGUMENTS = {
    # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW, F_SETLEASE, F_NOTIFY: others see them on files that all bots see
    ("fcntl", 1, errno.ENOLCK): (6, 7, 37, 38, 1024, 1026),
    # TIOCSTI, TIOCLINUX, TIOCCONS type into a terminal; TIOCSETD loads modules into the kernel
    ("ioctl", 1, errno.EPERM): (0x5412, 0x541C, 0x541D, 0x5423),
    ("setrlimit", 0, errno.EPERM): (CORE_LIMIT,),
    # PR_SET_PDEATHSIG: it could live on when the arena stops it. PR_SCHED_CORE: nobody else could use the other half of its processor
    ("prctl", 0, errno.EINVAL): (1, 62),
    # POSIX_FADV_DONTNEED: all would have to read that file from the disk again, and could tell by that
    ("fadvise64", 3, errno.EINVAL): (4,),
    # MADV_MERGEABLE: who else has the same page could be told by the time to write it. MADV_PAGEOUT: as POSIX_FADV_DONTNEED
    ("madvise", 2, errno.EINVAL): (12, 21),
}
"""By call, number of the argument, and error: the values that are refused."""
DIRECT = (("open", 1), ("openat", 2))
"""Calls with the argument that has O_DIRECT: it reads past memory, so that the disk has no time for others."""
SET_FLAGS = 4
"""F_SETFL."""
DONE = 0
"""As an error: the call says that it was done, without a word to the kernel."""
NEWEST = 449
"""futex_waitv, of Linux 5.16: what runtimes need is older. Later calls do not exist for a bot. From 424 on all architectures share the numbers."""
UNKNOWN = -1
STATEMENT = struct.Struct("=HBBI")
LOAD, ABOVE, RETURN, ANSWER_ERROR = 0x20, 0x25, 0x06, 0x00050000
"""BPF: load a word, jump if it is greater, return; SECCOMP_RET_ERRNO."""


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
        (call, DONE if group["error"] == "NONE" else getattr(errno, group["error"]), group["why"])
        for group in data["refused"]
        for call in group["calls"]
    )


@cache
def program(*, counted: bool = True) -> bytes:
    """The filter in the kernel's form. *counted*: a cgroup counts memory that belongs to no process."""
    lib = library()
    rules = lib.SyscallFilter(lib.ALLOW)
    for call, code, _ in refused():
        _refuse(lib, rules, call, code)
    if not counted:
        _refuse(lib, rules, "memfd_create", errno.ENOSYS)
        _refuse(lib, rules, "sched_setaffinity", errno.EPERM)  # see held.py
    for call in ("socket", "socketpair"):
        _refuse(lib, rules, call, errno.EAFNOSUPPORT, lib.Arg(0, lib.NE, UNIX))
    for (call, place, code), values in REFUSED_ARGUMENTS.items():
        for value in values:
            _refuse(lib, rules, call, code, lib.Arg(place, lib.MASKED_EQ, WORD, value))
    for call, place in DIRECT:
        _refuse(lib, rules, call, errno.EINVAL, lib.Arg(place, lib.MASKED_EQ, os.O_DIRECT, os.O_DIRECT))
    flags = lib.Arg(1, lib.MASKED_EQ, WORD, SET_FLAGS), lib.Arg(2, lib.MASKED_EQ, os.O_DIRECT, os.O_DIRECT)
    _refuse(lib, rules, "fcntl", errno.EINVAL, *flags)
    _refuse(lib, rules, "prlimit64", errno.EPERM, lib.Arg(1, lib.MASKED_EQ, WORD, CORE_LIMIT), lib.Arg(2, lib.NE, 0))
    for call in ("preadv2", "pwritev2"):  # RWF_NOWAIT tells whether another bot has read that part of a file
        _refuse(lib, rules, call, errno.EOPNOTSUPP, lib.Arg(5, lib.NE, 0))
    for bit in (1 << n for n in range(32) if CLONE_NAMESPACES & 1 << n):
        _refuse(lib, rules, "clone", errno.EPERM, lib.Arg(0, lib.MASKED_EQ, bit, bit))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return _nothing_newer() + file.read()


def _nothing_newer() -> bytes:
    """What comes before the library's filter, which cannot say it: a number above NEWEST is no call."""
    return b"".join(
        (
            STATEMENT.pack(LOAD, 0, 0, 0),
            STATEMENT.pack(ABOVE, 0, 1, NEWEST),
            STATEMENT.pack(RETURN, 0, 0, ANSWER_ERROR | errno.ENOSYS),
        )
    )


def _refuse(lib: Any, rules: Any, call: str, code: int, *arguments: Any) -> None:
    number = lib.resolve_syscall(lib.Arch.NATIVE, call)
    if number == UNKNOWN:
        raise NoFilter(f"the system's libseccomp does not know the call {call}: version 2.5.4 or later does")
    if number >= 0:  # others are calls of another architecture
        rules.add_rule(lib.ERRNO(code), call, *arguments)


def as_file(*, counted: bool) -> IO[bytes]:
    """An open file with the filter, at its start, to be inherited."""
    file = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
    file.write(program(counted=counted))
    file.flush()
    file.seek(0)
    os.set_inheritable(file.fileno(), True)
    return file
