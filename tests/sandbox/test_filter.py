"""The filter for system calls, held against single calls: what the kernel would answer, without a sandbox around it."""

import errno
import os
import struct

import pytest

from arena.sandbox import seccomp

ALLOW, ENDS = 0x7FFF0000, (0x00000000, 0x80000000)
HERE, INTEL_32 = 0xC000003E, 0x40000003
HALF = 1 << 32
"""A bit that the kernel does not look at where an argument has 32."""

try:
    seccomp.library()
except seccomp.NoFilter as why:
    pytest.skip(str(why), allow_module_level=True)
if os.uname().machine != "x86_64":
    pytest.skip("the numbers of calls below are those of x86-64", allow_module_level=True)


def answer(number, *arguments, architecture=HERE, counted=True):
    """What the filter says: "allowed", "ends the program", "done" although it was not, or the name of an error."""
    given = struct.pack("=IIQ6Q", number, architecture, 0, *arguments, *[0] * (6 - len(arguments)))
    words = struct.unpack("=16I", given)
    program = list(seccomp.STATEMENT.iter_unpack(seccomp.program(counted=counted)))
    held, at = 0, 0
    while True:
        code, yes, no, value = program[at]
        at += 1
        if code == 0x20:
            held = words[value // 4]
        elif code == 0x54:
            held &= value
        elif code == 0x05:
            at += value
        elif code == 0x06:
            return _named(value)
        else:
            at += yes if {0x15: held == value, 0x25: held > value, 0x35: held >= value}[code] else no


def _named(value):
    if value in ENDS:
        return "ends the program"
    return "allowed" if value == ALLOW else named(value & 0xFFFF)


def named(error):
    return errno.errorcode[error] if error else "done"


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ((0, 3), "allowed"),
        ((41, 1, 1), "allowed"),  # a Unix socket
        ((41, 2, 1), "EAFNOSUPPORT"),
        ((41, 2, 2), "EAFNOSUPPORT"),
        ((41, 16, 3), "EAFNOSUPPORT"),
        ((41, 40, 1), "EAFNOSUPPORT"),
        ((53, 2, 1), "EAFNOSUPPORT"),
        ((56, 0x003D0F00), "allowed"),  # a thread
        ((56, 0x10000011), "EPERM"),
        ((72, 3, 1), "allowed"),  # F_GETFD
        ((72, 3, 6), "ENOLCK"),
        ((72, 3, HALF | 1024), "ENOLCK"),
        ((16, 0, 0x5413), "allowed"),  # the size of a terminal
        ((16, 0, 0x5412), "EPERM"),
        ((16, 0, HALF | 0x5412), "EPERM"),
        ((160, 7), "allowed"),
        ((160, 4), "EPERM"),
        ((160, HALF | 4), "EPERM"),
        ((302, 0, 4, 0), "allowed"),  # asking is no harm
        ((302, 0, 4, 1), "EPERM"),
        ((302, 0, HALF | 4, 1), "EPERM"),
        ((157, 38, 1), "allowed"),  # PR_SET_NO_NEW_PRIVS
        ((157, 62, 1), "EINVAL"),
        ((157, HALF | 62, 1), "EINVAL"),
        ((157, 1, 9), "EINVAL"),
        ((157, HALF | 1, 0), "EINVAL"),
        ((28, 0, 4096, 4), "allowed"),  # MADV_DONTNEED
        ((28, 0, 4096, 21), "EINVAL"),
        ((28, 0, 4096, HALF | 12), "EINVAL"),
        ((2, 0, 0), "allowed"),
        ((2, 0, 0x4000), "EINVAL"),
        ((257, 0, 0, 0x80000), "allowed"),  # O_CLOEXEC
        ((257, 0, 0, HALF | 0xC000), "EINVAL"),
        ((72, 3, 4, 0x800), "allowed"),  # O_NONBLOCK
        ((72, 3, 4, 0x4800), "EINVAL"),
        ((72, 3, 2, 0x4000), "allowed"),  # F_SETFD
        ((74, 3), "done"),
        ((75, 3), "done"),
        ((437, 0), "ENOSYS"),
        ((221, 3, 0, 0, 2), "allowed"),
        ((221, 3, 0, 0, 4), "EINVAL"),
        ((327, 3, 0, 1, 0, 0, 0), "allowed"),
        ((327, 3, 0, 1, 0, 0, 8), "ENOTSUP"),
        ((435, 0, 88), "ENOSYS"),
        ((seccomp.NEWEST,), "allowed"),
        ((seccomp.NEWEST + 1,), "ENOSYS"),
        ((0x3FFFFFFF,), "ENOSYS"),
    ],
)
def test_a_call_is_answered_as_meant(call, expected):
    assert answer(*call) == expected


def test_calls_of_other_architectures_do_nothing():
    assert answer(20, architecture=INTEL_32) == "ends the program"
    assert answer(0x40000000) == "ENOSYS", "x32"


def test_memory_without_a_process_is_refused_where_no_cgroup_counts_it():
    assert answer(319) == "allowed"
    assert answer(319, counted=False) == "ENOSYS"


def test_the_processor_is_not_chosen_where_no_cgroup_shares_it_out():
    assert answer(203) == "allowed"
    assert answer(203, counted=False) == "EPERM"


def test_every_refused_call_is_refused_whatever_its_arguments():
    lib = seccomp.library()
    for call, code, _ in seccomp.refused():
        number = lib.resolve_syscall(lib.Arch.NATIVE, call)
        assert number < 0 or answer(number) == named(code), call


def test_a_library_that_does_not_know_a_call_is_not_good_enough(monkeypatch):
    monkeypatch.setattr(seccomp, "refused", lambda: (("no_such_call", errno.EPERM, ""),))
    seccomp.program.cache_clear()
    with pytest.raises(seccomp.NoFilter, match="does not know the call no_such_call"):
        seccomp.program()
    seccomp.program.cache_clear()
