"""Whatever is wrong with a file, the error says so, and it is always a ReplayError."""

import gzip
import json
import os
import random
import time
import tracemalloc

import pytest

from arena.replays import (
    Corrupt,
    Diverges,
    Foreign,
    FromTheFuture,
    OldRules,
    Oversized,
    ReplayError,
    SigningKey,
    Tampered,
    Truncated,
    Unreadable,
    loads,
    packed,
    positions,
    read,
    verify,
    write,
)
from arena.replays.document import hash_of, layout, signed_message
from arena.replays.files import LARGEST_DOCUMENT, LARGEST_FILE
from tests.arena import tiny_game
from tests.arena.replays.test_round_trip import KEY, Late, record
from tests.arena.seats import First


@pytest.fixture
def document(tiny):
    """A good replay as plain data, free to be spoilt: seat 1 goes out on the way."""
    return json.loads(gzip.decompress(packed(record(by=[First(), Late(), First()]), KEY)))


def repacked(document, *, signer=None):
    """The document with a hash that fits, and a signature too if somebody signs."""
    document["hash"] = hash_of(document)
    if signer is not None:
        value = signer.sign(signed_message(document["hash"]))
        document["signature"] = {"algorithm": "ed25519", "public_key": signer.public, "value": value}
    return gzip.compress(layout(document))


def test_a_changed_think_time_does_not_fit_the_hash(document):
    document["decisions"][0]["think_ms"] += 1
    with pytest.raises(Tampered, match="does not fit its hash"):
        loads(gzip.compress(layout(document)))


def test_a_changed_think_time_with_a_new_hash_does_not_fit_the_signature(document):
    document["decisions"][0]["think_ms"] += 1
    replay = loads(repacked(document))
    with pytest.raises(Tampered, match="changed after it was signed"):
        verify(replay, KEY.public)
    with pytest.raises(Tampered, match="changed after it was signed"):
        verify(replay)


def test_a_changed_replay_signed_anew_is_not_ours(document):
    document["players"][0] = "somebody else"
    with pytest.raises(ReplayError, match="you do not trust its signer"):
        verify(loads(repacked(document, signer=SigningKey.new())), KEY.public)


def spoil(*path, to):
    def change(document):
        inner = document
        for step in path[:-1]:
            inner = inner[step]
        inner[path[-1]] = to(inner[path[-1]]) if callable(to) else to

    return change


UNTRUE = {
    "seat": (spoil("decisions", 0, "seat", to=1), r"decisions\[0\].seat"),
    "number": (spoil("decisions", 1, "number", to=4), r"decisions\[1\].number"),
    "action": (spoil("decisions", 0, "action", to="tuck"), r"decisions\[0\].action: 'tuck' was not legal"),
    "no such action": (spoil("decisions", 0, "action", to="dance"), r"decisions\[0\].action: 'dance' was not legal"),
    "events": (spoil("decisions", 2, "events", to=["2 draw"]), r"decisions\[2\].events"),
    "one event": (spoil("decisions", 2, "events", 1, to="2 draw 9"), r"decisions\[2\].events\[1\]"),
    "a false stand-in": (spoil("decisions", 0, "stand_in", to=lambda _: True), r"decisions\[0\].stand_in"),
    "a think time beyond the clock": (spoil("decisions", 0, "think_ms", to=10**7), r"decisions|result"),
    "an early end": (spoil("decisions", to=lambda lines: lines[:-1]), "they end after"),
    "a late end": (spoil("decisions", to=lambda lines: [*lines, lines[-1]]), "decisions: the replay says"),
    "scores": (spoil("result", "outcome", "scores", 0, to=99), r"result.outcome.scores\[0\]"),
    "categories": (spoil("result", "outcome", "categories", 0, "played", to=99), "result.outcome.categories"),
    "why it ended": (spoil("result", "outcome", "ended_by", to="boredom"), "result.outcome.ended_by"),
    "tie-breaks": (spoil("result", "outcome", "tie_breaks", to={}), "result.outcome.tie_breaks"),
    "places": (spoil("result", "places", to=[3, 2, 1]), "result.places"),
    "verdicts": (spoil("result", "verdicts", 0, to="resigned"), r"result.verdicts\[0\]"),
    "faults": (spoil("result", "faults", 0, "number", to=3), r"result.faults\[0\].number"),
    "clock left": (spoil("result", "clock_left_ms", 0, to=1), r"result.clock_left_ms\[0\]"),
    "digest": (spoil("result", "digest", to="0" * 16), "result.digest"),
    "commitment": (spoil("commitment", to="0" * 64), "commitment: it does not open"),
    "salt": (spoil("salt", to="11"), "commitment: it does not open"),
    "seed": (spoil("seed", to="0" * 32), "commitment: it does not open"),
    "hidden seed": (spoil("hidden_seed", to="0" * 32), "commitment: it does not open"),
    "options": (spoil("options", "pace", to="medium"), "cannot be played again: option pace of tiny"),
    "another option": (spoil("options", "pace", to="fast"), "result.digest"),
}


