"""Series of matches from the command line: who plays, in this process or in several, and the table of results."""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from arena import series
from arena.cli.command import Refused, left, print_json, print_records, print_sheet, right, share
from arena.cli.human import Human, Left
from arena.cli.parallel import Processes, in_processes
from arena.matches import Decision, MatchRecord, Player, play
from arena.players import KINDS as HOUSE, Kind, parse
from arena.replays import SUFFIX, local_key, write
from arena.series import Figure, Order, Pairing, Result
from arena.wording import counted, seat_name
from engine import Game

HUMAN = "human"


def _human(_: Mapping[str, float], __: int) -> Player:
    return Human()


KINDS: dict[str, Kind] = {**HOUSE, HUMAN: Kind("you, at this terminal", {}, _human)}


def entrants(game: Game, seats: int | None, text: str) -> list[str]:
    """One bot text per seat. A single one sits everywhere; Refused says how many are needed."""
    bots = [part.strip() for part in text.split(",")]
    for bot in bots:
        parse(bot, KINDS)
    needed = seats if seats is not None else len(bots) if len(bots) > 1 else game.seats[-1]
    game.checked_options(needed, {})
    if len(bots) == 1 and bots[0] != HUMAN:
        bots *= needed
    if len(bots) != needed:
        raise Refused(f"{needed} seats need {needed} bots, separated by commas; got {len(bots)}: {', '.join(bots)}")
    return bots


def _player(text: str, seed: int) -> Player:
    bot = parse(text, KINDS)
    return KINDS[bot.name].make(bot.settings, seed)


def prepare_folder(folder: Path) -> None:
    """Create the folder for replays and the signing key before anything is played, so that errors show at once."""
    if folder.exists() and not folder.is_dir():
        raise Refused(f"--save takes a folder, and {folder} is a file")
    folder.mkdir(parents=True, exist_ok=True)
    local_key()


def save_replay(folder: Path, record: MatchRecord) -> None:
    """Write the replay of a match, named for the match."""
    write(folder / f"{record.spec.match_id}{SUFFIX}", record)


class _Timed:
    """A player whose choices are measured, in processor time."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.seconds = 0.0

    def choose(self, decision: Decision) -> int:
        """The player's choice."""
        begun = time.thread_time()
        choice = self._player.choose(decision)
        self.seconds += time.thread_time() - begun
        return choice


def play_match(order: Order, pairing: Pairing, *, timed: bool = False) -> tuple[MatchRecord, Result]:
    """Play one match, and save it if the order says so. *timed*: measure the players' thinking, which takes a microsecond a decision."""
    players = [_player(order.entrants[entrant], order.player_seed(pairing, entrant)) for entrant in pairing.entrants]
    watched = [_Timed(player) for player in players] if timed else []
    begun = time.perf_counter()
    record = play(order.spec(pairing), watched or players, keep_events=order.save is not None, strict=True)
    elapsed = time.perf_counter() - begun
    result = series.result_of(record, pairing, elapsed, [player.seconds for player in watched])
    if order.save is not None:
        save_replay(order.save, record)
    return record, result


def play_with_human(order: Order) -> int:
    """Play one match after the other, each with its score sheet; 1 if the input ended before they did."""
    for pairing in order.pairings():
        seats = ", ".join(f"{seat_name(seat)} {order.names[entrant]}" for seat, entrant in enumerate(pairing.entrants))
        print(f"Match {pairing.number + 1} of {order.games}, {order.game}: {seats}")
        try:
            record, _ = play_match(order, pairing)
        except Left as left_match:
            print(f"{str(left_match).capitalize()}; the match is not counted.")
            return 0 if left_match.asked else 1
        if order.save is not None:
            print(f"The replay is in {order.save}.")
        print_sheet(record.spec.players, record.outcome.to_dict(), record.places)
    return 0


def play_all(order: Order, jobs: int, processes: Processes | None = None, *, timed: bool = False) -> Iterator[Result]:
    """The results as they come; with several jobs not in order. *processes* that are there already are used."""
    played = partial(_result_of, order, timed)
    if processes is not None:
        yield from processes.run(played, order.pairings())
    elif jobs == 1:
        yield from map(played, order.pairings())
    else:
        yield from in_processes(played, order.pairings(), min(jobs, order.games))


def _result_of(order: Order, timed: bool, pairing: Pairing) -> Result:
    return play_match(order, pairing, timed=timed)[1]


def print_results(order: Order, results: Sequence[Result], begun: float, *, as_json: bool) -> None:
    """The table of a series that began at *begun* (`time.perf_counter`), best mean place first; or all its figures as JSON."""
    elapsed = time.perf_counter() - begun
    results = sorted(results, key=lambda result: result.number)
    if as_json:
        print_json(_figures(order, results, elapsed))
        return
    rows = sorted(series.table(order.names, results), key=lambda row: (row.place.mean, -row.score.mean))
    print_records(rows, COLUMNS)
    decisions = sum(result.decisions for result in results)
    per_process = decisions / sum(result.seconds for result in results)
    print(
        f"{counted(len(results), 'match')}, {decisions / len(results):.0f} decisions each, "
        f"in {elapsed:.1f} s: {decisions / elapsed:,.0f} decisions/s ({per_process:,.0f} per process)"
    )
    if rows[0].place.error is None:
        print(f"Errors need two whole sets: {2 * order.seats} matches.")
    if order.save is not None:
        print(f"Replays are in {order.save}; check them with: arena replay verify {order.save}")


def _figures(order: Order, results: Sequence[Result], elapsed: float) -> dict[str, Any]:
    decisions = sum(result.decisions for result in results)
    return {
        "game": order.game,
        "seats": order.seats,
        "options": order.options,
        "seed": order.seed,
        "games": len(results),
        "decisions": decisions,
        "seconds": round(elapsed, 3),
        "decisions_per_second": round(decisions / elapsed),
        "bots": [asdict(row) for row in series.table(order.names, results)],
        "matches": [asdict(result) for result in results],
    }


def win_share(figure: Figure) -> str:
    """A share of wins with its interval, if that is known."""
    error = figure.error
    return share(figure.mean, None if error is None else (figure.mean - error, figure.mean + error))


def _with_error(figure: Figure, form: str, error_form: str | None = None) -> str:
    mean = format(figure.mean, form)
    return mean if figure.error is None else f"{mean} ± {format(figure.error, error_form or form)}"


COLUMNS = (
    left("bot", "name"),
    right("games"),
    right("score", lambda row: _with_error(row.score, ".1f")),
    right("place", lambda row: _with_error(row.place, ".2f")),
    right("win share", lambda row: win_share(row.wins)),
    right("Elo", lambda row: "" if row.elo is None or row.elo.error is None else _with_error(row.elo, "+.0f", ".0f")),
)
