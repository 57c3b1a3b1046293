"""`arena gateway`: where bots dial in."""

from argparse import Namespace
from pathlib import Path

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.service import SETTINGS_HELP, add_settings, settings_of


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "gateway", "run a gateway until SIGTERM; bots are then told to redial", SETTINGS_HELP, run)
    made.add_argument(
        "--grpc-port", type=whole_number(0, 65535), metavar="N", help="port to listen on; 0: any free one"
    )
    made.add_argument("--announce", type=Path, metavar="FILE", help="write the address there once it listens")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Serve."""
    settings = settings_of(arguments, grpc_port=arguments.grpc_port)
    import asyncio

    from arena.heap import share

    share()
    from arena.logs import configure
    from arena.running.door import serve

    configure(settings, "gateway")
    try:
        import uvloop
    except ModuleNotFoundError:
        asyncio.run(serve(settings, arguments.announce))
    else:
        uvloop.run(serve(settings, arguments.announce))
    return 0
