"""An answer on its way to the arena, and there: the decision's id stays as bytes, which is all that either side needs of it."""

from dataclasses import dataclass

from google.protobuf.message import DecodeError

from arena.v1.bots_pb2 import Choice
from arena.wire.frames import framed, unframed

_CHOICE = b"\x12"  # BotMessage.choice, field 2, length-delimited
_DECISION = b"\x0a"  # Choice.decision, field 1, length-delimited
_INDEX = 0x10  # Choice.index, field 2, varint


@dataclass(slots=True)
class Reply:
    """A Choice as it arrived."""

    decision: bytes
    """A DecisionId, as the bot wrote it."""
    index: int
    note: str = ""
    value: float | None = None


def answer(decision_id: bytes, choice: Choice) -> bytes:
    """The choice, which has everything but its decision, as a BotMessage."""
    return framed(_CHOICE, framed(_DECISION, decision_id) + choice.SerializeToString())


def reply(choice: Choice) -> Reply:
    """What a choice says."""
    value = choice.value if choice.HasField("value") else None
    return Reply(choice.decision.SerializeToString(), choice.index, choice.note, value)


def reply_in(raw: bytes) -> Reply | None:
    """The choice in a BotMessage that has nothing else in it; None: look closer."""
    body = unframed(_CHOICE, raw)
    if body is None:
        return None
    try:
        return _plain(body) or reply(Choice.FromString(body))
    except DecodeError:
        return None


def _plain(body: bytes) -> Reply | None:
    """What nearly every Choice is, an id and a small index, taken without parsing: it is read for every decision of every bot."""
    if len(body) < 2 or body[0] != _DECISION[0] or body[1] > 127:  # above: a length of more bytes than one
        return None
    end = 2 + body[1]
    if len(body) == end:
        return Reply(body[2:], 0)
    if len(body) == end + 2 and body[end] == _INDEX and body[end + 1] < 128:
        return Reply(body[2:end], body[end + 1])
    return None
