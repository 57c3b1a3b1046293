"""Accounts: signing up, in and out, own bots and tokens, passwords, leaving."""

import re
from html import unescape

import pytest
from sqlalchemy import select

from arena.access.credentials import hash_password, live_token
from arena.db.models import Account, AuditEntry, Bot, Entry, Season, Team, Token, TokenKind
from engine import build
from tests.web.conftest import form_word
from tests.web.world import PASSWORD, bot_named


def send(client, path, page="/account", **fields):
    """A form of a page, sent."""
    return client.post(path, data={"csrf": form_word(client.get(page).text), **fields})


def shown_token(answer) -> str:
    found = re.search(r"meiji_(?:bot|author)_[\w-]+", answer.text)
    assert found
    return found.group(0)


def test_sign_up_leads_to_ones_own_page(client, world):
    answer = send(client, "/sign-up", "/sign-up", name="chiyo", password=PASSWORD, again=PASSWORD)
    assert (answer.status_code, answer.location) == (303, "/account")
    assert "chiyo" in client.get("/account").text
    with world.database.read() as session:
        assert (
            session.scalars(select(Account).where(Account.name == "chiyo")).one().password_hash.startswith("$argon2id")
        )


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": "aki", "password": PASSWORD, "again": PASSWORD}, "already"),
        ({"name": "-x", "password": PASSWORD, "again": PASSWORD}, "cannot be the name"),
        ({"name": "new", "password": "short", "again": "short"}, "10 to 200"),
        ({"name": "new", "password": PASSWORD, "again": "other"}, "differ"),
    ],
)
def test_what_is_wrong_with_a_sign_up_is_told(client, fields, words):
    answer = send(client, "/sign-up", "/sign-up", **fields)
    assert answer.status_code == 422
    assert words in answer.text


def test_signing_in_starts_a_new_session_and_out_ends_it(app, sign_in):
    client = sign_in("aki")
    key = client.get_cookie("meiji_session").value
    other = app.test_client()
    other.set_cookie("meiji_session", key)
    assert other.get("/account").status_code == 200
    send(client, "/sign-out", "/account")
    assert client.get("/account").status_code == 303
    assert other.get("/account").status_code == 303, "the old key is worth nothing"
    assert sign_in("aki").get_cookie("meiji_session").value != key


def test_case_does_not_count_when_one_signs_in(client, world):
    assert send(client, "/sign-in", "/sign-in", name="AKi", password=PASSWORD).location == "/account"
    assert "akis-bot" in client.get("/account").text
    send(client, "/sign-out", "/account")
    assert send(client, "/sign-in", "/sign-in", name="ak1", password=PASSWORD).status_code == 422, "looks are not case"
    with world.database.write() as session:  # from before names were one whatever their case
        older = Account(name="AKI", folded="aki~1", password_hash=hash_password("another old password"))
        session.add(older)
    assert send(client, "/sign-in", "/sign-in", name="AKI", password=PASSWORD).status_code == 422, (
        "it is another account"
    )
    assert send(client, "/sign-in", "/sign-in", name="AKI", password="another old password").status_code == 303


def test_wrong_names_and_wrong_passwords_look_the_same_and_are_limited(client):
    first = send(client, "/sign-in", "/sign-in", name="aki", password="wrong wrong wrong")
    second = send(client, "/sign-in", "/sign-in", name="nobody", password="wrong wrong wrong")
    assert first.status_code == second.status_code == 422
    clean = [re.sub(r'value="[^"]*"', "", answer.text) for answer in (first, second)]
    assert clean[0] == clean[1]
    codes = [send(client, "/sign-in", "/sign-in", name="aki", password="x").status_code for _ in range(12)]
    assert codes[-1] == 429
    assert send(client, "/sign-in", "/sign-in", name="aki", password=PASSWORD).status_code == 429


@pytest.mark.parametrize(
    "target", ["//evil.example/", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "evil", ""]
)
def test_nobody_is_sent_elsewhere_after_signing_in(client, target):
    answer = send(client, "/sign-in", "/sign-in", name="aki", password=PASSWORD, next=target)
    assert (answer.status_code, answer.location) == (303, "/account")


