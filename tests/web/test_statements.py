"""A page asks the database the same number of times, however long the history is."""

import pytest

from arena.settings import Settings
from arena.storage.database import Database
from arena.storage.upgrade import upgrade
from bench.history import Size, samples, write
from tests.web.test_kept import statements
from web.app import create_app

LADDER = (("nippon", 2),)


@pytest.fixture(scope="module")
def sites(tmp_path_factory, redis_server):
    """A small arena and one with ten times the bots and matches."""
    played, made = samples(LADDER, 2), []
    for bots, matches in ((8, 40), (80, 400)):
        folder = tmp_path_factory.mktemp("history")
        database = Database(f"sqlite:///{folder}/arena.db")
        upgrade(database)
        past = write(database, Size(bots=bots, matches=matches, replays=40), played)
        app = create_app(Settings(data=folder, web_keep_seconds=0), database, redis_server.client())
        made.append((app.test_client(), database, past))
    yield made
    for _, database, _ in made:
        database.close()


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/", 9),
        ("/seasons/nippon-2-open/leaderboard", 5),
        ("/seasons/nippon-2-open", 12),
        ("/bots/{bot}", 14),
        ("/matches/{match}", 9),
        ("/sets/{set}", 6),
        ("/matches", 4),
        ("/bots", 4),
        ("/leaderboards", 6),
        ("/feed.atom", 4),
    ],
)
def test_the_number_of_statements_does_not_grow(sites, path, most):
    counts = []
    for client, database, past in sites:
        address = path.format(bot=past.busy_bots[0], match=past.with_replay[0], set=past.with_replay[0] // 2)
        with statements(database) as seen:
            assert client.get(address).status_code == 200
        counts.append(len([one for one in seen if not one.startswith(("BEGIN", "PRAGMA"))]))
    assert counts[0] == counts[1]
    assert counts[1] <= most
