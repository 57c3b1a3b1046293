"""Games, seasons, entering and leaving, tables."""

import engine
from arena.access.viewers import Viewer
from arena.access.visibility import concealed
from arena.db.models import SeasonState
from arena.db.paging import Part, key_of, size_of, token
from arena.errors import Invalid
from arena.gateway.api import messages
from arena.gateway.api.requests import Room, line, named, perhaps_named
from arena.ratings.fit import Estimate
from arena.seasons import queries
from arena.seasons.entries import enter
from arena.seasons.leaderboard import Asked, Played, Rank, leaderboard, played
from arena.seasons.withdrawal import leave
from arena.v1 import arena_pb2 as pb

STATES = {number: state for state, number in messages.SEASON_STATES.items()}


def list_games(_room: Room, _who: Viewer, request: pb.ListGamesRequest) -> pb.ListGamesResponse:
    """Every game, in alphabetical order."""
    size, after = size_of(request.page_size), key_of("games", [], request.page_token, str)
    names = sorted(name for name in engine.games() if after is None or name > str(after[0]))
    last = (names[size - 1],) if len(names) > size else None
    return pb.ListGamesResponse(
        games=[messages.game(engine.game(name)) for name in names[:size]], next_page_token=token("games", [], last)
    )


def list_seasons(room: Room, who: Viewer, request: pb.ListSeasonsRequest) -> pb.ListSeasonsResponse:
    """Seasons, newest first."""
    state = _state(request.state)
    filters = [perhaps_named("game", request.game), request.state]
    part = Part(size_of(request.page_size), key_of("seasons", filters, request.page_token, int))
    with room.database.read() as session:
        page = queries.season_page(session, who, part, game=request.game, state=state)
    return pb.ListSeasonsResponse(
        seasons=[messages.season(row) for row in page.rows], next_page_token=token("seasons", filters, page.next)
    )


def _state(number: int) -> SeasonState | None:
    if number and number not in STATES:
        raise Invalid(f"there is no season state {number}")
    return STATES.get(number)


def get_season(room: Room, who: Viewer, request: pb.GetSeasonRequest) -> pb.GetSeasonResponse:
    """One season."""
    return pb.GetSeasonResponse(season=_season(room, who, named("season_id", request.season_id)))


def _season(room: Room, who: Viewer, slug: str) -> pb.Season:
    with room.database.read() as session:
        return messages.season(queries.season(session, who, slug))


def enter_season(room: Room, who: Viewer, request: pb.EnterSeasonRequest) -> pb.EnterSeasonResponse:
    """One of the caller's bots joins."""
    slug, bot = named("season_id", request.season_id), named("bot", request.bot)
    with room.database.write() as session:
        enter(session, who, slug, bot, code=line("invite", request.invite, 200))
    return pb.EnterSeasonResponse(season=_season(room, who, slug))


def leave_season(room: Room, who: Viewer, request: pb.LeaveSeasonRequest) -> pb.LeaveSeasonResponse:
    """One of the caller's bots leaves."""
    slug, bot = named("season_id", request.season_id), named("bot", request.bot)
    with room.database.write() as session:
        leave(session, who, slug, bot)
    return pb.LeaveSeasonResponse(season=_season(room, who, slug))


def list_standings(room: Room, who: Viewer, request: pb.ListStandingsRequest) -> pb.ListStandingsResponse:
    """A season's leaderboard, best first."""
    slug = named("season_id", request.season_id)
    part = Part(size_of(request.page_size), key_of("standings", [slug], request.page_token, int, int))
    with room.database.read() as session:
        season = queries.season(session, who, slug)
        page = leaderboard(session, who, season.id, Asked(part=part))
        figures = played(session, who, season.id, [rank.bot_id for rank in page.rows])
        # A fit weighs all sets, also those the caller may not know of.
        fitted = {} if concealed(session, who, [season.id]) else room.fits.lines(session, season.id)
    return pb.ListStandingsResponse(
        standings=[_standing(rank, figures.get(rank.bot_id, Played()), fitted.get(rank.bot_id)) for rank in page.rows],
        next_page_token=token("standings", [slug], page.next),
    )


def _standing(rank: Rank, figures: Played, fitted: Estimate | None) -> pb.Standing:
    message = pb.Standing(
        rank=rank.rank,
        bot=rank.bot,
        team=rank.owner,
        house=rank.house,
        rating=rank.rating,
        deviation=rank.deviation,
        sets=rank.sets,
        matches=figures.matches,
        win_share=figures.win_share,
        faults=figures.faults,
    )
    if fitted is not None:
        message.fit.CopyFrom(pb.Fit(points=fitted.points, low=fitted.low, high=fitted.high))
    return message
