"""Matches in words, the feeds of bots and seasons, badges, and the filters of the list of matches."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from arena.access.viewers import PUBLIC
from arena.results.queries import SeatLine, by_id
from arena.results.words import in_words

ATOM = "{http://www.w3.org/2005/Atom}"


def seat(at: int, bot: str, score: int | None, place: int | None, verdict: str | None = "finished") -> SeatLine:
    return SeatLine(at, bot, "", score, place, verdict, 0, mine=False)


@pytest.mark.parametrize(
    ("seats", "sentence"),
    [
        ([seat(1, "ronin", 131, 2), seat(0, "shinobi", 151, 1)], "shinobi beat ronin 151 to 131"),
        ([seat(0, "shinobi", 151, 1), seat(1, "ronin", 151, 2)], "shinobi beat ronin 151 to 151 on the tie-break"),
        ([seat(0, "shinobi", 151, 1), seat(1, "ronin", 151, 1)], "shinobi and ronin tied at 151"),
        (
            [seat(0, "shinobi", 90, 1), seat(1, "ronin", 131, 2, "timeout")],
            "shinobi beat ronin, which ran out of time",
        ),
        (
            [seat(0, "a", 90, 1), seat(1, "b", 80, 2), seat(2, "c", 70, 3, "forfeit")],
            "a won with 90, ahead of b (80) and c (did not come)",
        ),
        ([seat(0, "kappa", 112, 1)], "kappa scored 112"),
        ([seat(0, "", 151, 1), seat(1, "", 131, 2)], "seat 1 beat seat 2 151 to 131"),
        ([seat(0, "", None, None, None), seat(1, "", None, None, None)], "seat 1 and seat 2 at the table"),
    ],
)
def test_a_match_is_told_in_words(world, seats, sentence):
    with world.database.read() as session:
        (line,) = by_id(session, PUBLIC, [world.done_match])
    assert in_words(replace(line, seats=tuple(seats))) == sentence


def test_lists_tell_matches_in_words_with_links_to_the_bots(client, world):
    page = client.get("/matches").text
    plain = re.sub(r"<[^>]+>", "", page)
    assert re.search(r"(shinobi beat tanuki|tanuki beat shinobi) \d+ to \d+", plain)
    assert re.search(r'<p class="match-words"><a href="/bots/\w+">', page)


def test_matches_are_filtered_by_season_bot_and_people(client, sign_in, world):
    every = set(re.findall(r'href="/matches/(\d+)"', client.get("/matches").text))
    assert client.get("/matches?season=secret-draft").status_code == 404
    assert client.get("/matches?bot=nobody").status_code == 404
    assert re.findall(r'href="/matches/(\d+)"', client.get(f"/matches?season={world.season}&bot=tanuki").text)
    people = set(re.findall(r'href="/matches/(\d+)"', client.get("/matches?external=yes").text))
    assert str(world.running_match) in people and str(world.done_match) not in people
    assert people < every
    assert "club-league" not in client.get("/matches").text, "a season for its members"


def test_bots_and_seasons_have_feeds(client, world):
    for path in ("/bots/shinobi/feed.atom", f"/seasons/{world.season}/feed.atom"):
        feed = ET.fromstring(client.get(path).data)
        assert feed.find(f"{ATOM}id").text.endswith(path)
        titles = [entry.find(f"{ATOM}title").text for entry in feed.findall(f"{ATOM}entry")]
        assert titles and all("shinobi" in title and " beat " in title for title in titles)
    assert client.get("/bots/nobody/feed.atom").status_code == 404
    assert ET.fromstring(client.get("/bots/bens-bot/feed.atom").data).findall(f"{ATOM}entry") == []


def test_a_badge_shows_rating_and_rank_of_what_is_public(client, world):
    answer = client.get("/badges/bots/shinobi.svg")
    assert answer.mimetype == "image/svg+xml"
    picture = ET.fromstring(answer.data)
    words = picture.find("{http://www.w3.org/2000/svg}title").text
    assert re.fullmatch(r"shinobi: \d,\d{3} · \d(st|nd|rd|th) · Nippon Open", words), words
    assert "not rated yet" in client.get("/badges/bots/bens-bot.svg").text
    assert client.get("/badges/bots/shinobi.svg?season=club-league").status_code == 404, "for members only"
    assert client.get("/badges/bots/nobody.svg").status_code == 404
