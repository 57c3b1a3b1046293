"""The tables of a stage out of the database, on both kinds: what counts, what decides, who sees which moment."""

from fractions import Fraction

import pytest

from arena.db.models import FinalLine, RoundState, Season, SeasonStage, SeasonState, SetState, StageState
from arena.seasons.tables import detail_of, kept_tables, stage_tables
from tests.arena.storage.league_world import hour, league
from tests.arena.storage.test_books import counted


@pytest.fixture
def spring(database):
    made = league(database)
    made.enter("asa", "ume", "kiku")
    return made


def tables(league, stage=0, *, role="visitor", at=50.0):
    with league.database.read() as session:
        return stage_tables(session, session.get_one(SeasonStage, league.stages[stage]), now=hour(at), role=role)


def lines(league, stage=0, division=0, **more):
    return {line.bot: line for line in tables(league, stage, **more).divisions[division].lines}


def order(league, **more):
    return list(lines(league, **more))


def test_points_come_from_the_file_and_every_match_of_a_done_set_counts(spring):
    spring.play(1, "asa", "ume")
    spring.play(2, "kiku", "ume", scores=[[20, 10], [10, 20]])
    found = lines(spring)
    assert [found[name].points for name in ("asa", "kiku", "ume")] == [6, 3, 3]
    assert (found["asa"].matches, found["asa"].wins, found["asa"].team) == (2, 2, "team-asa")
    assert found["kiku"].decided_by == "strength of schedule"


def test_sets_that_are_open_or_void_do_not_count(spring):
    spring.play(1, "asa", "ume", state=SetState.OPEN)
    spring.play(2, "asa", "kiku", state=SetState.VOID)
    assert all(line.matches == 0 for line in lines(spring).values())


def test_byes_of_rounds_that_have_begun_bring_points_for_each_match(spring):
    spring.bye("kiku", 1, matches=2)
    spring.round(2, state=RoundState.PLANNED)
    spring.bye("asa", 2)
    assert lines(spring)["kiku"].points == 3
    assert lines(spring)["asa"].points == 0


def test_a_match_ruled_void_or_to_be_played_again_does_not_count_the_rest_of_its_set_does(spring):
    first = spring.play(1, "asa", "ume")
    second = spring.play(2, "asa", "kiku")
    spring.rule("void", match=spring.matches(first)[0])
    spring.rule("replay", match=spring.matches(second)[1])
    spring.play(3, "kiku", "asa", scores=[[9, 1]])
    found = lines(spring)
    assert (found["asa"].points, found["asa"].matches) == (6, 3)
    assert (found["ume"].matches, found["kiku"].points) == (1, 3)


def test_a_forfeit_puts_last_a_withdrawal_keeps_what_was_played_a_disqualification_leaves_the_table(spring):
    made = spring.play(1, "asa", "ume")
    spring.play(2, "kiku", "ume")
    spring.rule("forfeit", match=spring.matches(made)[0], entry="asa")
    assert lines(spring)["ume"].points == 3
    spring.rule("withdraw", entry="kiku")
    assert lines(spring)["kiku"].points == 6
    spring.rule("disqualify", entry="asa")
    assert order(spring) == ["ume", "kiku"] or order(spring) == ["kiku", "ume"]
    assert lines(spring)["ume"].points == 6, "the disqualified is last in all its matches"


def test_divisions_have_tables_of_their_own(database):
    made = league(database, divisions=("First", "Second"))
    made.enter("asa", "ume", division=0)
    made.enter("kiku", "hagi", division=1)
    made.play(1, "ume", "asa", division=0)
    made.play(1, "hagi", "kiku", division=1)
    found = tables(made)
    assert [(table.number, table.name) for table in found.divisions] == [(0, "First"), (1, "Second")]
    assert [[line.bot for line in table.lines] for table in found.divisions] == [["ume", "asa"], ["hagi", "kiku"]]


def test_the_crosstable_and_the_progress_are_of_the_same_results(spring):
    spring.play(1, "asa", "ume")
    spring.play(2, "kiku", "asa", scores=[[20, 10], [10, 20]])
    table = tables(spring).divisions[0]
    asa, ume, kiku = (str(spring.entries[name]) for name in ("asa", "ume", "kiku"))
    assert table.crosstable[asa] == {ume: (2, Fraction(1)), kiku: (2, Fraction(1, 2))}
    assert table.rounds == (1, 2)
    assert table.progress[asa] == [(6, 1), (9, 1)]
    assert table.progress[kiku] == [(0, 2), (3, 2)]


