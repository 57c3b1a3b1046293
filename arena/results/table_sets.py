"""Making table sets: one public set-up, a match for every rotation of the seats, each with its own hidden draws."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.orm import Session

import engine
from arena.db.database import stored
from arena.db.models import Bot, Match, MatchSeat, SetKind, TableSet
from arena.ladders.rating import mark_busy
from arena.matches.clocks import preset
from arena.matches.spec import commitment, new_salt, new_seed
from engine.core.options import plain


@dataclass(frozen=True, slots=True)
class Table:
    """What is to be played, and by whom."""

    kind: SetKind
    game: str
    seats: int
    options: Mapping[str, Any]
    clock: str
    """A preset of arena.matches.spec."""
    bots: Sequence[int]
    """Bot ids in the seats of the first rotation."""
    season_id: int | None = None
    asked_by: int | None = None
    rotations: int | None = None
    """How many of the rotations are played; None: all, as every rated set of a ladder does."""
    seed: int | None = None
    """Of the public set-up, where several sets share one; None: a new one is drawn."""
    league: "LeaguePlace | None" = None
    """Where in a league season it is played; None: elsewhere."""


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """What a set of a league round knows beyond any other set."""

    round_id: int
    division: int = 0
    replaces_id: int | None = None
    wait_seconds: int | None = None
    left: frozenset[int] = frozenset()
    """Bots whose seats are forfeited without waiting."""
    locked: Mapping[int, str] = field(default_factory=dict)
    """Bot -> the only version of it that may sit down."""


def create_set(session: Session, table: Table) -> TableSet:
    """A new open set with its queued matches. InvalidOption or InvalidSpec if it could not be played."""
    game = engine.game(table.game)
    options = plain(game.checked_options(table.seats, table.options))
    preset(table.clock)
    bots = [session.get_one(Bot, bot_id) for bot_id in table.bots]
    table_set = TableSet(
        season_id=table.season_id,
        kind=table.kind,
        game=game.name,
        rules_version=game.rules_version,
        seats=table.seats,
        options=options,
        clock=table.clock,
        seed=str(new_seed() if table.seed is None else table.seed),
        house_only=all(bot.house is not None for bot in bots),
        asked_by=table.asked_by,
    )
    place = table.league
    if place is not None:
        table_set.round_id, table_set.division = place.round_id, place.division
        table_set.replaces_id, table_set.wait_seconds = place.replaces_id, place.wait_seconds
    stored(session, table_set)
    for rotation in range(table.seats if table.rotations is None else table.rotations):
        seated = [_seated(bot_id, place) for bot_id in rotated(table.bots, rotation)]
        session.add(_new_match(table_set, rotation, seated))
    if table.season_id is not None:
        mark_busy(session, table.season_id, table.bots)
    session.flush()
    return table_set


def rotated(bots: Sequence[int], rotation: int) -> list[int]:
    """The seats of a rotation: everyone moves up one seat each time."""
    return [bots[(seat + rotation) % len(bots)] for seat in range(len(bots))]


@dataclass(frozen=True, slots=True)
class Seated:
    """The bot for a seat, and its conditions (see MatchSeat)."""

    bot_id: int
    left: bool = False
    locked_version: str | None = None


def _seated(bot_id: int, place: LeaguePlace | None) -> Seated:
    return (
        Seated(bot_id)
        if place is None
        else Seated(bot_id, left=bot_id in place.left, locked_version=place.locked.get(bot_id))
    )


def add_match(session: Session, table_set: TableSet, rotation: int, seats: Sequence[Seated]) -> Match:
    """One more match of a set, with new hidden draws."""
    return stored(session, _new_match(table_set, rotation, seats))


def _new_match(table_set: TableSet, rotation: int, seats: Sequence[Seated]) -> Match:
    hidden, salt = new_seed(), new_salt()
    match = Match(
        set_id=table_set.id,
        rotation=rotation,
        hidden_seed=str(hidden),
        salt=salt,
        commitment=commitment(int(table_set.seed), hidden, salt),
    )
    match.seats = [
        MatchSeat(seat=seat, bot_id=one.bot_id, left=one.left, locked_version=one.locked_version)
        for seat, one in enumerate(seats)
    ]
    return match
