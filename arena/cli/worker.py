"""`arena worker` and its queues."""

import os
import sys
from argparse import Namespace

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.service import add_settings, settings_of

EXAMPLES = """\
queues:
  matches   matches with external bots: threads that mostly wait
  house     sets of house bots: processes that compute
  control   the scheduler's ticks: one process is enough

examples:
  arena worker matches
  arena worker house --processes 2
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "worker", "run a worker for one queue until SIGTERM", EXAMPLES, run)
    made.add_argument("queue", choices=("matches", "house", "control"))
    made.add_argument(
        "--processes", type=whole_number(1), metavar="N", help="of the house queue (default: house_processes)"
    )
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Become a Celery worker."""
    settings = settings_of(arguments)
    os.environ["ARENA_PART"] = f"worker-{arguments.queue}"
    from arena.heap import HEAPS

    os.environ.setdefault("MALLOC_ARENA_MAX", str(HEAPS))  # glibc reads it as Celery starts
    if arguments.queue == "matches":
        pool = ["--pool=threads", f"--concurrency={settings.match_threads}"]
    elif arguments.queue == "house":
        pool = ["--pool=prefork", f"--concurrency={arguments.processes or settings.house_processes}"]
    else:
        pool = ["--pool=solo"]
    flags = [
        *pool,
        "--queues",
        arguments.queue,
        "--loglevel",
        settings.log_level,
        "--without-gossip",
        "--without-mingle",
    ]
    celery("worker", *flags, "--hostname", f"{arguments.queue}-{os.getpid()}@%h")
    return 0


def celery(*arguments: str) -> None:
    """Replace this process by Celery, so that signals reach it directly."""
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-m", "celery", "--app", "workers.app", "--quiet", *arguments])  # noqa: S606
