"""A solo ladder on the site: mean scores with their interval, and how they come about."""

import re

from sqlalchemy import select

from arena.db.models import Bot, Match, Season, SetKind
from arena.ladders.commands import NewLadder, create_ladder
from arena.ladders.solo import setup_seeds
from arena.results.table_sets import Table, create_set
from tests.web.world import play

SETUPS = 2


def solo_ladder(world, setups: int = SETUPS) -> list[int]:
    """A solo ladder `alone` on which shinobi has played every set-up; its scores."""
    with world.database.write() as session:
        wanted = NewLadder("alone", "zaibatsu", 1, "blitz", "Alone", house=True, setups=setups)
        create_ladder(session, wanted, "test")
        season = session.scalars(select(Season).where(Season.slug == "alone")).one()
        bot = session.scalars(select(Bot).where(Bot.name == "shinobi")).one()
        made = [
            create_set(
                session, Table(SetKind.RATED, "zaibatsu", 1, {}, "blitz", [bot.id], season_id=season.id, seed=seed)
            )
            for seed in setup_seeds(season)
        ]
        matches = session.scalars(select(Match.id).where(Match.set_id.in_([one.id for one in made]))).all()
    return [play(world.database, match_id).scores[0] for match_id in matches]


def test_a_solo_ladder_shows_means_instead_of_ratings(client, world):
    scores = solo_ladder(world)
    for path in ("/seasons/alone/leaderboard", "/seasons/alone", "/leaderboards", "/live/seasons/alone"):
        page = client.get(path).text
        assert "Mean score" in page, path
        assert re.search(rf"<b>{sum(scores) / SETUPS:.1f}</b> <span class=\"soft\">± \d", page), path
    assert "same public set-ups alone" in client.get("/seasons/alone").text
    assert client.get("/bots/shinobi?season=alone").status_code == 200
