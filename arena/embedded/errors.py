"""Why an arena cannot start. The command line has an exit code for each."""

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
