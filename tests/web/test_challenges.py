"""Challenges from the site: who may be asked, and what is said when it cannot be."""

import orjson
import pytest
from sqlalchemy import select

from arena.db.models import MatchState, SetKind, TableSet
from arena.transport import keys
from tests.web.test_accounts import send
from tests.web.world import bot_named

PAGE = "/account/challenges"
FORM = {"bot": "akis-bot", "game": "nippon", "clock": "blitz", "matches": "2", "opponent": "shinobi", "options": ""}


@pytest.fixture
def connected(app, world):
    """akis-bot and bens-bot are at a gateway."""
    for name in ("akis-bot", "bens-bot"):
        told = {"gateway": "g", "at_once": 1, "games": ["nippon"], "finishing": False, "version": "1", "language": "c"}
        app.extensions["arena"].redis.set(keys.presence(world.bots[name]), orjson.dumps(told))


def queued(world):
    with world.database.read() as session:
        rows = session.scalars(select(TableSet).where(TableSet.kind == SetKind.CHALLENGE).order_by(TableSet.id)).all()
        return [match.id for row in rows for match in row.matches if match.state is MatchState.QUEUED]


def test_matches_against_a_house_bot_are_queued_and_listed_for_the_asker_alone(sign_in, world, connected):
    aki = sign_in("aki")
    assert send(aki, PAGE, PAGE, **FORM).location == f"{PAGE}?done=challenged"
    made = queued(world)
    assert len(made) == 2
    page = aki.get(PAGE).text
    assert all(f"/matches/{match_id}" in page for match_id in [*made, world.challenge_match])
    assert f"/matches/{made[0]}" not in sign_in("ben").get(PAGE).text
    assert sign_in("ben").get(f"/matches/{made[0]}").status_code == 404


def test_what_waits_can_be_cancelled_one_by_one_or_all_of_it(sign_in, world, connected):
    aki = sign_in("aki")
    send(aki, PAGE, PAGE, **{**FORM, "matches": "4"})
    first, *rest = queued(world)
    assert "Cancel all" in aki.get(PAGE).text
    assert send(sign_in("ben"), f"{PAGE}/cancel", PAGE, match=str(first)).status_code == 404
    assert send(aki, f"{PAGE}/cancel", PAGE, match="\u00b2").status_code == 404
    assert send(aki, f"{PAGE}/cancel", PAGE, match=str(first)).location == f"{PAGE}?done=cancelled"
    assert queued(world) == rest
    assert send(aki, f"{PAGE}/cancel", PAGE, match=str(first)).status_code == 422
    assert send(sign_in("ben"), f"{PAGE}/cancel", PAGE).status_code == 303
    assert queued(world) == rest, "ben has asked for none of them"
    assert send(aki, f"{PAGE}/cancel", PAGE).status_code == 303
    assert queued(world) == []
    assert "Cancel all" not in aki.get(PAGE).text


def test_the_pace_of_a_bot_is_set_on_its_page(sign_in, world):
    aki, where = sign_in("aki"), "/account/bots/akis-bot/pace"
    assert send(aki, where, "/account", most="12").status_code == 303
    assert 'value="12"' in aki.get("/account").text
    for wrong in ("-1", "many", "10001", "\u00b2"):
        assert send(aki, where, "/account", most=wrong).status_code == 422
    assert send(aki, where, "/account", most="").status_code == 303
    assert 'value="12"' not in aki.get("/account").text


def test_bots_of_others_must_have_agreed(sign_in, world, connected):
    aki = sign_in("aki")
    assert ">bens-bot (" not in aki.get(PAGE).text
    assert "does not accept challenges" in send(aki, PAGE, PAGE, **{**FORM, "opponent": "bens-bot"}).text
    with world.database.write() as session:
        bot_named(session, "bens-bot").open_to_challenges = True
    assert ">bens-bot (" in aki.get(PAGE).text
    assert send(aki, PAGE, PAGE, **{**FORM, "opponent": "bens-bot"}).status_code == 303


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"matches": "51"}, "from 1 to 50"),
        ({"matches": "many"}, "from 1 to 50"),
        ({"opponent": ""}, "2 to 4"),
        ({"opponent": "akis-bot"}, "twice"),
        ({"opponent": "nobody"}, "no bot"),
        ({"clock": "none"}, "at most the clock"),
        ({"options": "edition"}, "name=value"),
        ({"options": "edition=2024"}, "edition"),
        ({"game": "iki"}, "does not play iki"),
        ({"game": "go"}, "no game"),
    ],
)
def test_what_cannot_be_is_told_and_what_was_typed_stays(sign_in, world, connected, change, words):
    answer = send(sign_in("aki"), PAGE, PAGE, **{**FORM, **change})
    assert answer.status_code == (404 if words in {"no bot", "no game"} else 422)
    assert words in answer.text
    assert 'value="akis-bot" selected' in answer.text
    assert queued(world) == []


def test_a_bot_that_is_away_cannot_play(sign_in):
    assert "is not connected" in send(sign_in("aki"), PAGE, PAGE, **FORM).text
