"""A real Chromium for tests and pictures: the system's own, driven by Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

PROGRAMS = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=none",
]
MISSING = "there is no Chromium: run tools/chromium as root on Debian, or install one and name it in ARENA_CHROMIUM"
PATIENCE_MS = 120_000
"""Until something that does not show up fails a test: many times what it takes on a quiet machine."""
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 860}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "is_mobile": True,
        "has_touch": True,
        "device_scale_factor": 2,
    },
}
SCHEMES = ("light", "dark")


def program() -> str | None:
    """Where a Chromium is; None if there is none."""
    named = os.environ.get("ARENA_CHROMIUM")
    return named or next(filter(None, map(shutil.which, PROGRAMS)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A running browser; AssertionError where there is none."""
    found = program()
    assert found, MISSING
    expect.set_options(timeout=PATIENCE_MS)
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=[*FLAGS, *as_root], timeout=PATIENCE_MS)
        yield browser
        browser.close()


@dataclass
class Visit:
    """One person's browser at one site, and everything it should not have met."""

    context: BrowserContext
    base: str
    troubles: list[str] = field(default_factory=list)
    friends: set[str] = field(default_factory=set)
    """Hosts that it may meet beside the site."""

    def page(self) -> Page:
        """A new tab. Errors in its console (breaches of the content security policy are among them), errors of scripts
        and requests to other hosts are troubles."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", lambda said: said.type in {"error", "warning"} and self._trouble(page, said.text))
        page.on("pageerror", lambda error: self._trouble(page, f"script error: {error}"))
        page.on("request", lambda asked: self._foreign(page, asked.url))
        return page

    def _foreign(self, page: Page, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.netloc not in {
            urlsplit(self.base).netloc,
            *self.friends,
        }:
            self._trouble(page, f"request to {url}")

    def _trouble(self, page: Page, words: str) -> None:
        self.troubles.append(f"{page.url}: {words}")


@contextmanager
def visit(browser: Browser, base: str, **settings: Any) -> Iterator[Visit]:
    """A fresh profile at the site of that address; at its end nothing bad may have happened."""
    context = browser.new_context(base_url=base, **settings)
    made = Visit(context, base)
    try:
        yield made
        assert made.troubles == [], made.troubles
    finally:
        context.close()
