"""Every operation of the API. All of them see what the public sees, signed in or not."""

from dataclasses import asdict, dataclass
from typing import Any

from flask import abort, request, url_for

import engine
from arena.access.viewers import PUBLIC
from arena.bots import figures, queries as bots
from arena.comments.queries import comments
from arena.db.models import MatchState, SeasonState
from arena.db.paging import USUAL, Key, Part
from arena.results.match import match_detail, replay_file, set_detail
from arena.results.queries import Wanted, match, matches
from arena.seasons import dumps, league_queries
from arena.seasons.leaderboard import Asked, leaderboard
from arena.seasons.queries import champions_page, season as one_season, season_page
from arena.seasons.results import as_ruled
from web.api import answers, comment_answers, dump_answers, shaping
from web.api.declaration import NAME, Paged, operation, whole, word
from web.public_keys import public_keys
from web.replays import replay_response
from web.site import online, reading, site, standing

GAMES = tuple(engine.games())
REPLAY_SECONDS = 300
"""A replay never changes, but its season can be hidden: then caches between here and the readers must ask again."""
HISTORY = 300
"""Points of a history at most."""
AFTER_LINE = "go on after this line; next links hold it"


def _part(asked: Paged, after: str | int | None) -> Part:
    """The page that a request asks for. A key is written as numbers with `_` between them."""
    return Part(asked.limit, None if after is None else tuple(int(number) for number in str(after).split("_")))


def _next(asked: Paged, key: Key | None) -> str | None:
    """The address of the next page: this request with another key. None after the last page."""
    if key is None or request.endpoint is None:
        return None
    query = {name: value for name, value in asdict(asked).items() if value is not None}
    query["before" if hasattr(asked, "before") else "after"] = "_".join(map(str, key))
    return url_for(request.endpoint, **(request.view_args or {}), **query)


@operation("/games", "games", answers.Games, fresh=3600)
def list_games() -> answers.Games:
    """All games."""
    return answers.Games([shaping.game(engine.game(name)) for name in GAMES])


@operation("/games/<name:name>", "games", answers.GameDetail, fresh=3600, example={"name": engine.games()[0]})
def get_game(name: str) -> answers.GameDetail:
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
        state = None if asked.state is None else SeasonState(asked.state)
        page = season_page(session, PUBLIC, _part(asked, asked.before), game=asked.game or "", state=state)
    return answers.Seasons([answers.Season.from_record(line) for line in page.rows], _next(asked, page.next))


@operation("/seasons/<name:slug>", "seasons", answers.Season, example={"slug": "nippon-open"})
def get_season(slug: str) -> answers.Season:
    """A season."""
    with reading() as session:
        return answers.Season.from_record(one_season(session, PUBLIC, slug))


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
        known = one_season(session, PUBLIC, slug)
        page = leaderboard(session, PUBLIC, known.id, Asked(part=_part(asked, asked.after)))
    return answers.Standings(slug, [answers.Standing.from_record(rank) for rank in page.rows], _next(asked, page.next))


@operation("/seasons/<name:slug>/stages", "seasons", answers.Stages, example={"slug": "nippon-open"})
def list_stages(slug: str) -> answers.Stages:
    """The stages of a league season with their rounds and tables."""
    with reading() as session:
        known = league_queries.facts(session, PUBLIC, slug)
        if known.file is None:
            return answers.Stages(slug, [])
        stages = [
            shaping.stage(
                stage,
                league_queries.tables(session, known, stage),
                league_queries.rounds(session, PUBLIC, known, stage),
            )
            for stage in known.stages
        ]
    return answers.Stages(slug, stages)


@dataclass(frozen=True, slots=True)
class ChampionsQuery(Paged):
    """Which part of the hall of fame."""

    after: str | None = word(AFTER_LINE, pattern=r"^[0-9]{1,15}_[0-9]{1,9}$")


@operation("/champions", "seasons", answers.Champions, query=ChampionsQuery, fresh=60)
def list_champions(asked: ChampionsQuery) -> answers.Champions:
    """Who won the seasons that are over, the newest first."""
    with reading() as session:
        page = champions_page(session, PUBLIC, _part(asked, asked.after))
    return answers.Champions([answers.Champion.from_record(line) for line in page.rows], _next(asked, page.next))


@dataclass(frozen=True, slots=True)
class BotsQuery(Paged):
    """Which bots."""

    after: int | None = whole("go on after this number; next links hold it")


