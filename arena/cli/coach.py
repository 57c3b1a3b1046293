"""`arena coach`: what each decision of a match cost, the turning points, and luck."""

import os
from argparse import Namespace
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.command import (
    JSON,
    argument,
    check_seat,
    command,
    counter,
    flag,
    left,
    print_json,
    print_records,
    right,
    seat_number,
    whole_number,
)
from arena.cli.parallel import in_processes
from arena.text import visible
from arena.wording import notation_for_people, seat_name

if TYPE_CHECKING:
    from arena.coach import Chance, Judgement, Report
    from arena.coach.judging import Estimate
    from arena.replays import Replay


@command(
    "coach",
    "say what each decision of a match cost, what turned it, and what was luck",
    argument("file", type=Path, metavar="REPLAY", help="a replay"),
    argument("--seat", type=seat_number, metavar="N", help="only decisions of this seat (default: all seats)"),
    flag("--all", "list every decision, not only those that cost something"),
    argument(
        "--times",
        type=whole_number(1, 100),
        default=1,
        metavar="N",
        help="look N times as long, for narrower intervals (default: 1)",
    ),
    argument(
        "--jobs",
        type=whole_number(1, 256),
        default=os.cpu_count() or 1,
        metavar="N",
        help="processes to use (default: one for each processor)",
    ),
    JSON,
    text="""\
Every decision is judged by house:hard from what its seat knew, never from hidden cards. A loss is how much better the best choice
was, in chances of winning and in points, with a 95 % interval over draws of what was hidden. A decision gets a flag only if its loss is above
the noise: an inaccuracy costs 5 % of winning or more, a mistake 10 %, a blunder 15 %. Luck is what chance gave a seat compared with
the average of other draws; the score without it is what the seat would have had with average luck.

examples:
  arena coach replays/iki-2p-3fa2c1-1-00003.replay.gz
  arena coach replays/iki-2p-3fa2c1-1-00003.replay.gz --seat 1 --all
  arena coach replays/iki-2p-3fa2c1-1-00003.replay.gz --json > report.json
""",
)
def coach(arguments: Namespace) -> None:
    """Judge the match, and print the report."""
    from arena.coach import questions, report
    from arena.replays import read

    replay = read(arguments.file)
    check_seat(arguments.seat, replay.spec.seats)
    judged = range(replay.spec.seats) if arguments.seat is None else (arguments.seat,)
    asked = list(questions(replay, judged))
    with counter(len(asked), "coach") as advance:
        answers = []
        for answer in _answers(asked, arguments.times, arguments.jobs):
            answers.append(answer)
            advance()
    result = report(replay, answers)
    if arguments.json:
        print_json({"game": replay.game, "match_id": replay.spec.match_id, **result.to_dict()})
    else:
        _print(result, replay, everything=arguments.all)


def _answers(asked: Sequence[Any], times: int, jobs: int) -> "Iterable[Judgement | Chance | None]":
    from arena.coach import answer

    work = partial(answer, times=times)
    return map(work, asked) if jobs == 1 else in_processes(work, asked, jobs)


def _print(result: "Report", replay: "Replay", *, everything: bool) -> None:
    shown = [judgement for judgement in result.decisions if everything or judgement.flag]
    if shown:
        print_records(shown, DECISIONS, "Decisions" if everything else "Decisions that cost something")
    else:
        print("No decision lost 5 % of winning or more.")
    print_records(result.seats, SEATS, "Seats")
    for line in _turning_points(result, replay):
        print(visible(line))


def _turning_points(result: "Report", replay: "Replay") -> Iterator[str]:
    if not result.turning_points:
        yield "No decision turned the match: no loss was above the noise."
        return
    yield "Turning points:"
    for point in result.turning_points:
        name = replay.spec.players[point.seat] or "anonymous"
        yield (
            f"  decision {point.number}, {seat_name(point.seat)} ({name}): {notation_for_people(point.played)} cost "
            f"{100 * point.share_lost.mean:.0f} % of winning; better was {notation_for_people(point.best)}"
        )


def _lost(lost: "Estimate", unit: int) -> str:
    mean, low, high = (unit * value for value in lost)
    return f"{mean:.1f} ({low:.1f} to {high:.1f})" if low != high else f"{mean:.1f}"


DECISIONS = (
    right("decision", lambda row: str(row.number)),
    right("seat", lambda row: str(row.seat + 1)),
    left("played", lambda row: visible(notation_for_people(row.played))),
    left("best", lambda row: visible(notation_for_people(row.best)) if row.best != row.played else "the same"),
    right("winning %", lambda row: f"{100 * row.share:.0f}"),
    right("lost %", lambda row: _lost(row.share_lost, 100)),
    right("points lost", lambda row: _lost(row.points_lost, 1)),
    left("flag", lambda row: row.flag),
)
SEATS = (
    right("seat", lambda row: str(row.seat + 1)),
    left("player", lambda row: visible(row.name) or "anonymous"),
    right("place", lambda row: str(row.place)),
    right("score", lambda row: str(row.score)),
    right("luck", lambda row: f"{row.luck:+.1f}"),
    right("without luck", lambda row: f"{row.score_without_luck:.1f}"),
    right("judged", lambda row: str(row.judged)),
    right("lost ‰ each", lambda row: f"{row.lost_per_decision:.1f}"),
    right("inaccuracies", lambda row: str(row.flags["inaccuracy"])),
    right("mistakes", lambda row: str(row.flags["mistake"])),
    right("blunders", lambda row: str(row.flags["blunder"])),
)
