"""Declares two matches at once, and answers every decision it remembers whenever one comes."""

import grpc
from dialling import answer, conversation

from arena.v1.bots_pb2 import Hello

while True:
    stream, outgoing = conversation(Hello(language="broken", matches_at_once=2))
    latest = {}
    try:
        for message in stream:
            if message.HasField("decision"):
                latest[message.decision.id.match_id] = message
                for remembered in latest.values():
                    answer(remembered, outgoing)
            elif message.HasField("match_result"):
                latest.pop(message.match_result.match_id, None)
            else:
                answer(message, outgoing)
    except grpc.RpcError:
        pass
