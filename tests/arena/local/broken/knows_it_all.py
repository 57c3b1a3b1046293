"""Stops at a message it does not know, and dials again when its stream ends."""

import sys

import grpc
from dialling import answer, conversation

while True:
    stream, outgoing = conversation()
    try:
        for message in stream:
            if message.WhichOneof("kind") is None:
                sys.exit("unknown message")
            answer(message, outgoing)
    except grpc.RpcError:
        pass
