"""Where bots dial in: sessions, clocks, pending decisions. Plays no game itself; `arena.hosting.match` drives matches."""

import os

os.environ.setdefault(
    "GRPC_ENABLE_FORK_SUPPORT", "false"
)  # before grpc is imported: it would log about every child process
