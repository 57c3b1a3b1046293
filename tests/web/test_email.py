"""E-mail by a real mail server: an address is confirmed, notices come, a forgotten password is set; and what goes wrong is said."""

import re
import ssl
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from sqlalchemy import select, update

from arena.access.viewers import operator, viewer
from arena.accounts.commands import delete_account
from arena.accounts.own_data import own_data
from arena.db.models import Account, Delivery, DeliveryState, Webhook
from arena.embedded.lan import certificates
from arena.seasons.messages import send_message
from arena.settings import InvalidSetting, load
from arena.webhooks.delivery import Courier, keep, take, write
from arena.webhooks.mail import Mailer
from tests.services.cluster import await_until
from tests.services.mail_server import USER, MailServer, mail_server
from tests.web.conftest import form_word
from tests.web.test_accounts import send
from tests.web.world import PASSWORD
from web.site import Site

SITE = "https://arena.example"
MINE = "aki@example.net"
NEW = "another long password"


@pytest.fixture
def post() -> Iterator[MailServer]:
    with mail_server() as running:
        yield running


@pytest.fixture
def mailing(app, post) -> Iterator[Site]:
    """The site with a mail server, and the courier that writes by it."""
    was = app.extensions["arena"]
    site = replace(was, settings=replace(was.settings, public_url=SITE, **post.settings))
    app.extensions["arena"] = site
    mailer = Mailer(site.settings, site.redis)
    courier = Courier(site.database, SITE, retry_seconds=0.01, private=True, mailer=mailer)
    courier.start()
    yield site
    courier.stop()


def link_in(letter) -> str:
    parts = urlsplit(re.search(r"https://\S+\?key=\S+", letter.get_content())[0])
    return f"{parts.path}?{parts.query}"


def follow(client, path):
    return client.post("/confirm-address", data={"csrf": form_word(client.get(path).text), "key": path.split("=")[1]})


@pytest.fixture
def confirmed(mailing, post, sign_in):
    """aki with a confirmed address."""
    aki = sign_in("aki")
    assert send(aki, "/account/email", "/account/email", address=MINE, old=PASSWORD).status_code == 303
    assert follow(aki, link_in(post.next())).status_code == 303
    return aki


def settle(database, minutes=10):
    """As if everything that was sent had been sent so long ago."""
    with database.write() as session:
        for row in session.scalars(select(Delivery)):
            row.created_at -= timedelta(minutes=minutes)


def test_an_address_counts_once_its_link_was_followed(mailing, post, sign_in, app):
    aki = sign_in("aki")
    assert "hear of your seasons" in aki.get("/account/email").text
    wrong = send(aki, "/account/email", "/account/email", address=MINE, old="not it at all")
    assert (wrong.status_code, "password is wrong" in wrong.text) == (422, True)
    send(aki, "/account/email", "/account/email", address=MINE, old=PASSWORD)
    letter = post.next()
    assert (letter["To"], letter["From"]) == (MINE, "Meiji Arena <arena@example.org>")
    assert letter["Subject"] == "Confirm your address"
    assert "account aki at https://arena.example" in letter.get_content()
    assert post.users == [USER]
    path = link_in(letter)
    assert "not confirmed yet" in aki.get("/account/email").text
    anyone = app.test_client()
    assert "may write to this address" in anyone.get(path).text, "a program that only looks confirms nothing"
    assert "not confirmed yet" in aki.get("/account/email").text
    assert follow(anyone, path).location == "/sign-in?done=email_confirmed"
    assert "not confirmed yet" not in aki.get("/account/email").text
    assert anyone.get(path).status_code == 404, "once"


@pytest.mark.parametrize(
    "address", ["", "aki", "aki@home", "a b@example.net", "aki@example.net\nBcc: x@example.net", "<aki@example.net>"]
)
def test_what_is_no_address_is_refused(mailing, sign_in, address):
    answer = send(sign_in("aki"), "/account/email", "/account/email", address=address, old=PASSWORD)
    assert answer.status_code == 422
    assert "not an e-mail address" in answer.text or "cannot be shown" in answer.text


def test_a_forgotten_password_is_set_by_the_link(confirmed, mailing, post, app, world):
    for asked in ("aki", MINE.upper()):
        client = app.test_client()
        assert send(client, "/forgot", "/forgot", asked=asked).location == "/forgot?done=link_mailed"
        letter = post.next()
        assert letter["Subject"] == "Set a new password"
        settle(world.database)
    path = link_in(letter)
    page = client.get(path).text
    fields = {"csrf": form_word(page), "key": path.split("key=")[1], "password": NEW, "again": NEW}
    assert client.post("/reset", data=fields).status_code == 303
    assert send(client, "/sign-in", "/sign-in", name="aki", password=NEW).status_code == 303
    with world.database.read() as session:
        assert not any("key" in str(row.facts) for row in session.scalars(select(Delivery))), "no key is stored"


