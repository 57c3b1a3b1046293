"""Every form of the site, sent once by a real browser, which adds what test clients do not: Origin, Referer, cookies, its own checks.

The forms are read from the templates, so a new form fails here until somebody sends it in a browser.
"""

import csv
import io
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import orjson
import pyotp
import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select, update

from arena.db.database import Database, upgrade, utcnow
from arena.db.models import Match, MatchState, Season, SeasonStage, SecondFactor, Webhook
from arena.settings import Settings
from arena.transport import keys, one_time_links
from tests.browser.chromium import Visit, visit
from tests.browser.forms import Sent, posted, searched
from tests.services.archives import bot_zip
from tests.services.servers import RedisServer, quiet_port, redis_server
from tests.services.sign_in_provider import CLIENT, SECRET, running_provider
from tests.web.served import Served
from tests.web.world import CUP, PASSWORD, World, make
from web.app import create_app

NEW = "another long password"
CONTROL = "/organise/seasons/winter-cup"
WINTER = CUP.replace("Autumn", "Winter").replace("per_team = 2", "per_team = 3")


@pytest.fixture
def database(tmp_path) -> Iterator[Database]:
    opened = Database(f"sqlite:///{tmp_path}/arena.db")
    upgrade(opened)
    yield opened
    opened.close()


@pytest.fixture
def redis(tmp_path) -> Iterator[RedisServer]:
    with redis_server(tmp_path / "redis") as running:
        yield running


@pytest.fixture
def site(tmp_path, redis, world) -> Iterator[Served]:
    with running_provider() as provider:
        port = quiet_port()
        signing = {"provider": "oidc", "issuer": provider.issuer, "client_id": CLIENT, "client_secret": SECRET}
        settings = {f"sign_in_{name}": value for name, value in signing.items()} | {
            "public_url": f"http://127.0.0.1:{port}",
            "smtp_host": "127.0.0.1",
            "smtp_from": "arena@example.org",
        }
        running = Served(tmp_path, redis, port, **settings)
        provider.site = running.address
        running.friends = {urlsplit(provider.issuer).netloc}
        yield running
        running.end()


@pytest.fixture
def world(database) -> World:
    return make(database, sets=1)


@pytest.fixture
def sent() -> Sent:
    return Sent(create_app(Settings(data=Path("unused")), Database("sqlite://")))