@pytest.mark.parametrize("what", UNTRUE)
def test_a_lie_is_found_even_if_the_arena_itself_signed_it(document, what):
    change, where = UNTRUE[what]
    if what == "a false stand-in":
        document["decisions"][0]["stand_in"] = False
    change(document)
    replay = loads(repacked(document, signer=KEY))
    with pytest.raises(Diverges, match=where):
        verify(replay, KEY.public)


def test_a_stand_in_cannot_be_made_to_choose(document):
    at = next(number for number, move in enumerate(document["decisions"]) if "stand_in" in move)
    document["decisions"][at]["action"] += "_not"
    with pytest.raises(Diverges, match=rf"decisions\[{at}\].action: the replay says .*, playing it again gives"):
        verify(loads(repacked(document, signer=KEY)))


def test_a_start_that_is_no_position_is_found(document):
    document["start"] = {"seed": "0" * 32, "hidden_seed": "0" * 32, "game": "tiny"}
    with pytest.raises(Diverges, match="rules_version: is missing"):
        verify(loads(repacked(document, signer=KEY)))
    with pytest.raises(Diverges, match="rules_version: is missing"):
        list(positions(loads(repacked(document, signer=KEY))))


MISSHAPEN = {
    "missing": (lambda d: d.pop("seats"), "seats: is missing"),
    "unknown": (lambda d: d.update(colour="red"), "colour: is not a field here"),
    "unknown in a decision": (lambda d: d["decisions"][1].update(mood=1), r"decisions\[1\].mood: is not a field here"),
    "unknown in the result": (lambda d: d["result"].update(mood=1), "result.mood: is not a field here"),
    "unknown in the outcome": (
        lambda d: d["result"]["outcome"].update(mood=1),
        "result.outcome.mood: is not a field here",
    ),
    "unknown in the clock": (lambda d: d["clock"].update(mood=1), "clock.mood: is not a field here"),
    "unknown in the signature": (lambda d: d["signature"].update(mood=1), "signature.mood: is not a field here"),
    "unknown in a fault": (
        lambda d: d["result"]["faults"][0].update(mood=1),
        r"result.faults\[0\].mood: is not a field",
    ),
    "wrong kind": (spoil("rules_version", to="three"), "rules_version: expected a whole number"),
    "too many seats": (spoil("seats", to=99), "seats: expected a whole number from 1 to 8"),
    "players": (spoil("players", to=["a"]), "players: expected 3 entries, got 1"),
    "unprintable": (spoil("players", 0, to="\x1b[2J"), "names must be printable"),
    "seed": (spoil("seed", to=7), "seed: expected a text"),
    "short seed": (spoil("seed", to="7"), "seed: expected 32 hex digits"),
    "clock": (spoil("clock", "bank_ms", to=0), "bank_ms must be from 1"),
    "a decision": (spoil("decisions", 3, to=[]), r"decisions\[3\]: expected an object"),
    "decisions": (spoil("decisions", to={}), "decisions: expected a list"),
    "think time": (spoil("decisions", 3, "think_ms", to=-1), r"decisions\[3\].think_ms: expected a whole number"),
    "verdict": (spoil("result", "verdicts", 0, to="void"), r"result.verdicts\[0\]: expected one of"),
    "option": (spoil("options", to={"pace": None}), "options.pace: expected a text"),
    "algorithm": (spoil("signature", "algorithm", to="none"), "signature.algorithm: expected one of ed25519"),
    "signature": (spoil("signature", to=None), "signature: expected an object"),
    "hash": (spoil("hash", to="x" * 64), "hash: expected 64 hex digits"),
    "version": (spoil("version", to="1"), "version: expected a whole number"),
    "half a character": (spoil("decisions", 0, "action", to="\ud800"), "half a character"),
}


