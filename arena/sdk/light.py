"""Decisions of which only as much is read as a bot looks at.

A twin of the protocol, made from it, in which `Decision.id` and `Decision.observation` are bytes: on the wire that is the same. The id
goes back as it came; and a bot that looks at its legal actions only never pays for the position, which is most of a message.
"""

from typing import Any

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass

from arena.v1 import bots_pb2, observation_pb2
from arena.wire.frames import unframed
from arena.wire.questions import DECISION

AS_BYTES = frozenset({"id", "observation"})


def _twin() -> Any:
    described = FileDescriptorProto()
    bots_pb2.DESCRIPTOR.CopyToProto(described)
    described.dependency.remove(observation_pb2.DESCRIPTOR.name)
    decision = next(message for message in described.message_type if message.name == "Decision")
    for field in decision.field:
        if field.name in AS_BYTES:
            field.type = FieldDescriptorProto.TYPE_BYTES
            field.ClearField("type_name")
    pool = DescriptorPool()
    pool.Add(described)
    return GetMessageClass(pool.FindMessageTypeByName(bots_pb2.Decision.DESCRIPTOR.full_name))


_Light = _twin()


def light(decision: bots_pb2.Decision) -> Any:
    """The twin of a decision."""
    return _Light.FromString(decision.SerializeToString())


def decision_in(raw: bytes) -> Any:
    """The twin of the decision in an ArenaMessage; None if that is anything else."""
    body = unframed(DECISION, raw)
    try:
        return None if body is None else _Light.FromString(body)
    except DecodeError:
        return None
