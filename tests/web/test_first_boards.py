"""The first board of a match is in its page: drawn once, and left out where it would be the wrong one."""

import re
from dataclasses import replace

import pytest
from sqlalchemy import select

import engine
from arena.db.models import Bot
from arena.export import boards
from arena.metrics import figures
from arena.replays import verification
from web import first_boards

BOARD = re.compile(r'<div class="viewer-wait viewer-board part-drawing"[^>]*>(<svg .*?</svg>)</div>', re.DOTALL)


def board(client, address: str) -> str | None:
    """The board in a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    found = BOARD.search(answer.text)
    assert (found is None) == ("The board is being set up." in answer.text)
    return found and found[1]


def count(how: str) -> float:
    return figures.FIRST_BOARDS.labels(how)._value.get()


@pytest.fixture(autouse=True)
def without_kept_pages(app):
    """Every page is rendered when it is asked for."""
    site = app.extensions["arena"]
    app.extensions["arena"] = replace(site, settings=replace(site.settings, web_keep_seconds=0))


def test_a_finished_match_comes_with_its_first_board_and_it_is_drawn_once(client, world):
    made, read = count("made"), count("read")
    address = f"/matches/{world.done_match}"
    drawn = board(client, address)
    assert drawn and drawn.count("<text") > 100 and "data-" not in drawn and "<title>" not in drawn
    assert board(client, address) == drawn == board(client, f"/embed{address}")
    assert (count("made") - made, count("read") - read) == (1, 2)


@pytest.mark.parametrize("query", ["step=3", "step=last", "eyes=seat-0", "step=0&eyes=all"])
def test_an_address_that_opens_with_another_board_has_none(client, world, query):
    for page in ("/matches", "/embed/matches"):
        assert board(client, f"{page}/{world.done_match}?{query}") is None
    assert board(client, f"/matches/{world.done_match}?moves=2&curve=score&theme=dark")


def test_a_match_that_is_not_over_for_everyone_has_none(client, world):
    for match in (world.provisional_match, world.running_match):
        assert board(client, f"/matches/{match}") is None


def test_names_are_those_that_the_reader_may_know_and_only_names(client, world):
    with world.database.write() as session:
        for bot in session.scalars(select(Bot).where(Bot.name.in_(["shinobi", "tanuki"]))):
            bot.name = f"<b>&{bot.id}"
    drawn = board(client, f"/matches/{world.done_match}")
    assert drawn and "&lt;b&gt;&amp;" in drawn and "<b>" not in drawn


def test_a_damaged_file_is_made_again(client, world, app):
    address = f"/matches/{world.done_match}"
    drawn = board(client, address)
    (path,) = app.extensions["arena"].settings.frames_path.glob("*.board")
    path.write_bytes(path.read_bytes()[:-20])
    damaged = count("damaged")
    assert board(client, address) == drawn and count("damaged") == damaged + 1


def test_older_rules_have_none(client, world, monkeypatch):
    rules = engine.game("nippon")
    monkeypatch.setattr(verification.engine, "game", lambda _: replace(rules, rules_version=rules.rules_version + 1))
    assert board(client, f"/matches/{world.done_match}") is None


def test_nothing_is_drawn_where_nothing_can_be_kept(client, world, app):
    site = app.extensions["arena"]
    app.extensions["arena"] = replace(site, settings=replace(site.settings, frames_megabytes=0))
    made = count("made")
    assert board(client, f"/matches/{world.done_match}") is None and count("made") == made


def test_a_site_without_the_packages_for_pictures_leaves_it_to_the_scripts(client, world, monkeypatch):
    def missing(name: str):
        raise boards.PicturesMissing(f"pictures need the package {name}")

    monkeypatch.setattr(boards, "needed", missing)
    assert board(client, f"/matches/{world.done_match}") is None


def test_a_page_does_not_wait_long_for_boards_of_other_matches(client, world, monkeypatch):
    monkeypatch.setattr(first_boards, "PATIENCE", 0.01)
    with first_boards._drawing:
        assert board(client, f"/matches/{world.done_match}") is None
    assert board(client, f"/matches/{world.done_match}")


def test_a_renderer_that_fails_costs_the_page_its_board_alone(client, world, monkeypatch, caplog):
    monkeypatch.setattr(boards, "START", boards.START.replace("function drawBoard", "function drawNothing"))
    assert board(client, f"/matches/{world.done_match}") is None
    assert f"the first board of match {world.done_match} cannot be drawn" in caplog.text
