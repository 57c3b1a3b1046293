"""Why an arena cannot start: a sentence and an exit code each (sysexits.h)."""


class CannotStart(Exception):
    """The sentence says what is wrong and what would be right."""

    code = 69  # unavailable


class PortTaken(CannotStart):
    code = 75  # try again later


class NoRedis(CannotStart):
    code = 72  # a program that is needed is missing


class NoRoom(CannotStart):
    code = 74  # input/output


class NotWritable(CannotStart):
    code = 77  # permission


class Exposed(CannotStart):
    code = 77


class AlreadyRunning(CannotStart):
    code = 75


class BadSettings(CannotStart):
    code = 78  # configuration


class BadDatabase(CannotStart):
    code = 65  # data
