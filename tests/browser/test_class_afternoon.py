"""A teacher's whole afternoon, by forms only: create, roster, rehearsal, run, ruling, final table, archive.

One student's bot plays, one crashes, one comes late, and one runs out of time; all are real processes.
"""

import csv
import io
from datetime import UTC, datetime, timedelta
from zipfile import ZipFile

from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from arena.accounts.commands import create_account
from arena.db.models import Match, MatchState, Role, Season, TableSet
from tests.browser.chromium import visit
from tests.browser.test_author import PASSWORD
from tests.browser.test_organiser import enter
from tests.services.cluster import BOT, Cluster, await_until

CONTROL = "/organise/seasons/afternoon-cup"
STUDENTS = {"steady": "hanako", "crashing": "taro", "late": "yuki", "slow": "ren"}
CRASHING = BOT.replace("return random", "import os\n        os._exit(3)\n        return random")
SLOW = BOT.replace("return random", "import time\n        time.sleep(3600)\n        return random")


def fill(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        box = page.locator(f'.season-form [name="{name}"]').first
        if box.evaluate("box => box.tagName") == "SELECT":
            box.select_option(value)
        else:
            box.fill(value)


def press(page: Page, name: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=name, exact=True).first.click()


def create(page: Page) -> None:
    """A small season from the preset for classes, in the form."""
    page.goto("/organise/new?preset=class")
    fill(page, name="Afternoon cup", game="iki", seats="2", clock="blitz", time_zone="UTC", deadline="")
    fill(page, **{"schedule.first": local(timedelta(hours=1)), "schedule.rounds": "every", "stage[0].format": "swiss"})
    fill(page, **{"schedule.minutes": "60", "stage[0].rounds": "2"})
    page.locator('[name="stage[0].sets"]').first.uncheck()
    page.locator('[name="entry_rules.validation"]').uncheck()
    press(page, "Create season")
    page.wait_for_url(f"**{CONTROL}*")


def local(later: timedelta) -> str:
    return f"{datetime.now(UTC) + later:%Y-%m-%dT%H:%M}"


def import_roster(page: Page) -> dict[str, str]:
    """Four students with a bot each; the tokens by bot."""
    page.get_by_role("link", name="Import a roster from CSV").click()
    lines = "".join(f"{account},{bot},{account}\n" for bot, account in STUDENTS.items())
    page.get_by_label("As CSV").fill(f"team,bot,account\n{lines}")
    press(page, "Import")
    rows = list(csv.DictReader(io.StringIO(page.locator("#made").inner_text())))
    assert all(row["password_link"] for row in rows), "students without e-mail set a password with their link"
    return {row["bot"]: row["token"] for row in rows}


def rehearse(page: Page) -> None:
    """A rehearsal shows who is missing; then it is wiped."""
    page.goto(CONTROL)
    press(page, "Rehearse it now")
    expect(page.get_by_text("This is a rehearsal")).to_be_visible()
    page.get_by_role("link", name="Participants").click()
    expect(page.get_by_role("row", name="steady").first).to_contain_text("never seen")
    page.goto(f"{CONTROL}-rehearsal")
    page.get_by_role("link", name="Wipe it").click()
    press(page, "Wipe the rehearsal")
    page.wait_for_url(f"**{CONTROL}?*")


def played(running: Cluster) -> list[int]:
    """The finished matches of the season."""
    with running.database.read() as session:
        wanted = select(Match.id).join(TableSet).join(Season).where(Season.slug == "afternoon-cup")
        return list(session.scalars(wanted.where(Match.state == MatchState.FINISHED).order_by(Match.id)))


def waits_for(page: Page, bot: str, words: str) -> None:
    """The dashboard says so of a bot, as soon as it is so."""
    for _ in range(60):
        page.goto(f"{CONTROL}/participants?show=help")
        if page.get_by_role("row", name=bot).filter(has_text=words).count():
            return
        page.wait_for_timeout(500)
    raise AssertionError(page.locator("main").inner_text())


def test_a_class_is_taught_by_forms_alone(browser: Browser, arena):
    running, site, gateway = arena
    with running.database.write() as session:
        create_account(session, "sensei", PASSWORD, Role.ORGANISER, "test")
    with visit(browser, site) as teacher:
        page = teacher.page()
        enter(page, "sensei")
        create(page)
        tokens = import_roster(page)
        rehearse(page)

        for bot, script in (("steady", BOT), ("crashing", CRASHING), ("slow", SLOW)):
            running.start_bot(bot, tokens[bot], gateway, script)
        page.goto(CONTROL)
        press(page, "Open registration")
        page.get_by_role("link", name="Edit with the form").click()
        fill(page, **{"schedule.first": local(-timedelta(minutes=1))})
        press(page, "Save")  # its hour has come: the calendar starts it
        waits_for(page, "late", "Its match waits for it")
        page.goto(f"{CONTROL}/participants")
        page.get_by_label("To").select_option("late")
        page.get_by_label("Message").fill("Connect your bot, please.")
        press(page, "Send")
        expect(page.get_by_text("Connect your bot, please.")).to_be_visible()
        running.start_bot("late", tokens["late"], gateway)
        await_until(lambda: len(played(running)) == 2, "round 1 is played", running)

        page.goto(f"{CONTROL}/participants?show=help")
        expect(page.get_by_role("row", name="slow").first).to_contain_text("ts time ran out")
        expect(page.get_by_role("row", name="crashing").first).to_contain_text("fault")
        page.goto(CONTROL)
        page.get_by_label("What", exact=True).select_option("void")
        page.get_by_label("Match", exact=True).fill(str(played(running)[0]))
        page.get_by_label("Public reason").fill("A power cut in the classroom.")
        press(page, "See what it does")
        expect(page.locator("main")).to_contain_text("counts for nothing")
        press(page, "Record the ruling")
        expect(page.locator("#rulings")).to_contain_text("A power cut in the classroom.")
        page.get_by_role("link", name="Finish now").click()
        expect(page.locator("main")).to_contain_text("2 matches played so far decide the final tables")
        press(page, "Finish the season")
        finish(page)


def finish(page: Page) -> None:
    """The final table, the grades and the archive."""
    page.goto("/seasons/afternoon-cup")
    expect(page.locator("main")).to_contain_text("finished")
    for bot in STUDENTS:
        expect(page.locator("main table").first).to_contain_text(bot)
    page.goto(CONTROL)
    with page.expect_download() as fetched:
        page.get_by_role("link", name="Results per student").click()
    grades = list(csv.DictReader(io.StringIO(fetched.value.path().read_text("utf-8"))))
    assert {row["bot"]: row["student"] for row in grades} == STUDENTS
    assert [int(row["place"]) for row in grades] == [1, 2, 3, 4]
    with page.expect_download() as fetched:
        page.get_by_role("link", name="as an archive").click()
    with ZipFile(fetched.value.path()) as packed:
        assert packed.testzip() is None
        assert b"A power cut" in packed.read("afternoon-cup/rulings.json")
