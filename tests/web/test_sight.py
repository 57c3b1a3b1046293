"""Hidden and frozen stages on the site: every address answers the blind as if hidden sets had never been played."""

import re

import pytest
from werkzeug.routing import Rule

from arena.access.viewers import operator
from arena.accounts.commands import reset_password
from arena.db.models import ReplayFile, Role, Season, SeasonStage, SeasonState
from arena.seasons.invites import create_invite
from tests.arena.storage.league_world import hour, league
from tests.web.conftest import form_word
from tests.web.world import PASSWORD

CASES = {
    "frozen": ("visitor", "member"),
    "organisers' stage": ("visitor", "member"),
    "members' season": ("visitor",),
}
"""Who is blind."""
SIGN_IN_FIRST = 303
"""To the sign-in page, whose address repeats the one that was asked for."""
PEOPLE = {"member": "moe", "organiser": "mia", "admin": "root"}


@pytest.fixture
def made(world):
    """A league beside the world's ladder: moe's bot plays in it, mia organises it."""
    found = league(world.database)
    found.account("moe")
    found.account("mia", Role.ORGANISER, organises=True)
    with world.database.write() as session:
        for name in ("moe", "mia"):
            reset_password(session, name, PASSWORD, "test")
    found.enter("asa", owner="moe")
    found.enter("ume", "kiku")
    found.play(1, "asa", "ume")
    for number in (5, 6, 7):  # the calendar is no secret; what comes of it is
        found.round(number)
    return found


def hide(made, case):
    if case == "frozen":
        made.change(SeasonStage, made.stages[0], freeze_at=hour(4))
    elif case == "organisers' stage":
        made.change(SeasonStage, made.stages[0], visibility="organisers")
    else:
        made.change(Season, made.season, visibility="members")


def hidden_part(made, done_match):
    """Sets that the blind may not know of; the last of them, with a replay that can be opened."""
    for number in (5, 6):
        made.play(number, "ume", "asa", scores=[[7777, 11], [7777, 11]])
    late = made.play(7, "kiku", "asa", scores=[[7777, 11], [7777, 11]])
    with made.database.write() as session:
        body = session.get_one(ReplayFile, done_match).body
        for match_id in made.matches(late):
            session.get_one(ReplayFile, match_id).body = body
    return late


def address(rule: Rule, match_id: int, set_id: int) -> str:
    """A route filled in, with what is hidden where it asks for a number."""
    values = {"match_id": match_id, "set_id": set_id, "name": "asa", "slug": "spring", "season": "spring", "bot": "asa"}
    path = rule.rule
    for converter, name in re.findall(r"<(?:([^<>:]+):)?(\w+)>", path):
        value = values.get(name, match_id if converter in {"number", "int"} else "spring")
        if converter.startswith("any("):
            value = converter[4:-1].split(",")[0]
        if "/games/" in path:
            value = "nippon"
        path = re.sub(rf"<(?:[^<>:]+:)?{name}>", str(value), path)
    return path


def pages(app, client, match_id, set_id):
    """What every reading address answers, without the words that are new each time."""
    found = {}
    for rule in app.url_map.iter_rules():
        if "GET" in rule.methods and rule.endpoint not in {"static", "admin.status"} and "stream" not in rule.endpoint:
            answer = client.get(address(rule, match_id, set_id))
            found[rule.rule] = (
                answer.status_code,
                re.sub(
                    r'(name="csrf" value="|Support reference: <code>|"request(?:_id)?": ?")[\w.-]+|"exported_at": ?"[^"]+"|just now|\d+ min ago',
                    "",
                    answer.data.decode("utf-8", "replace"),
                ),
            )
    return found


def numberless(page, *numbers):
    """A page without the numbers that were asked for: an address that leads nowhere names them in its error."""
    return page[0], re.sub(rf"\b({'|'.join(map(str, (*numbers, 1_000_001)))})\b", "N", page[1])


@pytest.mark.parametrize("case", CASES)
def test_every_address_answers_the_blind_as_if_hidden_sets_had_not_been_played(
    app, world, made, sign_in, case, monkeypatch
):
    monkeypatch.setattr("web.pages.home.TURN_SECONDS", 1e12)  # the big table does not change meanwhile
    hide(made, case)
    clients = {"visitor": app.test_client()} | {role: sign_in(name) for role, name in PEOPLE.items()}
    match_id, set_id = 1_000_001, 1_000_001
    before = {role: pages(app, clients[role], match_id, set_id) for role in CASES[case]}
    late = hidden_part(made, world.done_match)
    number = made.matches(late)[0]
    for role, client in clients.items():
        after = pages(app, client, number, late)
        if role in CASES[case]:
            told = {
                rule
                for rule in after
                if numberless(after[rule], number, late) != numberless(before[role][rule], number, late)
            }
            assert told == set(), role
            assert not [
                rule
                for rule, (status, text) in after.items()
                if "7777" in text or (f"/matches/{number}" in text and status != SIGN_IN_FIRST)
            ]
        else:
            assert after["/matches/<number:match_id>"][0] == 200, role
            assert "7777" in after["/matches"][1], role
            assert f"/matches/{number}" in after["/bots/<name:name>"][1], role


def test_a_closed_season_is_not_listed_but_its_code_opens_it(world, made, sign_in):
    made.change(Season, made.season, state=SeasonState.REGISTRATION, visibility="members", started_at=None)
    with world.database.write() as session:
        _, code = create_invite(session, operator("mia"), "spring")
    ben = sign_in("ben")
    page = ben.get("/account").text
    assert "Spring league" not in page
    send = {"csrf": form_word(page), "season": ""}
    assert "not valid for any season" in ben.post("/account/bots/bens-bot/enter", data={**send, "code": "guess"}).text
    assert ben.get("/seasons/spring").status_code == 404
    assert ben.post("/account/bots/bens-bot/enter", data={**send, "code": code}).status_code == 303
    assert ben.get("/seasons/spring").status_code == 200, "a member now"


def test_the_feed_is_the_public_s_also_for_organisers(world, made, sign_in):
    hide(made, "organisers' stage")
    hidden_part(made, world.done_match)
    assert "7777" not in sign_in("mia").get("/feed.atom").text
