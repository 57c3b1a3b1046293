"""What each call answers: games, seasons, tables, entering and leaving; the caller's bots, their challenges and why one waits; matches and replays."""

import engine
from arena.access.lookup import own_bot
from arena.access.viewers import Viewer, concealed
from arena.bots import commands, queries
from arena.bots.challenges import Challenge, cancel, challenge
from arena.db.models import SeasonState
from arena.db.paging import Part, key_of, size_of, token
from arena.errors import Invalid
from arena.gateway.api import messages
from arena.gateway.api.requests import Room, line, named, numbered, perhaps_named, texts
from arena.ratings.fit import Estimate
from arena.results.match import faults, replay_file
from arena.results.queries import Wanted, by_id, match, matches
from arena.scheduler.why import why
from arena.seasons import queries as seasons
from arena.seasons.entries import enter
from arena.seasons.leaderboard import Asked, Played, Rank, leaderboard, played
from arena.seasons.withdrawal import leave
from arena.transport.presence import present
from arena.v1 import arena_pb2 as pb


def list_bots(room: Room, who: Viewer, request: pb.ListBotsRequest) -> pb.ListBotsResponse:
    """The caller's bots by name."""
    part = Part(size_of(request.page_size), key_of("bots", [], request.page_token, str))
    with room.database.read() as session:
        page = queries.own_bots(session, who, part)
    here = present(room.redis, [row.id for row in page.rows])
    return pb.ListBotsResponse(
        bots=[messages.bot(row, online=row.id in here or row.house is not None) for row in page.rows],
        next_page_token=token("bots", [], page.next),
    )


def update_bot(room: Room, who: Viewer, request: pb.UpdateBotRequest) -> pb.UpdateBotResponse:
    """Change what is given."""
    name = named("bot", request.bot)
    with room.database.write() as session:
        own_bot(session, who, name)
        if request.HasField("open_to_challenges"):
            commands.set_consent(session, who, name, open_to_all=request.open_to_challenges)
        if request.HasField("matches_per_hour"):
            commands.set_pace(session, who, name, request.matches_per_hour or None)
    with room.database.read() as session:
        row = queries.bot_with_entries(session, who, name)
    return pb.UpdateBotResponse(bot=messages.bot(row, online=row.id in present(room.redis, [row.id])))


def explain_bot(room: Room, who: Viewer, request: pb.ExplainBotRequest) -> pb.ExplainBotResponse:
    """Why it is not playing."""
    with room.database.read() as session:
        bot_id = own_bot(session, who, named("bot", request.bot)).id
    found = why(room.database, room.redis, bot_id, tick=room.tick_seconds)
    return pb.ExplainBotResponse(
        answer=messages.waiting(found.answer), seasons=[messages.waiting(one) for one in found.seasons]
    )


def create_challenge(room: Room, who: Viewer, request: pb.CreateChallengeRequest) -> pb.CreateChallengeResponse:
    """Queue unrated matches."""
    asked = Challenge(
        bot=named("bot", request.bot),
        opponents=[named("opponents", name) for name in request.opponents],
        game=named("game", request.game),
        options=texts("options", request.options),
        clock=line("clock", request.clock, 40) or "blitz",
        matches=request.matches or 1,
    )
    ids = challenge(room.database, room.redis, who, asked)
    with room.database.read() as session:
        rows = by_id(session, who, ids)
    return pb.CreateChallengeResponse(matches=[messages.match(row, room.site) for row in rows])


def cancel_challenge(room: Room, who: Viewer, request: pb.CancelChallengeRequest) -> pb.CancelChallengeResponse:
    """Cancel matches that have not begun."""
    ids = cancel(room.database, who, [numbered("match_ids", text) for text in request.match_ids])
    with room.database.read() as session:
        rows = by_id(session, who, ids)
    return pb.CancelChallengeResponse(matches=[messages.match(row, room.site) for row in rows])


STATES = {number: state for state, number in messages.MATCH_STATES.items()}
KINDS = {number: kind for kind, number in messages.MATCH_KINDS.items()}


def list_matches(room: Room, who: Viewer, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
    """Matches that the caller may see, newest first."""
    if request.state and request.state not in STATES:
        raise Invalid(f"there is no match state {request.state}")
    if request.kind and request.kind not in KINDS:
        raise Invalid(f"there is no match kind {request.kind}")
    names = [perhaps_named(field, getattr(request, field)) for field in ("season_id", "bot", "game")]
    filters = [*names, request.state, request.kind]
    part = Part(size_of(request.page_size), key_of("matches", filters, request.page_token, int))
    season, bot, game = names
    with room.database.read() as session:
        wanted = Wanted(
            game=game or None,
            season_id=seasons.season(session, who, season).id if season else None,
            bot_id=queries.bot(session, bot).id if bot else None,
            kind=KINDS.get(request.kind),
            states=(STATES[request.state],) if request.state else (),
            part=part,
        )
        page = matches(session, who, wanted)
    return pb.ListMatchesResponse(
        matches=[messages.match(line, room.site) for line in page.rows],
        next_page_token=token("matches", filters, page.next),
    )


def get_match(room: Room, who: Viewer, request: pb.GetMatchRequest) -> pb.GetMatchResponse:
    """One match, with the faults of the caller's bots."""
    match_id = numbered("match_id", request.match_id)
    with room.database.read() as session:
        line = match(session, who, match_id)
        own = faults(session, who, match_id=match_id)
    return pb.GetMatchResponse(match=messages.match(line, room.site), faults=[messages.fault(fault) for fault in own])


def replay(room: Room, who: Viewer, request: pb.DownloadReplayRequest) -> bytes:
    """The file of a replay."""
    with room.database.read() as session:
        body, _sha256 = replay_file(session, who, numbered("match_id", request.match_id))
    return body


SEASON_STATES = {number: state for state, number in messages.SEASON_STATES.items()}


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
    state = _season_state(request.state)
    filters = [perhaps_named("game", request.game), request.state]
    part = Part(size_of(request.page_size), key_of("seasons", filters, request.page_token, int))
    with room.database.read() as session:
        page = seasons.season_page(session, who, part, game=request.game, state=state)
    return pb.ListSeasonsResponse(
        seasons=[messages.season(row) for row in page.rows], next_page_token=token("seasons", filters, page.next)
    )


def _season_state(number: int) -> SeasonState | None:
    if number and number not in SEASON_STATES:
        raise Invalid(f"there is no season state {number}")
    return SEASON_STATES.get(number)


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
        season = seasons.season(session, who, slug)
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
