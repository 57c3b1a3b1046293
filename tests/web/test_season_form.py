"""The form of a season: presets, copies, the plan beside it, refusals at their field, and the way to the file and back."""

import re
from html import unescape

from sqlalchemy import select

from arena.db.models import Season, SeasonState
from arena.leagues.season_form import fields_of
from arena.leagues.seasonfile import parse
from tests.web.conftest import form_word
from tests.web.test_accounts import send
from tests.web.test_organise import CONTROL, NEW, run, state
from tests.web.world import CUP


def base_of(page: str) -> str:
    return unescape(re.search(r'<input type="hidden" name="file" value="([^"]*)"', page).group(1))


def filled(page: str, **changes: str) -> dict[str, str]:
    """What a browser would send: the fields of the page, with some of them changed."""
    base = base_of(page)
    game = fields_of(base)["game"]
    values = {
        name.replace("options.", f"options.{game}.") if name.startswith("options.") else name: value
        for name, value in fields_of(base).items()
        if value != "no"
    }
    return {"how": "form", "file": base, **values, **changes}


def test_every_preset_plans_well_and_makes_a_season(sign_in, world):
    kei = sign_in("kei")
    for preset in ("class", "club", "cup"):
        page = kei.get(f"{NEW}?preset={preset}").text
        assert "hours of play" in page and "field-wrong" not in page
        made = send(kei, NEW, NEW, **filled(page, name=f"My {preset}"), act="create")
        assert made.status_code == 303, preset
        assert state(world, f"my-{preset}") is SeasonState.DRAFT
    assert kei.get(f"{NEW}?preset=nonsense").status_code == 404


def test_the_field_that_is_wrong_is_marked_and_what_was_typed_stays(sign_in):
    kei = sign_in("kei")
    page = kei.get(NEW).text
    answer = send(kei, NEW, NEW, **filled(page, name="Late cup", deadline="2026-01-01T00:00"), act="create")
    assert answer.status_code == 422
    assert re.search(r'name="deadline" value="2026-01-01T00:00" aria-invalid="true"', answer.text)
    assert 'value="Late cup"' in answer.text
    assert "season.toml:" not in answer.text, "a form has no lines"
    assert "Deadline: lies before the first round" in answer.text


def test_the_plan_part_follows_the_form_and_makes_nothing(sign_in, world):
    kei = sign_in("kei")
    page = kei.get(NEW).text
    data = {"csrf": form_word(page), **filled(page, expected_entries="4"), "act": "plan"}
    part = kei.post(NEW, data=data, headers={"X-Part": "plan"})
    assert part.status_code == 200 and "<html" not in part.text
    assert "<b>12</b>" in part.text, "6 pairs, each in both seats"
    wrong = kei.post(NEW, data={**data, "stage[1].format": "final"}, headers={"X-Part": "plan"})
    assert 'data-wrong="stage[1].top"' in wrong.text and "how many qualify" in wrong.text
    with world.database.read() as session:
        assert session.scalar(select(Season.id).where(Season.title == "Class cup")) is None


def test_form_and_file_go_over_into_each_other(sign_in):
    kei = sign_in("kei")
    page = kei.get(NEW).text
    as_file = send(kei, NEW, NEW, **filled(page, wait_minutes="7"), act="file")
    text = unescape(re.search(r"<textarea[^>]*>(.*?)</textarea>", as_file.text, re.DOTALL).group(1))
    assert parse(text).wait_minutes == 7
    noted = "# for room 12\npoints = [3, 1]\n" + text
    back = send(kei, NEW, NEW, how="file", file=noted, act="form")
    assert "points by place" in back.text
    assert base_of(back.text) == noted
    broken = send(kei, NEW, NEW, how="file", file=noted.replace("seats = 2", "seats = 7"), act="form")
    assert broken.status_code == 422
    assert "seats = 7" in broken.text and "excerpt" in broken.text, "the file is shown at its line"


def test_a_season_is_copied_without_entries_for_a_time_to_come(sign_in, world):
    kei, mei = sign_in("kei"), sign_in("mei")
    run(kei, "entries", entrant="shinobi")
    page = kei.get(f"{NEW}?copy=autumn-cup")
    copy = parse(base_of(page.text))
    assert (copy.name, copy.entries, copy.seats) == ("Autumn cup 2", (), 2)
    assert copy.schedule.first.weekday() == parse(CUP).schedule.first.weekday()
    assert mei.get(f"{NEW}?copy=autumn-cup").status_code == 404, "only who runs it may copy it"
    assert send(kei, NEW, NEW, **filled(page.text), act="create").status_code == 303
    assert state(world, "autumn-cup-2") is SeasonState.DRAFT


def test_a_draft_is_edited_by_form_until_it_starts(sign_in, world):
    kei = sign_in("kei")
    page = kei.get(f"{CONTROL}/edit").text
    saved = run(kei, "edit", **filled(page, name="Harvest cup", **{"entry_rules.per_team": "1"}))
    assert saved.status_code == 303
    with world.database.read() as session:
        row = session.scalars(select(Season).where(Season.slug == "autumn-cup")).one()
        assert row.title == "Harvest cup"
        assert parse(row.file).entry_rules.per_team == 1
    refused = run(kei, "edit", **filled(page, seats="9"))
    assert refused.status_code == 422 and 'id="f-seats-wrong"' in refused.text
    for name in ("shinobi", "tanuki"):
        run(kei, "entries", entrant=name)
    run(kei, "open")
    run(kei, "start")
    assert "cannot change any more" in kei.get(f"{CONTROL}/edit").text
    assert run(kei, "edit", **filled(page)).status_code in {409, 422}
