"""`arena replay show, ask, verify`: read matches, put their decisions to a bot again, and check that they are genuine."""

import shlex
import tempfile
from argparse import Namespace
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arena.cli.command import (
    PASS,
    Refused,
    argument,
    check_seat,
    command,
    flag,
    group,
    print_sheet,
    repeated,
    seat_number,
    whole_number,
    with_progress,
)
from arena.cli.replay_export import export
from arena.text import visible
from arena.wording import event_for_people, notation_for_people, seat_name

if TYPE_CHECKING:
    from arena.local.replay_ask import Reply
    from arena.matches import Move
    from arena.replays import Replay

FILE = argument("file", type=Path, metavar="FILE", help="a replay")
GOOD, UNKNOWN, BAD = "good", "SIGNER UNKNOWN", "BAD"
"""What is said of a file."""
ALL_GOOD, ANY_BAD, SIGNER_UNKNOWN = 0, 1, 3
"""Exit codes; 2 is for a command that cannot be carried out."""
KEY_DIGITS = 64
LIST_UP_TO = 20
"""Files up to which every verdict is printed; of more, only those that are not good."""


@command(
    "show",
    "print a match move by move",
    FILE,
    argument("--at", type=whole_number(0), metavar="N", help="the position before decision N instead (0 is the first)"),
    argument(
        "--seat", metavar="N", help="with --at: whose view: a seat, from 1, or `public` (default: the seat to act)"
    ),
    text="""\
examples:
  arena replay show replays/yokohama-4p-3fa2c1-1-00017.replay.gz
  arena replay show replays/yokohama-4p-3fa2c1-1-00017.replay.gz --at 40 --seat 2
""",
)
def show(arguments: Namespace) -> None:
    """Print a replay, or one position of it."""
    from arena.replays import read

    replay = read(arguments.file)
    if arguments.at is not None:
        _print_position(replay, arguments.at, arguments.seat)
        return
    for line in _heading(replay):
        print(visible(line))
    print()
    for number, move in enumerate(replay.decisions):
        for line in _move(number, move):
            print(visible(line))
    print()
    for fault in replay.faults:
        print(
            f"{seat_name(fault.seat).capitalize()} went out before its decision {fault.number}: {fault.verdict}. A stand-in played on."
        )
    print_sheet(replay.spec.players, replay.outcome, replay.places)
    print(f"\nProof: {_proof(replay)}")


def _print_position(replay: "Replay", decision: int, seat: str | None) -> None:
    """The position before a decision, and what was chosen in it."""
    from arena.cli.games import print_choices, print_position
    from arena.replays import position_at

    if decision > len(replay.decisions):
        raise Refused(f"the match has {len(replay.decisions)} decisions: --at takes 0 to {len(replay.decisions)}")
    state = position_at(replay, decision)
    print_position(state, seat)
    print_choices(state)
    if decision < len(replay.decisions):
        print(f"\nChosen: {visible(notation_for_people(replay.decisions[decision].action))}")


def _heading(replay: "Replay") -> Iterator[str]:
    from arena.cli.games import in_words

    spec = replay.spec
    options = ", ".join(f"{name}={in_words(value)}" for name, value in spec.options.items()) or "none"
    yield f"{replay.game} (rules {replay.rules_version}), {spec.seats} seats, match {spec.match_id or '-'}"
    yield f"options: {options}; clock: {spec.clock.name}"
    for seat, name in enumerate(spec.players):
        yield f"  {seat_name(seat)}: {name or 'anonymous'}"


def _move(number: int, move: "Move") -> Iterator[str]:
    """One decision, and a line for each event that followed from it."""
    think = f"  ({move.think_ms / 1000:.1f} s)" if move.think_ms >= 100 else ""
    stand_in = "  (stand-in)" if move.by_stand_in else ""
    yield f"{number:>4}  {seat_name(move.seat)}  {notation_for_people(move.action)}{think}{stand_in}"
    repeats_the_move = bool(move.events) and move.events[0] == f"{move.seat} {move.action}"
    for event in move.events[repeats_the_move:]:
        yield f"{'':14}{event_for_people(event)}"


