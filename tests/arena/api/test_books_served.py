"""Games, seasons, tables, matches and replays over the wire."""

import grpc
import pytest
from grpc import StatusCode
from grpc_health.v1 import health_pb2, health_pb2_grpc

import engine
from arena.db.models import FaultEntry, SetKind
from arena.replays import loads, verify
from arena.v1 import arena_pb2 as pb
from tests.arena.api.conftest import LONG
from tests.arena.api.refused import refused
from tests.arena.storage.history import KEY


def test_health_knows_the_service(served):
    with grpc.insecure_channel(served.address) as channel:
        asked = health_pb2.HealthCheckRequest(service="arena.v1.ArenaService")
        answer = health_pb2_grpc.HealthStub(channel).Check(asked, timeout=LONG)
    assert answer.status == health_pb2.HealthCheckResponse.SERVING


def test_every_game_with_its_options(served):
    games = served.of("aki").ListGames(pb.ListGamesRequest()).games
    assert [game.name for game in games] == sorted(engine.games())
    for game in games:
        known = engine.game(game.name)
        assert (game.min_seats, game.max_seats) == (known.seats[0], known.seats[-1])
        assert [option.name for option in game.options] == list(known.options)
        for option in game.options:
            # What the list says can be sent back as it is.
            assert known.options[option.name].parse(option.default_value) == known.options[option.name].default


def test_games_in_pages(served):
    first = served.of("aki").ListGames(pb.ListGamesRequest(page_size=3))
    rest = served.of("aki").ListGames(pb.ListGamesRequest(page_size=3, page_token=first.next_page_token))
    assert [game.name for game in (*first.games, *rest.games)] == sorted(engine.games())
    assert not rest.next_page_token


def test_seasons(served):
    listed = served.of("aki").ListSeasons(pb.ListSeasonsRequest(game="nippon", state=pb.SEASON_STATE_RUNNING))
    got = served.of("aki").GetSeason(pb.GetSeasonRequest(season_id="nippon-2")).season
    assert list(listed.seasons) == [got]
    assert (got.entries, got.seats, got.clock) == (4, 2, "blitz")
    assert (got.format, got.state) == (pb.SEASON_FORMAT_LADDER, pb.SEASON_STATE_RUNNING)
    assert not served.of("aki").ListSeasons(pb.ListSeasonsRequest(game="iki")).seasons


def test_a_table_with_elo_fit_and_figures(served):
    world = served.world
    for _ in range(2):
        world.play(*world.table(SetKind.RATED, "kabuki", "bunraku"))
    lines = served.of("aki").ListStandings(pb.ListStandingsRequest(season_id="nippon-2")).standings
    assert sum(line.rating for line in lines) == pytest.approx(4 * 1500)
    by_bot = {line.bot: line for line in lines}
    for name in ("kabuki", "bunraku"):
        line = by_bot[name]
        assert (line.sets, line.matches, line.faults) == (2, 4, 0)
        assert line.fit.low < line.fit.points < line.fit.high
        assert line.deviation < 350
    assert not by_bot["tanuki"].HasField("fit")
    assert by_bot["tanuki"].house
    assert by_bot["kabuki"].team == "aki"
    pages, token = [], ""
    while True:
        request = pb.ListStandingsRequest(season_id="nippon-2", page_size=1, page_token=token)
        page = served.of("aki").ListStandings(request)
        pages += page.standings
        token = page.next_page_token
        if not token:
            break
    assert pages == list(lines)


def test_a_running_match_is_anonymous_and_its_replay_closed(served):
    world = served.world
    first, second = world.table(SetKind.RATED, "kabuki", "bunraku")
    world.begin(first)
    seen = served.of("aki").GetMatch(pb.GetMatchRequest(match_id=str(first))).match
    assert [(seat.bot, seat.mine) for seat in seen.seats] == [("kabuki", True), ("", False)]
    assert (seen.state, seen.kind) == (pb.MATCH_STATE_RUNNING, pb.MATCH_KIND_RATED)
    world.play(second)
    with refused(StatusCode.NOT_FOUND, "opens when all matches of its set are over"):
        list(served.of("aki").DownloadReplay(pb.DownloadReplayRequest(match_id=str(second))))
    finished = served.of("aki").GetMatch(pb.GetMatchRequest(match_id=str(second))).match
    assert [seat.bot for seat in finished.seats] == ["", "kabuki"], "the other rotation goes on"
    wanted = pb.ListMatchesRequest(bot="kabuki")
    assert not served.of("ben").ListMatches(wanted).matches
    assert [match.id for match in served.of("aki").ListMatches(wanted).matches] == [str(second), str(first)]


