"""Cannot do with a result that has no places, as that of a match that was broken off."""

import grpc
from dialling import answer, conversation

while True:
    stream, outgoing = conversation()
    try:
        for message in stream:
            if message.HasField("match_result"):
                result = message.match_result
                print(f"place {result.places[result.seat]}")
            answer(message, outgoing)
    except grpc.RpcError:
        pass
