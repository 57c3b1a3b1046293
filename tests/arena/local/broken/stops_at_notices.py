"""Takes every notice for the end, but dials again when its stream ends."""

import grpc
from dialling import answer, conversation, stop

while True:
    stream, outgoing = conversation()
    try:
        for message in stream:
            if message.HasField("notice"):
                stop(f"told off: {message.notice.text}")
            answer(message, outgoing)
    except grpc.RpcError:
        pass