@operation("/bots", "bots", answers.Bots, query=BotsQuery)
def list_bots(asked: BotsQuery) -> answers.Bots:
    """All bots, the oldest first."""
    with reading() as session:
        page = bots.bots_by_age(session, _part(asked, asked.after))
    here = online([line.id for line in page.rows if line.house is None])
    return answers.Bots([shaping.bot(line, here) for line in page.rows], _next(asked, page.next))


def _versions(versions: list[tuple[str, Any]]) -> list[answers.Version]:
    return [answers.Version(name, since) for name, since in versions]


@operation("/bots/<name:name>", "bots", answers.BotDetail, example={"name": "shinobi"})
def get_bot(name: str) -> answers.BotDetail:
    """A bot with its seasons and versions."""
    with reading() as session:
        line = bots.bot(session, name)
        entries = bots.in_leagues(session, PUBLIC, bots.entries(session, PUBLIC, line.id))
        versions = figures.versions(session, line.id)
    bot = shaping.bot(line, online([line.id]))
    return answers.BotDetail(bot, [answers.BotSeason.from_record(entry) for entry in entries], _versions(versions))


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
        line = bots.bot(session, name)
        entries = bots.entries(session, PUBLIC, line.id)
        entry = next((one for one in entries if asked.season in {None, one.season}), None)
        if entry is None:
            abort(404, f"the bot is in no season {asked.season!r}" if asked.season else "the bot is in no season yet")
        points = figures.curve(session, PUBLIC, entry, line.id, HISTORY)
        versions = figures.versions(session, line.id)
    history = [answers.HistoryPoint.from_record(point, set=point.set_id) for point in points]
    return answers.History(name, entry.season, history, _versions(versions))


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
        bot = None if asked.bot is None else bots.bot(session, asked.bot).id
        states = () if asked.state is None else (MatchState(asked.state),)
        part = _part(asked, asked.before)
        page = matches(session, PUBLIC, Wanted(game=asked.game, season_id=season, bot_id=bot, states=states, part=part))
        ruled = as_ruled(session, page.rows)
    return answers.Matches([shaping.match(line, ruled.get(line.id)) for line in page.rows], _next(asked, page.next))


@operation("/matches/<number:match_id>", "matches", answers.MatchDetail, example={"match_id": 1})
def get_match(match_id: int) -> answers.MatchDetail:
    """A match with its result."""
    with reading() as session:
        detail = match_detail(session, PUBLIC, match_id)
        return shaping.match_detail(detail, as_ruled(session, [detail.line]).get(match_id))


@operation("/matches/<number:match_id>/replay", "matches", bytes, fresh=REPLAY_SECONDS, example={"match_id": 1})
def match_replay(match_id: int) -> Any:
    """The signed replay, as `arena replay verify` reads it; there once the whole set is done."""
    with reading() as session:
        body, digest = replay_file(session, PUBLIC, match_id)
    return replay_response(match_id, body, digest, f"public, max-age={REPLAY_SECONDS}")


@operation("/matches/<number:match_id>/comments", "matches", comment_answers.Comments, example={"match_id": 1})
def list_comments(match_id: int) -> comment_answers.Comments:
    """Comments on a match; none until its whole set is done, or if the arena has switched comments off."""
    with reading() as session:
        match(session, PUBLIC, match_id)
        written = comments(session, PUBLIC, match_id) if site().settings.comments else []
    return comment_answers.Comments(match_id, [comment_answers.Comment.from_record(line) for line in written])


@operation("/sets/<number:set_id>", "matches", answers.TableSet, example={"set_id": 1})
def get_set(set_id: int) -> answers.TableSet:
    """A table set with its matches and what it did to ratings."""
    with reading() as session:
        detail = set_detail(session, PUBLIC, set_id)
        return shaping.table_set(detail, as_ruled(session, detail.matches))


@operation("/live", "matches", answers.Live, fresh=1)
def list_live() -> answers.Live:
    """What is played now, with what everybody at the table sees."""
    with reading() as session:
        running = matches(session, PUBLIC, Wanted(states=(MatchState.RUNNING,), part=Part(USUAL))).rows
    shown = standing([line.id for line in running])
    return answers.Live([shaping.live(line, shown.get(line.id)) for line in running])


@operation("/dumps", "replays", dump_answers.Dumps, fresh=60)
def list_dumps() -> dump_answers.Dumps:
    """The monthly dumps of seasons that ended, the newest first."""
    return dump_answers.Dumps([shaping.dump(one) for one in dumps.listed(site().settings.dumps_path)])


@operation("/keys", "replays", answers.Keys, fresh=60)
def list_keys() -> answers.Keys:
    """The public keys that sign the arena's replays, the one in use first."""
    with reading() as session:
        return answers.Keys("ed25519", public_keys(session))
