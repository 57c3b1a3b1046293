"""`arena simulator`: the engine as a local service, for bots in other languages."""

import signal
import threading
from argparse import Namespace

from arena.cli.command import argument, command, whole_number


@command(
    "simulator",
    "serve the engine to bots in other languages, on this machine",
    argument("--port", type=whole_number(0, 65535), default=50061, metavar="N", help="default: 50061; 0: any free one"),
    text="""\
A bot opens a stream (arena.v1.SimulatorService/Search) for each search tree. It sends the observation of its decision once, gets complete
positions with the hidden parts drawn at random, and then asks for actions, playouts and one-step looks by the numbers of positions.
Only programs on this machine can connect. One simulator uses one core: start several on different ports to use more.

examples:
  arena simulator                    at 127.0.0.1:50061
  arena simulator --port 50062 &     a second one
""",
)
def simulator(arguments: Namespace) -> None:
    """Serve until interrupted."""
    from arena.simulator import serve

    server, port = serve(f"127.0.0.1:{arguments.port}")
    print(f"simulating at 127.0.0.1:{port}; Ctrl-C ends", flush=True)
    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    ended.wait()
    server.stop(grace=1).wait()
