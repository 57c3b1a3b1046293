"""Rulings: results stay as they were played, tables and ratings follow the rulings, and the log adds up."""

import pytest
from sqlalchemy import select

from arena.access.viewers import operator
from arena.accounts.commands import retire
from arena.db.models import (
    Bot,
    EntryState,
    Match,
    MatchSeat,
    MatchState,
    RatingEntry,
    RulingKind,
    Season,
    SeasonStage,
    SeasonState,
    TableSet,
)
from arena.errors import Conflict, Invalid, NotFound
from arena.ladders.rating import recompute
from arena.seasons import rulings, withdrawal
from arena.seasons.tables import stage_tables
from tests.arena.storage.leagues.league_world import FINAL, ROUND_ROBIN, owner_of, season_file

NAMES = ("ume", "sakura", "kiku", "tsubaki")


@pytest.fixture
def played(league):
    """A running season of four whose first round is played and not yet closed."""
    league.house(*NAMES)
    league.create(season_file(ROUND_ROBIN.replace("sets = false", "sets = true") + FINAL, **dict.fromkeys(NAMES, 1500)))
    league.start()
    league.tick()
    league.play()
    yield league
    with league.database.read() as session:
        for season in session.scalars(select(Season)):
            assert list(recompute(session, season)) == []


def rule(league, kind, match_id, bot="", reason="seen by the jury"):
    with league.database.write() as session:
        return rulings.rule_match(
            session, operator("anna"), league.slug, RulingKind(kind), match_id, reason, bot=bot
        ).id


def put_out(league, kind, bot, reason="seen by the jury"):
    with league.database.write() as session:
        return rulings.rule_entry(session, operator("anna"), league.slug, RulingKind(kind), bot, reason).id


def first_match(league):
    """The first match of the first set, with its bots by seat and the places awarded."""
    names = {bot_id: name for name, bot_id in league.bots.items()}
    with league.database.read() as session:
        match = session.scalars(select(Match).order_by(Match.id).limit(1)).one()
        return match.id, [names[seat.bot_id] for seat in match.seats], [seat.place for seat in match.seats]


def table(league, stage=0):
    with league.database.read() as session:
        row = session.scalars(select(SeasonStage).where(SeasonStage.number == stage)).one()
        made = stage_tables(session, row, now=league.now, role="organiser").divisions[0].lines
    return {line.bot: (float(line.points), line.matches) for line in made}


def lines(league, kind):
    with league.database.read() as session:
        return session.scalars(select(RatingEntry.change).where(RatingEntry.kind == kind)).all()


def test_a_void_match_counts_no_more_and_its_rating_is_taken_back(played):
    match_id, bots, places = first_match(played)
    before = table(played)
    rule(played, "void", match_id)
    after = table(played)
    assert [after[bot][1] for bot in bots] == [before[bot][1] - 1 for bot in bots]
    assert len(lines(played, "taken_back")) == 2
    assert len(lines(played, "rated_again")) == 2
    assert first_match(played) == (match_id, bots, places)


def test_a_forfeited_match_is_lost_by_who_forfeits(played):
    match_id, bots, places = first_match(played)
    winner = bots[places.index(1)]
    loser = bots[1 - places.index(1)]
    before = table(played)
    rule(played, "forfeit", match_id, winner)
    after = table(played)
    assert after[winner][0] == before[winner][0] - (1 if places.count(1) == 1 else 0.5)
    assert after[loser][0] == before[loser][0] + (1 if places.count(1) == 1 else 0.5)
    assert first_match(played)[2] == places


def test_a_replay_is_a_new_set_and_the_round_waits_for_it(played):
    match_id, bots, _ = first_match(played)
    rule(played, "replay", match_id)
    with played.database.read() as session:
        old = session.get_one(Match, match_id)
        new = session.scalars(select(TableSet).where(TableSet.replaces_id == old.set_id)).one()
        assert (new.round_id, new.division, len(new.matches)) == (old.table_set.round_id, 0, 1)
        assert [seat.bot_id for seat in new.matches[0].seats] == [played.bots[bot] for bot in bots]
    played.tick()
    assert {number for number, _ in played.tables()} == {1}
    played.play()
    played.tick()
    assert {number for number, _ in played.tables()} == {1, 2}
    assert table(played)[bots[0]][1] == 2


