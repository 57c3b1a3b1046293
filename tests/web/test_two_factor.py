"""Two-factor sign-in: turning it on, the second step, and everything an attacker could try on it."""

import re
import threading
from dataclasses import replace

import pyotp
import pytest
from sqlalchemy import select, update

from arena.access.viewers import operator, viewer
from arena.accounts import second_factor
from arena.accounts.commands import anonymise_account
from arena.accounts.own_data import own_data
from arena.db.models import Account, RecoveryCode, SecondFactor
from arena.errors import Conflict, NotAllowed
from tests.web.conftest import form_word
from tests.web.test_accounts import send
from tests.web.world import PASSWORD
from web.site import Site

PAGE = "/account/two-factor"


def secret_of(world, name: str) -> str:
    with world.database.read() as session:
        found = select(SecondFactor.secret).join(Account, Account.id == SecondFactor.account_id)
        return session.scalars(found.where(Account.name == name)).one()


def code_of(world, name: str) -> str:
    return pyotp.TOTP(secret_of(world, name)).now()


def forget_used(world) -> None:
    """As if thirty seconds had passed: the code of this step may be used again."""
    with world.database.write() as session:
        session.execute(update(SecondFactor).values(last_step=0))


def turn_on(client, world, name: str) -> list[str]:
    assert send(client, f"{PAGE}/begin", PAGE, old=PASSWORD).status_code == 303
    page = client.get(PAGE)
    assert "<svg" in page.text
    assert page.headers["Cache-Control"] == "no-store"
    assert secret_of(world, name) in page.text
    answer = send(client, f"{PAGE}/confirm", PAGE, code=code_of(world, name))
    assert answer.headers["Cache-Control"] == "no-store"
    forget_used(world)
    found = re.search(r'id="codes">([^<]+)<', answer.text)
    assert found, answer.text
    return found.group(1).split()


def first_step(app, name: str):
    client = app.test_client()
    word = form_word(client.get("/sign-in").text)
    answer = client.post("/sign-in", data={"csrf": word, "name": name, "password": PASSWORD, "next": "/account/teams"})
    assert answer.location == "/sign-in/second", answer.text
    return client


def second_step(client, code: str):
    return send(client, "/sign-in/second", "/sign-in/second", code=code)


@pytest.fixture
def kei(sign_in):
    return sign_in("kei")


def test_the_password_alone_signs_in_no_more(app, kei, world):
    codes = turn_on(kei, world, "kei")
    assert len(set(codes)) == 10
    assert kei.get("/account").status_code == 200, "who turned it on stays signed in"
    client = first_step(app, "kei")
    assert client.get("/account").status_code == 303, "not yet"
    assert client.get_cookie("meiji_session") is None, "there is no session between the steps"
    assert second_step(client, "000000").status_code == 422
    assert second_step(client, code_of(world, "kei")).location == "/account/teams"
    assert client.get("/account").status_code == 200


def test_a_code_is_good_once(app, kei, world):
    turn_on(kei, world, "kei")
    code = code_of(world, "kei")
    assert second_step(first_step(app, "kei"), code).status_code == 303
    assert second_step(first_step(app, "kei"), code).status_code == 422


def test_of_two_who_use_a_code_at_once_one_gets_in(kei, world):
    turn_on(kei, world, "kei")
    code, account = code_of(world, "kei"), account_id(world, "kei")
    answers, barrier = [], threading.Barrier(4)

    def use() -> None:
        barrier.wait()
        with world.database.write() as session:
            answers.append(second_factor.check(session, account, code))

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [False, False, False, True]


def account_id(world, name: str) -> int:
    with world.database.read() as session:
        return session.scalars(select(Account.id).where(Account.name == name)).one()


def test_codes_of_the_steps_beside_now_count_and_no_others(kei, world):
    turn_on(kei, world, "kei")
    account, totp = account_id(world, "kei"), pyotp.TOTP(secret_of(world, "kei"))
    now = 1_800_000_015.0
    for step, fits in ((-2, False), (-1, True), (0, True), (1, True), (2, False)):
        with world.database.write() as session:
            assert second_factor.check(session, account, totp.at(int(now) + 30 * step), now) is fits, step
    with world.database.write() as session:
        assert not second_factor.check(session, account, totp.at(int(now)), now), "older than the last one used"


@pytest.mark.parametrize("code", ["", "12345", "1234567", "१२३४५६", "0" * 4000, "None", "' or 1=1", "\x00"])
def test_what_is_no_code_is_refused(app, kei, world, code):
    turn_on(kei, world, "kei")
    assert second_step(first_step(app, "kei"), code).status_code in {422, 400}


def test_guesses_are_counted_for_the_account_not_for_the_browser(app, kei, world):
    turn_on(kei, world, "kei")
    answers = [second_step(first_step(app, "kei"), "000000").status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]
    assert second_step(first_step(app, "kei"), code_of(world, "kei")).status_code == 429, "the right one waits, too"


def test_a_recovery_code_replaces_the_app_once_and_only_hashes_are_kept(app, kei, world):
    codes = turn_on(kei, world, "kei")
    typed = codes[0].upper().replace("-", " ")
    assert second_step(first_step(app, "kei"), typed).status_code == 303
    assert second_step(first_step(app, "kei"), codes[0]).status_code == 422
    with world.database.read() as session:
        stored = session.scalars(select(RecoveryCode.hash)).all()
        assert not set(codes) & set(stored)
        own = str(own_data(session, viewer(session, account_id(world, "kei"))))
    assert secret_of(world, "kei") not in own
    assert "9 recovery codes left" in kei.get(PAGE).text


