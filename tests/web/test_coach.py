"""The coach on the page of a match: asked for by people who are signed in, worked out by a worker, shown with links to the steps."""

import pytest
from redis import Redis

from arena.coach import answer, report
from arena.coach.report import questions
from arena.db.models import ReplayFile
from arena.replays import loads
from arena.results.coaching import Coaching, coaching, next_asked, note
from arena.transport import keys
from arena.worker import coaching as worker
from tests.web.conftest import SignIn, form_word


@pytest.fixture
def redis(app) -> Redis:
    return app.extensions["arena"].redis


def ask(client, match_id: int):
    word = form_word(client.get("/account").text)
    return client.post(f"/matches/{match_id}/coach", data={"csrf": word})


def test_a_report_is_asked_for_made_by_a_worker_and_shown(sign_in: SignIn, client, world, redis, monkeypatch):
    match = world.done_match
    aki = sign_in("aki")
    assert "Ask the coach" in aki.get(f"/matches/{match}").text
    assert 'id="coach"' not in client.get(f"/matches/{match}").text
    for _ in range(2):  # asking twice queues it once
        assert ask(aki, match).location.endswith(f"/matches/{match}#coach")
    assert redis.llen(keys.COACHED) == 1
    page = aki.get(f"/matches/{match}").text
    assert "as soon as a worker is free" in page and f"/live/matches/{match}/coach" in page

    with world.database.read() as session:
        replay = loads(session.get(ReplayFile, match).body)
    asked = list(questions(replay, range(replay.spec.seats)))
    few = [*asked[:3], *asked[-8:]]
    monkeypatch.setattr(worker, "questions", lambda *_: few)
    heard: list[Coaching] = []

    def heard_and_noted(redis, match_id, known):
        heard.append(known)
        note(redis, match_id, known)

    monkeypatch.setattr(worker, "note", heard_and_noted)
    assert next_asked(redis) == match
    assert worker.coach_match(world.database, redis, match) == "done"
    assert [(known.state, known.done) for known in heard] == [
        ("working", 0),
        ("working", 4),
        ("working", 8),
        ("done", 0),
    ]
    # What the site has is what the command line prints of the same match.
    assert coaching(redis, match).report["seats"] == report(replay, [answer(one) for one in few]).to_dict()["seats"]

    page = aki.get(f"/matches/{match}").text
    assert "Without luck" in page and f'data-coach="/matches/{match}/coach.json"' in page
    assert aki.get(f"/live/matches/{match}/coach").headers["HX-Refresh"] == "true"
    sent = aki.get(f"/matches/{match}/coach.json")
    assert sent.json["decisions"] and sent.headers["Cache-Control"] == "private, no-store"


def test_turning_points_are_links_to_the_steps_after_them(sign_in: SignIn, world, redis):
    lost = {"mean": 0.2, "low": 0.1, "high": 0.3}
    point = {
        "number": 6,
        "seat": 0,
        "played": "<b>end</b>",
        "best": "stop",
        "share": 0.5,
        "share_lost": lost,
        "flag": "blunder",
    }
    seat = {
        "seat": 0,
        "score": 40,
        "luck": 2.5,
        "score_without_luck": 37.5,
        "flags": {"inaccuracy": 0, "mistake": 0, "blunder": 1},
    }
    found = {"seats": [seat], "turning_points": [6], "decisions": [point], "chance": []}
    note(redis, world.done_match, Coaching("done", report=found))
    page = sign_in("aki").get(f"/matches/{world.done_match}").text
    assert f'<a href="/matches/{world.done_match}?step=7">step 7</a>' in page
    assert "better by 20 % of winning (10 to 30)" in page and "+2.5" in page and "&lt;b&gt;end" in page


def test_progress_is_shown_and_a_match_that_cannot_be_judged_can_be_asked_for_again(sign_in: SignIn, world, redis):
    aki, match = sign_in("aki"), world.done_match
    note(redis, match, Coaching("working", 30, 90))
    assert 'max="90" value="30">' in aki.get(f"/live/matches/{match}/coach").text
    assert worker.coach_match(world.database, redis, 999_999) == "failed"
    note(redis, match, Coaching("failed"))
    assert "could not judge" in aki.get(f"/matches/{match}").text
    assert ask(aki, match).status_code == 303
    assert coaching(redis, match).state == "waiting"


def test_the_coach_takes_no_match_that_is_not_open_and_no_more_than_it_can_do(sign_in: SignIn, client, world, redis):
    aki = sign_in("aki")
    assert ask(aki, world.provisional_match).status_code == 404
    redis.rpush(keys.COACHED, *range(20))
    full = ask(aki, world.done_match)
    assert full.status_code == 422 and "many matches to look at" in full.text
    assert client.get(f"/matches/{world.done_match}/coach.json").status_code == 303