def test_nobody_learns_whether_there_is_such_an_account(confirmed, mailing, post, app, world):
    answers = {asked: send(app.test_client(), "/forgot", "/forgot", asked=asked) for asked in ("nobody", "ben", "aki")}
    assert {(one.status_code, one.location) for one in answers.values()} == {(303, "/forgot?done=link_mailed")}
    assert post.next()["To"] == MINE
    assert send(app.test_client(), "/forgot", "/forgot", asked="aki").status_code == 303
    with world.database.read() as session:
        sent = session.scalars(select(Delivery).where(Delivery.event == "password.reset")).all()
        assert len(sent) == 1, "one in five minutes"


def test_notices_come_as_they_were_chosen(confirmed, mailing, post, world):
    with world.database.write() as session:
        send_message(session, operator("kei"), "club-league", "Bring your\nlaptops.")
    letter = post.next()
    assert letter["Subject"].endswith("from the organisers: Bring your laptops.")
    assert "Bring your\nlaptops." in letter.get_content()
    assert f"{SITE}/seasons/club-league" in letter.get_content()
    assert letter["Auto-Submitted"] == "auto-generated"
    assert letter["List-Unsubscribe"] == f"<{SITE}/account/email>"
    assert send(confirmed, "/account/email/notices", "/account/email", event="season.started").status_code == 303
    with world.database.write() as session:
        send_message(session, operator("kei"), "club-league", "Nobody hears this.")
    send(confirmed, "/account/email/try", "/account/email")
    assert "can reach you" in post.next().get_content(), "the message was not written"


def test_an_address_that_is_refused_for_good_is_not_tried_again_and_one_that_is_busy_is(mailing, post, sign_in, world):
    aki = sign_in("aki")
    post.answers = ["451 try later", "550 no such box"]
    send(aki, "/account/email", "/account/email", address=MINE, old=PASSWORD)

    def ended():
        with world.database.read() as session:
            row = session.scalars(select(Delivery).where(Delivery.event == "address.confirm")).one()
            return (row.state, row.attempts, row.answer) if row.state is DeliveryState.FAILED else None

    state = await_until(ended, "it is given up")
    assert state[1:] == (2, "the mail server refused it: 550 no such box")
    assert "550 no such box" in aki.get("/account/email").text


def test_a_server_whose_certificate_nobody_trusts_gets_no_password(app, world, tmp_path):
    made = certificates(tmp_path / "lan", "127.0.0.1", datetime.now(UTC))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.certificate, made.key)
    with mail_server(tls_context=context, require_starttls=True, auth_require_tls=True) as post:
        was = app.extensions["arena"]
        known = replace(was.settings, public_url=SITE, **{**post.settings, "smtp_security": "starttls"})
        with world.database.write() as session:
            row = Webhook(account_id=world.accounts["aki"], url=f"mailto:{MINE}", secret="", style="email", events=[])
            session.add(row)
            session.flush()
            session.execute(update(Delivery).values(state=DeliveryState.FAILED))
            session.add(Delivery(webhook_id=row.id, event="ping", facts={"text": "x"}))
        (order,) = take(world.database)
        outcome = write(order, Mailer(known, was.redis))
        assert (outcome.delivered, outcome.final) == (False, False)
        assert outcome.answer == "the mail server cannot be used (SSLCertVerificationError)"
        assert post.users == []
        keep(world.database, order, outcome, 10)
        gone = write(order, None)
        assert gone.answer == "this arena sends no e-mail"


def test_leaving_forgets_the_address_and_the_export_has_it(confirmed, mailing, world):
    with world.database.write() as session:
        aki = session.get_one(Account, world.accounts["aki"])
        exported = own_data(session, viewer(session, aki.id))
        assert f"mailto:{MINE}" in [one["url"] for one in exported["webhooks"]]
        delete_account(session, aki, "aki")
        assert session.scalar(select(Webhook.id).where(Webhook.style == "email")) is None


def test_without_a_mail_server_nobody_is_asked_for_an_address(sign_in, client):
    assert "/account/email" not in sign_in("aki").get("/account").text
    assert "An admin can give you a link" in client.get("/sign-in").text
    assert client.get("/forgot").status_code == 404


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"smtp_from": ""}, "needs a sender"),
        ({"smtp_security": "ssl"}, "must be starttls, tls or none"),
        ({"smtp_security": "none", "smtp_user": "x"}, "in plain text"),
        ({"public_url": ""}, "letters have links"),
    ],
)
def test_settings_that_could_not_work_are_refused_at_start(given, words):
    usual = {"smtp_host": "mail.example", "smtp_from": "a@example.org", "public_url": SITE}
    environment = {f"ARENA_{name.upper()}": value for name, value in (usual | given).items()}
    with pytest.raises(InvalidSetting, match=words):
        load(environment)
