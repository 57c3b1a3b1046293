"""Organisers at the site: a season from its file to its table, invites, rosters, rulings, co-organisers."""

import csv
import io
import re
from datetime import UTC, datetime, timedelta
from time import process_time
from urllib.parse import unquote

import pytest
from sqlalchemy import func, select

from arena.access.credentials import live_token
from arena.bots.commands import create_bot
from arena.db.models import (
    Account,
    AuditEntry,
    Bot,
    Entry,
    Match,
    MatchState,
    Organiser,
    RulingEntry,
    Season,
    SeasonStage,
    SeasonState,
    TableSet,
    Team,
    TokenKind,
)
from arena.seasons.lifecycle import carry_on
from tests.web.test_accounts import send
from tests.web.test_resets import use
from tests.web.world import CUP, PASSWORD, play

NEW = "/organise/new"
CONTROL = "/organise/seasons/autumn-cup"


def state(world, slug="autumn-cup") -> SeasonState:
    with world.database.read() as session:
        return session.scalars(select(Season).where(Season.slug == slug)).one().state


def run(client, path, **fields):
    return send(client, f"{CONTROL}/{path}", CONTROL, **fields)


def test_a_file_is_planned_first_and_then_made_into_a_season(sign_in, world):
    kei = sign_in("kei")
    text = CUP.replace("Autumn cup", "Winter cup")
    shown = send(kei, NEW, NEW, file=text, act="plan")
    assert shown.status_code == 200
    assert "12, " in re.search(r"<dt>Matches</dt>\s*<dd>([^<]+)<", shown.text).group(1), "6 pairs, each in both seats"
    with world.database.read() as session:
        assert session.scalar(select(Season).where(Season.title == "Winter cup")) is None, "a plan makes nothing"
    made = send(kei, NEW, NEW, file=text, act="create")
    assert made.location == "/organise/seasons/winter-cup?done=saved"
    assert "winter-cup" in kei.get("/organise").text
    with world.database.read() as session:
        season = session.scalars(select(Season).where(Season.slug == "winter-cup")).one()
        assert session.get(Organiser, (season.id, world.accounts["kei"])) is not None
        assert season.state is SeasonState.DRAFT


def test_a_file_can_be_uploaded(sign_in, world):
    kei = sign_in("kei")
    text = CUP.replace("Autumn cup", "Spring cup").encode()
    answer = send(kei, NEW, NEW, file="", act="create", upload=(io.BytesIO(text), "spring.toml"))
    assert answer.status_code == 303
    assert state(world, "spring-cup") is SeasonState.DRAFT
    broken = send(kei, NEW, NEW, file="", act="create", upload=(io.BytesIO(b"\xff\xfe\x00"), "x.toml"))
    assert "is not UTF-8 text" in broken.text


@pytest.mark.parametrize(
    ("change", "line", "words"),
    [
        (('clock = "blitz"', 'clok = "blitz"'), 4, "unknown field"),
        (('game = "nippon"', 'game = "go"'), 2, "game"),
        (("[schedule]", "[schedule"), 7, "not TOML"),
        (("per_team = 2", "per_team = 0"), 11, "per_team"),
    ],
)
@pytest.mark.parametrize("act", ["plan", "create"])
def test_what_is_wrong_with_a_file_is_shown_at_its_line_and_the_text_stays(sign_in, change, line, words, act):
    answer = send(sign_in("kei"), NEW, NEW, file=CUP.replace(*change), act=act, slug="mine")
    assert answer.status_code == 422
    assert words in answer.text
    assert re.search(rf'class="wrong">\s*{line} → ', answer.text)
    assert "Autumn cup" in answer.text
    assert 'value="mine"' in answer.text


def test_a_deadline_that_cannot_be_kept_is_refused_with_what_would_fit(sign_in):
    text = "deadline = 2027-10-01T20:01:00\n" + CUP
    answer = send(sign_in("kei"), NEW, NEW, file=text, act="plan")
    assert answer.status_code == 422
    assert "What would fit" in answer.text


