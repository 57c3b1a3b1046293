"""`arena runner check` tells what this machine can guarantee; `arena runner try` runs a bot of yours in the same sandbox as the arena."""

import os
import signal
import sys
from argparse import Namespace
from pathlib import Path

from arena.cli.command import Command, Refused, argument, command, whole_number
from arena.cli.service import SETTINGS, SETTINGS_HELP, settings_of
from arena.cli.submissions import EXAMPLE, inspected
from arena.wording import counted

WAY = argument("--sandbox", choices=("bubblewrap", "runsc"), default="bubblewrap", help="default: bubblewrap")


@command(
    "check",
    "try each layer of the sandbox on this machine",
    WAY,
    text="""\
Starts a program that tries to reach the network, files, processes and keys outside. Exit code 1 if anything is open: then no
bot is hosted here. There is no weaker mode.

examples:
  arena runner check
  arena runner check --sandbox runsc
""",
)
def check(arguments: Namespace) -> int:
    """Print a line for each layer."""
    from arena.sandbox.check import layers
    from arena.sandbox.runtimes import runtimes

    found = layers(arguments.sandbox)
    for layer in found:
        print(f"{'holds' if layer.holds else 'OPEN':6} {layer.name:13} {layer.words}")
    bad = [layer for layer in found if layer.needed and not layer.holds]
    if not bad:
        for name, version in runtimes(arguments.sandbox).items():
            print(f"{'has':6} {name} {version}")
    print("This machine can host bots." if not bad else "This machine cannot host bots.")
    return 1 if bad else 0


@command(
    "try",
    "run a bot's folder in the sandbox, on this machine",
    argument("folder", type=Path, metavar="DIR", help="a folder with bot.toml, or an archive"),
    argument("--seconds", type=whole_number(1, 86400), default=20, metavar="N", help="stop it then (default: 20)"),
    argument("--endpoint", default="", metavar="unix:PATH", help="a gateway's socket; its token is in ARENA_TOKEN"),
    WAY,
    text=f"""\
The bot is packed, checked and unpacked as the arena does it, and started with the same limits and without a network. Its
stderr is shown, then how it ended, the memory and the processor time it used. Without --endpoint a bot cannot dial and
will say so; that it starts and finds its files is what you see.

{EXAMPLE}
example:
  arena runner try my-bot/
""",
)
def run(arguments: Namespace) -> int:
    """Run it once."""
    import tempfile

    from arena.archives.reading import unpack
    from arena.sandbox import check as checking, roots
    from arena.sandbox.exit_reasons import NORMALLY, STAYS
    from arena.sandbox.limits import MEGABYTE, USUAL
    from arena.sandbox.program import Program

    bad = [layer for layer in checking.layers(arguments.sandbox) if layer.needed and not layer.holds]
    if bad:
        raise Refused(f"no sandbox here: {bad[0].name}: {bad[0].words}")
    archive = inspected(arguments.folder)
    gateway = _gateway(arguments.endpoint)
    with tempfile.TemporaryDirectory(prefix="arena-try-") as work:
        Path(work).chmod(0o755)
        manifest = unpack(archive.data, Path(work))
        words = roots.command(manifest.command, manifest.protocol, manifest.games, manifest.version)
        token = os.environ.get("ARENA_TOKEN", "none")
        given = roots.environment(token, memory_bytes=USUAL.memory_bytes)
        with Program(Path(work), words, way=arguments.sandbox, gateway=gateway, environment=given, stdout=None) as box:
            signal.signal(signal.SIGINT, lambda *_: box.stop("stopped by you"))
            ended = box.wait(arguments.seconds)
    if ended.dropped_bytes:
        print(f"({counted(ended.dropped_bytes, 'byte')} of stderr before this were dropped)", file=sys.stderr)
    print(ended.stderr, file=sys.stderr)
    print(f"{manifest.name} {manifest.version}: {ended.reason}{f' ({STAYS})' if ended.reason == NORMALLY else ''}")
    used = ended.used
    print(
        f"{used.peak_memory_bytes / MEGABYTE:.0f} MB, {used.processor_ms / 1000:.2f} s of processor time, {ended.wall_seconds:.1f} s"
    )
    return 0 if ended.code == 0 or ended.reason.startswith("stopped") else 1


def _gateway(endpoint: str) -> Path | None:
    from arena.sandbox.roots import SOCKET

    if not endpoint:
        return None
    path = Path(endpoint.removeprefix("unix:"))
    if path.name != SOCKET or not path.is_socket():
        raise Refused(f"--endpoint must be unix:…/{SOCKET}; there is no such socket at {endpoint}")
    return path.parent


def start(arguments: Namespace) -> None:
    """Host bots until SIGTERM."""
    settings = settings_of(arguments)
    from arena.logs import configure
    from arena.runner.service import Runner

    configure(settings, "runner")
    Runner(settings).run()


runner = Command(
    "runner",
    "host the bots that were handed in, until SIGTERM",
    start,
    SETTINGS,
    f"""\
Starts the active version of each bot in a sandbox as soon as there is something for it to play. Refuses to start where the
sandbox does not hold. Any number of runners can share the bots of an arena.

{SETTINGS_HELP}

examples:
  arena runner                    host bots; settings runner_places, runner_sandbox, runner_idle_seconds, …
  arena runner check              what this machine can guarantee
  arena runner try my-bot/        a bot of yours in the same sandbox
""",
    (check, run),
)
