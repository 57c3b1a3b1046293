"""A match that loses its worker goes on from the journal, and nobody can write into it who should not."""

import json
import os
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from arena.matches import (
    Chosen,
    Clock,
    Fault,
    Fenced,
    MatchSpec,
    MatchVoid,
    commitment,
    new_salt,
    new_seeds,
    steps,
)
from arena.matches.errors import JournalBroken, JournalForeign
from arena.matches.journal import Entry, proved
from tests.arena.journals import FileJournal, MemoryJournal
from tests.arena.seats import finish

SPEC = MatchSpec("tiny", 3, seed=1, hidden_seed=2, clock=Clock(9000, 10), match_id="m")


def choose(ask):
    """Seat 2 resigns at its third decision; the others' choice follows from what they are asked."""
    if (ask.seat, ask.number) == (2, 2):
        return Fault("resigned", "tired", "bye")
    draw = random.Random(f"{ask.seat} {ask.number}")
    note = "sure" if draw.random() < 0.5 else ""
    return Chosen(draw.randrange(len(ask.legal)), draw.randrange(20), note, draw.choice((None, 0.5)))


@pytest.fixture(params=["memory", "file"])
def attempt(request, tmp_path):
    """Opens the next attempt's journal of the same match."""
    shared = []
    if request.param == "memory":
        return lambda fence=None: MemoryJournal(fence, shared)
    return lambda fence=None: FileJournal(tmp_path / "journal", fence)


def drive(journal, decisions):
    """Play some decisions of an attempt, then drop it."""
    loop = steps(SPEC, journal=journal)
    ask = next(loop)
    for _ in range(decisions):
        ask = loop.send(choose(ask))
    return loop, ask


@pytest.mark.parametrize("died_after", range(12))
def test_a_match_goes_on_where_its_journal_ends(tiny, attempt, died_after):
    whole = finish(steps(SPEC), choose=choose)
    _, pending = drive(attempt(), died_after)
    loop = steps(SPEC, journal=attempt())
    again = next(loop)
    assert (again.seat, again.number, again.legal, again.clock_ms, again.events_since) == (
        pending.seat,
        pending.number,
        pending.legal,
        pending.clock_ms,
        pending.events_since,
    )
    record = finish(loop, again, choose)
    assert record == whole
    assert record.digest == whole.digest


def test_a_match_can_change_hands_at_every_decision(tiny, attempt):
    whole = finish(steps(SPEC), choose=choose)
    while True:
        loop = steps(SPEC, journal=attempt())
        try:
            loop.send(choose(next(loop)))
        except StopIteration as over:
            assert over.value == whole
            return


def test_a_finished_journal_gives_the_record_again(tiny, attempt):
    whole = finish(steps(SPEC, journal=attempt()), choose=choose)
    with pytest.raises(StopIteration) as over:
        next(steps(SPEC, journal=attempt()))
    assert over.value.value == whole


def test_every_decision_is_in_the_journal_before_the_next_is_asked(tiny, attempt):
    journal = attempt()
    loop = steps(SPEC, journal=journal)
    ask, made = next(loop), 0
    while made < 9:
        kept = [entry for entry in journal.entries() if entry.kind == "move"]
        assert len(kept) == len(ask.log)
        ask, made = loop.send(Chosen(0)), made + 1


def test_an_attempt_that_was_overtaken_can_write_no_more(tiny, attempt):
    old, ask = drive(attempt(1), 3)
    new = attempt(2)
    with pytest.raises(Fenced, match="attempt 2 has taken the match over from attempt 1"):
        old.send(choose(ask))
    finish(steps(SPEC, journal=new), choose=choose)


def test_an_attempt_overtaken_before_it_began_can_write_nothing(tiny, attempt):
    old, new = attempt(1), attempt(2)
    with pytest.raises(Fenced):
        next(steps(SPEC, journal=old))
    finish(steps(SPEC, journal=new), choose=choose)


def test_attempts_that_fight_over_a_file_leave_it_whole(tmp_path):
    path = tmp_path / "j"

    def write(_):
        try:
            journal = FileJournal(path)
            for number in range(20):
                journal.append("move", {"number": number})
        except Fenced:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(write, range(8)))
    kept = FileJournal(path).entries()
    proved(kept)
    assert any(done)
    claims = [entry for entry in kept if entry.kind == "claim"]
    assert [entry.fence for entry in claims] == list(range(1, len(claims) + 1))


@pytest.mark.parametrize("fence", [1, 2])
def test_fencing_numbers_only_rise(tiny, attempt, fence):
    drive(attempt(2), 1)
    with pytest.raises(Fenced, match=f"attempt 2 has the match already; attempt {fence} comes too late"):
        attempt(fence)
    assert attempt().fence == 3


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"hidden_seed": 3},
        {"clock": Clock(9000, 11)},
        {"match_id": "n"},
        {"options": {"pace": "fast"}},
    ],
)
def test_another_matchs_journal_is_refused(tiny, attempt, other):
    drive(attempt(), 3)
    fields = {name: getattr(SPEC, name) for name in ("game", "seats", "seed", "hidden_seed", "clock", "match_id")}
    with pytest.raises(JournalForeign, match="another match"):
        next(steps(MatchSpec(**{**fields, **other}), journal=attempt()))


