"""`arena matches, challenge, cancel` ask a running arena about matches; `arena match` is for its operator."""

import sys
import time
from argparse import Namespace
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.cli.author import BOT, Arena, author_query, number_of, when, word
from arena.cli.command import (
    OPTION,
    Answer,
    Refused,
    argument,
    flag,
    left,
    pairs_of,
    print_records,
    row_number,
    whole_number,
)
from arena.cli.replay import ask_again
from arena.cli.service import actor, change
from arena.text import visible
from arena.wording import seat_name

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

LOOK_SECONDS = 2.0
"""How often `arena challenge --wait` looks at its matches."""


@author_query(
    "matches",
    "list matches, show one, fetch its replay",
    argument("match", nargs="?", type=row_number, metavar="MATCH", help="the number of one match"),
    argument("--season", default="", metavar="SEASON", help="only of this season"),
    argument("--bot", default="", metavar="BOT", help="only with this bot"),
    argument("--game", default="", metavar="GAME", help="only of this game"),
    argument("--state", choices=("queued", "running", "finished", "void", "failed"), help="only in this state"),
    argument("--kind", choices=("rated", "validation", "challenge"), help="only of this kind"),
    argument("--limit", type=whole_number(1, 10_000), default=20, metavar="N", help="matches (default: 20)"),
    argument("--save", type=Path, metavar="FILE", help="write the replay of MATCH to this file"),
    text="""\
examples:
  arena matches --bot kabuki --limit 10           the newest matches of a bot
  arena matches --season iki-open --state running what is being played
  arena matches 17                                one match; for your own bots also what went wrong
  arena matches 17 --save 17.replay.gz            its replay: arena replay show 17.replay.gz
""",
)
def matches(arguments: Namespace, arena: Arena) -> Answer:
    """List, show or save."""
    if arguments.match is not None:
        if arguments.save is not None:
            return _save(arena, arguments.match, arguments.save)
        answer = arena.call("GetMatch", match_id=str(arguments.match))
        return Answer(answer, partial(_print_match, answer))
    if arguments.save is not None:
        raise Refused("--save needs the number of a match")
    rows = arena.rows(
        "ListMatches",
        "matches",
        arguments.limit,
        season_id=arguments.season,
        bot=arguments.bot,
        game=arguments.game,
        state=number_of("MATCH_STATE", arguments.state),
        kind=number_of("MATCH_KIND", arguments.kind),
    )
    return Answer(rows, partial(print_matches, rows))


def _save(arena: Arena, match: int, file: Path) -> Answer:
    body = b"".join(piece.data for piece in arena.stream("DownloadReplay", match_id=str(match)))
    file.write_bytes(body)
    sentence = (
        f"{file}: {len(body)} bytes; check it with: arena replay verify {file} --key KEY (the arena's public key)"
    )
    return Answer(None, lambda: print(sentence))


def print_matches(matches: list[Any]) -> None:
    """A table of matches."""
    columns = (
        left("match", "id"),
        left("game"),
        left("season", "season_id"),
        left("kind", lambda match: word("MATCH_KIND", match.kind)),
        left("state", lambda match: word("MATCH_STATE", match.state)),
        left("seats: place, points", lambda match: "; ".join(_seat(seat) for seat in match.seats)),
        left("over", lambda match: when(match.finished_at)),
    )
    print_records(matches, columns)


def _seat(seat: Any) -> str:
    name = seat.bot or "?"
    if not seat.place:
        return name
    fault = "" if seat.verdict == "finished" else f" ({seat.verdict})"
    return f"{name} {seat.place}., {seat.score}{fault}"


def _print_match(answer: Any) -> None:
    match = answer.match
    print_matches([match])
    options = ", ".join(f"{name}={value}" for name, value in sorted(match.options.items())) or "none"
    print(visible(f"rules {match.rules_version}, clock {match.clock}, options: {options}"))
    if match.page:
        print(visible(match.page))
    if match.reason:
        print(visible(f"{word('MATCH_STATE', match.state)}: {match.reason}"))
    for fault in answer.faults:
        print(visible(f"{seat_name(fault.seat)}, its decision {fault.decision}: {fault.verdict}. {fault.detail}"))
        if fault.HasField("match_decision"):
            print(f"  ask that decision again: {ask_again(f'match-{match.id}.replay.gz', fault.match_decision)}")
        print(visible(f"  sent:  {fault.sent!r}"))
        print(visible(f"  legal: {', '.join(fault.legal_actions[:12])}{' ...' * (len(fault.legal_actions) > 12)}"))
    state = f"arena matches {match.id} --save FILE fetches it" if match.replay else "opens when its set is done"
    print(f"replay: {state}")


