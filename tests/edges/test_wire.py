"""Hostile strings in every text of every message a bot can send, as the protos list them: the gateway answers, and serves others."""

from collections.abc import Iterator

import pytest
from google.protobuf.descriptor import Descriptor, FieldDescriptor

from arena.text import fault
from arena.v1.bots_pb2 import BotMessage
from tests.arena.streams import RawBot, house, on_loop, raw_bot
from tests.hostile import STRINGS

LETTERS = 500
Path = tuple[FieldDescriptor, ...]


def texts(message: Descriptor, before: Path = ()) -> Iterator[Path]:
    """The way to every text field of a message."""
    for one in message.fields:
        if one.type == FieldDescriptor.TYPE_STRING:
            yield (*before, one)
        elif one.message_type is not None:
            yield from texts(one.message_type, (*before, one))


def message(path: Path, value: bytes) -> bytes:
    """The bytes of a message with nothing but this text, which need not be UTF-8."""
    body = value
    for one in reversed(path):
        tag = one.number << 3 | 2
        assert tag < 128
        body = bytes([tag]) + _varint(len(body)) + body
    return body


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    return bytes([*out, number])


PATHS = {".".join(one.name for one in path): path for path in texts(BotMessage.DESCRIPTOR)}


@pytest.mark.parametrize("path", PATHS.values(), ids=PATHS)
@on_loop
async def test_every_text_of_every_message(path):
    names = {title: f"bot-{number}" for number, title in enumerate(STRINGS)}  # one may not dial in all the time
    async with house("bob", *names.values()) as place, raw_bot(place, "bob") as bob:
        for title, text in STRINGS.items():
            async with RawBot(place.address, names[title]) as ann:
                if path[0].name != "hello":
                    await ann.hello()
                await ann.send_bytes(message(path, text[:LETTERS].encode("utf-8", "surrogatepass")))
                assert await ann.status() in {"OK", "INVALID_ARGUMENT"}, title
            connection = place.connections.of(names[title])
            assert all(
                fault(word, 64) is None for word in (connection.version, connection.language, *connection.games)
            ), title
        await bob.send(finish={})
        assert await bob.status() == "OK", "others are none the worse"
