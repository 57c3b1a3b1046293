"""`arena kit`: starter bots to copy, in several languages."""

from argparse import Namespace
from pathlib import Path

from arena.cli.command import argument, command, group
from arena.text import visible


@command(
    "list",
    "list the languages that have a starter",
    text="""\
examples:
  arena kit list
""",
)
def _list(_: Namespace) -> None:
    from arena.kits import kits

    for starter in kits().values():
        way = "through the bridge" if starter.through_bridge else "with gRPC"
        print(f"{starter.language:11} {starter.title} {way}; needs {', '.join(starter.needs)}")


@command(
    "new",
    "copy a starter bot into a new folder",
    argument("language", metavar="LANGUAGE", help="one of those that `arena kit list` shows"),
    argument("folder", type=Path, metavar="DIR", help="the new folder"),
    text="""\
The folder is ready to build: it holds the starter, the protos, a README, and a workflow for GitHub that builds the bot, runs
`arena doctor`, and compares the bot with its last release.

examples:
  arena kit new go my-bot
  arena kit new rust ~/bots/tea-house
""",
)
def _new(arguments: Namespace) -> None:
    from arena.kits import kit, write_kit

    starter = kit(arguments.language)
    folder: Path = arguments.folder
    written = write_kit(starter, folder)
    print(f"{len(written)} files ({starter.title}) are in {visible(str(folder))}. Next:")
    if absent := starter.missing():
        print(f"  {starter.install}    # not installed: {absent}")
    print(f"  cd {visible(str(folder))}")
    if starter.build:
        print(f"  {starter.build}")
    passed = "".join(f" --pass {name}" for name in starter.passed)
    clock = f" --clock {starter.clock}" if starter.clock else ""
    print(f'  arena local iki --bot "{starter.run}" --bot house:random --games 4{clock}{passed}')
    print(f'  arena doctor --bot "{starter.run}"{passed}')
    print("README.md says more. On GitHub, .github/workflows/bot.yml builds and examines the bot after every push;")
    print("ARENA_PACKAGE in it says what to install for the `arena` command.")


kit = group(
    "kit",
    "starter bots in several languages",
    _list,
    _new,
    text="""\
examples:
  arena kit list
  arena kit new typescript my-bot
""",
)
