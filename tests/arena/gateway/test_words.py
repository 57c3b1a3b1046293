"""What bots write is cleaned at the door: what they say of themselves, and their notes."""

import asyncio

import pytest

from arena.gateway.seats import SEAT_NOTES, Seat
from arena.gateway.tokens import BotIdentity
from arena.hosting.match import HostedMatch
from arena.matches import Chosen
from arena.text import allowed, fault
from arena.v1.bots_pb2 import MatchStarted, NoticeCode
from arena.wire.decisions import Reply
from tests.arena.streams import house, on_loop, raw_bot, tiny_spec
from tests.hostile import STRINGS

pytestmark = pytest.mark.usefixtures("tiny")

SHORT = {name: text[:1_000] for name, text in STRINGS.items() if "\ud800" not in text}
"""As protobuf takes them (it refuses lone surrogates), below the limit of a message."""


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT)
@on_loop
async def test_what_a_bot_says_of_itself_can_be_kept_and_shown(text):
    said = {"bot_version": text, "language": text, "games": [text, "iki"]}
    async with house("ann") as place, raw_bot(place, "ann", **said) as ann:
        connection = place.connections.of("ann")
        for word in (connection.version, connection.language, *connection.games):
            assert fault(word, 64) is None
        assert "iki" in connection.games
        if connection.version != text:
            notice = (await ann.until("notice")).notice
            assert notice.code == NoticeCode.NOTICE_CODE_HELLO_CHANGED
            assert "bot_version, language, games" in notice.text


@on_loop
async def test_a_name_of_nothing_but_nul_is_not_taken_for_every_game():
    async with house("ann") as place, raw_bot(place, "ann", games=["\0"], bot_version="1\0"):
        assert place.connections.of("ann").version == "1"
        assert place.connections.of("ann").games == {""}


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT)
@on_loop
async def test_a_note_can_be_kept_and_shown(text):
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob:
        match = HostedMatch(tiny_spec(), ["ann", "bob"], place.connections)
        match.start()
        await ann.choose(await ann.decision(), note=text)
        await asyncio.gather(ann.play(), bob.play())
        record = await match.done
        assert record.verdicts == ("finished", "finished")
        for note in record.notes:
            assert all(allowed(letter) or letter in "\n\t" for letter in note.note)
            assert len(note.note.encode()) <= 1024


@on_loop
async def test_notes_of_one_match_are_bounded_and_cost_the_bot_one_notice():
    async with house("ann") as place, raw_bot(place, "ann") as ann:
        session = place.connections.of("ann").session
        seat, kept = Seat(MatchStarted(match_id="m1"), None), 0
        for _ in range(200):
            answer = Chosen(0)
            place.connections._take_extras(session, Reply(b"", 0, "n" * 1024, 1.5), answer, seat)
            kept += len(answer.note)
            assert answer.value == 1.5, "a value is a number: it stays"
        assert kept == SEAT_NOTES
        notice = (await ann.until("notice")).notice
        assert (notice.code, notice.match_id) == (NoticeCode.NOTICE_CODE_NOTE_CUT, "m1")
        assert place.connections.present("ann"), "a bot that notes too much plays on"
        place.connections.tell("ann", b"")
        assert (await ann.read()).WhichOneof("kind") is None, "one notice for the match"


def takes(place, note, identity):
    seat = Seat(MatchStarted(), None)
    kept, _ = seat.take_note(note, lambda size: place.connections._notes.take(identity.owner, size))
    return bool(kept)


@on_loop
async def test_notes_of_all_matches_of_an_owner_are_bounded_together():
    async with house("ann") as place, raw_bot(place, "ann"):
        owners = [BotIdentity(f"bot-{number}", "x", owner="team 1") for number in range(8)]
        taken = sum(takes(place, "n" * 1024, owners[number % 8]) for number in range(2_000))
        assert 512 <= taken < 600
        other = BotIdentity("9", "y", owner="team 2")
        assert takes(place, "n", other)
