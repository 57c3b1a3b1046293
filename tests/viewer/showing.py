"""A whole match in the viewer: shell, renderer and frames, without a site. The policy is the site's, and every answer comes from the tree."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Route

from arena.replays import Replay
from arena.viewer.audiences import audiences
from arena.viewer.catalog import catalog
from arena.viewer.frames import frames
from tests.viewer.drawing import STATIC
from web.headers import POLICY

SITE = "http://viewer.test"
PAGE = """<!doctype html><html lang="en"><head><title>Match</title><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/seal.svg"><link rel="stylesheet" href="/site.css"><link rel="stylesheet" href="/viewer/viewer.css">
<link rel="stylesheet" href="/viewer/{game}.css"><script type="module" src="/opened.js"></script></head>
<body><main><h1>Match</h1><div class="viewer" data-viewer><div class="viewer-main"></div></div></main></body></html>"""
OPENED = """
import { fetched } from "/viewer/frames.js";
import { open } from "/viewer/shell.js";
window.shell = await open(document.querySelector("[data-viewer]"), {
  frames: (audience) => fetched(`/frames/${audience}.json`),
  catalog: () => fetched("/catalog.json"),
  renderer: () => import("/viewer/GAME.js"),
});
"""
REFUSED = {"error": "Not Found", "detail": "There are no such eyes at this table."}


@dataclass
class Showing:
    """One match, and what the page gets for each address; a test may put something else there."""

    page: Page
    answers: dict[str, tuple[int, str, bytes]]
    troubles: list[str] = field(default_factory=list)
    sent: dict[str, str] = field(default_factory=dict)
    """The text of every answer that is not a file of the site, by its path."""

    def open(self, query: str = "") -> None:
        """Until list and curves are there, or the viewer has said why not."""
        self.page.goto(f"{SITE}/{query}")
        self.page.wait_for_selector("[data-ready], [data-failed]")

    def script(self, body: str, given: Any = None) -> Any:
        """What a piece of JavaScript says; `shell` is the viewer."""
        return self.page.evaluate(f"async (given) => {{ {body} }}", given)

    @property
    def step(self) -> int:
        """The position on screen."""
        return int(self.script("return shell.state.step"))

    @property
    def message(self) -> str:
        """What the viewer says to its reader."""
        return self.page.locator(".viewer-message").inner_text()


def documents(replay: Replay, notices: tuple[str, ...] = ()) -> dict[str, dict[str, Any]]:
    """The frames of a match for every audience."""
    return {eyes.name: frames(replay, eyes, notices=notices) for eyes in audiences(replay.spec.seats)}


@contextmanager
def showing(browser: Browser, found: dict[str, dict[str, Any]], **settings: Any) -> Iterator[Showing]:
    """A page that can show a match; at its end no script may have failed and nothing may have been said in the console."""
    game = found["public"]["game"]
    plain = "application/json"
    answers = {
        "/": (200, "text/html", PAGE.format(game=game).encode()),
        "/opened.js": (200, "text/javascript", OPENED.replace("GAME", game).encode()),
        "/catalog.json": (200, plain, json.dumps(catalog(game)).encode()),
        **{f"/frames/{name}.json": (200, plain, json.dumps(one).encode()) for name, one in found.items()},
    }
    context = browser.new_context(**settings)
    shown = Showing(context.new_page(), answers)
    shown.page.on("pageerror", lambda error: shown.troubles.append(str(error)))
    shown.page.on("console", lambda said: said.type in {"error", "warning"} and shown.troubles.append(said.text))
    context.route("**/*", lambda route: _answer(shown, route))
    try:
        yield shown
        assert shown.troubles == []
    finally:
        context.close()


def _answer(shown: Showing, route: Route) -> None:
    path = urlsplit(route.request.url).path
    if path in shown.answers:
        status, kind, body = shown.answers[path]
        shown.sent[path] = body.decode()
        route.fulfill(status=status, content_type=kind, body=body, headers={"Content-Security-Policy": POLICY})
    elif file := next(
        (folder / path[1:] for folder in (STATIC, STATIC / "vendor") if (folder / path[1:]).is_file()), None
    ):
        route.fulfill(path=file)
    else:
        route.fulfill(status=404, content_type="application/json", body=json.dumps(REFUSED))
