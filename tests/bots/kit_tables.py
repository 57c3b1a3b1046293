"""Starters at the tables of a running arena: rated sets of four languages in every game, and their replays verified."""

import shlex
import ssl
import subprocess
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import select

import engine
from arena.db.models import ReplayFile, SetKind, SetState, TableSet
from arena.replays import loads, local_key, verify
from tests.bots.kit_errors import mistakes, troubles
from tests.services.cluster import Cluster, Part, await_until, cluster

SEATS = 4
"""Of every table. The house fills up where there are fewer starters."""
SUFFIX = "-starter"
"""A bot's name has two letters at least, and C has one."""
PATIENCE = 1500.0
STOP_SECONDS = 300


@dataclass
class Seen:
    """What became of starters in a running arena, by language."""

    rated: Counter[str] = field(default_factory=Counter)
    """How many rated sets each finished without a fault."""
    mistakes: dict[str, list[str]] = field(default_factory=dict)
    """The troubles about which it did not say the right thing."""
    codes: dict[str, int] = field(default_factory=dict)
    """With which code it ended at SIGTERM: 0 if it finished its sets first."""


def play_rated_sets(starters: Mapping[str, tuple[str, Path]], folder: Path) -> Seen:
    """Let starters (command and folder, by language) play ladders of every game until each has a rated set and each game had one of
    four languages; then send SIGTERM to all. Before that, each is started without a chance to connect.

    Prints the tables, whether their replays are good, and what the starters say if they cannot connect.
    """
    seen = Seen()
    if not starters:
        return seen
    folder.mkdir()
    starters = {f"{language}{SUFFIX}": started for language, started in starters.items()}
    with cluster(folder) as arena:
        bots = {name: arena.new_bot(name, validated=True) for name in starters}
        house = arena.house_team(*["random"] * max(0, SEATS - len(bots)))
        entered = [*house, *(bot_id for bot_id, _ in bots.values())]
        for game in engine.games():
            arena.ladder(entered, game, SEATS)
        address = arena.start_gateway(grpc_host="127.0.0.1")
        authority = Path(ssl.get_default_verify_paths().cafile or "/etc/ssl/certs/ca-certificates.crt")
        expected = troubles(address, authority)
        for name, (command, place) in starters.items():
            seen.mistakes[_language(name)] = mistakes(_language(name), shlex.split(command), place, expected)
        arena.start_workers()
        for name, (command, place) in starters.items():
            arena.start_program(name, shlex.split(command), bots[name][1], address, place)
        await_until(lambda: _everyone_played(arena, set(starters)), "every starter has a rated set", arena, PATIENCE)
        codes = _exit_codes([arena.parts[name] for name in starters])
        seen.rated = Counter({_language(name): count for name, count in _report(arena, folder).items()})
        seen.codes = {_language(name): code for name, code in codes.items()}
        return seen


def _language(name: str) -> str:
    return name.removesuffix(SUFFIX)


def _exit_codes(parts: list[Part]) -> dict[str, int]:
    """Ask bots to finish, all at once, so that no set waits for one that still plays."""
    for part in parts:
        assert part.process is not None
        part.process.terminate()
    return {part.name: _exit_code(part) for part in parts}


def _exit_code(part: Part) -> int:
    assert part.process is not None
    try:
        return part.process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        return -1


@dataclass(frozen=True)
class Rated:
    """A rated set that is over."""

    game: str
    players: list[str]
    faults: list[str]
    """Verdicts other than `finished`, with the bot's name."""
    replays: list[bytes]


def _rated_sets(arena: Cluster) -> list[Rated]:
    over = select(TableSet).where(TableSet.kind == SetKind.RATED, TableSet.state == SetState.DONE)
    with arena.database.read() as session:
        rated = []
        for table_set in session.scalars(over):
            seats = [seat for match in table_set.matches for seat in match.seats]
            files = (session.get(ReplayFile, match.id) for match in table_set.matches)
            rated.append(
                Rated(
                    table_set.game,
                    sorted({seat.bot.name for seat in seats}),
                    [f"{seat.bot.name}: {seat.verdict}" for seat in seats if seat.verdict != "finished"],
                    [file.body for file in files if file is not None],
                )
            )
        return rated


def _everyone_played(arena: Cluster, names: set[str]) -> bool:
    for part in (arena.parts[name] for name in names):  # a bot that ended will never be rated
        assert part.process is not None and part.process.poll() is None, (
            f"{part.name} ended:\n{part.log.read_text()[-2000:]}"
        )
    sets = _rated_sets(arena)
    languages = min(SEATS, len(names))
    mixed = {each.game for each in sets if len(names.intersection(each.players)) >= languages}
    return names <= {name for each in sets for name in each.players} and mixed == {*engine.games()}


def _report(arena: Cluster, folder: Path) -> Counter[str]:
    """Print every set; count those without a fault by player."""
    played: Counter[str] = Counter()
    public = local_key(folder / "signing.pem").public
    for each in _rated_sets(arena):
        for body in each.replays:
            verify(loads(body), public)  # raises unless it is signed and plays again to the same digest
        print(
            f"rated set of {each.game}: {', '.join(each.players)}; {len(each.replays)} replays verified; "
            f"{', '.join(each.faults) or 'no fault'}",
            flush=True,
        )
        if not each.faults:
            played.update(each.players)
    return played
