"""The page that `arena replay export --html` writes: opened from disk, without a network, it is the whole viewer."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

import engine
from arena.export.page import page
from arena.export.scripts import joined, renderer
from arena.replays import Replay, old_rules_remark
from arena.viewer.audiences import audiences
from tests.arena.viewer.matches import random_match

EYES = """async (audience) => { const choice = document.querySelector('[name=viewer-eyes]'); choice.value = audience;
choice.dispatchEvent(new Event('change')); }"""


@pytest.fixture
def shown(browser: Browser, tmp_path: Path):
    """A function that opens the page of a replay from its file."""
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 900})
    troubles: list[str] = []

    def opened(replay: Replay, query: str = "") -> Page:
        file = tmp_path / "match.html"
        file.write_text(page(replay), "utf-8")
        tab = context.new_page()
        tab.on("pageerror", lambda error: troubles.append(str(error)))
        tab.on("console", lambda said: said.type in {"error", "warning"} and troubles.append(said.text))
        tab.on("request", lambda asked: asked.url.startswith("file:") or troubles.append(asked.url))
        tab.goto(f"{file.as_uri()}{query}")
        tab.wait_for_selector("[data-ready], [data-failed]")
        return tab

    yield opened
    context.close()
    assert troubles == []


@pytest.mark.parametrize("game", engine.games())
def test_it_plays_to_the_stored_result_through_all_eyes(shown, game):
    replay = random_match(game, 2)
    tab = shown(replay)
    tab.keyboard.press("End")
    ending = tab.locator(".viewer-now .over").inner_text()
    for name, score in zip(replay.spec.players, replay.outcome["scores"], strict=True):
        assert f"{name} {score}" in ending
    for eyes in audiences(2):
        tab.evaluate(EYES, eyes.name)
        tab.wait_for_function("(eyes) => document.querySelector('[name=viewer-eyes]').value === eyes", arg=eyes.name)
        assert tab.locator(".viewer-message").is_hidden()
    assert tab.locator(".viewer-board svg").count() >= 1


def test_a_link_into_the_file_opens_that_moment_and_unknown_eyes_say_so(shown):
    tab = shown(random_match("iki", 2), "?step=17&theme=dark&eyes=seat-9")
    assert "Step 17 of" in tab.locator(".viewer-now").inner_text()
    assert tab.evaluate("document.documentElement.dataset.theme") == "dark"
    assert "no such view" in tab.locator(".viewer-message").inner_text()


def test_hostile_names_are_only_names(shown):
    replay = random_match("iki", 2)
    names = ("</script><script>document.title='bad'</script>", '"><img src=x onerror=alert(1)>')
    tab = shown(replace(replay, spec=replace(replay.spec, players=names)))
    assert "bad" not in tab.title().replace(names[0], "")
    assert names[1] in tab.locator("h1").inner_text()


def test_a_match_of_older_rules_lists_its_moves_and_says_so(shown):
    replay = replace(random_match("iki", 2), rules_version=0)
    tab = shown(replay)
    assert old_rules_remark(replay) in tab.locator(".viewer-notice").inner_text()
    assert tab.locator(".viewer-moves button").count() >= len(replay.decisions)


@pytest.mark.parametrize("game", engine.games())
def test_modules_joined_into_one_script_cannot_end_it_early(game):
    assert "</script" not in joined(["opened.js", renderer(game), "generic.js", "picture.js"]).lower()
