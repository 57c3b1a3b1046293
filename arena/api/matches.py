"""Matches and replays."""

from arena.api import messages
from arena.api.reading import numbered, perhaps_named
from arena.api.refusals import invalid
from arena.api.room import Room
from arena.storage.books import matches
from arena.storage.books.paging import key_of, size_of, token
from arena.storage.pages.viewers import Viewer
from arena.v1 import arena_pb2 as pb

STATES = {number: state for state, number in messages.MATCH_STATES.items()}
KINDS = {number: kind for kind, number in messages.MATCH_KINDS.items()}


def list_matches(room: Room, who: Viewer, request: pb.ListMatchesRequest) -> pb.ListMatchesResponse:
    """Matches that the caller may see, newest first."""
    only = _filters(request)
    filters = [only.season, only.bot, only.game, request.state, request.kind]
    after = key_of("matches", filters, request.page_token, int)
    with room.database.read() as session:
        page = matches.matches(session, who, size_of(request.page_size), after, only)
    return pb.ListMatchesResponse(
        matches=[messages.match(row, room.site) for row in page.rows],
        next_page_token=token("matches", filters, page.next),
    )


def _filters(request: pb.ListMatchesRequest) -> matches.Filters:
    if request.state and request.state not in STATES:
        raise invalid(f"there is no match state {request.state}")
    if request.kind and request.kind not in KINDS:
        raise invalid(f"there is no match kind {request.kind}")
    return matches.Filters(
        season=perhaps_named("season_id", request.season_id),
        bot=perhaps_named("bot", request.bot),
        game=perhaps_named("game", request.game),
        state=STATES.get(request.state),
        kind=KINDS.get(request.kind),
    )


def get_match(room: Room, who: Viewer, request: pb.GetMatchRequest) -> pb.GetMatchResponse:
    """One match, with the faults of the caller's bots."""
    match_id = numbered("match_id", request.match_id)
    with room.database.read() as session:
        row = matches.match(session, who, match_id)
        faults = matches.faults(session, who, match_id)
    return pb.GetMatchResponse(match=messages.match(row, room.site), faults=[messages.fault(one) for one in faults])


def replay(room: Room, who: Viewer, request: pb.DownloadReplayRequest) -> bytes:
    """The file of a replay."""
    with room.database.read() as session:
        return matches.replay(session, who, numbered("match_id", request.match_id))
