"""What a program in the sandbox may use. The same for every bot."""

from dataclasses import dataclass

MEGABYTE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one program and everything it starts."""

    memory_bytes: int = 1024 * MEGABYTE
    """All processes together where a cgroup holds it, else of each process."""
    processors: float = 1.0
    """Of processor time in a second, where a cgroup holds it."""
    processor_seconds: int = 6 * 3600
    """Processor time of one process in all."""
    run_seconds: int = 4 * 3600
    """Wall time after which a runner starts a bot again, between two matches; half as much again later also in a match."""
    processes: int = 128
    """Threads count too: a JVM has about thirty."""
    open_files: int = 512
    file_bytes: int = 32 * MEGABYTE
    """The largest file."""
    tmp_bytes: int = 32 * MEGABYTE
    """All files in /tmp, and the same again in /dev/shm."""
    stderr_bytes: int = 64 * 1024
    """The end of what it writes to stderr that is kept; the rest is counted and dropped."""


USUAL = Limits()