def test_a_finished_set_opens_its_replays(served):
    world = served.world
    ids = world.table(SetKind.RATED, "kabuki", "bunraku")
    world.play(*ids)
    for match_id in ids:
        match = served.of("ben").GetMatch(pb.GetMatchRequest(match_id=str(match_id))).match
        assert match.replay
        assert match.page == f"https://arena.test/matches/{match_id}"
        assert sorted(seat.bot for seat in match.seats) == ["bunraku", "kabuki"]
        pieces = served.of("ben").DownloadReplay(pb.DownloadReplayRequest(match_id=str(match_id)))
        replay = loads(b"".join(piece.data for piece in pieces))
        assert verify(replay, KEY.public)
        assert list(replay.places) == [seat.place for seat in match.seats]


def test_a_fault_is_told_to_the_bots_owner(served):
    world = served.world
    (match_id,) = world.table(SetKind.VALIDATION, "kabuki", "tanuki", rotations=1)
    world.play(match_id)
    with world.database.write() as session:
        session.add(
            FaultEntry(
                match_id=match_id,
                seat=0,
                bot_id=world.bots["kabuki"],
                decision=4,
                made=9,
                verdict="illegal",
                detail="no such index",
                legal=["pass", "build"],
                sent="99",
            )
        )
    (fault,) = served.of("aki").GetMatch(pb.GetMatchRequest(match_id=str(match_id))).faults
    assert (fault.decision, fault.verdict, list(fault.legal_actions), fault.sent) == (
        4,
        "illegal",
        ["pass", "build"],
        "99",
    )
    assert fault.match_decision == 9


def test_matches_in_pages(served):
    made = [one for _ in range(3) for one in served.world.table(SetKind.RATED, "kabuki", "bunraku")]
    seen, token = [], ""
    while True:
        page = served.of("aki").ListMatches(pb.ListMatchesRequest(page_size=4, page_token=token))
        seen += [int(match.id) for match in page.matches]
        token = page.next_page_token
        if not token:
            break
    assert seen == sorted(made, reverse=True)


WRONG = [
    ("ListMatches", pb.ListMatchesRequest(page_size=201), "0 to 200"),
    ("ListMatches", pb.ListMatchesRequest(page_token="nonsense"), "page token"),
    ("ListMatches", pb.ListMatchesRequest(bot="a\0b"), "bot holds a character that cannot be shown (U+0000)"),
    ("ListMatches", pb.ListMatchesRequest(state=99), "no match state 99"),
    ("ListMatches", pb.ListMatchesRequest(kind=99), "no match kind 99"),
    ("ListSeasons", pb.ListSeasonsRequest(state=99), "no season state 99"),
    ("GetMatch", pb.GetMatchRequest(match_id="x"), "must be a number"),
    ("GetMatch", pb.GetMatchRequest(match_id="9" * 30), "must be a number"),
    ("GetSeason", pb.GetSeasonRequest(), "season_id is missing"),
    ("ListStandings", pb.ListStandingsRequest(season_id="x" * 100), "season_id is too long: 64 characters at most"),
]


def test_a_wrong_request_is_told_in_a_sentence(served):
    for rpc, wrong, sentence in WRONG:
        with refused(StatusCode.INVALID_ARGUMENT, sentence):
            getattr(served.of("aki"), rpc)(wrong)


MISSING = [
    ("GetMatch", pb.GetMatchRequest(match_id="999")),
    ("GetSeason", pb.GetSeasonRequest(season_id="none")),
    ("ListStandings", pb.ListStandingsRequest(season_id="none")),
    ("EnterSeason", pb.EnterSeasonRequest(season_id="none", bot="kabuki")),
    ("EnterSeason", pb.EnterSeasonRequest(season_id="nippon-2", bot="nobody")),
    ("ExplainBot", pb.ExplainBotRequest(bot="nobody")),
]


def test_what_is_not_there(served):
    for rpc, missing in MISSING:
        with refused(StatusCode.NOT_FOUND, "there is no"):
            getattr(served.of("aki"), rpc)(missing)
