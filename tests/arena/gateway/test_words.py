"""What bots write is cleaned at the door: what they say of themselves, and their notes."""

import asyncio

import pytest

from arena.gateway.desks import SEATING_NOTES, Seating
from arena.gateway.hosting import HostedMatch
from arena.gateway.tokens import BotIdentity
from arena.matches import Chosen
from arena.text import allowed, fault
from arena.v1.bots_pb2 import MatchStarted, NoticeCode
from arena.wire.answers import Reply
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
        desk = place.hub.desk("ann")
        for word in (desk.version, desk.language, *desk.games):
            assert fault(word, 64) is None
        assert "iki" in desk.games
        if desk.version != text:
            notice = (await ann.until("notice")).notice
            assert notice.code == NoticeCode.NOTICE_CODE_HELLO_CHANGED
            assert "bot_version, language, games" in notice.text


@on_loop
async def test_a_name_of_nothing_but_nul_is_not_taken_for_every_game():
    async with house("ann") as place, raw_bot(place, "ann", games=["\0"], bot_version="1\0"):
        assert place.hub.desk("ann").version == "1"
        assert place.hub.desk("ann").games == {""}


@pytest.mark.parametrize("text", SHORT.values(), ids=SHORT)
@on_loop
async def test_a_note_can_be_kept_and_shown(text):
    async with house("ann", "bob") as place, raw_bot(place, "ann") as ann, raw_bot(place, "bob") as bob:
        match = HostedMatch(tiny_spec(), ["ann", "bob"], place.hub)
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
        session = place.hub.desk("ann").session
        seating, kept = Seating(MatchStarted(match_id="m1"), None), 0
        for _ in range(200):
            answer = Chosen(0)
            place.hub._remark(session, Reply(b"", 0, "n" * 1024, 1.5), answer, seating)
            kept += len(answer.note)
            assert answer.value == 1.5, "a value is a number: it stays"
        assert kept == SEATING_NOTES
        notice = (await ann.until("notice")).notice
        assert (notice.code, notice.match_id) == (NoticeCode.NOTICE_CODE_NOTE_CUT, "m1")
        assert place.hub.present("ann"), "a bot that notes too much plays on"
        place.hub.tell("ann", b"")
        assert (await ann.read()).WhichOneof("kind") is None, "one notice for the match"


@on_loop
async def test_notes_of_all_matches_of_an_owner_are_bounded_together():
    async with house("ann") as place, raw_bot(place, "ann"):
        owners = [BotIdentity(f"bot-{number}", "x", owner="team 1") for number in range(8)]
        taken = sum(
            place.hub._has_room_for("n" * 1024, Seating(MatchStarted(), None), owners[number % 8])
            for number in range(2_000)
        )
        assert 512 <= taken < 600
        other = BotIdentity("9", "y", owner="team 2")
        assert place.hub._has_room_for("n", Seating(MatchStarted(), None), other)
