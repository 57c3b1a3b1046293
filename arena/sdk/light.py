"""Messages from the arena whose observation is not read before a bot asks for it.

A twin of the protocol, made from it, in which `Decision.observation` is bytes: on the wire that is the same. A bot that looks
at its legal actions only never pays for the position, which is most of a message.
"""

from typing import Any

from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass

from arena.v1 import bots_pb2, observation_pb2

_DECISION = b"\x12"  # ArenaMessage.decision, field 2, length-delimited


def _twin() -> Any:
    described = FileDescriptorProto()
    bots_pb2.DESCRIPTOR.CopyToProto(described)
    described.dependency.remove(observation_pb2.DESCRIPTOR.name)
    decision = next(message for message in described.message_type if message.name == "Decision")
    observation = next(field for field in decision.field if field.name == "observation")
    observation.type = FieldDescriptorProto.TYPE_BYTES
    observation.ClearField("type_name")
    pool = DescriptorPool()
    pool.Add(described)
    return GetMessageClass(pool.FindMessageTypeByName(bots_pb2.ArenaMessage.DESCRIPTOR.full_name))


_Light = _twin()


def arena_message(raw: bytes) -> Any:
    """An ArenaMessage; if it is a decision, its observation is still bytes."""
    return _Light.FromString(raw) if raw.startswith(_DECISION) else bots_pb2.ArenaMessage.FromString(raw)
