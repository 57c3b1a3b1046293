"""Show tables: frames that everyone may see, a match after the other, one thread at a time, and nothing in the database."""

import orjson
import pytest

import engine
from arena.scheduler import show_tables
from arena.scheduler.show_tables import PAUSE_DECISIONS, ShowTable, ShowTables
from arena.transport import keys, live_frames
from arena.viewer.changes import applied


def entries(redis, game):
    return [orjson.loads(entry) for entry in live_frames.read(redis, f"show-{game}", 0).entries]


@pytest.mark.parametrize("game", engine.games())
def test_a_table_shows_a_whole_match_and_then_the_next(redis, game):
    table = ShowTable(game, redis)
    table.go_on()
    head = entries(redis, game)[0]
    assert (
        set(head["names"]) <= {"shinobi", "ronin", "kappa", "tanuki"}
        and "hidden_seed" not in orjson.dumps(head).decode()
    )
    while "over" not in entries(redis, game)[-1]:
        table.go_on()
    _, *frames, over = entries(redis, game)
    view = head["first"]
    for step in frames:
        view = applied(view, step["changes"])
    points = [player[engine.game(game).open_points] for player in view["players"]]
    assert frames[-1]["points"] == points and len(over["result"]["scores"]) == len(points)
    for _ in range(PAUSE_DECISIONS):
        assert entries(redis, game)[0]["run"] == head["run"]
        table.go_on()
    following = entries(redis, game)
    assert following[0]["run"] != head["run"] and following[0]["names"] != head["names"]


def test_a_table_rests_while_nobody_watches_and_goes_on_where_it_was(redis, redis_process):
    playing = ShowTables(redis_process.client(), ["iki", "nippon"], pace=0.002)
    playing.start()
    try:
        until(lambda: len(entries(redis, "iki")) == 1 and len(entries(redis, "nippon")) == 1)
        live_frames.watch(redis, ["show-nippon"])
        until(lambda: len(entries(redis, "nippon")) > 20)
        assert len(entries(redis, "iki")) == 1, "nobody watches it: its set-up is all there is"
        redis.delete(keys.watched("show-nippon"))
        live_frames.watch(redis, ["show-iki"])
        until(lambda: len(entries(redis, "iki")) > 3)  # a round later the other table rests
        left = entries(redis, "nippon")
        until(lambda: len(entries(redis, "iki")) > 20)
        assert entries(redis, "nippon") == left and redis.ttl(keys.live_frames("show-nippon")) > 50
        live_frames.watch(redis, ["show-nippon"])
        until(lambda: len(entries(redis, "nippon")) > len(left))
        assert entries(redis, "nippon")[: len(left)] == left
    finally:
        playing.stop()


def test_tables_whose_frames_redis_has_lost_begin_again(redis, redis_process, monkeypatch):
    monkeypatch.setattr(show_tables, "RETRY_SECONDS", 0.01)
    playing = ShowTables(redis_process.client(), ["iki"], pace=0.002)
    playing.start()
    try:
        before = until(lambda: entries(redis, "iki"))
        redis.delete(keys.live_frames("show-iki"))
        after = until(lambda: entries(redis, "iki"))
        assert after[0]["run"] != before[0]["run"] and "first" in after[0]
    finally:
        playing.stop()


def test_one_thread_plays_and_another_takes_over(redis, redis_process):
    first, second = (ShowTables(redis_process.client(), ["iki"], pace=0.001) for _ in range(2))
    live_frames.watch(redis, ["show-iki"])
    first.start()
    holder = until(lambda: redis.get(keys.SHOW))
    second.start()
    until(lambda: len(entries(redis, "iki")) > 5)
    assert redis.get(keys.SHOW) == holder
    first.stop()
    assert not first.is_alive()
    redis.delete(keys.SHOW)  # or wait until it expires
    assert until(lambda: redis.get(keys.SHOW)) != holder
    second.stop()
    assert not second.is_alive()


def until(look):
    """Look until there is something to see."""
    while not (seen := look()):
        continue
    return seen
