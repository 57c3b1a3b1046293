"""The caller's bots: the list, consent to challenges, why one waits, challenges."""

from arena.api import messages
from arena.api.reading import line, named, numbered, texts
from arena.api.room import Room
from arena.running.challenges import Challenge, cancel, challenge
from arena.running.presence import present
from arena.running.why import why
from arena.storage import owning
from arena.storage.books import bots, matches
from arena.storage.books.paging import key_of, size_of, token
from arena.storage.entering import own_bot
from arena.storage.pages.viewers import Viewer
from arena.v1 import arena_pb2 as pb


def list_bots(room: Room, who: Viewer, request: pb.ListBotsRequest) -> pb.ListBotsResponse:
    """The caller's bots by name."""
    size, after = size_of(request.page_size), key_of("bots", [], request.page_token, str)
    with room.database.read() as session:
        page = bots.mine(session, who, size, after)
    here = present(room.redis, [row.id for row in page.rows])
    return pb.ListBotsResponse(
        bots=[messages.bot(row, online=row.id in here or row.house is not None) for row in page.rows],
        next_page_token=token("bots", [], page.next),
    )


def update_bot(room: Room, who: Viewer, request: pb.UpdateBotRequest) -> pb.UpdateBotResponse:
    """Change what is given."""
    name = named("bot", request.bot)
    with room.database.write() as session:
        bot = own_bot(session, who, name)
        if request.HasField("open_to_challenges"):
            owning.set_consent(session, bot, open_to_all=request.open_to_challenges, actor=who.name)
        if request.HasField("matches_per_hour"):
            owning.set_pace(session, bot, request.matches_per_hour or None, who.name)
    with room.database.read() as session:
        row = bots.bot(session, who, name)
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
        rows = matches.numbered(session, who, ids)
    return pb.CreateChallengeResponse(matches=[messages.match(row, room.site) for row in rows])


def cancel_challenge(room: Room, who: Viewer, request: pb.CancelChallengeRequest) -> pb.CancelChallengeResponse:
    """Cancel matches that have not begun."""
    ids = cancel(room.database, who, [numbered("match_ids", text) for text in request.match_ids])
    with room.database.read() as session:
        rows = matches.numbered(session, who, ids)
    return pb.CancelChallengeResponse(matches=[messages.match(row, room.site) for row in rows])
