"""A match becomes a file, the file becomes a replay, and the replay is proved."""

import gzip
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.matches import MatchSpec, commitment, play, preset
from arena.replays import Diverges, SigningKey, Untrusted, loads, packed, position_at, positions, read, verify, write
from tests.arena.seats import First, Picks, Ticks

KEY = SigningKey(Ed25519PrivateKey.from_private_bytes(bytes(32)))


def record(**changes):
    keep = changes.pop("keep_events", True)
    players = changes.pop("by", [Picks(seat) for seat in range(3)])
    given = {
        "game": "tiny",
        "seats": 3,
        "seed": 2**128 - 1,
        "hidden_seed": 2**127 + 5,
        "clock": preset("blitz"),
        "players": ("Ōkubo", "b", ""),
        "match_id": "m-1",
        "salt": "00ff",
    }
    return play(MatchSpec(**{**given, **changes}), players, keep_events=keep, now=Ticks(3))


class Late(First):
    """Answers with nonsense from its second decision on."""

    def choose(self, decision):
        return 0 if decision.number < 2 else -1


def test_a_replay_that_was_written_is_read_and_proved(tiny, tmp_path):
    path = tmp_path / "one.replay.gz"
    write(path, record(), KEY)
    replay = read(path)
    proof = verify(replay, KEY.public)
    assert proof.replayed and proof.trusted and proof.signer == KEY.public
    assert replay.spec.seed == 2**128 - 1
    assert replay.spec.players == ("Ōkubo", "b", "")
    assert [path.name for path in tmp_path.iterdir()] == ["one.replay.gz"]


def test_the_same_match_gives_the_same_bytes(tiny):
    assert packed(record(), KEY) == packed(record(), KEY)


def test_events_that_were_not_kept_are_worked_out(tiny):
    late, kept = record(keep_events=False), record()
    events = [[d.events for d in loads(packed(r, KEY)).decisions] for r in (late, kept)]
    assert events[0] == events[1] != []


@pytest.mark.parametrize("clock", ["none", "blitz", "standard", "long"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_clock_and_seat_count_is_proved(tiny, clock, seats):
    made = record(seats=seats, clock=preset(clock), players=(), by=[Picks(seat) for seat in range(seats)])
    replay = loads(packed(made, KEY))
    assert verify(replay, {KEY.public}).replayed
    assert ("clock_left_ms" in replay.document["result"]) == (clock != "none")


def test_stand_in_decisions_are_part_of_the_proof(tiny):
    made = record(by=[First(), Late(), First()])
    replay = loads(packed(made, KEY))
    assert [(move.seat, move.number >= 2) for move in replay.decisions if move.by_stand_in][:2] == [(1, True)] * 2
    assert all(move.by_stand_in == (move.seat == 1 and move.number >= 2) for move in replay.decisions)
    assert replay.verdicts == ("finished", "illegal", "finished")
    assert replay.places[1] == 3
    assert verify(replay, KEY.public).replayed


def test_an_unpacked_replay_can_be_read_by_eye_and_by_us(tiny):
    text = gzip.decompress(packed(record(), KEY))
    lines = text.decode().splitlines()
    made = json.loads(text)["decisions"]
    assert sum('"think_ms"' in line for line in lines) == len(made)
    assert '"players": ["Ōkubo", "b", ""],' in lines
    assert verify(loads(text)).replayed


def test_a_replay_of_a_match_from_a_position(tiny):
    state = tiny.new(3, 5, 2**127, {})
    state.apply(state.legal_actions()[1])
    replay = loads(packed(record(start=state.to_dict()), KEY))
    assert replay.document["start"]["hidden_seed"] == f"{2**127:032x}"
    assert verify(replay, KEY.public).replayed
    assert position_at(replay, 0).digest() == state.digest()


def test_the_positions_of_a_replay(tiny):
    replay = loads(packed(record(), KEY))
    states = list(positions(replay))
    assert len(states) == len(replay.decisions) + 1
    assert [state.to_act for state in states[:-1]] == [move.seat for move in replay.decisions]
    assert states[-1].digest() == replay.digest == position_at(replay, len(replay.decisions)).digest()
    with pytest.raises(Diverges, match="no decision 999"):
        position_at(replay, 999)


def test_the_commitment_is_that_of_the_seeds(tiny):
    replay = loads(packed(record(), KEY))
    published = commitment(2**128 - 1, 2**127 + 5, "00ff")
    assert replay.commitment == published
    assert verify(replay, commitment=published).replayed
    with pytest.raises(Diverges, match="not what was published"):
        verify(replay, commitment=commitment(1, 2, "00ff"))


def test_another_arenas_replay_is_good_but_not_ours(tiny):
    replay = loads(packed(record(), SigningKey.new()))
    with pytest.raises(Untrusted, match=r"content is good .*all the same.*do not trust its signer"):
        verify(replay, KEY.public)
    proof = verify(replay)
    assert proof.replayed and not proof.trusted


def test_private_things_stay_out(tiny):
    from arena.matches import Chosen, Fault, steps
    from tests.arena.seats import finish

    def answer(ask):
        if ask.seat == 2:
            return Fault("illegal", "secret detail", "secret sent")
        return Chosen(0, note="secret note", value=0.75)

    made = finish(steps(MatchSpec("tiny", 3)), choose=answer)
    assert made.notes[0].note == "secret note" and made.faults[0].sent == "secret sent"
    text = gzip.decompress(packed(made, KEY))
    assert b"secret" not in text and b"0.75" not in text
    assert verify(loads(text)).replayed
