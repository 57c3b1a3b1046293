"""The caller's bots (the list, consent to challenges, why one waits, challenges), matches and replays."""

from arena.access.lookup import own_bot
from arena.access.viewers import Viewer
from arena.bots import commands, queries
from arena.bots import queries as bots
from arena.bots.challenges import Challenge, cancel, challenge
from arena.db.paging import Part, key_of, size_of, token
from arena.errors import Invalid
from arena.gateway.api import messages
from arena.gateway.api.requests import Room, line, named, numbered, perhaps_named, texts
from arena.results.match import faults, replay_file
from arena.results.queries import Wanted, by_id, match, matches
from arena.scheduler.why import why
from arena.seasons import queries as seasons
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
            bot_id=bots.bot(session, bot).id if bot else None,
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
