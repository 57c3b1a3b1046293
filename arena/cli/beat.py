"""`arena beat`: the clock of the scheduler."""

import os
from argparse import Namespace

from arena.cli.arguments import Commands, command
from arena.cli.service import SETTINGS_HELP, add_settings, settings_of
from arena.cli.worker import celery


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(
        commands, "beat", "run the clock that starts the scheduler's ticks; one per arena", SETTINGS_HELP, run
    )
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Become Celery's beat."""
    settings = settings_of(arguments)
    os.environ["ARENA_PART"] = "beat"
    settings.data.mkdir(parents=True, exist_ok=True)
    celery("beat", "--loglevel", settings.log_level, "--pidfile", "")
    return 0
