"""`arena web`: the site."""

from argparse import Namespace
from importlib import import_module
from pathlib import Path

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.refusals import Refused
from arena.cli.service import SETTINGS_HELP, add_settings, settings_of


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "web", "serve the site until SIGTERM", SETTINGS_HELP, run)
    made.add_argument("--web-port", type=whole_number(0, 65535), metavar="N", help="port to listen on; 0: any free one")
    made.add_argument("--announce", type=Path, metavar="FILE", help="write the address there once it listens")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Serve. The site stands above this package, so it is found by name."""
    settings = settings_of(arguments, web_port=arguments.web_port)
    try:
        serving = import_module("web.serving")
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'meiji-arena[server]'") from None
    from arena.logs import configure

    configure(settings, "web")
    serving.serve(settings, arguments.announce)
    return 0
