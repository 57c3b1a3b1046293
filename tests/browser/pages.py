"""Every page of the site that can be looked at: its name, who looks, and where it is."""

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.scene import PASSWORD, Scene

PLAN = "#plan"
"""At the end of an address: the plan of the example is asked for."""


def pages(scene: Scene) -> list[tuple[str, str, str]]:
    """Name of the picture, who is signed in (empty: nobody), address."""
    public = {
        "home": "/",
        "watch": "/watch",
        "watch-table": "/watch/nippon",
        "start": "/start",
        "games": "/games",
        "game": "/games/iki",
        "game-strong-play": "/games/iki/strong-play",
        "leaderboards": "/leaderboards",
        "leaderboard": "/seasons/nippon-2-open/leaderboard",
        "leaderboard-solo": f"/seasons/{scene.solo}/leaderboard",
        "bots": "/bots",
        "bot": f"/bots/{scene.bot}",
        "matches": "/matches",
        "match": f"/matches/{scene.match}",
        "match-live": f"/matches/{scene.running}",
        "set": f"/sets/{scene.done_set}",
        "seasons": "/seasons",
        "season": f"/seasons/{scene.cup}",
        "season-table": f"/seasons/{scene.cup}/tables/1",
        "season-schedule": f"/seasons/{scene.cup}/schedule",
        "season-entries": f"/seasons/{scene.cup}/entries",
        "season-rulings": f"/seasons/{scene.cup}/rulings",
        "season-over": "/seasons/spring-cup",
        "hall-of-fame": "/hall-of-fame",
        "documents": "/docs",
        "document-search": "/docs?q=fire",
        "document": "/docs/run-a-league",
        "rules": "/rules/iki",
        "api": "/api",
        "keys": "/keys",
        "data": "/data",
        "runtimes": "/runtimes",
        "sign-in": "/sign-in",
        "sign-up": "/sign-up",
        "forgot": "/forgot",
        "not-there": "/matches/999999",
    }
    own = {
        "account": "/account",
        "account-bot": f"/bots/{scene.bot}",
        "account-faults": "/account/faults",
        "account-teams": "/account/teams",
        "account-challenges": "/account/challenges",
        "account-hosted": "/account/submissions",
        "account-hosting": f"/account/bots/{scene.bot}/hosting",
        "account-following": "/account/following",
        "account-email": "/account/email",
        "account-webhooks": "/account/webhooks",
        "account-settings": "/account/settings",
    }
    organiser = {
        "organise": "/organise",
        "organise-new": "/organise/new",
        "organise-plan": f"/organise/new{PLAN}",
        "organise-club": "/organise/new?preset=club",
        "organise-edit": "/organise/seasons/next-cup/edit",
        "organise-season": f"/organise/seasons/{scene.cup}",
        "organise-participants": f"/organise/seasons/{scene.cup}/participants",
        "organise-confirm": f"/organise/seasons/{scene.cup}/confirm/finish",
        "organise-roster": f"/organise/seasons/{scene.cup}/roster",
    }
    admin = {
        "admin": "/admin",
        "admin-users": "/admin/users",
        "admin-comments": "/admin/comments",
        "admin-audit": "/admin/audit",
    }
    lists = (("", public), ("aki", own), ("kei", organiser), ("root", admin))
    return [(name, who, path) for who, found in lists for name, path in found.items()]


def sign_in(context: BrowserContext, name: str) -> None:
    """In this profile."""
    page = context.new_page()
    page.goto("/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main form button").click()
    page.wait_for_url("**/account")
    page.close()


def look(page: Page, path: str) -> int:
    """Open an address, until its curves are drawn; how the site answered."""
    answer = page.goto(path.removesuffix(PLAN))
    assert answer is not None
    if path.endswith(PLAN):
        page.get_by_role("button", name="Show the plan").click()
        expect(page.get_by_text("Expected end")).to_be_visible()
    expect(page.locator(".curve-live canvas")).to_have_count(page.locator("[data-curve]").count())
    return answer.status
