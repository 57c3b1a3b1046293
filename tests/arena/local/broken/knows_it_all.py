"""Stops at a message it does not know, and dials again when its stream ends."""

import grpc
from dialling import answer, conversation, stop

while True:
    stream, outgoing = conversation()
    try:
        for message in stream:
            if message.WhichOneof("kind") is None:
                stop("unknown message")
            answer(message, outgoing)
    except grpc.RpcError:
        pass
