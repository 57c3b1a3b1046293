"""An answer on its way to the arena: the decision's id as it came, put around the choice as bytes."""

from arena.v1.bots_pb2 import Choice
from arena.wire.frames import framed

CHOICE = b"\x12"
"""BotMessage.choice: field 2, length-delimited."""
_DECISION = b"\x0a"  # Choice.decision, field 1, length-delimited


def answer(decision_id: bytes, choice: Choice) -> bytes:
    """The choice, which has everything but its decision, as a BotMessage."""
    return framed(CHOICE, framed(_DECISION, decision_id) + choice.SerializeToString())
