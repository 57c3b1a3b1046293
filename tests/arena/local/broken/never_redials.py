"""Plays, but is gone with its first stream."""

from dialling import answer, conversation

stream, outgoing = conversation()
for message in stream:
    answer(message, outgoing)
