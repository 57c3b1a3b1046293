"""Figures on pages: how games play out, trends, the band of a curve, moves in pages, what owners alone see of a bot."""

import re
from datetime import UTC, datetime, timedelta
from statistics import fmean

import pytest
from sqlalchemy import select

from arena.bots.figures import CurvePoint
from arena.db.models import BotVersion, Match, MatchSeat, MatchState, PrivateNotes, RatingEntry, Season, TableSet
from arena.ratings.intervals import wilson
from arena.results import statistics
from arena.results.statistics import spread
from tests.web.test_solo import solo_ladder
from web.charts import histogram, rating_curve

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_a_game_tells_scores_lengths_and_seats_once_there_are_matches(client, world, monkeypatch):
    assert "Figures appear after ten rated matches" in client.get("/games/nippon").text
    monkeypatch.setattr(statistics, "FEWEST", 2)
    assert "Figures appear" in client.get("/games/nippon").text, "kept for some minutes"
    with world.database.read() as session:
        found = statistics.statistics(session, "nippon")
        assert statistics.statistics(session, "iki") == []
    assert [(table.seats, table.matches) for table in found] == [(2, 4)], "only sets that are done"
    table = found[0]
    assert sum(table.scores.counts) == 8
    assert sum(table.lengths.counts) == 4
    assert sum(one.share for one in table.firsts) == pytest.approx(1)
    assert all(one.low <= one.share <= one.high for one in table.firsts)


def test_the_kept_figures_are_those_that_were_counted(app, client, world, monkeypatch):
    monkeypatch.setattr(statistics, "FEWEST", 2)
    first = client.get("/games/nippon").text
    assert "Who comes first, by seat" in first
    assert client.get("/games/nippon").text == first
    assert app.extensions["arena"].redis.ttl("arena:page:statistics:nippon") > 0


def test_spreads_have_round_steps_and_lose_nobody():
    found = spread([3, 3, 4, 250, 97])
    assert (found.step, found.low, found.least, found.middle, found.most) == (20, 0, 3, 4, 250)
    assert sum(found.counts) == 5
    assert spread([7]).counts == (1,)
    assert spread([-12, -3]).low <= -12
    drawn = histogram(found, "Scores")
    assert "half are at 4 or below" in drawn.summary
    assert all(bar.height >= 0 for bar in drawn.bars)


def test_an_interval_of_a_share_stays_between_none_and_all():
    assert wilson(0, 10)[0] == pytest.approx(0, abs=1e-9)
    assert wilson(10, 10)[1] == pytest.approx(1)
    low, high = wilson(50, 100)
    assert (round(low, 2), round(high, 2)) == (0.40, 0.60)


def test_a_ladder_shows_where_ratings_are_going(client, world):
    page = client.get("/seasons/nippon-open/leaderboard").text
    with world.database.read() as session:
        own = select(RatingEntry).join(Season).where(RatingEntry.bot_id == world.bots["shinobi"])
        rows = session.scalars(own.where(Season.slug == "nippon-open", RatingEntry.kind == "set"))
        moved = sum(row.change for row in rows)
    sign = "▲" if moved > 0 else "▼"
    assert f"{sign} {abs(moved) / 1000:,.0f}<" in page
    assert 'aria-sort="descending"><a href="/seasons/nippon-open/leaderboard?sort=rating">' in page


def test_a_curve_has_its_band_and_a_mark_for_each_new_version():
    points = [CurvePoint(NOON + timedelta(hours=at), 1500 + at, at, 90 - at) for at in range(10)]
    chart = rating_curve(points, [("1.0", NOON - timedelta(days=1)), ("2.0", NOON + timedelta(hours=4, minutes=30))])
    assert chart is not None
    assert chart.band.startswith("M")
    assert [mark.label for mark in chart.marks] == ["2.0"], "the first one was there from the start"
    assert chart.marks[0].x == pytest.approx(52 + (720 - 64) * 5 / 9)
    assert rating_curve([CurvePoint(one.at, one.rating, one.set_id) for one in points]).band == ""


def test_the_log_knows_the_band_of_every_step(client, world):
    with world.database.read() as session:
        own = select(RatingEntry).join(Season).where(RatingEntry.bot_id == world.bots["shinobi"])
        rows = session.scalars(own.where(Season.slug == "nippon-open")).all()
        widths = [row.deviation for row in sorted(rows, key=lambda row: row.id)]
    assert widths[0] == 350_000
    assert widths == sorted(widths, reverse=True), "every set tells more"
    assert 'class="area"' in client.get("/bots/shinobi").text


