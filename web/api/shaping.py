"""From what page readers give to what the API answers."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import url_for

from arena.running.presence import Present
from arena.running.showing import Shown
from arena.storage.leagues.fame import ChampionLine
from arena.storage.leagues.lines import TableLine
from arena.storage.leagues.tables import StageTables
from arena.storage.models import SeasonStage
from arena.storage.pages import bots as bot_pages
from arena.storage.pages import match as match_pages
from arena.storage.pages.leaderboard import Rank
from arena.storage.pages.league import RoundLine
from arena.storage.pages.matches import MatchLine, SeatLine
from arena.storage.pages.ruled import Ruled
from arena.storage.pages.seasons import SeasonLine
from engine import Game
from engine.core.options import Choice, Subset
from web.api import answers, game_answers
from web.components import Table, components


def game(found: Game) -> game_answers.Game:
    """A game."""
    return game_answers.Game(found.name, found.title, list(found.seats), found.rules_version, found.summary)


def game_detail(found: Game) -> game_answers.GameDetail:
    """A game with all there is to choose and to count."""
    options = []
    for name, option in found.options.items():
        values: list[Any] = [False, True]
        if isinstance(option, Choice):
            values = list(option.values)
        elif isinstance(option, Subset):
            values = list(option.names)
        default = list(option.default) if isinstance(option, Subset) else option.default
        options.append(game_answers.Option(name, values, default, isinstance(option, Subset), option.help))
    return game_answers.GameDetail(game(found), options, [_table(one) for one in components(found.name)])


def _table(found: Table) -> game_answers.ComponentTable:
    rows = [
        game_answers.Component(
            list(row.cells), dict(row.values), [game_answers.Provenance(of, kind) for of, kind in row.provenance]
        )
        for row in found.rows
    ]
    return game_answers.ComponentTable(found.name, list(found.columns), rows)


def season(found: SeasonLine) -> answers.Season:
    """A season."""
    return answers.Season(
        found.slug,
        found.title,
        found.game,
        found.seats,
        found.options,
        found.clock,
        found.format,
        found.state,
        found.open_ladder,
        found.paused,
        found.created_at,
        found.entries,
    )


def standing(rank: Rank) -> answers.Standing:
    """A line of a ladder."""
    return answers.Standing(
        rank.rank,
        rank.bot,
        rank.owner,
        rank.house,
        rank.language,
        rank.rating,
        rank.interval,
        rank.sets,
        rank.joined_at,
        rank.last_set_at,
    )


def champion(won: ChampionLine) -> answers.Champion:
    """Who won a division."""
    return answers.Champion(
        won.season, won.title, won.league, won.game, won.division, won.division_name, won.bot, won.team, won.at
    )


def stage(found: SeasonStage, tables: StageTables, rounds: Sequence[RoundLine]) -> answers.Stage:
    """A stage of a league."""
    played = [answers.Round(one.number, one.state, one.starts_at, one.ended_at, one.tables, one.done) for one in rounds]
    return answers.Stage(
        found.number + 1,
        found.name,
        found.format,
        found.state.value,
        tables.frozen_at,
        tables.final,
        played,
        [answers.DivisionTable(one.number, one.name, [_line(line) for line in one.lines]) for one in tables.divisions],
    )


def _line(found: TableLine) -> answers.TableLine:
    return answers.TableLine(
        found.place,
        found.bot,
        found.team,
        found.withdrawn,
        float(found.points),
        found.matches,
        found.wins,
        float(found.mean_place),
        found.decided_by,
    )


def bot(found: bot_pages.BotLine, here: Mapping[int, Present]) -> answers.Bot:
    """A bot."""
    return answers.Bot(
        found.name,
        found.owner,
        found.house is not None,
        found.language,
        list(found.games),
        found.house is not None or found.id in here,
        found.open_to_challenges,
        found.created_at,
        found.last_seen_at,
    )


def bot_season(found: bot_pages.Entered) -> answers.BotSeason:
    """A bot's place in a season."""
    return answers.BotSeason(
        found.season,
        found.title,
        found.game,
        found.season_state,
        found.state,
        found.rank,
        found.rating,
        found.interval,
        found.sets,
    )


def _seat(found: SeatLine, counted: int | None) -> answers.Seat:
    return answers.Seat(
        found.seat,
        found.bot or None,
        found.version or None,
        found.score,
        counted,
        found.verdict,
        found.think_ms,
        found.place,
    )


def match(found: MatchLine, made: Ruled | None = None) -> answers.Match:
    """A match as rulings left it; None: there are none on it."""
    places = [seat.place for seat in found.seats] if made is None else made.places
    return answers.Match(
        found.id,
        found.set_id,
        found.rotation,
        found.game,
        found.season,
        found.state,
        found.created_at,
        found.started_at,
        found.finished_at,
        found.decisions,
        [_seat(seat, place) for seat, place in zip(found.seats, places, strict=True)],
        made is None or made.counts,
        [] if made is None else [answers.Ruling(one.kind, one.bot, one.reason, one.at) for one in made.rulings],
    )


def live(found: MatchLine, shown: Shown | None) -> answers.LiveMatch:
    """A running match."""
    if shown is None:
        return answers.LiveMatch(match(found), None, [], [])
    return answers.LiveMatch(match(found), shown.progress or None, shown.points, shown.events)


def match_detail(found: match_pages.MatchDetail, made: Ruled | None) -> answers.MatchDetail:
    """A match with its result."""
    there = found.replay_sha256 is not None
    replay = url_for("api.match_replay", match_id=found.line.id) if there else None
    return answers.MatchDetail(
        match(found.line, made), found.outcome, found.reason, found.commitment, found.digest, replay
    )


def table_set(found: match_pages.SetDetail, made: Mapping[int, Ruled]) -> answers.TableSet:
    """A set with its matches."""
    return answers.TableSet(
        found.id,
        found.game,
        found.season,
        found.state,
        found.rules_version,
        found.seats,
        found.options,
        found.clock,
        found.created_at,
        found.done_at,
        found.seed,
        found.void_reason,
        [match(one, made.get(one.id)) for one in found.matches],
        [answers.Change(one.bot, one.change, one.rating) for one in found.changes],
    )