def _proof(replay: "Replay") -> str:
    from arena.replays import ReplayError, verify

    try:
        proof = verify(replay)
    except ReplayError as error:
        return f"BAD, {type(error).__name__}: {error}"
    return f"{proof.remark}; signed by the key {proof.signer}"


@command(
    "ask",
    "put decisions of a replay to a bot again",
    FILE,
    argument("--at", type=whole_number(0), metavar="N", help="decision N of the match (0 is the first)"),
    flag("--all", "every decision; lists where the bot differs"),
    argument("--seat", type=seat_number, metavar="N", help="with --all: decisions of this seat only"),
    argument("--bot", required=True, metavar="CMD", help="the bot's command, or a house bot such as house:greedy"),
    PASS,
    text="""\
The bot gets exactly the decision that was asked: the same view, events, legal actions and clock. --all asks every decision
(of one seat, with --seat) and lists those where the bot chooses differently from the replay.

examples:
  arena replay ask replays/iki-2p-3fa2c1-1-00003.replay.gz --at 40 --bot "python mine.py"
  arena replay ask replays/iki-2p-3fa2c1-1-00003.replay.gz --all --seat 1 --bot "python mine.py"
  arena replay ask replays/iki-2p-3fa2c1-1-00003.replay.gz --all --bot house:greedy
""",
)
def ask(arguments: Namespace) -> int:
    """Ask, and print what the bot chooses; exit code 1 if it was at fault."""
    if (arguments.at is None) == (not arguments.all):
        raise Refused("give either --at N or --all")
    from arena.event_loop import on_loop
    from arena.local.replay_ask import house_replies, replies
    from arena.local.series import HOUSE
    from arena.replays import read

    replay = read(arguments.file)
    logs = Path(tempfile.mkdtemp(prefix="arena-ask-"))
    bot, at, seat = arguments.bot, arguments.at, arguments.seat
    check_seat(seat, replay.spec.seats)
    if bot.startswith(HOUSE):
        answers = house_replies(replay, bot.removeprefix(HOUSE), at, seat)
    else:
        answers = on_loop(replies(replay, bot, logs, at, seat, arguments.passed))
    if not answers:
        raise Refused(f"decision {at} was not put to a bot; the match has {len(replay.decisions)} decisions")
    different = [reply for reply in answers if reply.chosen != reply.played]
    for reply in different if arguments.all else answers:
        print(_reply(reply))
    if arguments.all:
        print(f"{len(answers)} decisions asked, {len(different)} answered differently")
    if any(reply.fault for reply in answers):
        print(f"What the bot wrote is in {logs}")
        return 1
    return 0


def _reply(reply: "Reply") -> str:
    answer = reply.fault or notation_for_people(reply.chosen)
    same = " (the same)" if reply.chosen == reply.played else ""
    value = "" if reply.value is None else f"  value {reply.value:g}"
    note = f"  note: {reply.note}" if reply.note else ""
    return visible(
        f"decision {reply.decision}, {seat_name(reply.seat)}: {answer}{same}; "
        f"the replay: {notation_for_people(reply.played)}{value}{note}"
    )


def ask_again(file: str, at: int, bot: str = "CMD") -> str:
    """The command that puts a decision to a bot again."""
    return f"arena replay ask {shlex.quote(file)} --at {at} --bot {shlex.quote(bot)}"


