"""Following bots and seasons."""

import re

import pytest
from sqlalchemy import select

from arena.access.viewers import viewer
from arena.accounts import follows
from arena.accounts.commands import delete_account
from arena.accounts.own_data import own_data
from arena.db.models import Account, Follow
from arena.errors import LimitReached
from tests.web.test_accounts import send


def test_what_is_followed_comes_together_on_one_page(sign_in, world):
    aki = sign_in("aki")
    assert "You follow nothing yet" in aki.get("/account/following").text
    answer = send(aki, "/account/following/bots/shinobi", "/bots/shinobi", on="yes")
    assert answer.location == "/bots/shinobi?done=followed"
    page = aki.get(answer.location).text
    assert "Its results come together under Following." in page
    assert 'aria-pressed="true"' in page
    send(aki, f"/account/following/seasons/{world.season}", f"/seasons/{world.season}", on="yes")
    send(aki, f"/account/following/seasons/{world.season}", f"/seasons/{world.season}", on="yes")
    page = aki.get("/account/following").text
    assert len(re.findall('class="match-words"', page)) > 0
    assert "shinobi" in page
    assert "You follow" in aki.get("/").text
    for what in ("bots/shinobi", f"seasons/{world.season}"):
        send(aki, f"/account/following/{what}", "/account", on="no")
    assert "You follow nothing yet" in aki.get("/account/following").text


def test_nobody_follows_what_they_may_not_see(sign_in, client):
    aki = sign_in("aki")
    assert send(aki, "/account/following/seasons/secret-draft", "/account", on="yes").status_code == 404
    assert send(aki, "/account/following/bots/nobody-here", "/account", on="yes").status_code == 404
    assert "/sign-in?next=/bots/shinobi" in client.get("/bots/shinobi").text


def test_a_season_that_was_hidden_since_is_not_listed(world):
    with world.database.write() as session:
        kei, aki = (viewer(session, world.accounts[name]) for name in ("kei", "aki"))
        follows.follow_season(session, kei, "secret-draft", on=True)
        session.scalars(select(Follow)).one().account_id = world.accounts["aki"]
        session.flush()
        assert follows.followed(session, aki).seasons == ()


def test_there_is_a_limit_and_leaving_forgets_it_all(world, monkeypatch):
    monkeypatch.setattr(follows, "MOST_FOLLOWED", 1)
    with world.database.write() as session:
        aki = viewer(session, world.accounts["aki"])
        follows.follow_bot(session, aki, "shinobi", on=True)
        with pytest.raises(LimitReached):
            follows.follow_bot(session, aki, "tanuki", on=True)
        assert [one["name"] for one in own_data(session, aki)["followed_bots"]] == ["shinobi"]
        delete_account(session, session.get_one(Account, world.accounts["aki"]), "aki")
        assert session.scalar(select(Follow.id)) is None