def test_a_season_is_opened_paused_resumed_and_cancelled_with_a_reason(sign_in, world):
    kei = sign_in("kei")
    assert "must be running" in run(kei, "finish", sure="yes").text
    assert run(kei, "open").status_code == 303
    assert state(world) is SeasonState.REGISTRATION
    assert run(kei, "pause").status_code == 303
    assert "paused already" in run(kei, "pause").text
    assert run(kei, "resume").status_code == 303
    assert run(kei, "cancel", why="").status_code == 422
    assert run(kei, "cancel", why="nobody came").status_code == 303
    assert state(world) is SeasonState.CANCELLED
    with world.database.read() as session:
        lines = session.scalars(select(AuditEntry).where(AuditEntry.actor == "kei")).all()
        actions = [line.action for line in lines]
    assert actions[-4:] == ["season_opened", "season_paused", "season_resumed", "season_cancelled"]


def test_an_invite_is_shown_once_lets_a_team_in_and_can_be_revoked(sign_in, world):
    kei, aki, ben = sign_in("kei"), sign_in("aki"), sign_in("ben")
    run(kei, "open")
    made = run(kei, "invites", label="team aki", uses="1")
    code = re.search(r"meiji_invite_[\w-]+", made.text).group(0)
    assert code not in kei.get(CONTROL).text
    assert "team aki" in kei.get(CONTROL).text
    refused = send(aki, "/account/bots/akis-bot/enter", season="autumn-cup", code="wrong")
    assert refused.status_code == 403
    assert "by invitation" in send(aki, "/account/bots/akis-bot/enter", season="autumn-cup").text
    assert send(aki, "/account/bots/akis-bot/enter", season="autumn-cup", code=code).status_code == 303
    assert "used up" in send(ben, "/account/bots/bens-bot/enter", season="autumn-cup", code=code).text
    other = re.search(r"meiji_invite_[\w-]+", run(kei, "invites", uses="5").text).group(0)
    number = max(map(int, re.findall(r"/invites/(\d+)/revoke", kei.get(CONTROL).text)))
    assert run(kei, f"invites/{number}/revoke").status_code == 303
    assert send(ben, "/account/bots/bens-bot/enter", season="autumn-cup", code=other).status_code == 403
    assert "akis-bot" in kei.get(CONTROL).text


def test_a_hidden_season_is_listed_to_nobody_else_and_opened_by_its_code(sign_in, world):
    kei, aki = sign_in("kei"), sign_in("aki")
    run(kei, "file", file='visibility = "members"\n' + CUP)
    run(kei, "open")
    assert "Autumn cup" not in aki.get("/account").text
    enter = "/account/bots/akis-bot/enter"
    assert "not valid for any season" in send(aki, enter, season="", code="meiji_invite_guess").text
    code = re.search(r"meiji_invite_[\w-]+", run(kei, "invites", uses="1").text).group(0)
    assert send(aki, enter, season="", code=code).status_code == 303
    assert "Autumn cup" in aki.get("/account").text


def test_an_organiser_who_leaves_runs_nothing_any_more(sign_in, world):
    assert send(sign_in("kei"), "/account/delete", "/account/settings", old=PASSWORD).status_code == 303
    with world.database.read() as session:
        assert session.scalar(select(Organiser).where(Organiser.account_id == world.accounts["kei"])) is None


def answered(client, answer):
    """The answer to the invitation to run the cup."""
    return send(client, f"/organise/invitations/autumn-cup/{answer}", "/organise")


def test_co_organisers_run_a_season_and_the_last_one_stays(sign_in, world):
    kei, aki = sign_in("kei"), sign_in("aki")
    assert aki.get(CONTROL).status_code == 404
    assert "no account" in run(kei, "organisers", account="nobody").text
    assert run(kei, "organisers", account="aki").status_code == 303
    assert aki.get(CONTROL).status_code == 404, "nobody runs a season unasked"
    assert "invited to run 1 season" in aki.get("/account").text
    assert "Autumn cup" in aki.get("/organise").text
    assert answered(aki, "accept").status_code == 303
    assert answered(aki, "accept").status_code == 404
    assert aki.get(CONTROL).status_code == 200
    assert "Autumn cup" in aki.get("/organise").text
    assert aki.get(NEW).status_code == 404, "running one season makes nobody an organiser of others"
    assert run(aki, "organisers/kei/remove").status_code == 303
    assert kei.get(CONTROL).status_code == 404
    assert "only organiser" in run(aki, "organisers/aki/remove").text


