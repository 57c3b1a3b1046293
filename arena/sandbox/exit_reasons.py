"""Why a program in a sandbox ended, as a sentence that its author reads."""

import signal

from arena.sandbox.cgroups import Used
from arena.sandbox.limits import MEGABYTE, Limits

SIGNALLED = 128
"""bubblewrap and runsc answer with this plus the number of the signal that ended the program."""
NORMALLY = "ended normally"
STAYS = "a bot runs until the arena stops it"
"""What an author reads whose bot ends with exit code 0."""


def exit_reason(code: int, used: Used, limits: Limits) -> str:
    """Why it ended by itself: its exit code, the limit it went over, or the signal that killed it."""
    number = -code if code < 0 else code - SIGNALLED
    if used.out_of_memory:
        return out_of_memory(limits)
    if not 0 < number < 65:
        return NORMALLY if code == 0 else f"ended with exit code {code}"
    if number == signal.SIGKILL and used.processor_ms >= 1000 * limits.processor_seconds:
        return processor_time_used_up(limits)  # it ignored SIGXCPU, or had no moment to get it
    words = {
        signal.SIGXCPU: processor_time_used_up(limits),
        signal.SIGXFSZ: f"a file grew over {limits.file_bytes // MEGABYTE} MB",
        signal.SIGSYS: "made a system call that the sandbox does not allow",
    }
    try:
        return words.get(signal.Signals(number)) or f"killed by signal {signal.Signals(number).name}"
    except ValueError:
        return f"killed by signal {number}"


def out_of_memory(limits: Limits) -> str:
    """It used more memory than it may."""
    return f"out of memory: it may use {limits.memory_bytes // MEGABYTE} MB"


def processor_time_used_up(limits: Limits) -> str:
    """It used all its processor time."""
    return f"processor time used up: {limits.processor_seconds} s"