def test_one_goes_on_to_where_one_wanted_to(client):
    wanted = client.get("/account/settings")
    assert wanted.location == "/sign-in?next=/account/settings"
    answer = send(client, "/sign-in", wanted.location, name="aki", password=PASSWORD, next="/account/settings")
    assert answer.location == "/account/settings"


def test_a_form_without_its_word_or_from_elsewhere_changes_nothing(sign_in, world):
    client = sign_in("aki")
    word = form_word(client.get("/account").text)
    assert client.post("/account/bots", data={"name": "forged"}).status_code == 400
    assert client.post("/account/bots", data={"name": "forged", "csrf": "x"}).status_code == 400
    headers = {"Origin": "https://evil.example"}
    assert client.post("/account/bots", data={"name": "forged", "csrf": word}, headers=headers).status_code == 400
    with world.database.read() as session:
        assert session.scalar(select(Bot).where(Bot.name == "forged")) is None


def test_a_new_bots_token_is_shown_once_and_works(sign_in, world):
    client = sign_in("aki")
    answer = send(client, "/account/bots", name="fresh")
    assert answer.headers["Cache-Control"] == "no-store"
    token = shown_token(answer)
    assert token not in client.get("/account").text
    with world.database.read() as session:
        found = live_token(session, token, TokenKind.BOT)
        assert found is not None
        assert found.bot_id == bot_named(session, "fresh").id
        number = found.id
    assert send(client, f"/account/tokens/{number}/revoke").status_code == 303
    with world.database.read() as session:
        assert live_token(session, token, TokenKind.BOT) is None


def test_tokens_and_bots_of_others_cannot_be_changed(sign_in, world):
    with world.database.read() as session:
        token = session.scalars(select(Token).where(Token.bot_id == world.bots["bens-bot"])).one().id
    client = sign_in("aki")
    assert send(client, f"/account/tokens/{token}/revoke").status_code == 404
    for what in ("tokens", "enter", "withdraw", "retire", "challenges"):
        answer = send(client, f"/account/bots/bens-bot/{what}", season="nippon-open")
        assert answer.status_code in {403, 422}
    with world.database.read() as session:
        assert session.get_one(Token, token).revoked_at is None
        assert bot_named(session, "bens-bot").disabled_at is None


def test_entering_and_withdrawing(sign_in, world):
    client = sign_in("aki")
    send(client, "/account/bots/akis-bot/withdraw", season="nippon-open")
    assert _entry(world, "akis-bot") == "withdrawn"
    send(client, "/account/bots/akis-bot/enter", season="nippon-open")
    assert _entry(world, "akis-bot") == "active"
    assert send(client, "/account/bots/akis-bot/enter", season="secret-draft").status_code == 404
    send(client, "/account/bots", name="fresh")
    assert send(client, "/account/bots/fresh/enter", season="nippon-open").status_code == 303, "it plays once validated"


def _entry(world, name: str) -> str:
    with world.database.read() as session:
        found = session.scalars(
            select(Entry).join(Season).where(Entry.bot_id == world.bots[name], Season.slug == world.season)
        ).one()
        return found.state.value


def test_faults_show_the_decision_and_what_was_sent_to_the_owner_alone(sign_in, client, world):
    own = sign_in("aki")
    for path in ("/account/faults", "/bots/akis-bot", f"/matches/{world.challenge_match}"):
        page = own.get(path).text
        assert "SENT-BY-AKIS-BOT 99" in page, path
        assert "consolidate" in page
    for other in (client, sign_in("ben"), sign_in("kei")):
        assert "SENT-BY-AKIS-BOT" not in other.get("/bots/akis-bot").text
        assert other.get("/account/faults?bot=akis-bot").status_code in {303, 403}
        assert other.get(f"/matches/{world.challenge_match}").status_code == 404


def test_an_owner_sees_their_own_name_at_a_running_table_and_no_other(sign_in, world):
    page = sign_in("aki").get(f"/matches/{world.running_match}").text
    assert "akis-bot" in page
    assert "bens-bot" not in page


