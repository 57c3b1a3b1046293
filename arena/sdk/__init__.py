"""What a Python bot imports: `from arena.sdk import Bot, run`.

A bot is a class with one method, `choose(decision) -> int`. `run` connects, answers decisions, connects again when the connection is
lost, and prints a line per result. docs/write-a-bot.md starts from nothing.
"""

import os

os.environ.setdefault(
    "GRPC_ENABLE_FORK_SUPPORT", "false"
)  # before grpc is imported: it would log about every child process

try:
    import google.protobuf  # noqa: F401
    import grpc  # noqa: F401
except ImportError as missing:
    raise ImportError("playing over the network needs more packages: pip install 'meiji-arena[wire]'") from missing

from arena.matches import Resign
from arena.sdk.bot import Bot
from arena.sdk.decisions import Decision
from arena.sdk.process import run

__all__ = ["Bot", "Decision", "Resign", "run"]
