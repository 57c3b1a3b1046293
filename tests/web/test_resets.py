"""One-time links to set a password."""

import re
from urllib.parse import urlsplit

from sqlalchemy import select

from arena.db.models import AuditEntry
from tests.web.conftest import form_word
from tests.web.test_accounts import send
from tests.web.world import PASSWORD

NEW = "another long password"


def link(answer) -> str:
    found = re.search(r'class="token" id="link">([^<]+)<', answer.text)
    assert found, answer.text
    parts = urlsplit(found.group(1))
    return f"{parts.path}?{parts.query}"


def use(client, path, **fields):
    page = client.get(path).text
    key = path.split("key=")[1]
    return client.post("/reset", data={"csrf": form_word(page), "key": key, "password": NEW, "again": NEW, **fields})


def test_a_link_sets_the_password_once_and_ends_every_session(sign_in, app, world):
    own, fresh = sign_in("ben"), app.test_client()
    made = send(sign_in("root"), "/admin/users/ben/reset-link", "/admin/users")
    assert made.headers["Cache-Control"] == "no-store"
    path = link(made)
    assert "ben" in fresh.get(path).text
    assert own.get("/account").status_code == 200, "until it is used nothing changes"
    assert use(fresh, path).location == "/sign-in?done=reset"
    assert own.get("/account").status_code == 303
    assert send(fresh, "/sign-in", "/sign-in", name="ben", password=PASSWORD).status_code == 422
    assert send(fresh, "/sign-in", "/sign-in", name="ben", password=NEW).status_code == 303
    assert app.test_client().get(path).status_code == 404
    with world.database.read() as session:
        lines = session.scalars(select(AuditEntry).where(AuditEntry.subject == "account:ben").order_by(AuditEntry.id))
        assert [(line.actor, line.action) for line in lines][-2:] == [
            ("root", "reset_link_made"),
            ("reset-link", "password_reset"),
        ]


def test_what_does_not_fit_does_not_use_the_link_up(sign_in, app):
    client, path = app.test_client(), link(send(sign_in("root"), "/admin/users/ben/reset-link", "/admin/users"))
    assert "differ" in use(client, path, again="something else").text
    assert "10 to 200" in use(client, path, password="short", again="short").text
    assert use(client, path).status_code == 303


def test_a_newer_link_makes_the_older_worthless_and_links_lapse(sign_in, app):
    admin, client = sign_in("root"), app.test_client()
    first, second = (link(send(admin, "/admin/users/ben/reset-link", "/admin/users")) for _ in range(2))
    assert client.get(first).status_code == 404
    assert client.get(second).status_code == 200
    redis = app.extensions["arena"].redis
    names = list(redis.scan_iter("arena:reset:*"))
    assert len(names) == 1
    assert second.split("key=")[1] not in names[0].decode(), "only a hash is kept"
    assert 0 < redis.ttl(names[0]) <= 2 * 24 * 3600
    redis.delete(names[0])
    assert client.get(second).status_code == 404


def test_an_admin_makes_an_account_whose_person_sets_the_password(sign_in, app):
    made = send(sign_in("root"), "/admin/users", "/admin/users", name="chiyo", role="organiser")
    client = app.test_client()
    assert use(client, link(made)).status_code == 303
    assert send(client, "/sign-in", "/sign-in", name="chiyo", password=NEW).status_code == 303
    again = send(sign_in("root"), "/admin/users", "/admin/users", name="chiyo", role="author")
    assert again.status_code == 422
    assert 'value="chiyo"' in again.text, "what was typed stays"


def test_the_audit_log_can_be_searched(sign_in):
    admin = sign_in("root")
    assert "a line to read" in admin.get("/admin/audit?subject=season:nippon-open").text
    assert "a line to read" in admin.get("/admin/audit?subject=season:&action=test_line&actor=ROO").text
    assert "a line to read" not in admin.get("/admin/audit?actor=nobody").text
    assert "a line to read" not in admin.get("/admin/audit?subject=account:").text
