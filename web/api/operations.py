"""Every operation of the API. All of them see what the public sees, whoever asks."""

from dataclasses import dataclass
from typing import Any

from flask import abort, url_for

import engine
from arena.storage.leagues.fame import champions_after
from arena.storage.models import MatchState
from arena.storage.pages import bots as bot_pages
from arena.storage.pages import keyed, league
from arena.storage.pages.bot_ranks import in_leagues
from arena.storage.pages.match import match_detail, replay_body, set_detail
from arena.storage.pages.matches import Wanted, matches
from arena.storage.pages.ruled import as_ruled
from arena.storage.pages.seasons import season as one_season
from arena.storage.pages.viewers import PUBLIC
from web.api import answers, game_answers, shaping
from web.api.asking import LIMIT, NAME, Paged, whole, word
from web.api.declaring import operation
from web.keys import published
from web.replays import replay_response
from web.site import online, reading, standing

GAMES = tuple(engine.games())
REPLAY_SECONDS = 300
"""A replay never changes, but its season can be hidden: then caches between here and the readers must ask again."""
HISTORY = 300
"""Points of a history at most."""
AFTER_LINE = "go on after this line; next links hold it"


def _pair(after: str | None) -> tuple[int, int] | None:
    """The key of a line, of two numbers."""
    if after is None:
        return None
    one, _, other = after.partition("_")
    return int(one), int(other)


def _next(endpoint: str, more: bool, **query: Any) -> str | None:
    """The address of the next piece; what is None stays away."""
    return url_for(endpoint, **{name: value for name, value in query.items() if value is not None}) if more else None


@operation("/games", "games", game_answers.Games, fresh=3600)
def list_games() -> game_answers.Games:
    """All games."""
    return game_answers.Games([shaping.game(engine.game(name)) for name in GAMES])


@operation("/games/<name:name>", "games", game_answers.GameDetail, fresh=3600, example={"name": "iki"})
def get_game(name: str) -> game_answers.GameDetail:
    """A game with its options and component tables."""
    return shaping.game_detail(engine.game(name))


@dataclass(frozen=True, slots=True)
class SeasonsQuery(Paged):
    """Which seasons."""

    game: str | None = word("only of this game", *GAMES)
    state: str | None = word("only in this state", "registration", "running", "finished", "cancelled")
    before: int | None = whole("go on after this number; next links hold it")


@operation("/seasons", "seasons", answers.Seasons, query=SeasonsQuery)
def list_seasons(asked: SeasonsQuery) -> answers.Seasons:
    """Seasons, the newest first."""
    with reading() as session:
        found = keyed.seasons_before(session, PUBLIC, asked.before, asked.limit + 1, game=asked.game, state=asked.state)
    shown, more = found[: asked.limit], len(found) > asked.limit
    following = _next(
        "api.list_seasons",
        more,
        limit=asked.limit,
        game=asked.game,
        state=asked.state,
        before=shown[-1].id if shown else None,
    )
    return answers.Seasons([shaping.season(line) for line in shown], following)


@operation("/seasons/<name:slug>", "seasons", answers.Season, example={"slug": "nippon-open"})
def get_season(slug: str) -> answers.Season:
    """A season."""
    with reading() as session:
        return shaping.season(one_season(session, PUBLIC, slug))


@dataclass(frozen=True, slots=True)
class StandingsQuery(Paged):
    """Which part of a leaderboard."""

    after: str | None = word(AFTER_LINE, pattern=r"^[0-9]{1,9}_[0-9]{1,15}$")


@operation(
    "/seasons/<name:slug>/standings",
    "seasons",
    answers.Standings,
    query=StandingsQuery,
    example={"slug": "nippon-open"},
)
def list_standings(slug: str, asked: StandingsQuery) -> answers.Standings:
    """A season's leaderboard, the best first."""
    with reading() as session:
        found = one_season(session, PUBLIC, slug)
        lines = list(keyed.standings_after(session, PUBLIC, found.id, _pair(asked.after), asked.limit + 1))
    shown, more = lines[: asked.limit], len(lines) > asked.limit
    key = "{}_{}".format(*shown[-1][0]) if shown else None
    following = _next("api.list_standings", more, slug=slug, limit=asked.limit, after=key)
    return answers.Standings(slug, [shaping.standing(rank) for _, rank in shown], following)


@operation("/seasons/<name:slug>/stages", "seasons", answers.Stages, example={"slug": "nippon-open"})
def list_stages(slug: str) -> answers.Stages:
    """The stages of a league season with their rounds and tables."""
    with reading() as session:
        known = league.facts(session, PUBLIC, slug)
        if known.file is None:
            return answers.Stages(slug, [])
        made = [
            shaping.stage(one, league.tables(session, known, one), league.rounds(session, PUBLIC, known, one))
            for one in known.stages
        ]
    return answers.Stages(slug, made)


@dataclass(frozen=True, slots=True)
class ChampionsQuery(Paged):
    """Which part of the hall of fame."""

    after: str | None = word(AFTER_LINE, pattern=r"^[0-9]{1,15}_[0-9]{1,9}$")


@operation("/champions", "seasons", answers.Champions, query=ChampionsQuery, fresh=60)
def list_champions(asked: ChampionsQuery) -> answers.Champions:
    """Who won the seasons that are over, the newest first."""
    with reading() as session:
        found = list(champions_after(session, PUBLIC, _pair(asked.after), asked.limit + 1))
    shown, more = found[: asked.limit], len(found) > asked.limit
    key = "{}_{}".format(*shown[-1][0]) if shown else None
    following = _next("api.list_champions", more, limit=asked.limit, after=key)
    return answers.Champions([shaping.champion(one) for _, one in shown], following)


