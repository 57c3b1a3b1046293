"""The arena's processes: `arena up, web, gateway, worker, beat` start them; `arena health, status, settings` look at them."""

import os
import sys
from argparse import Namespace
from importlib import import_module
from pathlib import Path

from arena.cli.command import Refused, argument, command, flag, whole_number
from arena.cli.service import SETTINGS, SETTINGS_HELP, opened, redis_of, settings_of

ANNOUNCE = argument("--announce", type=Path, metavar="FILE", help="write the address to this file once it listens")


@command(
    "up",
    "run the whole arena on this machine",
    argument("--workers", type=whole_number(1, 64), default=1, metavar="N", help="processes for matches (default: 1)"),
    argument("--web-port", type=whole_number(1, 65535), metavar="N", help="of the site (default: 8000)"),
    argument("--grpc-port", type=whole_number(1, 65535), metavar="N", help="of the gateway (default: 50051)"),
    argument(
        "--lan",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="let the people in this room in, with a private certificate (default: this machine's address)",
    ),
    flag("--plain-text", "with --lan: no certificate; passwords and tokens can be read by everybody in the network"),
    flag("--verbose", "show the logs of all processes"),
    *SETTINGS,
    text="""\
examples:
  arena up                                      everything, in ./data
  arena up --data /var/lib/arena --workers 2    another folder, two workers for matches
  arena up --web-port 8080 --grpc-port 50052    other ports
  arena up --lan                                for a class: others in this network may join (docs/run-a-class.md)
  arena up --verbose                            with the logs of all processes

The first start creates an admin account, house bots and an open ladder for every game, and matches begin at once. Ctrl-C stops
everything cleanly; the next start continues where it stopped.
""",
)
def up(arguments: Namespace) -> int:
    """Run until stopped."""
    settings = settings_of(arguments, web_port=arguments.web_port, grpc_port=arguments.grpc_port)
    if arguments.plain_text and arguments.lan is None:
        raise Refused("--plain-text goes with --lan; without it the arena is open to this machine alone")
    from arena.embedded import up as embedded

    os.umask(0o077)  # everything it writes, logs and tables included, is for the user that runs it
    if arguments.lan is not None:
        from arena.embedded.lan import with_lan

        settings = with_lan(settings, arguments.lan, plain_text=arguments.plain_text)
    return embedded.up(settings, workers=arguments.workers, verbose=arguments.verbose)


@command(
    "gateway",
    "run a gateway until SIGTERM, which tells its bots to reconnect elsewhere",
    argument("--grpc-port", type=whole_number(0, 65535), metavar="N", help="port to listen on; 0: any free one"),
    ANNOUNCE,
    *SETTINGS,
    text=f"{SETTINGS_HELP}\n\nexample:\n  arena gateway --grpc-port 50052",
)
def gateway(arguments: Namespace) -> None:
    """Serve."""
    settings = settings_of(arguments, grpc_port=arguments.grpc_port)
    import asyncio

    from arena.heap import share

    share()
    from arena.gateway.service import serve
    from arena.logs import configure

    configure(settings, "gateway")
    try:
        import uvloop
    except ModuleNotFoundError:
        asyncio.run(serve(settings, arguments.announce))
    else:
        uvloop.run(serve(settings, arguments.announce))


@command(
    "worker",
    "run a worker for one queue until SIGTERM",
    argument("queue", choices=("matches", "house", "control")),
    argument("--processes", type=whole_number(1), metavar="N", help="of the house queue (default: house_processes)"),
    *SETTINGS,
    text="""\
queues:
  matches   matches with external bots: threads that mostly wait
  house     sets of house bots: processes that compute
  control   the scheduler's ticks: one process is enough

examples:
  arena worker matches
  arena worker house --processes 2
""",
)
def worker(arguments: Namespace) -> None:
    """Become a Celery worker."""
    settings = settings_of(arguments)
    from arena.heap import HEAPS

    os.environ.setdefault("MALLOC_ARENA_MAX", str(HEAPS))  # glibc reads it as Celery starts
    queue = arguments.queue
    pools = {
        "matches": ("--pool=threads", f"--concurrency={settings.match_threads}"),
        "house": ("--pool=prefork", f"--concurrency={arguments.processes or settings.house_processes}"),
        "control": ("--pool=solo",),
    }
    host = ("--without-gossip", "--without-mingle", "--hostname", f"{queue}-{os.getpid()}@%h")
    _become_celery("worker", f"worker-{queue}", settings.log_level, *pools[queue], "--queues", queue, *host)