def test_the_journal_tells_no_seed(tiny, tmp_path):
    spec = MatchSpec("tiny", 2, seed=0x1234567890ABCDEF, hidden_seed=0xFEDCBA0987654321)
    finish(steps(spec, journal=FileJournal(tmp_path / "j")))
    text = (tmp_path / "j").read_text()
    for seed in (spec.seed, spec.hidden_seed):
        assert str(seed) not in text and f"{seed:x}" not in text


def test_a_line_cut_off_by_a_crash_is_decided_again(tiny, tmp_path):
    path = tmp_path / "j"
    whole = finish(steps(SPEC), choose=choose)
    drive(FileJournal(path), 5)
    size = path.stat().st_size
    last = len(path.read_bytes().splitlines(keepends=True)[-1])
    for cut in (1, last // 2, last - 1):
        os.truncate(path, size - cut)
        FileJournal(path)
        assert path.read_bytes().endswith(b"}\n") and len(lines_of(path)) == 7
        loop = steps(SPEC, journal=FileJournal(path))
        ask = next(loop)
        assert len(ask.log) == 4
        assert finish(loop, ask, choose) == whole
        path.unlink()
        drive(FileJournal(path), 5)


def lines_of(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


SPOILT = {
    "a gap": lambda lines: lines.pop(3),
    "twice": lambda lines: lines.insert(3, lines[3]),
    "an older fence": lambda lines: lines[-1].update(fence=0),
    "no kind": lambda lines: lines[3].pop("kind"),
    "another kind": lambda lines: lines[3].update(kind="song"),
    "no number": lambda lines: lines[3].update(sequence="3"),
    "no data": lambda lines: lines[3].update(data=[]),
    "a list": lambda lines: lines.insert(3, []),
    "an illegal action": lambda lines: lines[3]["data"].update(action="tuck"),
    "another seat": lambda lines: lines[3]["data"].update(seat=2),
    "no such seat": lambda lines: lines[3]["data"].update(seat=9),
    "a strange seat": lambda lines: lines[3]["data"].update(seat=[]),
    "another number": lambda lines: lines[3]["data"].update(number=7),
    "no action": lambda lines: lines[3]["data"].pop("action"),
    "a stand-in for nobody": lambda lines: lines[3]["data"].update(stand_in=True),
    "too late": lambda lines: lines[3]["data"].update(think_ms=10**9),
    "another start": lambda lines: lines[3].update(kind="start"),
    "no verdict": lambda lines: lines[3].update(kind="fault", data={**lines[3]["data"], "verdict": "void"}),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_journal_that_cannot_be_true_voids_the_match(tiny, tmp_path, what):
    path = tmp_path / "j"
    drive(FileJournal(path), 5)
    lines = lines_of(path)
    SPOILT[what](lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(MatchVoid) as void:
        next(steps(SPEC, journal=FileJournal(path)))
    assert type(void.value) is JournalBroken


def test_a_seat_that_is_out_does_not_come_back(tiny, tmp_path):
    path = tmp_path / "j"
    finish(steps(SPEC, journal=FileJournal(path)), choose=choose)
    lines = lines_of(path)
    next(line for line in lines if "stand_in" in line["data"])["data"].pop("stand_in")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(JournalBroken, match="it is not clear who played seat 2"):
        next(steps(SPEC, journal=FileJournal(path)))


def test_garbage_in_a_journal_is_named_by_its_line(tmp_path):
    path = tmp_path / "j"
    path.write_bytes(b"\xff\xfe\n")
    with pytest.raises(JournalBroken, match="line 1 of the journal is broken"):
        FileJournal(path)


def test_a_journal_begins_with_entry_0():
    proved([])
    with pytest.raises(JournalBroken, match="entry 0 of the journal has the number 1"):
        proved([Entry(1, 1, "move", {})])


def test_seeds_are_random_and_their_commitment_binds():
    (a, b), (c, d) = new_seeds(), new_seeds()
    assert len({a, b, c, d}) == 4
    assert all(0 <= seed < 1 << 128 for seed in (a, b, c, d))
    salt = new_salt()
    assert len(salt) == 32
    assert len({commitment(*opened) for opened in ((a, b, salt), (b, a, salt), (a, b, new_salt()), (a, d, salt))}) == 4


def test_a_known_commitment():
    """docs/replays.md works this one out by hand, with sha256sum."""
    assert commitment(1, 2, "00ff") == "4a440be88a8ce56fa06adf66b6375e838f535410f250eaa5eb3e592fe3f06769"