def test_moves_come_in_pages(client, world, monkeypatch):
    monkeypatch.setattr("web.pages.matches.MOVES", 30)  # a match may be as short as a hundred moves
    first = client.get(f"/matches/{world.done_match}").text
    total = int(re.search(r"Moves \((\d+)\)", first).group(1))
    assert total > 30
    assert first.count('<span class="by">') == 30
    last = client.get(f"/matches/{world.done_match}?moves={-(-total // 30)}").text
    assert f'<span class="soft n">{total - 1}</span>' in last
    assert client.get(f"/matches/{world.done_match}?moves=9999").text.count('<span class="by">') > 0


def test_owners_see_why_their_bot_waits_and_its_notes_and_others_do_not(sign_in, client, world):
    with world.database.write() as session:
        session.add(PrivateNotes(match_id=world.challenge_match, seat=0, notes=[[0, "A-PRIVATE-THOUGHT", 0.5]]))
    own = sign_in("aki").get("/bots/akis-bot").text
    assert "akis-bot is hosted as version 1.0 and does not run right now" in own
    assert "A-PRIVATE-THOUGHT" in own
    for other in (client, sign_in("ben"), sign_in("root")):
        assert "A-PRIVATE-THOUGHT" not in other.get("/bots/akis-bot").text
    assert "A-PRIVATE-THOUGHT" in sign_in("aki").get(f"/matches/{world.challenge_match}").text


def _versions(world, slug: str) -> dict[str, list[MatchSeat]]:
    """The seats of shinobi in finished rated matches, the first two played by version 1.0, the others by 2.0; one of those is a fault."""
    with world.database.write() as session:
        named = {}
        for name in ("1.0", "2.0"):
            named[name] = BotVersion(bot_id=world.bots["shinobi"], name=name)
            session.add(named[name])
        session.flush()
        wanted = select(MatchSeat).join(Match).join(TableSet).join(Season)
        wanted = wanted.where(Season.slug == slug, MatchSeat.bot_id == world.bots["shinobi"])
        seats = session.scalars(wanted.where(Match.state == MatchState.FINISHED).order_by(MatchSeat.id)).all()
        assert len(seats) > 2
        seats[-1].verdict = "illegal"
        for number, seat in enumerate(seats):
            seat.version_id = named["1.0" if number < 2 else "2.0"].id
        return {"2.0": list(seats[2:]), "1.0": list(seats[:2])}


def _table(page: str, caption: str) -> list[list[str]]:
    """The rows of the table under that caption: of each cell what comes before a line break (a moment follows it)."""
    body = page.partition(f"<caption>{caption}")[2].partition("<tbody>")[2].partition("</tbody>")[0]
    cell = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.DOTALL)
    return [
        [text.partition("<br>")[0].strip() for text in cell.findall(row)] for row in body.split("</tr>") if row.strip()
    ]


def _changes(world, seats: dict[str, list[MatchSeat]]) -> dict[str, str]:
    """What the sets of each version did to the rating, as the page has it: a set counts for the version of its last match."""
    with world.database.read() as session:
        matches = {seat.match_id: name for name in ("1.0", "2.0") for seat in seats[name]}
        sets = {session.get_one(Match, match_id).set_id: name for match_id, name in matches.items()}
        log = select(RatingEntry).where(RatingEntry.bot_id == world.bots["shinobi"])
        moved = {name: 0 for name in seats}
        for line in session.scalars(log.where(RatingEntry.set_id.in_(sets))):
            moved[sets[line.set_id]] += line.change
    assert any(moved.values())
    return {name: f"{change / 1000:+.1f}".replace("-", "\N{MINUS SIGN}") for name, change in moved.items()}


def test_the_versions_of_a_bot_each_have_a_line(client, world):
    seats = _versions(world, world.season)
    changes = _changes(world, seats)
    shown = _table(client.get(f"/bots/shinobi?season={world.season}").text, "Rated matches in")
    assert shown == [
        [
            name,
            str(len(played)),
            str(sum(seat.place == 1 for seat in played)),
            f"{fmean(seat.place for seat in played):.2f}",
            changes[name],
            "1" if name == "2.0" else "0",
        ]
        for name, played in seats.items()
    ], "the newest first: matches, won, mean place, rating change, faults"


def test_versions_that_play_alone_are_told_by_their_scores(client, world):
    solo_ladder(world, setups=3)
    seats = _versions(world, "alone")
    shown = _table(client.get("/bots/shinobi?season=alone").text, "Rated matches in")
    assert shown == [
        [name, str(len(played)), f"{fmean(seat.score for seat in played):.1f}", "1" if name == "2.0" else "0"]
        for name, played in seats.items()
    ]