@dataclass(frozen=True, slots=True)
class BotsQuery(Paged):
    """Which bots."""

    after: int | None = whole("go on after this number; next links hold it")


@operation("/bots", "bots", answers.Bots, query=BotsQuery)
def list_bots(asked: BotsQuery) -> answers.Bots:
    """All bots, the oldest first."""
    with reading() as session:
        found = keyed.bots_after(session, asked.after or 0, asked.limit + 1)
    shown, more = found[: asked.limit], len(found) > asked.limit
    here = online([line.id for line in shown if line.house is None])
    following = _next("api.list_bots", more, limit=asked.limit, after=shown[-1].id if shown else None)
    return answers.Bots([shaping.bot(line, here) for line in shown], following)


def _versions(found: list[tuple[str, Any]]) -> list[answers.Version]:
    return [answers.Version(name, since) for name, since in found]


@operation("/bots/<name:name>", "bots", answers.BotDetail, example={"name": "shinobi"})
def get_bot(name: str) -> answers.BotDetail:
    """A bot with its seasons and versions."""
    with reading() as session:
        found = bot_pages.bot(session, name)
        entries = in_leagues(session, PUBLIC, bot_pages.entered(session, PUBLIC, found.id))
        versions = bot_pages.versions(session, found.id)
    bot = shaping.bot(found, online([found.id]))
    return answers.BotDetail(bot, [shaping.bot_season(one) for one in entries], _versions(versions))


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Of which season."""

    season: str | None = word("the season's slug; left out: the first running one it is in", pattern=NAME)


@operation(
    "/bots/<name:name>/history", "bots", answers.History, query=HistoryQuery, fresh=15, example={"name": "shinobi"}
)
def bot_history(name: str, asked: HistoryQuery) -> answers.History:
    """A bot's rating over time in one season."""
    with reading() as session:
        found = bot_pages.bot(session, name)
        entries = bot_pages.entered(session, PUBLIC, found.id)
        entry = next((one for one in entries if asked.season in {None, one.season}), None)
        if entry is None:
            abort(404, f"the bot is in no season {asked.season!r}" if asked.season else "the bot is in no season yet")
        points = bot_pages.curve(session, PUBLIC, entry, found.id, HISTORY)
        versions = bot_pages.versions(session, found.id)
    made = [answers.HistoryPoint(point.at, point.rating, point.interval, point.set_id) for point in points]
    return answers.History(name, entry.season, made, _versions(versions))


@dataclass(frozen=True, slots=True)
class MatchesQuery(Paged):
    """Which matches."""

    game: str | None = word("only of this game", *GAMES)
    season: str | None = word("only of the season with this slug", pattern=NAME)
    bot: str | None = word("only with this bot; matches that are still played are left out", pattern=NAME)
    state: str | None = word("only in this state", *(state.value for state in MatchState))
    before: int | None = whole("only with smaller numbers; next links hold it")


@operation("/matches", "matches", answers.Matches, query=MatchesQuery)
def list_matches(asked: MatchesQuery) -> answers.Matches:
    """Rated matches, the newest first."""
    with reading() as session:
        season = None if asked.season is None else one_season(session, PUBLIC, asked.season).id
        bot = None if asked.bot is None else bot_pages.bot(session, asked.bot).id
        states = () if asked.state is None else (MatchState(asked.state),)
        wanted = Wanted(
            game=asked.game, season_id=season, bot_id=bot, states=states, before=asked.before, limit=asked.limit
        )
        found = matches(session, PUBLIC, wanted)
        made = as_ruled(session, found)
    following = _next(
        "api.list_matches",
        len(found) == asked.limit,
        limit=asked.limit,
        game=asked.game,
        season=asked.season,
        bot=asked.bot,
        state=asked.state,
        before=found[-1].id if found else None,
    )
    return answers.Matches([shaping.match(line, made.get(line.id)) for line in found], following)


@operation("/matches/<number:match_id>", "matches", answers.MatchDetail, example={"match_id": 1})
def get_match(match_id: int) -> answers.MatchDetail:
    """A match with its result."""
    with reading() as session:
        found = match_detail(session, PUBLIC, match_id)
        return shaping.match_detail(found, as_ruled(session, [found.line]).get(match_id))


@operation("/matches/<number:match_id>/replay", "matches", bytes, fresh=REPLAY_SECONDS, example={"match_id": 1})
def match_replay(match_id: int) -> Any:
    """The signed replay, as `arena replay verify` reads it; there once the whole set is done."""
    with reading() as session:
        body, digest = replay_body(session, PUBLIC, match_id)
    return replay_response(match_id, body, digest, f"public, max-age={REPLAY_SECONDS}")


@operation("/sets/<number:set_id>", "matches", answers.TableSet, example={"set_id": 1})
def get_set(set_id: int) -> answers.TableSet:
    """A table set with its matches and what it did to ratings."""
    with reading() as session:
        found = set_detail(session, PUBLIC, set_id)
        return shaping.table_set(found, as_ruled(session, found.matches))


@operation("/live", "matches", answers.Live, fresh=1)
def list_live() -> answers.Live:
    """What is played now, with what everybody at the table sees."""
    with reading() as session:
        running = matches(session, PUBLIC, Wanted(states=(MatchState.RUNNING,), limit=LIMIT))
    shown = standing([line.id for line in running])
    return answers.Live([shaping.live(line, shown.get(line.id)) for line in running])


@operation("/keys", "replays", answers.Keys, fresh=60)
def list_keys() -> answers.Keys:
    """The public keys that sign the arena's replays, the one in use first."""
    with reading() as session:
        return answers.Keys("ed25519", published(session))