def test_an_invitation_to_run_a_season_is_withdrawn_or_declined(sign_in, world):
    kei, ben = sign_in("kei"), sign_in("ben")  # ben is invited
    assert "invited to run autumn-cup already" in run(kei, "organisers", account="ben").text
    assert run(kei, "organisers/ben/remove").status_code == 303
    assert answered(ben, "accept").status_code == 404
    assert run(kei, "organisers", account="ben").status_code == 303
    assert answered(ben, "decline").status_code == 303
    assert answered(ben, "accept").status_code == 404
    assert ben.get(CONTROL).status_code == 404
    assert "invited to run" not in ben.get("/account").text


def test_the_file_can_be_changed_until_the_season_starts(sign_in, world):
    kei = sign_in("kei")
    wrong = run(kei, "file", file=CUP.replace("seats = 2", "seats = 9"))
    assert wrong.status_code == 422
    assert "seats = 9" in wrong.text, "what was typed stays"
    assert run(kei, "file", file=CUP.replace("Autumn cup", "Harvest cup")).status_code == 303
    assert "Harvest cup" in kei.get(CONTROL).text


def played_to_the_end(world, slug, stop=lambda: False):
    """The calendar and a worker, in one thread."""
    now = datetime(2027, 10, 1, 20, 0, tzinfo=UTC)
    for _ in range(100):
        with world.database.write() as session:
            moved = carry_on(session, slug, now)
            now += timedelta(minutes=1)
            waiting = session.scalars(
                select(Match.id)
                .join(TableSet)
                .where(Match.state == MatchState.QUEUED, TableSet.season_id.is_not(None))
                .join(Season)
                .where(Season.slug == slug)
            ).all()
        for match_id in waiting:
            play(world.database, match_id)
        if stop() or not (moved or waiting):
            return


def test_a_season_is_played_ruled_on_finished_and_followed(sign_in, world):
    kei = sign_in("kei")
    assert "whose members enter it" in run(kei, "entries", entrant="akis-bot").text
    for name in ("shinobi", "tanuki", "kappa"):
        assert run(kei, "entries", entrant=name).status_code == 303
    assert run(kei, "entries", entrant="kappa").status_code == 303, "twice changes nothing"
    run(kei, "open")
    assert run(kei, "start").status_code == 303

    def one_is_over() -> bool:
        with world.database.read() as session:
            done = select(func.count()).select_from(Match).join(TableSet).join(Season)
            return session.scalar(done.where(Season.slug == "autumn-cup", Match.state == MatchState.FINISHED)) >= 2

    played_to_the_end(world, "autumn-cup", one_is_over)
    with world.database.read() as session:
        match_id = session.scalars(
            select(Match.id).join(TableSet).join(Season).where(Season.slug == "autumn-cup").order_by(Match.id)
        ).first()
    assert "public reason" in run(kei, "rulings", kind="void", match=str(match_id), reason="").text
    refused = run(kei, "rulings", kind="void", match="many", reason="Power failure.")
    assert refused.status_code == 422
    assert "Power failure." in refused.text, "what was typed stays"
    assert run(kei, "rulings", kind="void", match=str(match_id), reason="Power failure.", sure="yes").status_code == 303
    sure = run(kei, "rulings", kind="disqualify", bot="kappa", reason="Two of one mind.", sure="yes")
    assert sure.status_code == 303
    with world.database.read() as session:
        rulings = session.scalars(
            select(RulingEntry).join(Season).where(Season.slug == "autumn-cup").order_by(RulingEntry.id)
        ).all()
        assert [(one.kind.value, one.actor) for one in rulings] == [("void", "kei"), ("disqualify", "kei")]
    page = kei.get(CONTROL).text
    assert "Power failure." in page
    refused = run(kei, "finish")
    assert refused.status_code == 422 and "Confirm it" in refused.text
    assert state(world) is SeasonState.RUNNING, "one click ends no season"
    assert run(kei, "finish", sure="yes").status_code == 303
    assert state(world) is SeasonState.FINISHED
    assert run(kei, "next", first="someday").status_code == 422
    made = run(kei, "next", first="2028-03-01T19:00")
    assert made.location == "/organise/seasons/autumn-cup-2?done=saved"
    assert kei.get(made.location).status_code == 200