@pytest.mark.parametrize("what", MISSHAPEN)
def test_a_wrong_field_is_named(document, what):
    change, why = MISSHAPEN[what]
    change(document)
    with pytest.raises(Corrupt, match=why):
        loads(json.dumps(document).encode())


def test_a_newer_format_is_from_the_future(document):
    document["version"] = 2
    document["decisions"] = {"in": "another shape"}
    with pytest.raises(FromTheFuture, match="format version 2; this arena reads up to version 1"):
        loads(repacked(document))


def test_newer_rules_are_from_the_future(document):
    document["rules_version"] = 4
    with pytest.raises(FromTheFuture, match="played by rules 4 of tiny; this arena has rules 3"):
        verify(loads(repacked(document, signer=KEY)))


def test_older_rules_can_be_read_as_events_and_say_so(document):
    document["rules_version"] = 2
    replay = loads(repacked(document, signer=KEY))
    proof = verify(replay, KEY.public)
    assert proof.trusted and not proof.replayed
    assert "played by rules 2 of tiny, which have changed since (now 3)" in proof.remark
    assert replay.decisions[0].events[0] == f"0 {replay.decisions[0].action}"
    with pytest.raises(OldRules, match="can be read, but not played again"):
        next(positions(replay))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (spoil("salt", to="other"), "commitment"),
        (spoil("result", "places", to=[3, 2, 1]), "result.places: outcome and"),
    ],
    ids=["salt", "places"],
)
def test_lies_that_need_no_rules_are_found_under_any(document, change, where):
    document["rules_version"] = 2
    change(document)
    with pytest.raises(Diverges, match=where):
        verify(loads(repacked(document, signer=KEY)))


def test_a_game_we_do_not_have(document):
    document["game"] = "go"
    with pytest.raises(Foreign, match="there is no game 'go'"):
        verify(loads(repacked(document, signer=KEY)))


