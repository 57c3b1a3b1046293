"""One stream over plain grpc, for bots that misbehave."""

import os
import queue
import sys
import traceback

import grpc

from arena.v1.bots_pb2 import ArenaMessage, BotMessage, Choice, Hello, Pong


def conversation(hello=None):
    """The stream's messages, and a way to answer."""
    outgoing = queue.SimpleQueue()
    outgoing.put(BotMessage(hello=hello or Hello(language="broken")))
    channel = grpc.insecure_channel(os.environ["ARENA_ENDPOINT"], options=[("grpc.enable_http_proxy", 0)])
    play = channel.stream_stream("/arena.v1.BotGateway/Play", BotMessage.SerializeToString, ArenaMessage.FromString)
    metadata = (("authorization", f"Bearer {os.environ['ARENA_TOKEN']}"),)
    return play(iter(outgoing.get, None), metadata=metadata), outgoing


def answer(message, outgoing, index=0):
    """What a bot should do with a message."""
    if message.HasField("decision"):
        outgoing.put(BotMessage(choice=Choice(decision=message.decision.id, index=index)))
    elif message.HasField("ping"):
        outgoing.put(BotMessage(pong=Pong(nonce=message.ping.nonce)))
    elif message.HasField("welcome"):
        for decision in message.welcome.pending:
            outgoing.put(BotMessage(choice=Choice(decision=decision.id, index=index)))


def stop(text):
    """Say so and end at once: an interpreter that takes an open stream apart now and then hangs in grpc."""
    print(text, file=sys.stderr, flush=True)
    os._exit(1)


sys.excepthook = lambda *wrong: stop("".join(traceback.format_exception(*wrong)))
