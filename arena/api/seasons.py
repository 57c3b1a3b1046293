"""Games, seasons, entering and leaving, tables."""

import engine
from arena.api import messages
from arena.api.reading import line, named, perhaps_named
from arena.api.refusals import invalid
from arena.api.room import Room
from arena.ratings.fit import Estimate
from arena.storage import entering
from arena.storage.books import seasons, standings
from arena.storage.books.paging import key_of, size_of, token
from arena.storage.models import EntryState, SeasonState
from arena.storage.pages.sight import concealed
from arena.storage.pages.viewers import Viewer
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
    after = key_of("seasons", filters, request.page_token, int)
    with room.database.read() as session:
        page = seasons.seasons(session, who, size_of(request.page_size), after, game=request.game, state=state)
    return pb.ListSeasonsResponse(
        seasons=[messages.season(row) for row in page.rows], next_page_token=token("seasons", filters, page.next)
    )


def _state(number: int) -> SeasonState | None:
    if number and number not in STATES:
        raise invalid(f"there is no season state {number}")
    return STATES.get(number)


def get_season(room: Room, who: Viewer, request: pb.GetSeasonRequest) -> pb.GetSeasonResponse:
    """One season."""
    return pb.GetSeasonResponse(season=_season(room, who, named("season_id", request.season_id)))


def _season(room: Room, who: Viewer, slug: str) -> pb.Season:
    with room.database.read() as session:
        return messages.season(seasons.season(session, who, slug))


def enter_season(room: Room, who: Viewer, request: pb.EnterSeasonRequest) -> pb.EnterSeasonResponse:
    """One of the caller's bots joins."""
    slug, bot = named("season_id", request.season_id), named("bot", request.bot)
    with room.database.write() as session:
        entering.enter_season(session, who, slug, bot, line("invite", request.invite, 200))
    return pb.EnterSeasonResponse(season=_season(room, who, slug))


def leave_season(room: Room, who: Viewer, request: pb.LeaveSeasonRequest) -> pb.LeaveSeasonResponse:
    """One of the caller's bots leaves."""
    slug, bot = named("season_id", request.season_id), named("bot", request.bot)
    with room.database.write() as session:
        entering.leave_season(session, who, slug, bot)
    return pb.LeaveSeasonResponse(season=_season(room, who, slug))


def list_standings(room: Room, who: Viewer, request: pb.ListStandingsRequest) -> pb.ListStandingsResponse:
    """A season's table, best first."""
    slug = named("season_id", request.season_id)
    size, after = size_of(request.page_size), key_of("standings", [slug], request.page_token, int, int, int)
    with room.database.read() as session:
        season = seasons.season(session, who, slug)
        page = standings.standings(session, who, season.id, size, after)
        # A fit weighs all sets, also those the caller may not know of.
        fitted = {} if concealed(session, who, [season.id]) else room.fits.lines(session, season.id)
    return pb.ListStandingsResponse(
        standings=[_line(line, fitted.get(line.bot_id)) for line in page.rows],
        next_page_token=token("standings", [slug], page.next),
    )


def _line(line: standings.Line, fitted: Estimate | None) -> pb.Standing:
    made = pb.Standing(
        rank=line.rank,
        bot=line.bot,
        team=line.team,
        house=line.house,
        withdrawn=line.state is not EntryState.ACTIVE,
        rating=line.rating / 1000,
        deviation=line.deviation / 1000,
        sets=line.sets,
        matches=line.matches,
        win_share=line.win_share,
        faults=line.faults,
    )
    if fitted is not None:
        made.fit.CopyFrom(pb.Fit(points=fitted.points, low=fitted.low, high=fitted.high))
    return made