def test_a_frozen_stage_is_shown_by_hand(sign_in, world):
    kei = sign_in("kei")
    assert "is not frozen" in run(kei, "stages/0/reveal").text
    with world.database.write() as session:
        stage = session.scalars(select(SeasonStage).join(Season).where(Season.slug == "autumn-cup")).one()
        stage.freeze_at = datetime(2026, 1, 1, tzinfo=UTC)
    assert run(kei, "stages/0/reveal").status_code == 303
    assert "is shown already" in run(kei, "stages/0/reveal").text


ROSTER = "team,bot,account\nkobo,kobo-one,hanako\nkobo,kobo-two,\ntsuru,crane,taro\n"


def test_a_roster_is_looked_at_first_and_then_imported_with_its_keys_shown_once(sign_in, app, world):
    kei = sign_in("kei")
    look = run(kei, "roster", file=ROSTER, act="look")
    assert look.status_code == 200
    assert "creates the team kobo" in look.text
    with world.database.read() as session:
        assert session.scalar(select(Bot).where(Bot.name == "kobo-one")) is None, "looking keeps nothing"
        assert session.scalar(select(Account).where(Account.name == "hanako")) is None
    done = run(kei, "roster", file=ROSTER, act="import")
    assert done.status_code == 200
    assert done.headers["Cache-Control"] == "no-store"
    data = unquote(re.search(r'href="data:text/csv;charset=utf-8,([^"]+)"', done.text).group(1))
    rows = list(csv.DictReader(io.StringIO(data)))
    assert [row["bot"] for row in rows] == ["kobo-one", "kobo-two", "crane"]
    with world.database.read() as session:
        for row in rows:
            token = live_token(session, row["token"], TokenKind.BOT)
            bot = session.get_one(Bot, token.bot_id)
            assert (bot.name, bot.team.name) == (row["bot"], row["team"])
            assert session.scalar(select(Entry).where(Entry.bot_id == bot.id)) is not None
        kobo = session.scalars(select(Team).where(Team.name == "kobo")).one()
        assert {member.account.name: member.leader for member in kobo.members} == {"hanako": True}
    assert rows[0]["token"] not in kei.get(f"{CONTROL}/roster").text
    fresh = app.test_client()
    assert use(fresh, "/reset" + rows[0]["password_link"].partition("/reset")[2]).status_code == 303
    assert rows[1]["password_link"] == ""


@pytest.mark.parametrize("role", ["kei", "root"])
def test_a_roster_invites_who_has_an_account_and_puts_nobody_into_a_team(sign_in, world, role):
    answer = run(sign_in(role), "roster", file="team,bot,account\nkobo,one,ben\nkobo,two,ben\n", act="import")
    assert answer.status_code == 200
    assert "invites ben to kobo" in answer.text

    def members():
        with world.database.read() as session:
            kobo = session.scalars(select(Team).where(Team.name == "kobo")).one()
            return {member.account.name: member.leader for member in kobo.members}

    assert members() == {}, "nobody was asked yet, whoever imports it"
    ben = sign_in("ben")
    assert "kobo" in ben.get("/account/teams").text
    assert send(ben, "/account/teams/kobo/accept", "/account/teams").status_code == 303
    assert members() == {"ben": True}, "the first who accepts leads the team"


@pytest.mark.parametrize(
    ("lines", "number", "words"),
    [
        ("kobo,akis-bot,", 2, "belongs to team aki"),
        ("aki,new-bot,", 2, "you do not belong to it"),
        ("kobo,one,\nkobo,two,\nkobo,three,", 4, "has 2 of 2 bots"),
        ("kobo,one,\nkobo,one,", 3, "entered in autumn-cup already"),
        ("kobo,,", 2, "the bot is missing"),
        ("kobo,-bad-,", 2, "cannot be the name of a bot"),
        ("kobo,one,no way", 2, "cannot be the name of an account"),
        ("aki,akis-bot,ben", 2, "does not belong to team aki"),
        ("mei,one,aki", 2, "you do not belong to it"),
        ("aki,akis-bot,", 2, "whose members enter it"),
    ],
)
def test_a_line_that_cannot_be_is_named_and_nothing_is_imported(sign_in, world, lines, number, words):
    kei = sign_in("kei")
    answer = run(kei, "roster", file=f"team,bot,account\ngood,good-bot,\n{lines}\n", act="import")
    assert answer.status_code == 422
    row = re.search(rf'<tr>\s*<td class="n">{number + 1}</td>.*?</tr>', answer.text, re.DOTALL)
    assert words in row.group(0)
    assert "Nothing imported" in answer.text
    with world.database.read() as session:
        assert session.scalar(select(Bot).where(Bot.name == "good-bot")) is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "empty"),
        ("team,player\na,b\n", "must name the columns"),
        ("team,bot\nonly\n", "line 2 has 1 columns"),
        ("team,bot\n", "1 to 500 lines"),
    ],
)
def test_what_is_no_roster_is_refused(sign_in, text, words):
    answer = run(sign_in("kei"), "roster", file=text, act="look")
    assert answer.status_code == 422
    assert words in answer.text