@command(
    "verify",
    "check that replays are genuine",
    argument("files", type=Path, nargs="+", metavar="FILE", help="replays, or folders of replays"),
    repeated("--key", "HEX", "a public key to trust as well; may be repeated"),
    flag("--any-key", "accept any signer; the answer names it"),
    text="""\
A replay is good if its content fits its hash, the signature fits and comes from a key you trust, and playing it again leads to
the same events, clocks, result and final position. You trust your own key (the one `arena play --save` signs with) and every --key.
If only the signer of a file is unknown to you, the answer says so. The exit code is 0 if all files are good, 3 if
only signers are unknown, 1 if any file is bad. An arena publishes its key on its site: /keys, /api/v1/keys, /.well-known/meiji-arena-keys.

examples:
  arena replay verify replays
  arena replay verify match-1.replay.gz match-2.replay.gz
  arena replay verify downloads --key 3f5a…    replays of another arena, by its public key
""",
)
def verify(arguments: Namespace) -> int:
    """Check every file; 1 if any is bad, 3 if only signers are unknown."""
    files = replay_files(arguments.files)
    keys = None if arguments.any_key else _trusted_keys(arguments.key)
    verdicts: Counter[str] = Counter()
    signers: set[str] = set()
    for path, verdict, sentence, signer in with_progress(_checked(files, keys), len(files), "verify"):
        verdicts[verdict] += 1
        if verdict == UNKNOWN:
            signers.add(signer)
        if verdict != GOOD or len(files) <= LIST_UP_TO:
            print(f"{path}: {verdict}, {sentence}")
    print(", ".join(_summary(verdicts)))
    if signers:
        flags = " ".join(f"--key {signer}" for signer in sorted(signers))
        print(f"If that is the key the arena publishes (on its site under /keys), verify again with: {flags}")
    return ANY_BAD if verdicts[BAD] else SIGNER_UNKNOWN if verdicts[UNKNOWN] else ALL_GOOD


def replay_files(paths: Sequence[Path]) -> list[Path]:
    """The files, and the replays in the folders. A folder without any is skipped unless nothing else was given.

    `arena local --save DIR` keeps the bots' logs in a folder beside the replays, and a shell's DIR/* names both.
    """
    from arena.replays import SUFFIX

    files = [file for path in paths for file in (sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path])]
    if not files:
        raise Refused(f"{', '.join(map(str, paths))}: no replays there (files that end in {SUFFIX})")
    return files


def _trusted_keys(keys: Sequence[str]) -> set[str]:
    """The public keys to trust: those given, and our own if there is one."""
    from arena.replays import key_path, local_key

    for key in keys:
        if len(key) != KEY_DIGITS or not set(key.lower()) <= set("0123456789abcdef"):
            raise Refused(f"--key takes a public key of {KEY_DIGITS} hex digits; got {key!r}")
    own = {local_key().public} if key_path().exists() else set()
    return own | {key.lower() for key in keys}


def _checked(files: Iterable[Path], keys: Collection[str] | None) -> Iterator[tuple[Path, str, str, str]]:
    """Per file its verdict, the sentence for it, and its signer where that is known."""
    from arena import replays

    for path in files:
        try:
            proof = replays.verify(replays.read(path), keys)
        except replays.Untrusted as unknown:
            yield path, UNKNOWN, str(unknown), unknown.signer
        except replays.ReplayError as error:
            yield path, BAD, f"{type(error).__name__}: {error}", ""
        else:
            signer = "" if proof.trusted else f"; signed by the key {proof.signer}"
            yield path, GOOD, proof.remark + signer, proof.signer


def _summary(verdicts: Counter[str]) -> Iterator[str]:
    yield f"{verdicts[GOOD]} {'replay is' if verdicts[GOOD] == 1 else 'replays are'} good"
    if verdicts[UNKNOWN]:
        yield f"{verdicts[UNKNOWN]} good but for an unknown signer"
    if verdicts[BAD]:
        yield f"{verdicts[BAD]} bad"


replay = group(
    "replay",
    "read, check and export replays",
    show,
    ask,
    verify,
    export,
    text="""\
examples:
  arena replay show FILE             a match, move by move
  arena replay show FILE --at 40     the position before decision 40
  arena replay verify FOLDER         check every replay in a folder
  arena replay ask FILE --at 40 --bot CMD    put decision 40 to a bot again
  arena replay export FILE --html match.html the match with its board as one page
""",
)
