"""Two visits from beginning to end: a spectator from the front page to a rule, and an admin who puts things right."""

import re

from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import SCREENS, visit
from tests.browser.pages import sign_in
from tests.browser.scene import PASSWORD, Scene


def test_a_spectator_comes_from_the_front_page_over_the_featured_match_to_a_rule(browser: Browser, scene: Scene):
    for shape in SCREENS.values():
        with visit(browser, scene.base, **shape) as person:
            page = person.page()
            page.goto("/")
            featured = page.get_by_role("region", name="Featured match")
            winner = featured.locator("b").inner_text().split()[0]
            featured.get_by_role("link").click()
            page.wait_for_url(re.compile(r"/matches/\d+$"))
            expect(
                page.get_by_role("rowheader", name=winner).or_(page.get_by_role("cell", name=winner)).first
            ).to_be_visible()
            expect(page.locator(".viewer[data-ready]")).to_be_attached()
            page.keyboard.press("ArrowRight")
            expect(page.locator(".viewer-scrubber")).to_have_value("1")
            rule = rule_link(page)
            rule.click()
            page.wait_for_url(re.compile(r"/rules/[a-z]+#."))
            anchor = page.url.split("#")[1]
            place = page.locator(f'[id="{anchor}"]')
            expect(place).to_be_visible()
            expect(place).to_be_in_viewport()


def rule_link(page: Page):
    """Where the page of a match leads from a move to the rules."""
    link = page.locator('a[href^="/rules/"][href*="#"]').first
    for shut in link.locator("xpath=ancestor::details[not(@open)]").all():
        shut.locator("summary").first.click()
    expect(link).to_be_visible()
    return link


def test_an_admin_disables_a_bot_and_anonymises_an_account(browser: Browser, scene: Scene):
    with visit(browser, scene.base) as person:
        page = person.page()
        page.goto("/sign-up")
        page.get_by_label("Name").fill("spammer")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Password again").fill(PASSWORD)
        page.get_by_role("button", name="Create account").click()
        made = page.locator("form", has=page.get_by_role("button", name="Create bot"))
        made.get_by_label("Name").fill("cheap-pills")
        made.get_by_role("button").click()
        expect(page.locator("#token")).to_contain_text("meiji_bot_")
    with visit(browser, scene.base) as person:
        sign_in(person.context, "root")
        page = person.page()
        page.goto("/bots/cheap-pills")
        page.get_by_role("link", name="Admin").click()
        page.get_by_role("link", name="Accounts").click()
        page.get_by_label("Name").first.fill("spammer")
        page.get_by_role("button", name="Search").first.click()
        page.locator("tbody").get_by_role("link", name="spammer", exact=True).click()
        row = page.get_by_role("row", name="cheap-pills")
        row.get_by_role("button", name="Disable").click()
        expect(page.get_by_role("row", name="cheap-pills")).to_contain_text("disabled")
        page.goto("/bots/cheap-pills")
        expect(page.get_by_text("cheap-pills is disabled.")).to_be_visible()
        page.goto("/admin/users/spammer")
        page.locator('[name="repeated"]').fill("spammer")
        page.get_by_role("button", name=re.compile("Anonymise")).click()
        expect(page.get_by_role("status")).to_contain_text("The account is anonymised")
        page.goto("/admin/audit")
        for path in ("/admin/audit", "/bots", "/admin/users"):
            page.goto(path)
            for name in ("spammer", "cheap-pills"):
                expect(page.get_by_text(name)).to_have_count(0)
        assert page.goto("/bots/cheap-pills").status == 404
        person.troubles[:] = [one for one in person.troubles if "cheap-pills" not in one]