@command(
    "beat",
    "run the clock that starts the scheduler's ticks; one per arena",
    *SETTINGS,
    text=f"{SETTINGS_HELP}\n\nexample:\n  arena beat",
)
def beat(arguments: Namespace) -> None:
    """Become Celery's beat."""
    settings = settings_of(arguments)
    settings.data.mkdir(parents=True, exist_ok=True)
    _become_celery("beat", "beat", settings.log_level, "--pidfile", "")


def _become_celery(program: str, part: str, log_level: str, *flags: str) -> None:
    """Replace this process by Celery, so that signals reach it directly."""
    os.environ["ARENA_PART"] = part
    sys.stdout.flush()
    celery = (sys.executable, "-m", "celery", "--app", "workers.app", "--quiet")
    os.execv(sys.executable, [*celery, program, "--loglevel", log_level, *flags])  # noqa: S606


@command(
    "web",
    "serve the site until SIGTERM",
    argument("--web-port", type=whole_number(0, 65535), metavar="N", help="port to listen on; 0: any free one"),
    ANNOUNCE,
    *SETTINGS,
    text=f"{SETTINGS_HELP}\n\nexample:\n  arena web --web-port 8080",
)
def web(arguments: Namespace) -> None:
    """Serve. `web` may import `arena`, not the other way round, so it is loaded by name."""
    settings = settings_of(arguments, web_port=arguments.web_port)
    try:
        serving = import_module("web.serving")
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'meiji-arena[server]'") from None
    from arena.logs import configure

    configure(settings, "web")
    serving.serve(settings, arguments.announce)


@command(
    "health",
    "ask a running process whether it is ready",
    argument("--port", type=whole_number(1, 65535), metavar="N", help="its metrics_port"),
    flag("--live", "only ask whether the process answers"),
    *SETTINGS,
    text="""\
Container health checks call this. Exit code 0: ready. 1: not ready, with the reasons, or no answer.

examples:
  arena health                 the process whose metrics_port is in the settings
  arena health --port 9101     another one
""",
)
def health(arguments: Namespace) -> int:
    """Ask, and print the answer."""
    import urllib.error
    import urllib.request

    settings = settings_of(arguments)
    port = arguments.port or settings.metrics_port
    if not port:
        raise Refused("metrics_port is 0, so no process answers; set ARENA_METRICS_PORT or give --port")
    host = "127.0.0.1" if settings.metrics_host in {"0.0.0.0", "::"} else settings.metrics_host  # noqa: S104 (compared, not bound)
    url = f"http://{host}:{port}/{'live' if arguments.live else 'ready'}"
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            print(answer.read().decode().strip())
            return 0
    except urllib.error.HTTPError as error:
        print(error.read().decode().strip())
    except OSError as error:
        print(f"nobody answers on port {port}: {getattr(error, 'reason', error)}")
    return 1


@command(
    "status",
    "show the state of the arena: parts, queues, disk, backups, errors, stuck matches",
    *SETTINGS,
    text="""\
Exit code 1 if Redis does not answer or a match is stuck; `arena match` repairs stuck ones.

example:
  arena status
""",
)
def status(arguments: Namespace) -> int:
    """Print the figures."""
    with opened(arguments) as database:
        from arena.metrics.status import read_status
        from arena.metrics.tiles import Health, tiles

        figures = read_status(database, redis_of(arguments), settings_of(arguments).data)
    marks = {Health.GOOD: "ok", Health.WARN: "LOOK", Health.BAD: "BAD", Health.OFF: "off"}
    for tile in tiles(figures):
        print(f"{tile.name.lower():9} {marks[tile.health]:4} {tile.value}: {tile.about}")
    print(f"redis     {'answers' if figures.redis else 'DOES NOT ANSWER'}, {figures.gateways} gateways")
    print(f"online    {', '.join(figures.online) or 'no external bot'}")
    print(f"matches   {', '.join(f'{count} {state}' for state, count in figures.matches.items()) or 'none yet'}")
    for slug, state, rated in figures.seasons:
        print(f"season    {slug}: {state}, {rated} rated sets")
    for match_id, game, seconds in figures.running:
        print(f"running   match {match_id} ({game}) for {seconds:.0f} s")
    for match_id in figures.stuck:
        print(f"STUCK     match {match_id}: arena match requeue {match_id}, or arena match void {match_id} --why ...")
    return 0 if figures.redis and not figures.stuck else 1


@command(
    "settings",
    "print the effective settings and their sources",
    *SETTINGS,
    text=f"{SETTINGS_HELP}\n\nexample:\n  arena settings --settings arena.toml",
)
def settings(arguments: Namespace) -> None:
    """Print a line for each."""
    for name, value, source, about in settings_of(arguments).rows():
        print(f"{name:20} {value:30} from {source:24} {about}")
