"""Every page in a real browser: nothing that shuts people out (axe), nothing from elsewhere, and all of it without scripts."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.chromium import SCHEMES, SCREENS, visit
from tests.browser.pages import look, pages, sign_in
from tests.browser.scene import PASSWORD, Scene

AXE = (Path(__file__).parent / "vendor" / "axe.min.js").read_text("utf-8")
RUN = """async (rules) => (await axe.run(document, {resultTypes: ["violations"], preload: false, iframes: false, ...rules})).violations
    .filter(one => ["serious", "critical"].includes(one.impact))
    .map(one => one.id + ": " + one.nodes.slice(0, 3).map(node => node.html + " " + node.any.map(a => a.message)).join(" | "))"""
COLOURS = {"runOnly": ["color-contrast"]}
"""All that a dark screen changes."""


@pytest.mark.parametrize("screen", SCREENS)
def test_no_page_shuts_anybody_out(browser: Browser, scene: Scene, screen):
    wrong = []
    for who in ("", "aki", "kei", "root"):
        # The policy of the site forbids scripts that are not its own, so the checker is let in past it.
        with visit(browser, scene.base, bypass_csp=True, **SCREENS[screen]) as person:
            person.context.add_init_script(AXE)  # once for all its pages: half a megabyte
            if who:
                sign_in(person.context, who)
            page = person.page()
            for name, by, path in pages(scene):
                if by == who:
                    look(page, path)
                    wrong += [f"{name}, {found}" for found in barriers(page)]
            person.troubles[:] = [one for one in person.troubles if "999999" not in one]  # a page that is not there
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("screen", SCREENS)
def test_no_board_shuts_anybody_out(browser: Browser, scene: Scene, screen):
    """The match page of every game, with comments by others and somebody's own, signed in."""
    wrong = []
    with visit(browser, scene.base, bypass_csp=True, **SCREENS[screen]) as person:
        person.context.add_init_script(AXE)
        sign_in(person.context, "aki")
        page = person.page()
        for game, match_id in scene.replays.items():
            page.goto(f"/matches/{match_id}?step=40")
            expect(page.locator(".viewer[data-ready]")).to_be_attached()
            wrong += [f"{game}, {found}" for found in barriers(page)]
    assert not wrong, "\n".join(wrong)


def barriers(page: Page) -> list[str]:
    """What keeps people from this page, in light and in dark."""
    found: list[str] = []
    for scheme, rules in zip(SCHEMES, ({}, COLOURS), strict=True):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # a piece that fades in has no contrast yet
        found += [f"{scheme}: {one}" for one in page.evaluate(RUN, rules)]
    page.emulate_media(color_scheme=SCHEMES[0], reduced_motion=None)
    return found


def test_no_page_breaks_its_own_policy_or_asks_elsewhere(browser: Browser, scene: Scene):
    for who in ("", "aki", "kei", "root"):
        with visit(browser, scene.base) as person:
            if who:
                sign_in(person.context, who)
            page = person.page()
            for name, by, path in pages(scene):
                if by == who and name != "not-there":
                    assert look(page, path) == 200, path


def test_a_rating_curve_tells_its_figures(browser: Browser, scene: Scene):
    with visit(browser, scene.base) as person:
        page = person.page()
        page.goto(f"/bots/{scene.bot}")
        curve = page.locator(".curve-live")
        expect(curve.locator("canvas")).to_be_visible()
        expect(page.locator("[data-curve] svg")).to_be_hidden()
        curve.locator(".u-over").hover()
        rating = curve.locator(".u-series", has_text="Rating").locator(".u-value")
        expect(rating).to_have_text(re.compile(r"^[12],\d{3}$|^\d{3}$"))


def test_all_of_it_works_without_scripts(browser: Browser, scene: Scene):
    with visit(browser, scene.base, java_script_enabled=False) as person:
        page = person.page()
        page.goto("/")
        page.get_by_role("link", name="Leaderboards").first.click()
        page.get_by_role("link", name="IKI, 2 seats").first.click()
        expect(page.locator("main")).to_contain_text("IKI")
        page.goto(f"/seasons/{scene.ladder}/leaderboard")
        page.get_by_label("Bot, owner or language").fill(scene.bot)
        page.get_by_role("button", name="Show").click()
        page.locator("tbody").get_by_role("link", name=scene.bot, exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(scene.bot)
        page.goto(f"/matches/{scene.match}")
        expect(page.get_by_role("link", name="Download the replay")).to_be_visible()
        page.goto("/sign-up")
        page.get_by_label("Name").fill("without-scripts")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_label("Password again").fill(PASSWORD)
        page.get_by_role("button", name="Create account").click()
        made = page.locator("form", has=page.get_by_role("button", name="Create bot"))
        made.get_by_label("Name").fill("plain-bot")
        made.get_by_role("button").click()
        expect(page.locator("#token")).to_contain_text("meiji_bot_")
        for _, by, path in pages(scene):
            if not by:
                page.goto(path)
                expect(page.get_by_role("heading", level=1)).to_be_visible()
        person.troubles[:] = [one for one in person.troubles if "999999" not in one]


def test_the_keyboard_alone_leads_to_an_account(browser: Browser, scene: Scene):
    with visit(browser, scene.base) as person:
        page = person.page()
        page.goto("/sign-up")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.className") == "skip"
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "content"
        for field in ("keys-only", PASSWORD, PASSWORD):
            page.keyboard.press("Tab")
            page.keyboard.type(field)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", level=1)).to_have_text("My bots")
        seen = page.evaluate("getComputedStyle(document.querySelector('.skip')).position")
        assert seen == "absolute"