def test_every_form_that_changes_something(browser: Browser, site: Served, world: World, redis, sent: Sent):
    wanted = posted()
    routes = {rule.endpoint for rule in sent.app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    routes = {name for name in routes if not name.startswith("own.")}  # for programs
    assert {name.split()[0] for name in wanted} == routes, "every form has its route, and every route its form"
    people = People(browser, site.address, sent, site.friends, world)
    with people.tab("aki") as page:
        provider(page, people)
    with people.tab("mei") as page:
        two_factor(page, world, people)
    with people.tab("aki") as page:
        author(page, world, redis)
        email(page, world, people, redis)
        following(page, world)
        comments(page, world, people)
        team(page, people)
    with people.tab("kei") as page:
        season(page, world, people)
    with people.tab("root") as page:
        admin(page, world, people)
    strangers(people)
    assert sent.refused == []
    missing = wanted - sent.forms
    assert not missing, f"forms that no browser has sent: {dict(missing)}"


def test_every_form_that_looks_something_up(browser: Browser, site: Served, world: World):
    where = {
        "bots.html": ("", "/bots"),
        "matches.html": ("", "/matches"),
        "leaderboard.html": ("", f"/seasons/{world.season}/leaderboard"),
        "admin_users.html": ("root", "/admin/users"),
        "admin_audit.html": ("root", "/admin/audit"),
        "docs.html": ("", "/docs"),
        "document.html": ("", "/docs/ratings"),
    }
    assert set(where) == searched(), "a form that nobody sends here"
    people = People(browser, site.address, None)
    for who, path in where.values():
        with people.tab(who) as page:
            page.goto(path)
            form = page.locator('main form[method="get"]').first
            action = form.get_attribute("action") or path
            with page.expect_response(lambda answer, action=action: f"{action}?" in answer.url) as answer:
                form.get_by_role("button").first.click()
            assert answer.value.status == 200


class People:
    """Tabs of people at the site."""

    def __init__(
        self,
        browser: Browser,
        base: str,
        sent: Sent | None,
        friends: Collection[str] = (),
        world: World | None = None,
    ) -> None:
        self._browser, self._base, self._sent, self._friends, self._world = browser, base, sent, friends, world

    @contextmanager
    def tab(self, name: str = "", password: str = PASSWORD) -> Iterator[Page]:
        """A tab of somebody with an account, or of nobody."""
        with visit(self._browser, self._base) as person:
            person.friends.update(self._friends)
            page = self._page(person)
            if name:
                sign_in(page, name, password, self._world)
            yield page

    def _page(self, person: Visit) -> Page:
        return self._sent.watch(person.page()) if self._sent is not None else person.page()


def send(page: Page, action: str, act: str = "", **fields: str) -> None:
    """Fill in the form of that address and click its button; the next page is there afterwards."""
    form = page.locator(f'main form[action="{action}"]').first
    for shut in form.locator("xpath=ancestor::details[not(@open)]").all():
        shut.locator("summary").first.click()
    for name, value in fields.items():
        box = form.locator(f'[name="{name}"]').first
        if box.evaluate("box => box.tagName") == "SELECT":
            box.select_option(value)
        else:
            box.fill(value)
    button = form.locator(f'button[value="{act}"]' if act else "button").first
    with page.expect_navigation(), page.expect_response(lambda told: told.request.method == "POST") as answer:
        button.click()
    assert answer.value.status < 400, f"{action}: {answer.value.status} {page.locator('main').inner_text()}"


def sign_in(page: Page, name: str, password: str, world: World | None = None) -> None:
    """With the second step, if the account asks for it."""
    page.goto("/sign-in")
    send(page, "/sign-in", name=name, password=password)
    if world is not None and urlsplit(page.url).path == "/sign-in/second":
        send(page, "/sign-in/second", code=code(world))
    page.wait_for_url("**/account")


def code(world: World) -> str:
    """The next code of the only authenticator app there is."""
    with world.database.write() as session:
        session.execute(update(SecondFactor).values(last_step=0))  # as if the last one had been half a minute ago
        return pyotp.TOTP(session.scalars(select(SecondFactor.secret)).one()).now()


def provider(page: Page, people: People) -> None:
    """Link a sign-in, use it in another browser, and remove it."""
    page.goto("/account/settings")
    send(page, "/account/sign-ins", old=PASSWORD)
    page.get_by_role("link", name="Continue to").click()
    expect(page.get_by_role("status")).to_contain_text("Linked")
    with people.tab() as other:
        other.goto("/sign-in?next=/account/teams")
        other.get_by_role("link", name="Continue with").click()
        other.wait_for_url("**/account/teams")
        expect(other.locator("header")).to_contain_text("aki")
    remove = page.locator('main form[action*="/account/sign-ins/"]')
    send(page, remove.get_attribute("action") or "", old=PASSWORD)
    expect(page.get_by_role("status")).to_contain_text("Link removed")


def two_factor(page: Page, world: World, people: People) -> None:
    """On, other recovery codes, off, and on again; then a sign-in with both steps."""
    here = "/account/two-factor"

    def turn_on() -> None:
        page.goto(here)
        send(page, f"{here}/begin", old=PASSWORD)
        expect(page.locator(".qr svg")).to_be_visible()
        send(page, f"{here}/confirm", code=code(world))
        expect(page.locator("#codes")).to_be_visible()

    turn_on()
    for action in ("codes", "off"):
        page.goto(here)
        send(page, f"{here}/{action}", old=PASSWORD, code=code(world))
    turn_on()
    with people.tab() as other:
        other.goto("/sign-in")
        send(other, "/sign-in", name="mei", password=PASSWORD)
        send(other, "/sign-in/second", code=code(world))
        other.wait_for_url("**/account")


def author(page: Page, world: World, redis: RedisServer) -> None:
    """A person's own pages."""
    told = {"gateway": "g", "at_once": 2, "games": [], "finishing": False, "version": "1.0", "language": "python"}
    with redis.client() as client:
        client.set(keys.presence(world.bots["akis-bot"]), orjson.dumps(told))
    bot = "/account/bots/akis-bot"
    page.goto("/account")
    send(page, f"{bot}/tokens", label="second laptop")
    expect(page.locator("#token")).to_contain_text("meiji_bot_")
    page.goto("/account")
    revoke = page.locator('main form[action*="/account/tokens/"]')
    send(page, revoke.first.get_attribute("action") or "")
    send(page, "/account/author-tokens", label="script")
    page.goto("/account")
    send(page, revoke.last.get_attribute("action") or "")
    send(page, f"{bot}/withdraw")
    send(page, f"{bot}/enter", season=world.season)
    send(page, f"{bot}/challenges")
    send(page, f"{bot}/pace", most="20")
    hosted(page)
    webhook(page)
    page.goto("/account/challenges")
    send(page, "/account/challenges", bot="akis-bot", game="nippon", opponent="shinobi")
    send(page, "/account/challenges/cancel")
    with page.expect_navigation():
        page.get_by_role("button", name="Cancel all").click()
    page.goto("/account")
    send(page, "/account/bots", name="short-lived")
    page.goto("/account")
    send(page, "/account/bots/short-lived/retire")
    page.goto("/account/settings")
    send(page, "/account/password", old=PASSWORD, password=PASSWORD + "!", again=PASSWORD + "!")
    expect(page.get_by_role("status")).to_be_visible()


def email(page: Page, world: World, people: People, redis: RedisServer) -> None:
    """An address from its form until it is removed; here no worker sends the link."""
    here = "/account/email"
    page.goto(here)
    send(page, here, address="aki@example.net", old=PASSWORD + "!")
    expect(page.get_by_text("not confirmed yet")).to_be_visible()
    with redis.client() as client, world.database.read() as session:
        row_id = session.scalars(select(Webhook.id).where(Webhook.style == "email")).one()
        key = one_time_links.make_key(client, one_time_links.ADDRESS, row_id)
    with people.tab() as other:
        other.goto(f"/confirm-address?key={key}")
        send(other, "/confirm-address")
        expect(other.get_by_role("status")).to_contain_text("confirmed")
        other.get_by_role("link", name="Forgot your password?").click()
        send(other, "/forgot", asked="aki")
        expect(other.get_by_role("status")).to_contain_text("a link is on its way")
    page.goto(here)
    page.get_by_label("a round is over").check()
    for action in ("notices", "try", "remove"):
        send(page, f"{here}/{action}")
    expect(page.get_by_role("status")).to_contain_text("The address is forgotten")


def following(page: Page, world: World) -> None:
    """A bot, a league and a ladder are followed; their results come together on one page."""
    for path, action in (
        ("/bots/shinobi", "bots/shinobi"),
        ("/seasons/club-league", "seasons/club-league"),
        (f"/seasons/{world.season}", f"seasons/{world.season}"),
    ):
        page.goto(path)
        send(page, f"/account/following/{action}")
        expect(page.get_by_role("button", name="Following")).to_be_visible()
    page.goto("/account/following")
    expect(page.locator(".match-words").first).to_be_visible()


def hosted(page: Page) -> None:
    """An archive from its upload until it is deleted; the file is dropped on the form, and what is refused is said."""
    page.goto("/account/submissions")
    drop(page, bot_zip("akis-bot", "2.0"))
    send(page, "/account/submissions")
    expect(page.get_by_role("status")).to_contain_text("Archive accepted")
    expect(page.get_by_role("row", name="2.0")).to_contain_text("active")
    bot = "/account/bots/akis-bot/submissions"
    send(page, f"{bot}/activate")
    expect(page.get_by_role("status")).to_contain_text("no longer runs this bot")
    with page.expect_download() as fetched:
        page.get_by_role("link", name="Download 2.0").click()
    assert fetched.value.path().read_bytes() == bot_zip("akis-bot", "2.0")
    send(page, f"{bot}/delete")
    expect(page.get_by_role("status")).to_contain_text("Archive deleted")


def webhook(page: Page) -> None:
    """A webhook from its form until it is deleted."""
    page.goto("/account/webhooks")
    send(page, "/account/webhooks", url="https://hooks.example.com/mine", style="discord")
    expect(page.locator("#secret")).to_contain_text("whsec_")
    page.goto("/account/webhooks")
    for act in ("try", "delete"):
        form = page.locator(f'main form[action^="/account/webhooks/"][action$="/{act}"]').last
        send(page, form.get_attribute("action") or "")
    expect(page.get_by_role("status")).to_contain_text("Webhook deleted")


def drop(page: Page, data: bytes) -> None:
    """Drop a file onto the form for archives."""
    make = """bytes => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], "bot.zip"));
        return transfer;
    }"""
    transfer = page.evaluate_handle(make, list(data))
    page.dispatch_event("form.drop", "drop", {"dataTransfer": transfer})


def comments(page: Page, world: World, people: People) -> None:
    """Two comments on a match: the author deletes one, an admin the others."""
    match = f"/matches/{world.done_match}"
    page.goto(f"{match}?step=5")
    for words in ("a bold move", "I would have waited", "and this is the third"):
        expect(page.locator(".viewer[data-ready]")).to_be_attached()
        send(page, match, comment=words)
        expect(page).to_have_url(re.compile(r"step=5\b"))
        expect(page.get_by_text(words)).to_be_visible()
    send(page, deletes(page, match))
    send(page, f"{match}/coach")
    with people.tab("root") as admin:
        admin.goto(f"{match}?step=5")
        expect(admin.locator(".viewer[data-ready]")).to_be_attached()
        send(admin, deletes(admin, match), why="off topic")
        admin.goto("/admin/comments")
        send(admin, deletes(admin, "/admin"), why="off topic, too")


def deletes(page: Page, start: str) -> str:
    """Where the first form that deletes a comment sends to."""
    return page.locator(f'main form[action^="{start}/comments/"]').first.get_attribute("action") or ""


def team(page: Page, people: People) -> None:
    """A team from its founding until a member leaves."""
    page.goto("/account/teams")
    send(page, "/account/teams", name="kobo")
    for name in ("ben", "mei", "kei", "root"):
        send(page, "/account/teams/kobo/invitations", member=name)
    send(page, "/account/teams/kobo/invitations/root/withdraw")
    for name, answer in (("ben", "accept"), ("mei", "accept"), ("kei", "decline")):
        with people.tab(name) as other:
            other.goto("/account/teams")
            send(other, f"/account/teams/kobo/{answer}")
    page.goto("/account/teams")
    send(page, "/account/teams/kobo/members/ben/leader")
    send(page, "/account/teams/kobo/members/mei/remove")
    with people.tab("ben") as other:
        other.goto("/account/teams")
        send(other, "/account/teams/kobo/members/ben/remove")


def season(page: Page, world: World, people: People) -> None:
    """A season from its file to the next one, and one that is called off."""
    page.goto("/organise/new")
    send(page, "/organise/new", act="file")
    send(page, "/organise/new", act="form", file=WINTER)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Winter cup")
    send(page, "/organise/new", act="create")
    page.wait_for_url(f"**{CONTROL}*")
    page.goto(f"{CONTROL}/edit")
    send(page, f"{CONTROL}/edit", league="school")
    send(page, f"{CONTROL}/file", file=WINTER.replace("expected_entries = 4", "expected_entries = 3"))
    for bot in ("shinobi", "tanuki", "kappa"):
        send(page, f"{CONTROL}/entries", entrant=bot)
    page.goto(f"{CONTROL}/roster")
    send(page, f"{CONTROL}/roster", act="import", file="team,bot,account\ntsuru,crane,taro\n")
    made = list(csv.DictReader(io.StringIO(page.locator("#made").inner_text())))
    set_password(people, made[0]["password_link"], "taro")
    page.goto(CONTROL)
    for name, answer in (("mei", "accept"), ("ben", "decline")):
        send(page, f"{CONTROL}/organisers", account=name)
        with people.tab(name) as other:
            other.goto("/organise")
            send(other, f"/organise/invitations/{CONTROL.rsplit('/', 1)[1]}/{answer}")
    page.goto(CONTROL)
    send(page, f"{CONTROL}/organisers/mei/remove")
    send(page, f"{CONTROL}/organisers", account="root")
    send(page, f"{CONTROL}/organisers/root/remove")
    send(page, f"{CONTROL}/invites", label="class", uses="2")
    page.goto(CONTROL)
    send(page, page.locator('main form[action*="/invites/"]').first.get_attribute("action") or "")
    teaching(page)
    for act in ("open", "pause", "resume", "start"):
        send(page, f"{CONTROL}/{act}")
    send(page, f"{CONTROL}/rulings", kind="withdraw", bot="kappa", reason="it was entered by mistake")
    send(page, f"{CONTROL}/rulings")  # what it does was shown; this confirms it
    freeze(world)
    page.goto(CONTROL)
    send(page, f"{CONTROL}/stages/0/reveal")
    page.get_by_role("link", name="Finish now").click()
    send(page, f"{CONTROL}/finish")
    send(page, f"{CONTROL}/next", first="2028-01-10T20:00")
    page.goto("/organise/seasons/autumn-cup")
    page.get_by_role("link", name="Cancel it").click()
    send(page, "/organise/seasons/autumn-cup/cancel", why="too few entries")


def teaching(page: Page) -> None:
    """A rehearsal until it is wiped, a message, and an entry that is removed."""
    page.goto(CONTROL)
    send(page, f"{CONTROL}/rehearse")
    page.get_by_role("link", name="Wipe it").click()
    send(page, f"{CONTROL}-rehearsal/wipe")
    page.wait_for_url(f"**{CONTROL}?*")
    page.get_by_role("link", name="Remove crane").click()
    send(page, f"{CONTROL}/entries/crane/remove")
    page.goto(f"{CONTROL}/participants")
    send(page, f"{CONTROL}/messages", message="Connect your bots.\nWe begin soon.")
    expect(page.get_by_text("We begin soon.")).to_be_visible()
    page.goto(CONTROL)


def freeze(world: World) -> None:
    """The first stage of the cup is frozen since a minute ago."""
    with world.database.write() as session:
        stage = session.scalars(select(SeasonStage).join(Season).where(Season.slug == "winter-cup")).one()
        stage.freeze_at = utcnow() - timedelta(minutes=1)


def admin(page: Page, world: World, people: People) -> None:
    """Accounts, and a hand on the match that is being played."""
    page.goto("/admin/users")
    send(page, "/admin/users/ben/role", role="organiser")
    send(page, "/admin/users/ben/disabled")
    send(page, "/admin/users", name="chiyo", role="author")
    set_password(people, page.locator("#link").inner_text(), "chiyo")
    page.goto("/admin/users")
    page.get_by_role("link", name="ben", exact=True).click()
    bot = "/admin/users/ben/bots/bens-bot/disabled"
    send(page, bot)
    expect(page.get_by_role("row", name="bens-bot")).to_contain_text("disabled")
    send(page, bot)
    send(page, bot)
    send(page, "/admin/users/ben/anonymise", repeated="ben")
    expect(page.get_by_role("status")).to_contain_text("The account is anonymised")
    expect(page.get_by_role("link", name="ben", exact=True)).to_have_count(0)
    page.goto("/bots")
    expect(page.get_by_text("bens-bot")).to_have_count(0)
    page.goto("/admin/users/mei")
    send(page, "/admin/users/mei/two-factor")
    page.goto("/admin/users")
    send(page, "/admin/users/mei/reset-link")
    set_password(people, page.locator("#link").inner_text(), "mei")
    page.goto("/admin")
    send(page, f"/admin/matches/{world.running_match}/requeue", why="try again")
    with world.database.write() as session:
        session.get_one(Match, world.running_match).state = MatchState.RUNNING
    page.goto("/admin")
    send(page, f"/admin/matches/{world.running_match}/void", why="a cable was pulled")


def set_password(people: People, link: str, name: str) -> None:
    """Follow a one-time link as its person does, and sign in with the password it sets."""
    with people.tab() as page:
        page.goto(link)
        send(page, "/reset", password=NEW, again=NEW)
        page.wait_for_url("**/sign-in*")
        sign_in(page, name, NEW)


def strangers(people: People) -> None:
    """Somebody comes, signs out, and leaves for good."""
    with people.tab() as page:
        page.goto("/sign-up")
        send(page, "/sign-up", name="yuki", password=PASSWORD, again=PASSWORD)
        page.wait_for_url("**/account")
        with page.expect_navigation():
            page.locator('form[action="/sign-out"] button').click()
        sign_in(page, "yuki", PASSWORD)
        page.goto("/account/settings")
        send(page, "/account/delete", old=PASSWORD)
        expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
