"""`arena replay ask`: put decisions of a replay to a bot again."""

import shlex
import tempfile
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.arguments import Commands, add_passing, command, whole_number
from arena.cli.refusals import Refused

if TYPE_CHECKING:
    from arena.local.asking import Reply

EXAMPLES = """\
The bot gets the very decision that was asked: the same view, events, legal actions and clock. With --all every decision is asked
(of one seat, with --seat), and those are listed where the bot chooses differently from the replay.

examples:
  arena replay ask replays/iki-2p-3fa2c1-1-00003.replay.gz --at 40 --bot "python mine.py"
  arena replay ask replays/iki-2p-3fa2c1-1-00003.replay.gz --all --seat 1 --bot "python mine.py"
  arena replay ask replays/iki-2p-3fa2c1-1-00003.replay.gz --all --bot house:greedy
"""


def add(verbs: Commands) -> None:
    """Declare the verb."""
    made = command(verbs, "ask", "put decisions of a replay to a bot again", EXAMPLES, run)
    made.add_argument("file", type=Path, metavar="FILE")
    made.add_argument("--at", type=whole_number(0), metavar="N", help="decision N of the match (0 is the first)")
    made.add_argument("--all", action="store_true", help="every decision; lists where the bot differs")
    made.add_argument("--seat", type=whole_number(0, 7), metavar="N", help="with --all: decisions of this seat only")
    made.add_argument(
        "--bot", required=True, metavar="CMD", help="the bot's command, or a house bot such as house:greedy"
    )
    add_passing(made)


def ask_again(file: str, at: int, bot: str = "CMD") -> str:
    """The command that puts a decision to a bot again."""
    return f"arena replay ask {shlex.quote(file)} --at {at} --bot {shlex.quote(bot)}"


def run(arguments: Namespace) -> int:
    """Ask, and print what it chooses."""
    if (arguments.at is None) == (not arguments.all):
        raise Refused("give either --at N or --all")
    from arena.local.asking import HOUSE, house_replies, replies
    from arena.replays import read
    from arena.wire.loops import on_loop

    replay = read(arguments.file)
    logs = Path(tempfile.mkdtemp(prefix="arena-ask-"))
    if arguments.bot.startswith(HOUSE):
        found = house_replies(replay, arguments.bot.removeprefix(HOUSE), arguments.at, arguments.seat)
    else:
        asked = replies(replay, arguments.bot, logs, arguments.at, arguments.seat, arguments.passed)
        found = on_loop(asked)
    if not found:
        raise Refused(f"decision {arguments.at} was not put to a bot; the match has {len(replay.decisions)} decisions")
    differing = [reply for reply in found if reply.chosen != reply.played]
    for reply in differing if arguments.all else found:
        print(_told(reply))
    if arguments.all:
        print(f"{len(found)} decisions asked, {len(differing)} answered differently")
    if any(reply.fault for reply in found):
        print(f"What the bot wrote is in {logs}")
        return 1
    return 0


def _told(reply: "Reply") -> str:
    from arena.cli.reading import clean

    answer = reply.fault or reply.chosen
    same = " (the same)" if reply.chosen == reply.played else ""
    value = "" if reply.value is None else f"  value {reply.value:g}"
    note = f"  note: {reply.note}" if reply.note else ""
    return clean(
        f"decision {reply.decision}, seat {reply.seat}: {answer}{same}; the replay: {reply.played}{value}{note}"
    )
