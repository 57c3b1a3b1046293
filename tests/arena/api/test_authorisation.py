"""Every rpc with no token, a wrong one, a bot's, a revoked one; and what is somebody else's."""

import grpc
import pytest
from grpc import StatusCode
from sqlalchemy import select

from arena.access.callers import caller
from arena.access.credentials import revoke_token
from arena.access.viewers import Viewer
from arena.db.database import utcnow
from arena.db.models import Account, Role, SetKind, Token, TokenKind
from arena.errors import LimitReached, NotSignedIn
from arena.gateway.api.service import Allowance
from arena.v1 import arena_pb2 as pb
from tests.arena.api.conftest import serving
from tests.arena.api.refused import refused
from tests.services.archives import bot_zip

REQUESTS = {
    "ListGames": pb.ListGamesRequest(),
    "ListSeasons": pb.ListSeasonsRequest(),
    "GetSeason": pb.GetSeasonRequest(season_id="nippon-2"),
    "EnterSeason": pb.EnterSeasonRequest(season_id="nippon-2", bot="noh"),
    "LeaveSeason": pb.LeaveSeasonRequest(season_id="nippon-2", bot="kabuki"),
    "ListStandings": pb.ListStandingsRequest(season_id="nippon-2"),
    "ListMatches": pb.ListMatchesRequest(),
    "GetMatch": pb.GetMatchRequest(match_id="1"),
    "DownloadReplay": pb.DownloadReplayRequest(match_id="1"),
    "ListBots": pb.ListBotsRequest(),
    "UpdateBot": pb.UpdateBotRequest(bot="kabuki", open_to_challenges=True),
    "ExplainBot": pb.ExplainBotRequest(bot="kabuki"),
    "CancelChallenge": pb.CancelChallengeRequest(),
    "CreateChallenge": pb.CreateChallengeRequest(bot="kabuki", opponents=["tanuki"], game="nippon"),
    "SubmitBot": pb.SubmitBotRequest(data=bot_zip("kabuki")),
    "ListSubmissions": pb.ListSubmissionsRequest(bot="kabuki"),
    "ActivateSubmission": pb.ActivateSubmissionRequest(bot="kabuki"),
    "DeleteSubmission": pb.DeleteSubmissionRequest(bot="kabuki", version="1.0"),
    "DownloadSubmission": pb.DownloadSubmissionRequest(bot="kabuki", version="1.0"),
}
STREAMS = {"DownloadReplay", "DownloadSubmission"}
UPLOADS = {"SubmitBot"}


HOSTED = ("SubmitBot", "ListSubmissions", "ActivateSubmission", "DeleteSubmission", "DownloadSubmission")


def call(calls, rpc):
    """The answer; streams are read to their end."""
    answer = getattr(calls, rpc)(iter([REQUESTS[rpc]]) if rpc in UPLOADS else REQUESTS[rpc])
    return list(answer) if rpc in STREAMS else answer


def test_every_rpc_is_here():
    service = pb.DESCRIPTOR.services_by_name["ArenaService"]
    assert {method.name for method in service.methods} == set(REQUESTS)


def test_no_rpc_answers_without_a_live_author_token(served):
    world = served.world
    with world.database.write() as session:
        for token in session.scalars(select(Token).where(Token.account_id == world.accounts["ben"])).all():
            revoke_token(session, Viewer(role=Role.ADMIN), token.id)
        session.get_one(Account, world.accounts["root"]).disabled_at = utcnow()
    for rpc in REQUESTS:
        with refused(StatusCode.UNAUTHENTICATED, "authorization: Bearer"):
            call(served.with_token(None), rpc)
        for token in ("nonsense", "x" * 5000, world.tokens["ben"], world.tokens["root"]):
            with refused(StatusCode.UNAUTHENTICATED, "unknown or revoked"):
                call(served.with_token(token), rpc)
        with refused(StatusCode.PERMISSION_DENIED, "a bot's token"):
            call(served.of("kabuki"), rpc)


def test_other_owners_bots_are_not_ones_own(served):
    for rpc in (*("EnterSeason", "LeaveSeason", "UpdateBot", "ExplainBot", "CreateChallenge"), *HOSTED):
        with refused(StatusCode.PERMISSION_DENIED, "is not one of your bots"):
            call(served.of("ben"), rpc)
    assert not served.world.bot("kabuki").open_to_challenges


def test_other_owners_unrated_matches_do_not_exist(served):
    (match_id,) = served.world.table(SetKind.CHALLENGE, "kabuki", "tanuki", asked_by="aki", rotations=1)
    served.world.play(match_id)
    assert match_id == 1
    for rpc in ("GetMatch", "DownloadReplay"):
        assert call(served.of("aki"), rpc)
        with refused(StatusCode.NOT_FOUND, "there is no match 1"):
            call(served.of("ben"), rpc)
    assert [one.id for one in call(served.of("aki"), "ListMatches").matches] == ["1"]
    assert not call(served.of("ben"), "ListMatches").matches


def test_own_bots_only_are_listed(served):
    assert [bot.name for bot in call(served.of("aki"), "ListBots").bots] == ["kabuki", "noh"]
    assert [bot.name for bot in call(served.of("ben"), "ListBots").bots] == ["bunraku"]


def test_a_tokens_use_is_noted(world):
    assert caller(world.database, world.tokens["aki"]).name == "aki"
    with world.database.read() as session:
        used = session.scalars(select(Token.last_used_at).where(Token.account_id == world.accounts["aki"])).one()
    assert used is not None
    with pytest.raises(NotSignedIn):
        caller(world.database, "meiji_author_é\0")


def test_an_account_has_an_allowance_of_calls(world, redis):
    with serving(world, redis, Allowance(burst=3, per_second=1e-9)) as served:
        for _ in range(3):
            call(served.of("aki"), "ListGames")
        with refused(StatusCode.RESOURCE_EXHAUSTED, "at most 3 calls"):
            call(served.of("aki"), "ListGames")
        assert call(served.of("ben"), "ListGames").games, "others have their own"


def test_an_allowance_fills_up_again():
    now = [0.0]
    allowance = Allowance(burst=1, per_second=2.0, clock=lambda: now[0])
    allowance.take(1)
    with pytest.raises(LimitReached):
        allowance.take(1)
    now[0] = 0.5
    allowance.take(1)


def test_an_author_token_does_not_play(world):
    from arena.access.credentials import live_token

    with world.database.read() as session:
        assert live_token(session, world.tokens["aki"], TokenKind.BOT) is None


def test_errors_of_ours_are_not_told(served, monkeypatch):
    def broken(*_):
        raise RuntimeError("secret")

    monkeypatch.setattr("arena.gateway.api.rpcs.own_bot", broken)
    with refused(StatusCode.INTERNAL, "its operator finds the reason"):
        call(served.of("aki"), "ExplainBot")
    with pytest.raises(grpc.RpcError) as said:
        call(served.of("aki"), "ExplainBot")
    assert "secret" not in said.value.details()


def test_an_archive_that_does_not_end_is_refused_before_it_is_held(served):
    piece = pb.SubmitBotRequest(data=bytes(200_000))
    with refused(StatusCode.INVALID_ARGUMENT, "the archive has more than 32 MB"):
        served.of("aki").SubmitBot(piece for _ in range(10**6))
    assert call(served.of("aki"), "SubmitBot").version == "1.0", "the place is free again"