def test_recovery_codes_of_others_are_worth_nothing(app, sign_in, kei, world):
    turn_on(kei, world, "kei")
    others = turn_on(sign_in("mei"), world, "mei")
    assert second_step(first_step(app, "kei"), others[0]).status_code == 422


def test_the_second_step_belongs_to_the_browser_that_did_the_first(app, kei, world):
    turn_on(kei, world, "kei")
    first_step(app, "kei")
    stranger = app.test_client()
    assert stranger.get("/sign-in/second").location == "/sign-in"
    word = form_word(stranger.get("/sign-in").text)
    stranger.set_cookie("meiji_second", "guessed")
    answer = stranger.post("/sign-in/second", data={"csrf": word, "code": code_of(world, "kei")})
    assert (answer.location, stranger.get("/account").status_code) == ("/sign-in", 303)


def test_turning_it_on_ends_sessions_that_were_begun_with_a_password(sign_in, kei, world):
    other = sign_in("kei")
    turn_on(kei, world, "kei")
    assert other.get("/account").status_code == 303


def test_a_secret_counts_only_once_it_is_confirmed(app, kei, world):
    assert send(kei, f"{PAGE}/begin", PAGE, old="a wrong password").status_code == 422
    send(kei, f"{PAGE}/begin", PAGE, old=PASSWORD)
    before = secret_of(world, "kei")
    assert send(kei, f"{PAGE}/confirm", PAGE, code="000000").status_code == 422
    client = app.test_client()
    answer = send(client, "/sign-in", "/sign-in", name="kei", password=PASSWORD)
    assert answer.location == "/account", "nobody is locked out by half a beginning"
    send(kei, f"{PAGE}/begin", PAGE, old=PASSWORD)
    assert secret_of(world, "kei") != before
    turn_on(kei, world, "kei")
    assert send(kei, f"{PAGE}/begin", PAGE, old=PASSWORD).status_code == 422, "nobody swaps the secret"
    assert secret_of(world, "kei") not in kei.get(PAGE).text, "it is shown until it is confirmed"


def test_turning_it_off_takes_both(app, kei, world):
    turn_on(kei, world, "kei")
    for fields in ({"old": PASSWORD, "code": "000000"}, {"old": "a wrong password", "code": code_of(world, "kei")}):
        assert send(kei, f"{PAGE}/off", PAGE, **fields).status_code == 422
    assert send(kei, f"{PAGE}/off", PAGE, old=PASSWORD, code=code_of(world, "kei")).status_code == 303
    assert send(app.test_client(), "/sign-in", "/sign-in", name="kei", password=PASSWORD).location == "/account"


def test_new_recovery_codes_replace_the_old(app, kei, world):
    old = turn_on(kei, world, "kei")
    answer = send(kei, f"{PAGE}/codes", PAGE, old=PASSWORD, code=code_of(world, "kei"))
    new = re.search(r'id="codes">([^<]+)<', answer.text).group(1).split()
    assert second_step(first_step(app, "kei"), old[1]).status_code == 422
    assert second_step(first_step(app, "kei"), new[1]).status_code == 303


def test_a_new_password_by_link_does_not_get_around_it(app, sign_in, kei, world):
    from tests.web.test_resets import NEW, link, use

    turn_on(kei, world, "kei")
    path = link(send(sign_in("root"), "/admin/users/kei/reset-link", "/admin/users"))
    client = app.test_client()
    use(client, path)
    assert send(client, "/sign-in", "/sign-in", name="kei", password=NEW).location == "/sign-in/second"


def test_an_admin_turns_it_off_for_who_lost_everything(app, sign_in, kei, world):
    turn_on(kei, world, "kei")
    assert send(sign_in("root"), "/admin/users/kei/two-factor", "/admin/users/kei").status_code == 303
    assert send(app.test_client(), "/sign-in", "/sign-in", name="kei", password=PASSWORD).location == "/account"
    with world.database.write() as session:
        admin = viewer(session, account_id(world, "root"))
        for who, name, error in (
            (admin, "kei", Conflict),
            (admin, "root", Conflict),
            (viewer(session, account_id(world, "ben")), "kei", NotAllowed),
        ):
            with pytest.raises(error):
                second_factor.reset_two_factor(session, who, name)


def test_nothing_is_left_of_it_when_the_account_is_deleted(kei, world):
    turn_on(kei, world, "kei")
    with world.database.write() as session:
        anonymise_account(session, operator("test"), "kei", "kei")
        assert session.scalars(select(SecondFactor)).all() == []
        assert session.scalars(select(RecoveryCode)).all() == []


def require(app, whom: str) -> None:
    was: Site = app.extensions["arena"]
    app.extensions["arena"] = Site(replace(was.settings, require_two_factor=whom), was.database, was.redis)


def test_a_setting_asks_admins_for_it_before_they_can_do_anything(app, sign_in, kei, world):
    admin = sign_in("root")
    require(app, "admins")
    assert admin.get("/admin").location == PAGE
    assert "asks people with your role" in admin.get(PAGE).text
    assert admin.get("/admin/users/aki").location == PAGE
    word = form_word(admin.get(PAGE).text)
    assert admin.post("/admin/users/ben/role", data={"csrf": word, "role": "admin"}).status_code in {303, 403, 404}
    with world.database.read() as session:
        assert session.scalars(select(Account.role).where(Account.name == "ben")).one() == "author"
    assert admin.get("/organise/new").location == PAGE
    assert kei.get("/organise/new").status_code == 200, "organisers are not asked"
    require(app, "organisers")
    assert kei.get("/organise/new").location == PAGE
    turn_on(admin, world, "root")
    assert admin.get("/admin").status_code == 200
