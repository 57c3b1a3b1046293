"""Entering a season, leaving it, and consent to challenges."""

import pytest
from grpc import StatusCode
from sqlalchemy import select

from arena.access.viewers import operator
from arena.db.database import utcnow
from arena.db.models import AuditEntry, Bot, Entry, EntryState, RatingEntry, Season, SeasonFormat, SeasonState
from arena.seasons.invites import create_invite
from arena.v1 import arena_pb2 as pb
from tests.arena.api.refused import refused

ENTER = pb.EnterSeasonRequest(season_id="nippon-2", bot="noh")
LEAVE = pb.LeaveSeasonRequest(season_id="nippon-2", bot="noh")


def entry(world, bot):
    with world.database.read() as session:
        return session.scalar(select(Entry.state).where(Entry.bot_id == world.bots[bot]))


def test_a_bot_enters_leaves_and_comes_back_with_its_rating(served):
    aki, world = served.of("aki"), served.world
    assert aki.EnterSeason(ENTER).season.entries == 5
    assert aki.EnterSeason(ENTER).season.entries == 5, "twice changes nothing"
    assert aki.LeaveSeason(LEAVE).season.entries == 4
    assert entry(world, "noh") is EntryState.WITHDRAWN
    lines = aki.ListStandings(pb.ListStandingsRequest(season_id="nippon-2")).standings
    assert "noh" not in [line.bot for line in lines], "who has left has no rank"
    with refused(StatusCode.FAILED_PRECONDITION, "noh is not in nippon-2"):
        aki.LeaveSeason(LEAVE)
    aki.EnterSeason(ENTER)
    with world.database.read() as session:
        starts = session.scalars(select(RatingEntry.kind).where(RatingEntry.bot_id == world.bots["noh"])).all()
        audit = session.scalars(select(AuditEntry.action).where(AuditEntry.actor == "aki")).all()
    assert starts == ["start"]
    assert audit == ["season_entered", "season_left", "season_entered"]


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"disabled_at": utcnow()}, "is disabled"),
        ({"games": ["iki"]}, "declared iki"),
    ],
)
def test_a_bot_that_cannot_play_does_not_enter(served, values, sentence):
    served.world.change(Bot, served.world.bots["noh"], **values)
    with refused(StatusCode.FAILED_PRECONDITION, sentence):
        served.of("aki").EnterSeason(ENTER)
    assert entry(served.world, "noh") is None


def test_a_bot_that_is_not_validated_yet_enters_a_ladder(served):
    served.world.change(Bot, served.world.bots["noh"], validated_at=None)
    served.of("aki").EnterSeason(ENTER)
    assert entry(served.world, "noh") is EntryState.ACTIVE


def test_a_running_ladder_that_is_not_open_needs_an_invite(served):
    world = served.world
    world.author("cho", "rakugo")
    world.change(Season, world.season, open_ladder=False)
    with refused(StatusCode.PERMISSION_DENIED, "nippon-2 is by invitation"):
        served.of("cho").EnterSeason(pb.EnterSeasonRequest(season_id="nippon-2", bot="rakugo"))
    with world.database.write() as session:
        _, code = create_invite(session, operator("test"), "nippon-2")
    served.of("cho").EnterSeason(pb.EnterSeasonRequest(season_id="nippon-2", bot="rakugo", invite=code))
    served.of("aki").EnterSeason(ENTER)  # another bot of the team is in: it needs no invite
    assert entry(world, "rakugo") is entry(world, "noh") is EntryState.ACTIVE


@pytest.mark.parametrize(
    "values",
    [
        {"state": SeasonState.FINISHED},
        {"state": SeasonState.CANCELLED},
        {"state": SeasonState.RUNNING, "format": SeasonFormat.SWISS},
    ],
)
def test_a_closed_season_takes_nobody(served, values):
    served.world.change(Season, served.world.season, **values)
    with refused(StatusCode.FAILED_PRECONDITION, "takes no entries"):
        served.of("aki").EnterSeason(ENTER)


def test_a_draft_does_not_exist_for_authors(served):
    served.world.change(Season, served.world.season, state=SeasonState.DRAFT)
    with refused(StatusCode.NOT_FOUND):
        served.of("aki").EnterSeason(ENTER)
    with refused(StatusCode.NOT_FOUND):
        served.of("aki").GetSeason(pb.GetSeasonRequest(season_id="nippon-2"))
    assert served.of("root").GetSeason(pb.GetSeasonRequest(season_id="nippon-2")).season.state == pb.SEASON_STATE_DRAFT


def test_nobody_leaves_a_season_that_is_over(served):
    served.world.change(Season, served.world.season, state=SeasonState.FINISHED)
    with refused(StatusCode.FAILED_PRECONDITION, "any more"):
        served.of("aki").LeaveSeason(pb.LeaveSeasonRequest(season_id="nippon-2", bot="kabuki"))


def test_the_disqualified_stay_out(served):
    world = served.world
    world.enter("noh")
    with world.database.write() as session:
        session.scalars(select(Entry).where(Entry.bot_id == world.bots["noh"])).one().state = EntryState.DISQUALIFIED
    with refused(StatusCode.FAILED_PRECONDITION, "disqualified"):
        served.of("aki").EnterSeason(ENTER)


def test_consent_is_given_and_taken_back(served):
    aki = served.of("aki")
    assert aki.UpdateBot(pb.UpdateBotRequest(bot="kabuki", open_to_challenges=True)).bot.open_to_challenges
    assert aki.UpdateBot(pb.UpdateBotRequest(bot="kabuki")).bot.open_to_challenges, "left out: as it is"
    assert not aki.UpdateBot(pb.UpdateBotRequest(bot="kabuki", open_to_challenges=False)).bot.open_to_challenges