NO_REPLAY = {
    "nothing": (b"", Truncated),
    "a picture": (b"\x89PNG\r\n\x1a\n", Foreign),
    "an empty object": (b"{}", Foreign),
    "a list": (b"[]", Foreign),
    "packed words": (gzip.compress(b"hello"), Corrupt),
    "a packed list": (gzip.compress(b"[1]"), Foreign),
    "the end is missing": (b'{"format": "meiji-arena-replay"', Truncated),
    "the end of a text is missing": (b'{"format": "meiji-arena-rep', Truncated),
    "a comma too many": (b'{"format": "meiji-arena-replay", }', Corrupt),
    "a fraction": (b'{"format": "meiji-arena-replay", "version": 1.0}', Corrupt),
    "not a number": (b'{"format": "meiji-arena-replay", "version": NaN}', Corrupt),
    "a huge number": (b'{"format": "meiji-arena-replay", "version": ' + b"9" * 5000 + b"}", Corrupt),
    "a field twice": (b'{"format": "meiji-arena-replay", "version": 1, "version": 1}', Corrupt),
    "not UTF-8": (b'{"format": "\xff"}', Corrupt),
    "brackets": (b'{"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", Corrupt),
}


@pytest.mark.parametrize("what", NO_REPLAY)
def test_what_is_no_replay_gets_its_own_error(what):
    data, error = NO_REPLAY[what]
    with pytest.raises(ReplayError) as raised:
        loads(data)
    assert type(raised.value) is error


def test_a_start_nested_without_end_is_refused(document):
    inner = {}
    document["start"] = {"seed": "0" * 32, "hidden_seed": "0" * 32, "deep": inner}
    for _ in range(300):
        inner["deep"] = inner = {}
    with pytest.raises(Corrupt, match="nested more deeply"):
        loads(repacked(document, signer=KEY))


def test_a_field_that_is_there_twice_is_refused(document):
    text = json.dumps(document).replace('"seats": 3', '"seats": 2, "seats": 3')
    with pytest.raises(Corrupt, match="the field 'seats' is there twice"):
        loads(text.encode())


def test_many_repeated_fields_are_refused_in_no_time():
    """Counting each among all would take hours: 2 MB of them are allowed."""
    fields = ",".join(f'"{number}":1' for number in range(150_000))
    began = time.process_time()
    with pytest.raises(Corrupt, match="is there twice"):
        loads(b"{" + fields.encode() + b',"149999":1}')
    assert time.process_time() - began < 2


def test_the_order_of_fields_means_nothing(document):
    turned = {key: document[key] for key in reversed(document)}
    turned["decisions"] = [{key: move[key] for key in reversed(move)} for move in document["decisions"]]
    assert verify(loads(json.dumps(turned).encode()), KEY.public).replayed


def test_a_bomb_takes_no_memory():
    bomb = gzip.compress(bytes(60 << 20))
    assert len(bomb) < LARGEST_FILE
    tracemalloc.start()
    try:
        with pytest.raises(Oversized):
            loads(bomb)
        assert tracemalloc.get_traced_memory()[1] < 5 * LARGEST_DOCUMENT
    finally:
        tracemalloc.stop()


def test_a_bomb_is_not_unpacked(tiny):
    bomb = gzip.compress(b"{" + b" " * (LARGEST_DOCUMENT + 10))
    assert len(bomb) < LARGEST_FILE
    with pytest.raises(Oversized, match="the unpacked document is larger than the 2,097,152 bytes"):
        loads(bomb)


def test_a_huge_file_is_not_unpacked(tmp_path):
    with pytest.raises(Oversized, match="the file is larger than the 262,144 bytes"):
        loads(b"\x1f\x8b" + bytes(LARGEST_FILE))
    path = tmp_path / "huge.json"
    path.write_bytes(b"{" + b" " * LARGEST_DOCUMENT)
    with pytest.raises(Oversized, match="the document is larger"):
        read(path)


def test_every_cut_is_noticed(tiny):
    data = packed(record(), KEY)
    for end in (*range(2, 60), *range(60, len(data), 17), len(data) - 1):
        with pytest.raises(Truncated):
            loads(data[:end])
    with pytest.raises(Corrupt, match="3 bytes follow"):
        loads(data + b"abc")


def test_a_damaged_byte_anywhere_never_passes(tiny):
    data = bytearray(packed(record(), KEY))
    rng = random.Random(1)
    for _ in range(400):
        at, flip = rng.randrange(len(data)), 1 << rng.randrange(8)
        data[at] ^= flip
        try:
            replay = loads(bytes(data))
        except ReplayError:
            pass
        else:  # a few bits of the gzip header and of the padding say nothing about the content
            assert verify(replay, KEY.public).replayed
        data[at] ^= flip


def test_a_damaged_document_never_raises_anything_else(document):
    text = json.dumps(document)
    rng = random.Random(2)
    for _ in range(400):
        at = rng.randrange(len(text))
        spoilt = text[:at] + rng.choice('{}[]",:0x\\\ud800é') + text[at + 1 :]
        try:
            replay = loads(spoilt.encode(errors="surrogatepass"))
            verify(replay, KEY.public)
        except ReplayError:
            pass
        else:
            assert json.loads(spoilt) == document


def test_files_that_cannot_be_opened(tmp_path, tiny):
    with pytest.raises(Unreadable, match="No such file"):
        read(tmp_path / "nothing")
    with pytest.raises(Unreadable, match="is not a file"):
        read(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(Unreadable, match="is not a file"):
        read(tmp_path / "pipe")
    with pytest.raises(Unreadable, match="cannot be written"):
        write(tmp_path / "no" / "folder.replay.gz", record(), KEY)


def test_the_tiny_game_of_these_tests_is_none_of_ours():
    import engine

    assert tiny_game.GAME.name not in engine.games()