def test_a_frozen_stage_stands_still_for_all_but_the_organisers(spring):
    spring.play(1, "asa", "ume")
    spring.play(5, "ume", "asa", scores=[[9, 1]] * 5)
    spring.bye("kiku", 6, matches=20)
    spring.rule("disqualify", entry="asa", at=7)
    spring.change(SeasonStage, spring.stages[0], freeze_at=hour(4), reveal_at=hour(40))
    for role in ("visitor", "member"):
        frozen = tables(spring, role=role, at=20)
        assert frozen.frozen_at == hour(4)
        first = frozen.divisions[0].lines[0]
        assert (first.bot, first.points) == ("asa", 6)
        assert frozen.divisions[0].rounds == (1,)
    assert "asa" not in lines(spring, role="organiser", at=20)
    assert tables(spring, role="organiser", at=20).frozen_at is None
    assert order(spring, at=40)[0] == "kiku", "revealed"


def test_without_a_reveal_the_stage_stays_frozen(spring):
    spring.change(SeasonStage, spring.stages[0], freeze_at=hour(4))
    assert tables(spring, at=10_000).frozen_at == hour(4)


@pytest.mark.parametrize(
    ("season", "stage", "seen"),
    [("public", "public", 3), ("public", "members", 2), ("members", "public", 2), ("public", "organisers", 1)],
)
def test_a_stage_is_shown_to_those_for_whom_season_and_stage_are(spring, season, stage, seen):
    spring.change(Season, spring.season, visibility=season)
    spring.change(SeasonStage, spring.stages[0], visibility=stage)
    shown = [role for role in ("organiser", "member", "visitor") if not tables(spring, role=role).hidden]
    assert shown == ["organiser", "member", "visitor"][:seen]
    assert all(tables(spring, role=role).divisions == () for role in {"member", "visitor"} - set(shown))


def test_elo_parts_those_who_are_level_as_it_was_when_the_stage_ended(spring):
    """Without a common opponent and equal in all else; later sets must not turn the table of an earlier stage."""
    spring.enter("hagi")
    spring.play(1, "asa", "ume", scores=[[20, 10], [10, 20]])
    spring.change(SeasonStage, spring.stages[0], ended_at=hour(2), state=StageState.DONE)
    before = order(spring)
    elo = {name: line.elo for name, line in lines(spring).items()}
    spring.enter("asa", "ume", "kiku", "hagi", stage=1)
    for number in range(3, 9):
        spring.play(number, before[-1], before[0], stage=1)
    assert order(spring) == before
    assert {name: line.elo for name, line in lines(spring).items()} == elo


def test_equal_points_in_a_final_are_decided_by_the_stage_before(spring):
    spring.enter("kiku", "asa", stage=1)
    spring.play(1, "asa", "kiku", scores=[[90, 10], [10, 20]], stage=1)
    found = lines(spring, stage=1)
    assert list(found) == ["kiku", "asa"]
    assert found["asa"].decided_by == "stage before"
    spring.play(2, "asa", "kiku", scores=[[2, 1]], stage=1)
    found = lines(spring, stage=1)
    assert list(found) == ["asa", "kiku"]
    assert found["kiku"].decided_by == "points"


def test_a_ladder_stage_is_ordered_by_elo(spring):
    spring.change(SeasonStage, spring.stages[0], format="ladder")
    spring.bye("kiku", 1, matches=100)
    spring.play(1, "ume", "asa")
    assert order(spring)[0] == "ume"
    assert lines(spring)["kiku"].decided_by == "Elo"


def test_final_tables_come_from_the_rows_that_were_kept(spring):
    spring.play(1, "asa", "ume")
    found = tables(spring).divisions[0].lines
    with spring.database.write() as session:
        for line, place in zip(found, (3, 1, 2), strict=True):
            session.add(
                FinalLine(
                    season_id=spring.season,
                    stage=0,
                    division=0,
                    place=place,
                    entry_id=int(line.entry),
                    bot=line.bot,
                    team=line.team,
                    detail=detail_of(line),
                )
            )
    assert not tables(spring).final
    spring.change(Season, spring.season, state=SeasonState.FINISHED)
    kept = tables(spring)
    assert kept.final
    assert [line.bot for line in kept.divisions[0].lines][2] == found[0].bot
    assert kept.divisions[0].lines[2].points == found[0].points
    spring.change(SeasonStage, spring.stages[0], freeze_at=hour(4))
    assert not tables(spring).final, "the final table would tell what is frozen"
    with spring.database.read() as session:
        assert kept_tables(session, session.get_one(SeasonStage, spring.stages[1])) == {}


def test_the_number_of_statements_does_not_grow(spring):
    spring.play(1, "asa", "ume")
    spring.change(SeasonStage, spring.stages[0], freeze_at=hour(30))
    with counted(spring.database) as few:
        tables(spring)
    for number in range(2, 12):
        spring.play(number, "asa", "kiku")
        spring.bye("ume", number)
    spring.enter(*(f"extra-{at}" for at in range(20)), division=1)
    with counted(spring.database) as many:
        tables(spring)
    assert len(many) == len(few) <= 10
