"""`arena health`: ask a running part whether it is ready; what container health checks call."""

from argparse import Namespace

from arena.cli.arguments import Commands, command, whole_number
from arena.cli.service import add_settings, settings_of

EXAMPLES = """\
examples:
  arena health                 the part whose metrics_port is in the settings
  arena health --port 9101     another one

Exit code 0: ready. 1: not ready, with the reasons, or nobody answers.
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "health", "ask a running part whether it is ready", EXAMPLES, run)
    made.add_argument("--port", type=whole_number(1, 65535), metavar="N", help="its metrics_port")
    made.add_argument("--live", action="store_true", help="only whether the process answers")
    add_settings(made)


def run(arguments: Namespace) -> int:
    """Ask, and print what it says."""
    import urllib.error
    import urllib.request

    from arena.cli.refusals import Refused

    settings = settings_of(arguments)
    port = arguments.port or settings.metrics_port
    if not port:
        raise Refused("metrics_port is 0: this part tells nothing; set ARENA_METRICS_PORT or give --port")
    host = "127.0.0.1" if settings.metrics_host in {"0.0.0.0", "::"} else settings.metrics_host  # noqa: S104 (compared, not bound)
    url = f"http://{host}:{port}/{'live' if arguments.live else 'ready'}"
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            print(answer.read().decode().strip())
            return 0
    except urllib.error.HTTPError as wrong:
        print(wrong.read().decode().strip())
    except OSError as wrong:
        print(f"nobody answers on port {port}: {getattr(wrong, 'reason', wrong)}")
    return 1