@author_query(
    "challenge",
    "ask for unrated matches with one of your bots",
    BOT,
    argument("opponents", nargs="*", metavar="OPPONENT", help="house bots, bots that accept challenges, or yours"),
    argument("--game", required=True, metavar="GAME", help="`arena games` lists them"),
    OPTION,
    argument("--clock", default="", metavar="CLOCK", help="blitz (default), standard, long, or 90+0.5 in seconds"),
    argument("--matches", type=whole_number(1, 50), default=1, metavar="N", help="how many (default: 1)"),
    flag("--wait", "show progress until they are over, then print the results"),
    text="""\
Challenges do not change ratings. They wait behind rated matches; after a minute one goes before the next rated set of its bots.
`arena cancel` cancels those that have not begun. Your bot must be connected. Matches are made as sets: the same
set-up in every rotation of the seats, so an even share of them is fair to all. Only you and the owners see them.

examples:
  arena challenge kabuki shinobi --game yokohama                  one match against a house bot
  arena challenge kabuki shinobi --game iki --matches 20 --wait   twenty, with progress, and the results in the end
  arena challenge kabuki noh bunraku --game nippon --clock standard --option NAME=VALUE
""",
)
def challenge(arguments: Namespace, arena: Arena) -> Answer:
    """Ask for matches, and wait for them with --wait."""
    asked = arena.call(
        "CreateChallenge",
        bot=arguments.bot,
        opponents=arguments.opponents,
        game=arguments.game,
        options=pairs_of(arguments.option),
        clock=arguments.clock,
        matches=arguments.matches,
    )
    matches = list(asked.matches)
    if arguments.wait:
        matches = _await(arena, matches)
        return Answer(matches, partial(print_matches, matches))

    def show() -> None:
        print_matches(matches)
        print("They are queued; `arena matches --kind challenge` shows how they went.")

    return Answer(matches, show)


def _await(arena: Arena, matches: list[Any]) -> list[Any]:
    """The matches once all are over; progress goes to stderr, so that the results can be piped."""
    printed = ""
    try:
        while True:
            printed = _print_progress(matches, printed)
            if not any(map(_is_open, matches)):
                return matches
            time.sleep(LOOK_SECONDS)
            matches = [
                arena.call("GetMatch", match_id=match.id).match if _is_open(match) else match for match in matches
            ]
    except KeyboardInterrupt:
        print("They go on without you; `arena cancel` cancels those that have not begun.", file=sys.stderr)
        raise


def _is_open(match: Any) -> bool:
    return word("MATCH_STATE", match.state) in {"queued", "running"}


def _print_progress(matches: list[Any], printed: str) -> str:
    """Print how far they are unless that was the last line *printed*; returns the line."""
    states = Counter(word("MATCH_STATE", match.state) for match in matches)
    waiting, running = states["queued"], states["running"]
    line = f"{len(matches) - waiting - running} of {len(matches)} over, {running} running, {waiting} waiting"
    if line != printed:
        print(line, file=sys.stderr, flush=True)
    return line


@author_query(
    "cancel",
    "cancel challenges that have not begun",
    argument("matches", nargs="*", type=row_number, metavar="MATCH", help="numbers (default: all)"),
    text="""\
Matches that run are played to the end.

examples:
  arena cancel            all challenge matches you asked for that have not begun
  arena cancel 17 18      these two
""",
)
def cancel(arguments: Namespace, arena: Arena) -> Answer:
    """Cancel them, and print which were."""
    matches = list(arena.call("CancelChallenge", match_ids=list(map(str, arguments.matches))).matches)
    return Answer(matches, lambda: print_matches(matches) if matches else print("No challenge of yours is waiting."))


@change(
    "match",
    "requeue or void a match that is stuck",
    argument("what", choices=("requeue", "void")),
    argument("id", type=row_number, metavar="MATCH", help="the match's number"),
    argument("--why", default="", help="the reason, kept in the audit log (void needs one)"),
    text="""\
examples:
  arena match requeue 17                       resume it from its last recorded move; the old attempt ends
  arena match void 17 --why "power failure"    it does not count and is played again with new hidden draws;
                                               if it had not begun, its whole set is void
""",
)
def match(arguments: Namespace, session: "Session") -> str:
    """Requeue or void."""
    from arena.results import repair

    done = f"match {arguments.id}: done"
    if arguments.what == "requeue":
        repair.requeue(session, arguments.id, actor(), arguments.why)
        return done
    if not arguments.why:
        raise Refused("arena match void needs --why: people will ask")
    replacement = repair.void(session, arguments.id, actor(), arguments.why)
    return f"{'its set is void' if replacement is None else f'replaced by match {replacement}'}\n{done}"
