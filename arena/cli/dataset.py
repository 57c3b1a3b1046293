"""`arena dataset`: decisions of replays for programs that learn."""

from argparse import Namespace
from pathlib import Path

from arena.cli.command import Refused, argument, command, whole_number, with_progress
from arena.cli.replay import replay_files


@command(
    "dataset",
    "write the decisions of replays as Parquet files",
    argument("out", type=Path, metavar="OUT", help="a new folder"),
    argument("files", type=Path, nargs="+", metavar="FILE", help="replays, or folders of replays"),
    argument("--game", metavar="GAME", help="matches of this game only"),
    argument("--matches", type=whole_number(1), metavar="N", help="at most N matches"),
    text="""\
Each game and seat count becomes a file with a row per decision: the encoded position, the legal actions, the choice, and how the match
ended. README.md in the folder describes the columns, SHA256SUMS has the checksums. Matches by older rules are left out.
Needs: pip install 'meiji-arena[research]'

examples:
  arena play iki --seats 4 --bots greedy --games 100 --save replays
  arena dataset decisions replays
""",
)
def dataset(arguments: Namespace) -> None:
    """Write the folder, and say what is in it."""
    try:
        from arena.research.dataset import Dataset
    except ModuleNotFoundError as missing:
        raise Refused(f"{missing.name} is not installed: pip install 'meiji-arena[research]'") from None
    from arena import replays

    files, old = replay_files(arguments.files), 0
    with Dataset(arguments.out) as written:
        for path in with_progress(files, len(files), "dataset"):
            replay = replays.read(path)
            if arguments.game not in (None, replay.game):
                continue
            if not replays.has_current_rules(replay):
                old += 1
                continue
            written.add(replay)
            if sum(written.matches.values()) == arguments.matches:
                break
    for name, decisions in sorted(written.decisions.items()):
        print(f"{arguments.out / name}: {decisions} decisions of {written.matches[name]} matches")
    if old:
        print(f"{old} matches were played by older rules and are left out")
    if not written.decisions:
        raise Refused("none of the replays could be used: nothing was written")
