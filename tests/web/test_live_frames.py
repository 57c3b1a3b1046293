"""Live frames over HTTP: a stream brings what was played so far, grows and ends; those without a stream ask again and again."""

import json

import orjson
import pytest

from arena.matches import Chosen, MatchSpec, steps
from arena.transport import keys, live_frames
from arena.viewer.live import LiveCourse, ending_of
from tests.web.served import Stream, served


@pytest.fixture(scope="module")
def course():
    """Head, steps and end of a match."""
    spec = MatchSpec("nippon", 2, seed=3, hidden_seed=4)
    loop, made = steps(spec), LiveCourse(spec)
    try:
        next(loop)
        while True:
            loop.send(Chosen(0))
    except StopIteration as over:
        record = over.value
    return made.head, made.catch_up(record.decisions, None), ending_of(record)


def write(redis, name, *entries, head=None):
    with redis.pipeline() as pipe:
        if head is not None:
            live_frames.begin(pipe, name, head)
        live_frames.append(pipe, name, entries)
        pipe.execute()


@pytest.fixture(scope="module")
def site(played, redis_server, tmp_path_factory):
    with served(played[0], tmp_path_factory.mktemp("served"), redis_server, web_threads=2) as made:
        yield made


@pytest.fixture
def redis(redis_server):
    with redis_server.client() as client:
        client.flushall()
        yield client


def test_a_stream_brings_what_was_played_then_grows_and_ends(site, played, redis, course):
    head, frames, ending = course
    match_id = played[1].running_match
    write(redis, match_id, *frames[:5], head=head)
    watching = Stream(site, f"/streams/matches/{match_id}/frames")
    start = watching.event()
    assert start["event"] == "start"
    document = json.loads(start["data"])
    assert document["first"] == head["first"] and document["names"] == ["Seat 1", "Seat 2"]
    assert [json.loads(watching.event()["data"]) for _ in range(5)] == frames[:5]
    write(redis, match_id, *frames[5:])
    got = [watching.event() for _ in frames[5:]]
    assert [json.loads(one["data"]) for one in got] == frames[5:] and {one["event"] for one in got} == {"step"}
    write(redis, match_id, ending)
    over = watching.event()
    assert over["event"] == "over" and json.loads(over["data"])["result"] == ending["result"]
    assert watching.ended()
    watching.close()


def test_somebody_who_watches_is_noted_for_the_workers(site, played, redis):
    match_id = played[1].running_match
    watching = Stream(site, f"/streams/matches/{match_id}/frames")
    assert watching.status == 200 and redis.exists(keys.watched(match_id))
    watching.close()


def test_a_stream_that_broke_goes_on_where_it_was(site, played, redis, course):
    head, frames, _ = course
    match_id = played[1].running_match
    write(redis, match_id, *frames[:3], head=head)
    first = Stream(site, f"/streams/matches/{match_id}/frames")
    seen = [first.event() for _ in range(3)]
    first.close()
    again = Stream(site, f"/streams/matches/{match_id}/frames", {"Last-Event-ID": seen[-1]["id"]})
    assert json.loads(again.event()["data"]) == frames[2]
    again.close()


def test_another_worker_that_takes_over_starts_the_board_again(site, played, redis, course):
    head, frames, _ = course
    match_id = played[1].running_match
    write(redis, match_id, *frames[:3], head=head)
    watching = Stream(site, f"/streams/matches/{match_id}/frames")
    for _ in range(4):
        watching.event()
    write(redis, match_id, *frames[:6], head=head)
    assert watching.event()["event"] == "start"
    assert [json.loads(watching.event()["data"]) for _ in range(6)] == frames[:6]
    watching.close()


@pytest.mark.parametrize("match", ["done_match", "challenge_match"])
def test_what_is_over_or_hidden_has_no_stream(site, played, match):
    watching = Stream(site, f"/streams/matches/{getattr(played[1], match)}/frames")
    assert watching.status == 404
    watching.close()


def test_without_a_stream_one_asks_for_what_is_new(client, world, app, course):
    head, frames, ending = course
    address, redis = f"/live/matches/{world.running_match}/frames", app.extensions["arena"].redis
    assert client.get(address).json == {"id": ":0", "start": None, "steps": [], "over": None}
    write(redis, world.running_match, *frames[:4], head=head)
    first = client.get(address).json
    assert first["start"]["names"] == ["Seat 1", "Seat 2"] and first["steps"] == frames[:4]
    write(redis, world.running_match, *frames[4:], ending)
    rest = client.get(f"{address}?after={first['id']}").json
    assert rest["start"] is None and rest["steps"] == frames[4:] and rest["over"]["over"] == "finished"
    assert client.get(f"{address}?after=nonsense:99999999999").json["steps"] == frames


def test_an_owner_reads_the_name_of_their_own_bot(sign_in, world, app, course):
    write(app.extensions["arena"].redis, world.running_match, head=course[0])
    names = sign_in("aki").get(f"/live/matches/{world.running_match}/frames").json["start"]["names"]
    assert "akis-bot" in names and "bens-bot" not in names


def test_a_show_table_goes_on_with_the_next_match(site, redis, course):
    head, frames, ending = course
    write(redis, "show-nippon", *frames, ending, head={**head, "names": ["shinobi", "kappa"]})
    watching = Stream(site, "/streams/watch/nippon")
    events = [watching.event() for _ in range(len(frames) + 2)]
    assert events[-1]["event"] == "over"
    assert orjson.loads(events[0]["data"])["names"] == ["shinobi", "kappa"]
    write(redis, "show-nippon", head={**head, "names": ["ronin", "kappa"]})
    following = watching.event()
    assert following["event"] == "start" and orjson.loads(following["data"])["names"] == ["ronin", "kappa"]
    watching.close()
