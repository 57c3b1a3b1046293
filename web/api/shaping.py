"""From the records of queries to answers, where `Answer.from_record` alone is not enough."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from flask import url_for

from arena.bots.queries import BotLine
from arena.db.models import SeasonStage
from arena.results import match as results
from arena.results.queries import MatchLine, SeatLine
from arena.seasons.dumps import Dump
from arena.seasons.league_queries import RoundLine
from arena.seasons.results import Ruled
from arena.seasons.tables import StageTables, TableLine
from arena.transport.live_status import LiveStatus
from arena.transport.presence import Present
from arena.viewer.catalog import Table, components
from engine import Game
from engine.core.options import Choice, Option, Subset
from web.api import answers, dump_answers


def game(found: Game) -> answers.Game:
    """A game."""
    return answers.Game.from_record(found, seats=list(found.seats))


def game_detail(found: Game) -> answers.GameDetail:
    """A game with its options and components."""
    options = [_option(name, option) for name, option in found.options.items()]
    return answers.GameDetail(game(found), options, [_component_table(table) for table in components(found.name)])


def _option(name: str, option: Option) -> answers.Option:
    values: Sequence[Any] = (False, True)
    if isinstance(option, Choice):
        values = option.values
    elif isinstance(option, Subset):
        values = option.names
    return answers.Option.from_record(option, name=name, values=list(values), several=isinstance(option, Subset))


def _component_table(table: Table) -> answers.ComponentTable:
    rows = [
        answers.Component.from_record(
            row, values=dict(row.values), provenance=[answers.Provenance(of, kind) for of, kind in row.provenance]
        )
        for row in table.rows
    ]
    return answers.ComponentTable.from_record(table, rows=rows)


def dump(found: Dump) -> dump_answers.Dump:
    """The dump of a month."""
    address = url_for("dumps.file", name=found.name)
    made_at = datetime.fromisoformat(found.made_at)
    return dump_answers.Dump.from_record(found, seasons=list(found.seasons), made_at=made_at, file=address)


def stage(found: SeasonStage, tables: StageTables, rounds: Sequence[RoundLine]) -> answers.Stage:
    """A stage of a league."""
    return answers.Stage.from_record(
        found,
        number=found.number + 1,
        frozen_at=tables.frozen_at,
        final=tables.final,
        rounds=[answers.Round.from_record(line) for line in rounds],
        tables=[
            answers.DivisionTable.from_record(
                table, division=table.number, lines=[_table_line(line) for line in table.lines]
            )
            for table in tables.divisions
        ],
    )


def _table_line(line: TableLine) -> answers.TableLine:
    return answers.TableLine.from_record(line, points=float(line.points), mean_place=float(line.mean_place))


def bot(line: BotLine, here: Mapping[int, Present]) -> answers.Bot:
    """A bot; *here*: the bots that are connected."""
    house = line.house is not None
    return answers.Bot.from_record(line, house=house, online=house or line.id in here)


def match(line: MatchLine, ruled: Ruled | None = None) -> answers.Match:
    """A match after rulings; None: there are none on it."""
    places = [seat.place for seat in line.seats] if ruled is None else ruled.places
    return answers.Match.from_record(
        line,
        set=line.set_id,
        seats=[_seat(seat, place) for seat, place in zip(line.seats, places, strict=True)],
        counts=ruled is None or ruled.counts,
        rulings=[] if ruled is None else [answers.Ruling.from_record(ruling) for ruling in ruled.rulings],
    )


def _seat(seat: SeatLine, place: int | None) -> answers.Seat:
    return answers.Seat.from_record(
        seat, bot=seat.bot or None, version=seat.version or None, place=place, awarded_place=seat.place
    )


def live(line: MatchLine, status: LiveStatus | None) -> answers.LiveMatch:
    """A running match."""
    if status is None:
        return answers.LiveMatch(match(line), None, [], [])
    return answers.LiveMatch(match(line), status.progress or None, status.points, status.events)


def match_detail(found: results.MatchDetail, ruled: Ruled | None) -> answers.MatchDetail:
    """A match with its result."""
    address = url_for("api.match_replay", match_id=found.line.id) if found.replay_sha256 else None
    return answers.MatchDetail.from_record(
        found, match=match(found.line, ruled), reason=found.line.reason, replay=address
    )


def table_set(found: results.SetDetail, ruled: Mapping[int, Ruled]) -> answers.TableSet:
    """A set with its matches."""
    return answers.TableSet.from_record(
        found,
        matches=[match(line, ruled.get(line.id)) for line in found.matches],
        changes=[answers.Change.from_record(change) for change in found.changes],
    )