def test_a_withdrawn_entry_keeps_its_results_and_forfeits_the_rest_without_waiting(played):
    before = table(played)["ume"]
    played.tick()
    put_out(played, "withdraw", "ume")
    assert played.entry("ume").state is EntryState.WITHDRAWN
    with played.database.read() as session:
        seats = session.execute(
            select(MatchSeat.left, Match.state).join(Match).where(MatchSeat.bot_id == played.bots["ume"])
        ).all()
    assert set(seats) == {(False, MatchState.FINISHED), (True, MatchState.QUEUED)}
    played.play_out()
    assert table(played)["ume"][0] == before[0]
    with played.database.read() as session:
        verdicts = session.scalars(
            select(MatchSeat.verdict).join(Match).where(MatchSeat.bot_id == played.bots["ume"]).order_by(Match.id)
        ).all()
    assert verdicts == ["finished"] * 2 + ["forfeit"] * 4
    assert played.state() is SeasonState.FINISHED


def test_a_disqualified_entry_is_out_of_the_table_and_last_in_all_it_played(played):
    before = table(played)
    opponent = next(set(bots) - {"ume"} for _, bots in played.tables() if "ume" in bots).pop()
    put_out(played, "disqualify", "ume")
    after = table(played)
    assert set(after) == set(NAMES) - {"ume"}
    assert after[opponent] == (2, 2)
    assert before[opponent][1] == 2
    played.play_out()
    assert played.state() is SeasonState.FINISHED


def test_a_withdrawn_entry_can_be_disqualified_and_nobody_twice(played):
    put_out(played, "withdraw", "ume")
    put_out(played, "disqualify", "ume")
    with pytest.raises(Conflict, match="disqualified from test-league already"):
        put_out(played, "disqualify", "ume")


def test_several_rulings_on_one_set_still_add_up(played):
    match_id, bots, _ = first_match(played)
    rule(played, "forfeit", match_id, bots[0])
    rule(played, "forfeit", match_id + 1, bots[0])
    put_out(played, "disqualify", bots[1])
    rule(played, "void", match_id)
    with played.database.read() as session:
        changes = session.scalars(select(RatingEntry.change).where(RatingEntry.set_id.is_not(None))).all()
    assert sum(changes) == 0


def test_who_leaves_a_running_season_or_is_retired_is_withdrawn_in_public(played):
    with played.database.write() as session:
        withdrawal.leave(session, owner_of(session, "ume", "owner"), played.slug, "ume")
        retire(session, session.get_one(Bot, played.bots["kiku"]), "owner")
    assert [(one.kind, one.reason, one.actor) for one in played.rulings()] == [
        (RulingKind.WITHDRAW, "withdrawn by its team", "owner"),
        (RulingKind.WITHDRAW, "its bot was retired", "owner"),
    ]
    played.play_out()
    assert played.state() is SeasonState.FINISHED


def test_rulings_that_make_no_sense_are_refused(played):
    match_id, bots, _ = first_match(played)
    other = next(name for name in NAMES if name not in bots)
    for wrong, kind, told in (
        (("void", match_id, "", " "), Invalid, "needs a public reason"),
        (("void", 9999, "", "why"), NotFound, "has no match 9999"),
        (("void", match_id, bots[0], "why"), Invalid, "names no bot"),
        (("forfeit", match_id, "", "why"), Invalid, "names the bot that forfeits"),
        (("forfeit", match_id, other, "why"), Conflict, "did not sit in match"),
        (("withdraw", match_id, "", "why"), Invalid, "names an entry and no match"),
    ):
        with pytest.raises(kind, match=told):
            rule(played, wrong[0], wrong[1], wrong[2], wrong[3])
    rule(played, "void", match_id)
    with pytest.raises(Conflict, match="was ruled on before"):
        rule(played, "replay", match_id)
    assert len(played.rulings()) == 1


