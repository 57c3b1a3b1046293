"""An organiser runs a small season in the browser: from its file over an invite to the final table, played by real processes."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from arena.accounts.commands import create_account
from arena.db.models import Bot, Role, Season, SeasonState
from tests.browser.chromium import visit
from tests.browser.test_author import PASSWORD, new_bot, sign_up
from tests.services.cluster import await_until

FILE = """\
name = "Class cup"
game = "nippon"
seats = 2
clock = "long"
expected_entries = 2

[schedule]
first = {first:%Y-%m-%dT%H:%M:%S}

[entry_rules]
per_team = 1
invite_only = true

[[stage]]
format = "round_robin"
"""


def enter(page: Page, name: str) -> None:
    page.goto("/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main form button").click()
    page.wait_for_url("**/account")


def test_a_season_by_invite_from_its_file_to_its_table(browser: Browser, arena):
    running, site, gateway = arena
    with running.database.write() as session:
        create_account(session, "kei", PASSWORD, Role.ORGANISER, "test")
    allowed = ["clipboard-read", "clipboard-write"]
    with visit(browser, site) as organiser, visit(browser, site, permissions=allowed) as author:
        kei, mei = organiser.page(), author.page()
        sign_up(mei, "mei")
        running.start_bot("momiji", new_bot(mei, "momiji"), gateway)
        await_until(lambda: _validated(running, "momiji"), "momiji has played its validation match", running)

        enter(kei, "kei")
        kei.goto("/organise/new")
        kei.get_by_role("button", name="Advanced: edit as TOML").click()
        kei.get_by_label("As TOML").fill(FILE.format(first=datetime.now(UTC) + timedelta(hours=1)))
        kei.get_by_role("button", name="Show the plan").click()
        expect(kei.locator("main")).to_contain_text("Matches")
        kei.get_by_role("button", name="Create season").click()
        kei.wait_for_url("**/organise/seasons/class-cup*")
        kei.get_by_label("Enter a bot by hand").fill("house-0")
        kei.get_by_label("Enter a bot by hand").press("Enter")
        expect(kei.locator("main")).to_contain_text("house-0")
        kei.get_by_role("button", name="Open registration").click()
        kei.get_by_role("button", name="Create invite").click()
        code = kei.locator("#invite").inner_text().strip()

        mei.goto("/account")
        form = mei.locator("form", has=mei.get_by_label("Invite code"))
        form.get_by_label("Enter", exact=True).select_option(label="Class cup")
        form.get_by_label("Invite code").fill(code)
        form.get_by_role("button", name="Enter").click()
        expect(mei.locator("main")).to_contain_text("Class cup")

        kei.goto("/organise/seasons/class-cup")
        expect(kei.locator("main")).to_contain_text("momiji")
        kei.get_by_label("As TOML").fill(FILE.format(first=datetime.now(UTC) - timedelta(minutes=1)))
        kei.get_by_role("button", name="Save").click()  # its hour has come: the calendar starts it
        await_until(lambda: _over(running), "the season has been played to its end", running)
        kei.goto("/seasons/class-cup")
        expect(kei.locator("main")).to_contain_text("finished")
        expect(kei.locator("main table").first).to_contain_text("momiji")


def _validated(running, name: str) -> bool:
    with running.database.read() as session:
        return session.scalars(select(Bot.validated_at).where(Bot.name == name)).one() is not None


def _over(running) -> bool:
    with running.database.read() as session:
        return session.scalars(select(Season.state).where(Season.slug == "class-cup")).one() is SeasonState.FINISHED
