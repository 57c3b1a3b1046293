"""`arena doctor`: does a bot keep to the protocol, and does it cope with what goes wrong?"""

import tempfile
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.arguments import Commands, add_passing, command, game_of

if TYPE_CHECKING:
    from arena.doctor import Finding

EXAMPLES = """\
The bot is started in an arena of its own on this machine. It plays every game it declares at every seat count, and is then put through
what happens on a real network: decisions sent again, late answers, lost connections, a restarted server, a cancelled match, messages
of a later version. The exit code is 0 if every check passed, else 1.

examples:
  arena doctor --bot "python bots/python/random_bot.py"
  arena doctor --bot "node bots/node/bot.js" --game iki
  arena doctor --bot "arena bridge -- sh bots/shell/random.sh" --game iki --game nippon
"""


def add(commands: Commands) -> None:
    """Declare the command."""
    made = command(commands, "doctor", "check a bot over the real protocol", EXAMPLES, run)
    made.add_argument("--bot", required=True, metavar="CMD", help="the bot's command")
    made.add_argument("--game", action="append", default=[], metavar="GAME", help="only this game; may be repeated")
    made.add_argument(
        "--seconds", type=_seconds, default=30.0, metavar="N", help="how long any one step may take (default: 30)"
    )
    add_passing(made)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 3600:
        raise ArgumentTypeError(f"expected a number of seconds up to 3600, got {text!r}")
    return value


def run(arguments: Namespace) -> int:
    """Examine, and report."""
    from arena.doctor import examined
    from arena.wire.loops import on_loop

    games = [game_of(name).name for name in arguments.game]
    logs = Path(tempfile.mkdtemp(prefix="arena-doctor-"))
    found = on_loop(examined(arguments.bot, logs, games, arguments.seconds, _report, arguments.passed))
    failed = [finding for finding in found if finding.passed is False]
    passed = sum(finding.passed is True for finding in found)
    print(f"{passed} checks passed, {len(failed)} failed")
    if failed:
        print(f"What the bot wrote is in {logs}")
    return int(bool(failed))


def _report(finding: "Finding") -> None:
    from arena.cli.reading import clean

    word = {True: "ok    ", False: "FAILED", None: "-     "}[finding.passed]
    lines = finding.detail.splitlines() or [""]
    print(clean(f"{word}  {finding.title}: {lines[0]}"), flush=True)
    for line in lines[1:]:
        print(clean(f"        {line}"))
    if finding.advice:
        print(f"        What to do: {finding.advice}", flush=True)