def test_a_new_password_ends_every_other_session(sign_in, app):
    one, other = sign_in("aki"), sign_in("aki")
    wrong = send(one, "/account/password", "/account/settings", old="no", password="x" * 12, again="x" * 12)
    assert wrong.status_code == 422
    done = send(one, "/account/password", "/account/settings", old=PASSWORD, password="x" * 12, again="x" * 12)
    assert done.status_code == 303
    assert one.get("/account").status_code == 200
    assert other.get("/account").status_code == 303
    fresh = app.test_client()
    assert send(fresh, "/sign-in", "/sign-in", name="aki", password=PASSWORD).status_code == 422
    assert send(fresh, "/sign-in", "/sign-in", name="aki", password="x" * 12).status_code == 303


def test_leaving_anonymises_and_keeps_results(sign_in, client, world):
    own = sign_in("aki")
    assert send(own, "/account/delete", "/account/settings", old="wrong").status_code == 422
    assert send(own, "/account/delete", "/account/settings", old=PASSWORD).status_code == 303
    assert own.get("/account").status_code == 303
    assert client.get("/bots/akis-bot").status_code == 404
    with world.database.read() as session:
        assert session.scalar(select(Account).where(Account.name == "aki")) is None
        assert session.scalar(select(Team).where(Team.name == "aki")) is None
        bot = session.get_one(Bot, world.bots["akis-bot"])
        assert bot.name == f"retired-{bot.id}"
        assert all(token.revoked_at for token in session.scalars(select(Token).where(Token.bot_id == bot.id)))
    assert client.get(f"/bots/retired-{world.bots['akis-bot']}").status_code == 200


def test_sign_up_can_be_closed(app, client):
    from dataclasses import replace

    site = app.extensions["arena"]
    app.extensions["arena"] = replace(site, settings=replace(site.settings, web_sign_up=False))
    assert "the organisers create accounts" in client.get("/sign-up").text
    word = form_word(client.get("/sign-in").text)
    fields = {"csrf": word, "name": "new", "password": PASSWORD, "again": PASSWORD}
    assert client.post("/sign-up", data=fields).status_code == 403


def test_the_status_page_says_which_engine_runs(sign_in):
    assert f"Engine: {build.description()}." in unescape(sign_in("root").get("/admin").text)


def test_every_change_of_an_admin_is_in_the_audit_log(sign_in, world):
    admin = sign_in("root")
    assert send(admin, "/admin/users/ben/role", "/admin/users", role="organiser").status_code == 303
    assert send(admin, "/admin/users/ben/disabled", "/admin/users", disabled="yes").status_code == 303
    assert send(admin, f"/admin/matches/{world.running_match}/void", "/admin", why="").status_code == 422
    assert send(admin, f"/admin/matches/{world.running_match}/void", "/admin", why="power failure").status_code == 303
    assert send(admin, f"/admin/matches/{world.done_match}/requeue", "/admin").status_code == 422
    with world.database.read() as session:
        lines = session.scalars(select(AuditEntry).where(AuditEntry.actor == "root")).all()
        assert [line.action for line in lines][-3:] == ["role_changed", "account_disabled", "match_void"]
    assert "power failure" in admin.get("/admin/audit").text


def test_a_disabled_account_is_out_at_once(sign_in):
    own, admin = sign_in("ben"), sign_in("root")
    send(admin, "/admin/users/ben/disabled", "/admin/users", disabled="yes")
    assert own.get("/account").status_code == 303


def test_seats_count_from_1_moves_and_decisions_from_0_and_a_fault_has_its_command(sign_in, client, world):
    page = sign_in("aki").get("/account/faults").text
    assert "seat 1, its decision 3, decision 7 of the match" in page
    assert f'arena replay ask match-{world.challenge_match}.replay.gz --at 7 --bot "CMD"' in page
    match = client.get(f"/matches/{world.done_match}").text
    assert '<span class="soft n">0</span>' in match
    assert re.search(r"<tr>\s*<td>1</td>", match)
    assert not re.search(r"<tr>\s*<td>0</td>", match)


def test_a_season_the_bot_is_in_is_not_offered_again(sign_in):
    own = sign_in("aki")
    offered = '<option value="nippon-open">'
    assert offered not in own.get("/account").text
    send(own, "/account/bots/akis-bot/withdraw", "/account", season="nippon-open")
    assert offered in own.get("/account").text
