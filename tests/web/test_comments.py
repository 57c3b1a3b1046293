"""Comments and notes on the page of a match: what is shown to whom, what is kept of a refused form, limits, and the switch."""

from dataclasses import replace

import pytest

from arena.db.models import MatchSeat, PrivateNotes
from tests.web.conftest import SignIn, form_word
from web import limits


def send(client, match_id: int, query: str = "", **fields: str):
    page = client.get(f"/matches/{match_id}")
    return client.post(f"/matches/{match_id}{query}", data={"csrf": form_word(page.text), "step": "3", **fields})


def listed(client, match_id: int) -> list[tuple[int, str, str]]:
    items = client.get(f"/api/v1/matches/{match_id}/comments").json["items"]
    return [(item["step"], item["author"], item["body"]) for item in items]


def test_a_comment_is_on_the_page_and_in_the_api(sign_in: SignIn, client, world):
    answer = send(sign_in("aki"), world.done_match, "?eyes=seat-1&theme=dark", comment=" <b>Nice</b>\r\n move\u202e ")
    assert answer.status_code == 303
    assert answer.location == f"/matches/{world.done_match}?step=3&done=commented&eyes=seat-1&theme=dark#comments"
    page = client.get(f"/matches/{world.done_match}").text
    assert "&lt;b&gt;Nice&lt;/b&gt;\n move</p>" in page and "Sign in</a> to write" in page
    assert listed(client, world.done_match) == [(3, "aki", "<b>Nice</b>\n move")]


def test_a_refused_comment_is_shown_again_with_what_was_typed(sign_in: SignIn, client, world):
    answer = send(sign_in("aki"), world.done_match, comment="my thoughts", step="100000")
    assert answer.status_code == 422
    assert "step must be a whole number from 0 to" in answer.text
    assert ">my thoughts</textarea>" in answer.text and 'value="100000"' in answer.text
    long = send(sign_in("aki"), world.done_match, comment="x" * 1001)
    assert long.status_code == 422 and "too long: 1000 characters at most" in long.text
    assert listed(client, world.done_match) == []


def test_a_match_whose_set_is_not_done_takes_no_comments(sign_in: SignIn, client, world):
    aki = sign_in("aki")
    assert 'id="comments"' not in aki.get(f"/matches/{world.provisional_match}").text
    word = form_word(aki.get("/account").text)
    answer = aki.post(f"/matches/{world.provisional_match}", data={"csrf": word, "step": "1", "comment": "x"})
    assert answer.status_code == 422 and "all matches of its set are over" in answer.text
    assert listed(client, world.provisional_match) == []


def test_comments_can_be_switched_off(app, sign_in: SignIn, client, world):
    aki = sign_in("aki")
    assert send(aki, world.done_match, comment="hello").status_code == 303
    site = app.extensions["arena"]
    app.extensions["arena"] = replace(site, settings=replace(site.settings, comments=False))
    page = aki.get(f"/matches/{world.done_match}").text
    assert "hello" not in page and 'id="comments"' not in page
    assert listed(client, world.done_match) == []
    word = form_word(aki.get("/account").text)
    answer = aki.post(f"/matches/{world.done_match}", data={"csrf": word, "step": "1", "comment": "x"})
    assert answer.status_code == 403 and "switched off" in answer.text
    assert "Comments are switched off" in sign_in("root").get("/admin/comments").text


def test_one_person_comments_so_many_times_in_ten_minutes(sign_in: SignIn, world, monkeypatch):
    monkeypatch.setitem(limits.LIMITS, "comment", (2, 600))
    aki = sign_in("aki")
    codes = [send(aki, world.done_match, comment="again").status_code for _ in range(3)]
    assert codes == [303, 303, 429]
    assert send(sign_in("ben"), world.done_match, comment="me too").status_code == 303


def test_admins_delete_with_a_reason_that_the_audit_log_keeps(sign_in: SignIn, client, world):
    send(sign_in("aki"), world.done_match, comment="rude words")
    root = sign_in("root")
    listing = root.get("/admin/comments")
    assert "rude words" in listing.text
    comment = client.get(f"/api/v1/matches/{world.done_match}/comments").json["items"][0]["id"]
    word = form_word(listing.text)
    assert root.post(f"/admin/comments/{comment}/delete", data={"csrf": word}).status_code == 422
    done = root.post(f"/admin/comments/{comment}/delete", data={"csrf": word, "why": "rude"})
    assert done.status_code == 303
    assert "rude words" not in root.get("/admin/comments").text
    assert "why: rude" in root.get("/admin/audit?action=comment_deleted").text


@pytest.fixture
def noted(world) -> None:
    """The notes of both bots of aki's challenge: akis-bot's are aki's, shinobi's belong to the house."""
    with world.database.write() as session:
        for seat in session.query(MatchSeat).filter_by(match_id=world.challenge_match):
            secret = "AKIS-THOUGHT" if seat.bot_id == world.bots["akis-bot"] else "HOUSE-THOUGHT"
            session.add(
                PrivateNotes(match_id=world.challenge_match, seat=seat.seat, notes=[[0, secret, 0.5], [2, "", -1]])
            )


@pytest.mark.usefixtures("noted")
def test_notes_are_for_the_owners_of_a_bot_alone(sign_in: SignIn, client, world):
    path = f"/matches/{world.challenge_match}/notes.json"
    aki = sign_in("aki")
    answer = aki.get(path)
    noted = answer.json["notes"]
    assert [(note["note"], note["value"]) for note in noted] == [("AKIS-THOUGHT", 0.5), ("", -1)]
    frames = aki.get(f"/matches/{world.challenge_match}/frames/public.json").json["steps"]
    own = [number for number, step in enumerate(frames, 1) if step["seat"] == noted[0]["seat"]]
    assert [note["step"] for note in noted] == [own[0], own[2]]
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert f'data-notes="{path}"' in aki.get(f"/matches/{world.challenge_match}").text
    assert client.get(path).status_code == sign_in("ben").get(path).status_code == 404
    root = sign_in("root")
    assert root.get(path).json == {"notes": []}
    page = root.get(f"/matches/{world.challenge_match}").text
    assert "THOUGHT" not in page and "data-notes" not in page
    assert "THOUGHT" not in aki.get(f"/matches/{world.challenge_match}/frames/all.json").text


def test_there_are_no_notes_before_the_set_is_done(client, world):
    answer = client.get(f"/matches/{world.provisional_match}/notes.json")
    assert answer.status_code == 404 and "all matches of its set are over" in answer.json["detail"]