def test_a_roster_with_semicolons_and_a_mark_at_its_start_is_read(sign_in):
    answer = run(sign_in("kei"), "roster", file="\ufeffTeam;Bot\r\nkobo;one\r\n", act="look")
    assert answer.status_code == 200
    assert "creates the bot one" in answer.text


BOMB = ".".join("a" * 20_000) + " = 1"


def test_a_file_is_not_looked_at_before_it_is_known_who_sent_it(sign_in, world):
    """Anyone who could sign in made the site parse what they liked: 20 kB took 8.5 s and 469 MB."""
    aki = sign_in("aki")
    began = process_time()
    for path in (f"{CONTROL}/file", f"{CONTROL}/roster", NEW):
        answer = send(aki, path, file=BOMB)
        assert answer.status_code == 404, path
    assert process_time() - began < 5
    shown = run(sign_in("kei"), "file", file=CUP + BOMB)
    assert shown.status_code == 422 and "a dotted key has at most 4 parts" in shown.text


def test_a_file_that_is_too_long_is_refused_before_it_is_read(sign_in):
    kei = sign_in("kei")
    for path, act in ((NEW, "plan"), (NEW, "create")):
        assert "at most 100000 characters" in send(kei, path, NEW, file="#" * 120_000, act=act).text
    assert "at most 100000 characters" in run(kei, "file", file="#" * 120_000).text


def test_a_season_wholly_in_the_past_is_neither_planned_nor_made(sign_in, world):
    kei, old = sign_in("kei"), CUP.replace("2027-10-01", "2020-10-01").replace("Autumn", "Old")
    for act in ("plan", "create"):
        answer = send(kei, NEW, NEW, file=old, act=act)
        assert answer.status_code == 422 and "which is past" in answer.text
    with world.database.read() as session:
        assert session.scalar(select(Season.id).where(Season.title == "Old cup")) is None


def test_the_plan_does_not_praise_a_file_that_it_refuses(sign_in):
    text = "deadline = 2027-10-01T20:01:00\n" + CUP
    answer = send(sign_in("kei"), NEW, NEW, file=text, act="plan")
    assert "What would fit" in answer.text and "no errors" not in answer.text
    bare = send(sign_in("kei"), NEW, NEW, file=re.sub("expected_entries = .*", "", CUP), act="plan")
    assert "The file has no errors" in bare.text


def test_the_plan_of_a_season_that_runs_is_made_from_its_real_entries(sign_in, world):
    kei = sign_in("kei")
    planned = re.search(r"<dt>Matches</dt>\s*<dd>(\d+),", kei.get(CONTROL).text).group(1)
    assert planned == "12", "4 expected: 6 pairs, each in both seats"
    for name in ("house-1", "house-2", "house-3"):
        with world.database.write() as session:
            house = session.scalars(select(Team).where(Team.house)).one()
            create_bot(session, name, house, "test", house="random")
        assert run(kei, "entries", entrant=name).status_code == 303
    run(kei, "open")
    assert run(kei, "start").status_code == 303
    assert re.search(r"<dt>Matches</dt>\s*<dd>(\d+),", kei.get(CONTROL).text).group(1) == "6", "3 are in"


@pytest.mark.parametrize("digits", ["²", "٣", "9" * 400, "-1"])
def test_numbers_of_other_scripts_are_refused(sign_in, digits):
    kei = sign_in("kei")
    assert run(kei, "invites", uses=digits).status_code == 422
    run(kei, "open")
    assert run(kei, "rulings", kind="void", match=digits, reason="x").status_code == 422