def test_a_match_of_a_stage_that_is_over_is_not_replayed_and_a_finished_season_is_frozen(played):
    match_id, _, _ = first_match(played)
    while len({one.stage_id for one in played.rounds()}) == 1:
        played.tick()
        played.play()
    with pytest.raises(Conflict, match="a stage that is over"):
        rule(played, "replay", match_id)
    rule(played, "void", match_id)
    played.play_out()
    with pytest.raises(Conflict, match="final tables are frozen"):
        rule(played, "void", match_id + 1)


def take_back(league, number, reason="it was a mistake"):
    with league.database.write() as session:
        return rulings.rule(session, operator("anna"), league.slug, RulingKind.TAKE_BACK, reason, takes_back=number).id


def ratings(league):
    return {name: (league.entry(name).rating, league.entry(name).sets_rated) for name in NAMES}


@pytest.mark.parametrize(
    ("kind", "whole"), [("void", False), ("void", True), ("forfeit", False), ("disqualify", False)]
)
def test_a_ruling_that_is_taken_back_leaves_table_and_ratings_as_they_were(played, kind, whole):
    match_id, bots, places = first_match(played)
    before, rated = table(played), ratings(played)
    numbers = []
    if kind == "disqualify":
        numbers.append(put_out(played, kind, bots[0]))
    else:
        numbers.append(rule(played, kind, match_id, bots[places.index(1)] if kind == "forfeit" else ""))
    if whole:  # the other match of the set, too: nothing of it counts
        with played.database.read() as session:
            other = session.scalars(
                select(Match.id).where(Match.set_id == session.get_one(Match, match_id).set_id, Match.id != match_id)
            ).one()
        numbers.append(rule(played, kind, other))
    assert table(played) != before
    for number in reversed(numbers):
        take_back(played, number)
    assert table(played) == before
    assert ratings(played) == rated
    assert played.entry(bots[0]).state is EntryState.ACTIVE
    assert len(played.rulings()) == 2 * len(numbers), "both stay on record"


def test_who_is_let_in_again_plays_what_nobody_has_begun(played):
    number = put_out(played, "withdraw", "ume")
    played.tick()
    with played.database.read() as session:
        seats = (
            select(MatchSeat.left)
            .join(Match)
            .where(MatchSeat.bot_id == played.bots["ume"], Match.state == MatchState.QUEUED)
        )
        assert set(session.scalars(seats)) == {True}
    take_back(played, number)
    with played.database.read() as session:
        assert set(session.scalars(seats)) == {False}
    played.play_out()
    assert played.state() is SeasonState.FINISHED


def test_a_replay_is_taken_back_until_it_has_begun(played):
    match_id, _, _ = first_match(played)
    before = table(played)
    number = rule(played, "replay", match_id)
    take_back(played, number)
    assert table(played) == before
    assert played.open_sets() == 0
    played.tick()
    assert {turn for turn, _ in played.tables()} == {1, 2}, "the dropped set is not played again"
    again = rule(played, "replay", match_id)
    played.play()
    with pytest.raises(Conflict, match="is being played again, or was already"):
        take_back(played, again)


def test_what_cannot_be_taken_back_says_why(played):
    match_id, bots, _ = first_match(played)
    number = rule(played, "void", match_id)
    undone = take_back(played, number)
    left = put_out(played, "withdraw", bots[0])
    put_out(played, "disqualify", bots[0])
    for wrong, why in (
        (number, f"ruling {number} is taken back already"),
        (undone, f"ruling {undone} took another one back"),
        (left, "on the same bot came later"),
    ):
        with pytest.raises(Conflict, match=why):
            take_back(played, wrong)
    with pytest.raises(NotFound, match="has no ruling 999"):
        take_back(played, 999)
    for fields in ({"takes_back": number, "bot": bots[0]}, {"match_id": match_id}):
        with played.database.write() as session, pytest.raises(Invalid):
            rulings.rule(session, operator("anna"), played.slug, RulingKind.TAKE_BACK, "x", **fields)
    rule(played, "void", match_id)  # the same ruling again
